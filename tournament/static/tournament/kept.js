// What is typed stays on this device until it was handed in, and is not sent into
// nothing without a network. The same for the form of every game.

/* Keep what `read` gives under the form's table; put it back with `write(kept)`,
   which says whether that changed anything. */
export function keepTyped(form, read, write) {
  const around = () => [...form.querySelectorAll('[name="first_dealer"], [name="annulled"], [data-kept]')];
  const said = (field) => (field.type === "checkbox" ? field.checked : field.value);
  const key = (field) => (field.type === "checkbox" ? `${field.name}=${field.value}` : field.name);
  const store = `bolwerk-sheet-${form.dataset.table}`;
  const seats = form.elements.seats?.value ?? "";
  // What answered a form is a page like any other: reload and back ask nothing.
  history.replaceState(null, "", location.href);
  restore();
  return () => {
    const basedOn = form.elements.based_on.value;
    try { localStorage.setItem(store, JSON.stringify({ basedOn, seats, typed: read(), around: Object.fromEntries(around().map((field) => [key(field), said(field)])) })); } catch { /* full or forbidden */ }
  };

  /* Somebody came to the table or went since: every row goes with its person. */
  function moved(typed, before) {
    const [then, now] = [before, seats].map((numbers) => numbers.split(","));
    if (before === seats || new Set(now).size < now.length) return typed;
    return Object.fromEntries(Object.entries(typed).flatMap(([name, text]) => {
      const [, kind, place, rest = ""] = name.match(/^(c|pen|s)(\d+)(-.*)?$/) ?? [];
      if (!kind) return [[name, text]];
      const at = now.indexOf(then[place - 1]);
      return at < 0 ? [] : [[`${kind}${at + 1}${rest}`, text]];
    }));
  }

  function restore() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(store)); } catch { return; }
    if (!kept) return;
    const mine = form.elements.phone?.dataset.last === phone();
    if (kept.basedOn !== form.elements.based_on.value && !mine) return void localStorage.removeItem(store);
    const stays = (field) => field.type === "checkbox" || (kept.seats ?? seats) === seats;
    const other = around().filter((field) => stays(field) && kept.around?.[key(field)] !== undefined && kept.around[key(field)] !== said(field));
    for (const field of other) {
      const was = kept.around[key(field)];
      if (field.type === "checkbox") field.checked = was;
      else field.value = was;
    }
    const typed = kept.seats ? moved(kept.typed, kept.seats) : kept.typed;
    document.getElementById("restored").hidden = !write(typed) && other.length === 0;
  }
}

/* This phone, as the table's form knows it: a word of its own, "" where none is kept. */
export function phone() {
  try {
    const known = localStorage.getItem("bolwerk-phone") ?? Math.random().toString(36).slice(2);
    localStorage.setItem("bolwerk-phone", known);
    return known;
  } catch { return ""; }
}

/* Without a network the browser would show its own page instead of this one. */
export function holdOffline(form) {
  form.addEventListener("submit", (event) => {
    const note = document.getElementById("offline");
    note.hidden = navigator.onLine;
    if (navigator.onLine) return;
    event.preventDefault();
    note.scrollIntoView({ block: "center" });
  });
}

export function sendByKey(form) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key === "Enter") form.querySelector("[data-submit]").click();
  });
}
