// What is typed stays on this device until it was handed in, and is not sent into
// nothing without a network. The same for the form of every game.

/* Keep what `read` gives under the form's table; put it back with `write(kept)`,
   which says whether that changed anything. */
export function keepTyped(form, read, write) {
  const around = () => [...form.querySelectorAll('[name="first_dealer"], [name="annulled"], [data-kept]')];
  const said = (field) => (field.type === "checkbox" ? field.checked : field.value);
  const key = (field) => (field.type === "checkbox" ? `${field.name}=${field.value}` : field.name);
  const store = `bolwerk-sheet-${form.dataset.table}`;
  // What answered a form is a page like any other: reload and back ask nothing.
  history.replaceState(null, "", location.href);
  restore();
  return () => {
    const basedOn = form.elements.based_on.value;
    try { localStorage.setItem(store, JSON.stringify({ basedOn, typed: read(), around: Object.fromEntries(around().map((field) => [key(field), said(field)])) })); } catch { /* full or forbidden */ }
  };

  function restore() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(store)); } catch { return; }
    if (!kept) return;
    const mine = form.elements.phone?.dataset.last === phone();
    if (kept.basedOn !== form.elements.based_on.value && !mine) return void localStorage.removeItem(store);
    const other = around().filter((field) => kept.around?.[key(field)] !== undefined && kept.around[key(field)] !== said(field));
    for (const field of other) {
      const was = kept.around[key(field)];
      if (field.type === "checkbox") field.checked = was;
      else field.value = was;
    }
    document.getElementById("restored").hidden = !write(kept.typed) && other.length === 0;
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
