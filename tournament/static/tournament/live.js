// Keeps a page up to date: asks again for its live parts, and changes those that are
// new. On the hall's screen it also turns the pages.
// data-live: what to ask for; data-every: seconds; data-next and data-turn: the page
// after this one, and after how many seconds.

import { hear, paint } from "./clock.js";

const HIDDEN = 15; // seconds between questions while nobody looks
let turned = Date.now();
const asSent = new WeakMap(); // what parts were when they came: a clock changes its own

const live = () => document.querySelector("[data-live]");

async function ask() {
  const { dataset } = live();
  const turn = dataset.turn && Date.now() - turned >= dataset.turn * 1000;
  if (turn) turned = Date.now();
  try {
    const answer = await fetch(turn ? dataset.next : dataset.live, { cache: "no-cache" });
    if (!answer.ok) throw new Error(answer.status);
    hear(answer);
    show(await answer.text());
    lost(false);
  } catch {
    lost(true);
  }
  wait();
}

/* Puts every part that is new in place, and the focus back on the same link in it. */
function show(text) {
  const box = document.createElement("template");
  box.innerHTML = text;
  for (const fresh of box.content.querySelectorAll("[data-part]")) {
    const old = document.querySelector(`[data-part="${fresh.dataset.part}"]`);
    if (!old || asSent.get(old) === plain(fresh) || inUse(old)) continue;
    const link = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
    keep(fresh);
    old.replaceWith(fresh);
    if (link) fresh.querySelector(`[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
  }
  paint();
}

function keep(part) {
  asSent.set(part, plain(part));
}

/* Somebody opened or fills in something here: it stays until they are done. */
function inUse(part) {
  const typing = part.contains(document.activeElement) && document.activeElement.closest("form");
  return Boolean(typing || part.querySelector("details[open]"));
}

/* The text of a part without the tokens of its forms, which are new every time. */
function plain(part) {
  const copy = part.cloneNode(true);
  for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) token.remove();
  return copy.outerHTML;
}

function lost(is) {
  for (const note of document.querySelectorAll("[data-lost]")) note.hidden = !is;
}

function wait() {
  const seconds = document.hidden ? HIDDEN : Number(live().dataset.every);
  setTimeout(ask, seconds * 1000);
}

for (const part of document.querySelectorAll("[data-part]")) keep(part);
paint();
setInterval(paint, 250);
// A clock is right only by the server's time, which no page that was kept can tell.
if (live()) document.querySelector("[data-ends]") ? ask() : wait();
