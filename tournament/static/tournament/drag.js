// Changing a proposal by hand. A name that is pressed is picked up, and the next one
// pressed changes places with it: the server says what each would do, and has the forms.
// Here the same goes without a new page, by dragging, and by the arrow keys.

const FAR = 8; // pixels a pointer moves before it is a drag
const part = () => document.querySelector("[data-part=draft]");
const seats = () => [...part().querySelectorAll(".seat")];
const seatOf = (number, root = part()) => root.querySelector(`.seat[data-number="${number}"]`);

async function ask(number) {
  const asked = number ? `?pick=${number}&part=draft` : "?part=draft";
  const answer = await fetch(asked, { cache: "no-store" });
  if (!answer.ok || answer.redirected) throw new Error(answer.status);
  const box = document.createElement("template");
  box.innerHTML = await answer.text();
  return box.content.querySelector("[data-part=draft]");
}

/* Shows the tables with this person in hand, or with nobody. */
async function hold(number, focused) {
  try {
    const fresh = await ask(number);
    part().replaceWith(fresh);
    seatOf(focused)?.focus({ preventScroll: true });
  } catch {
    location.href = number ? `?pick=${number}#tables` : location.pathname;
  }
}

const held = () => part().querySelector('.seat[aria-pressed="true"]')?.dataset.number;

document.addEventListener("click", (event) => {
  const seat = event.target.closest?.('[data-part=draft] [form="pickup"]');
  if (!seat) return;
  event.preventDefault();
  if (dragged) return;
  hold(seat.value, seat.dataset.number || held());
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape" && (drag || held())) {
    if (drag) drop(null);
    else hold("", held());
    return;
  }
  const seat = event.target.closest?.(".seat");
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const aside = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!seat || !(step || aside)) return;
  event.preventDefault();
  const all = seats();
  let next = all[all.indexOf(seat) + step];
  if (aside) {
    const tables = [...part().querySelectorAll("[data-table]")].filter((t) => t.querySelector(".seat"));
    const here = seat.closest("[data-table]");
    const there = [...(tables[tables.indexOf(here) + aside]?.querySelectorAll(".seat") ?? [])];
    next = there[Math.min([...here.querySelectorAll(".seat")].indexOf(seat), there.length - 1)];
  }
  next?.focus();
});

let drag = null; // what is dragged: { number, x, y, label, fresh }
let dragged = false; // the click that ends a drag picks nobody up

document.addEventListener("pointerdown", (event) => {
  const seat = event.target.closest?.("[data-part=draft] .seat");
  dragged = false;
  if (!seat || event.button !== 0) return;
  // by touch only the grip drags, so that the page can still be scrolled
  if (event.pointerType !== "mouse" && !event.target.closest(".grip")) return;
  if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  drag = { number: seat.dataset.number, name: seat.querySelector(".who").textContent, x: event.clientX, y: event.clientY };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (!drag.label) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    begin();
  }
  event.preventDefault();
  drag.label.style.setProperty("transform", `translate(${event.clientX + 14}px, ${event.clientY + 14}px)`);
  aim(document.elementFromPoint(event.clientX, event.clientY));
  if (event.clientY < 60) scrollBy(0, -12);
  if (event.clientY > innerHeight - 60) scrollBy(0, 12);
});

document.addEventListener("pointerup", () => drag?.label ? drop(drag.over) : (drag = null));
document.addEventListener("pointercancel", () => drag?.label ? drop(null) : (drag = null));
document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".seat")) event.preventDefault(); });

/* The tables as they are with this person in hand; nothing in the page is replaced while
   a finger is on it, only the figures are put in. */
function begin() {
  dragged = true;
  getSelection().removeAllRanges();
  const label = document.createElement("div");
  label.className = "dragged";
  label.setAttribute("role", "status");
  label.textContent = drag.name;
  document.body.append(label);
  seatOf(drag.number).setAttribute("aria-pressed", "true");
  const mine = { ...drag, label };
  drag = mine;
  mine.fresh = ask(mine.number).then((fresh) => {
    if (drag !== mine) return fresh;
    for (const seat of seats()) {
      seat.querySelector(".fx")?.remove();
      const effect = seatOf(seat.dataset.number, fresh)?.querySelector(".fx");
      if (effect) seat.append(effect.cloneNode(true));
    }
    for (const table of part().querySelectorAll("[data-table]")) {
      table.toggleAttribute("data-room", fresh.querySelector(`[data-table="${table.dataset.table}"]`)?.hasAttribute("data-room"));
    }
    tell();
    return fresh;
  });
  mine.fresh.catch(() => drop(null));
}

function aim(under) {
  const seat = under?.closest?.("[data-part=draft] .seat");
  const table = under?.closest?.("[data-part=draft] [data-room]");
  const over = seat && seat.dataset.number !== drag.number ? seat : seat ? null : table;
  if (over === drag.over) return;
  drag.over?.classList.remove("aimed");
  over?.classList.add("aimed");
  drag.over = over;
  tell();
}

/* The label says whose place it is, and what changing would do. */
function tell() {
  const effect = drag.over?.querySelector?.(":scope > .fx .vh")?.textContent;
  drag.label.textContent = [drag.name, drag.over?.querySelector(":scope > .who")?.textContent, effect].filter(Boolean).join(" · ");
}

async function drop(over) {
  const done = drag;
  drag = null;
  done.label?.remove();
  over?.classList.remove("aimed");
  if (!over) {
    hold("", done.number);
    return;
  }
  try {
    const fresh = await done.fresh;
    part().replaceWith(fresh);
    const button = over.dataset.number
      ? seatOf(over.dataset.number, fresh)
      : fresh.querySelector(`[form=place][value="${over.dataset.table}"]`);
    if (button?.form?.method === "post") button.click();
    else hold("", done.number);
  } catch {
    location.reload();
  }
}
