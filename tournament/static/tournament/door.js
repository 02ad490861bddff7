// The door by keyboard: the people that may be meant appear while one types, the arrow
// keys choose, Enter does what stands first on that line, and Shift with Enter the other.

const PAUSE = 120; // milliseconds without a key before the desk is asked
const form = document.getElementById("door");
const field = document.getElementById("who");
const place = document.getElementById("hits");
let shown = field.value.trim(); // what the lines in sight were found for
let timer = 0;
let sent = false;
let done = Promise.resolve(); // a key that acts waits for the one before it

const lines = () => [...place.querySelectorAll("[data-hit]")];
const chosen = () => place.querySelector(".sel");

async function refresh() {
  clearTimeout(timer);
  const text = field.value.trim();
  if (text === shown) return;
  const asked = new URLSearchParams(new FormData(form));
  asked.set("part", "hits");
  const answer = await fetch(`?${asked}`, { cache: "no-store" });
  if (!answer.ok || answer.redirected) throw new Error(answer.status);
  const found = await answer.text();
  if (field.value.trim() !== text) return;
  place.innerHTML = found;
  shown = text;
  choose(0);
}

function choose(index) {
  const all = lines();
  chosen()?.querySelector(".btn")?.classList.remove("main");
  chosen()?.classList.remove("sel");
  const line = all[(index + all.length) % all.length];
  line?.classList.add("sel");
  line?.querySelector(".btn")?.classList.add("main");
  line?.scrollIntoView({ block: "nearest" });
  document.getElementById("now").textContent = line?.dataset.hit ?? place.querySelector("[data-nobody]")?.textContent ?? "";
}

/* Does this once the lines are those of what is typed. Without an answer the field is
   sent as it is: the page finds them, or says why not. */
function then(act) {
  done = done.then(refresh).then(() => {
    if (field.value.trim() === shown) act();
  }, () => form.submit());
}

function press(later) {
  if (sent) return;
  const line = chosen();
  (later && line?.querySelector("[data-later]") || line?.querySelector(".btn"))?.click();
}

field.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => refresh().catch(() => {}), PAUSE);
});

field.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    then(() => choose(lines().indexOf(chosen()) + step));
  } else if (event.key === "Enter" && !event.isComposing) {
    event.preventDefault();
    const later = event.shiftKey;
    if (!event.repeat) then(() => press(later));
  } else if (event.key === "Escape") {
    field.value = "";
    refresh().catch(() => {});
  }
});

document.getElementById("content").addEventListener("submit", (event) => {
  if (event.target.method !== "post") return;
  if (sent) event.preventDefault();
  sent = true;
});

window.addEventListener("pageshow", () => { sent = false; });

choose(0);
