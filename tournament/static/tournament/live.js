// Keeps a page up to date: asks again for the part marked data-live, and changes it
// only when the server has something new. On the hall's screen it turns the pages.

const HIDDEN = 15; // seconds between questions while nobody looks
let turned = Date.now();

const live = () => document.querySelector("[data-live]");

async function ask() {
  const { dataset } = live();
  const turn = dataset.turn && Date.now() - turned >= dataset.turn * 1000;
  if (turn) turned = Date.now();
  try {
    const answer = await fetch(turn ? dataset.next : dataset.live, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.status);
    show(await answer.text());
    lost(false);
  } catch {
    lost(true);
  }
  wait();
}

/* Puts the new part in place, and the focus back on the same link in it. */
function show(text) {
  const box = document.createElement("template");
  box.innerHTML = text;
  const [fresh, old] = [box.content.querySelector("[data-live]"), live()];
  if (!fresh || fresh.dataset.version === old.dataset.version) return;
  const link = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
  old.replaceWith(fresh);
  if (link) fresh.querySelector(`[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
}

function lost(is) {
  for (const note of document.querySelectorAll("[data-lost]")) note.hidden = !is;
}

function wait() {
  const seconds = document.hidden ? HIDDEN : Number(live().dataset.every);
  setTimeout(ask, seconds * 1000);
}

if (live()) wait();
