// Counts the clock of a round down, by the time of the server and without asking it.
// data-ends: when the time is over, in seconds since 1970; data-figure: where minutes
// and seconds stand; data-when: shown without script (plain), before (on), after (over).

const NEAR = 2500; // milliseconds that an answer may be under way
let ahead = 0; // milliseconds by which the server's clock is ahead of this device's

/* Hears from an answer what time it is at the server. */
export function hear(answer) {
  const off = Date.parse(answer.headers.get("Date")) - Date.now();
  if (Math.abs(off - ahead) > NEAR) ahead = off;
}

export function paint() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const left = Math.ceil(clock.dataset.ends - (Date.now() + ahead) / 1000);
    const now = left > 0 ? "on" : "over";
    const figure = clock.querySelector("[data-figure]");
    const text = (left > 0 ? "" : "+") + minutes(Math.abs(left));
    if (figure.textContent !== text) figure.textContent = text;
    figure.classList.toggle("long", text.length > 5);
    for (const part of clock.querySelectorAll("[data-when]")) {
      const hide = part.dataset.when !== now;
      if (part.hidden !== hide) part.hidden = hide;
    }
  }
}

function minutes(seconds) {
  return [Math.floor(seconds / 60), seconds % 60].map((n) => String(n).padStart(2, "0")).join(":");
}
