// A form kept deal by deal, or of sums, while somebody types. The server adds up and
// judges: it is asked a moment after each change, and its answers are put in place.
import { holdOffline, keepTyped, sendByKey } from "./kept.js";

const PAUSE = 250; // ms after the last key
const form = document.querySelector("form[data-sheet]");
const asked = () => [...form.querySelectorAll(":is(input, select)[id]")].filter((field) => field.id !== "reason");

let waiting = null;
let latest = 0;

function changed() {
  keep();
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

async function ask() {
  const mine = ++latest;
  const body = new FormData(form);
  body.set("live", "1");
  let answer;
  try {
    const response = await fetch(location.href, { method: "POST", body });
    if (!response.ok) return;
    answer = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch { return; } // no network: what is typed is kept, and sums come later
  if (mine === latest) put(answer);
}

/* Totals and sentences are replaced; of what is typed only the marks. */
function put(answer) {
  for (const part of form.querySelectorAll("[data-part]")) {
    const fresh = answer.querySelector(`[data-part="${part.dataset.part}"]`);
    if (fresh && fresh.innerHTML !== part.innerHTML) part.innerHTML = fresh.innerHTML;
  }
  for (const field of asked()) {
    const bad = answer.getElementById(field.id)?.getAttribute("aria-invalid") === "true";
    field.toggleAttribute("aria-invalid", false);
    if (bad) field.setAttribute("aria-invalid", "true");
    field.closest("td").classList.toggle("bad", bad);
    if (bad) field.closest("details")?.setAttribute("open", "");
  }
}

/* What the other side must have, when both make a fixed sum: shown, not typed. */
function complement(field) {
  const sum = Number(field.dataset.addsTo);
  if (!sum) return;
  const others = [...field.closest("tr").querySelectorAll("input")].filter((other) => other !== field);
  const figure = /^\d+$/.test(field.value.trim()) ? Number(field.value) : NaN;
  for (const other of others) other.placeholder = figure <= sum ? sum - figure : "";
}

/* Enter goes on to the next field, F8 to the next mistake. */
function move(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const fields = asked().filter((field) => field.offsetParent);
  const at = fields.indexOf(event.target);
  if (event.key === "Enter" && event.target.matches("input")) {
    (fields[at + 1] ?? form.querySelector("[data-submit]")).focus();
  } else if (event.key === "F8") {
    const bad = fields.filter((field) => field.matches("[aria-invalid]"));
    (bad.find((field) => fields.indexOf(field) > at) ?? bad[0])?.focus();
  } else return;
  event.preventDefault();
}

const read = () => Object.fromEntries(asked().map((field) => [field.name, field.value]));
function write(kept) {
  const other = asked().filter((field) => field.name in kept && kept[field.name] !== field.value);
  for (const field of other) field.value = kept[field.name];
  return other.length > 0;
}

const keep = keepTyped(form, read, write);
for (const field of asked()) complement(field);
form.addEventListener("input", (event) => {
  complement(event.target);
  changed();
});
form.addEventListener("keydown", move);
form.addEventListener("focusin", (event) => event.target.matches("input.num") && event.target.select());
holdOffline(form);
sendByKey(form);
if (!document.getElementById("restored").hidden) ask();
(form.querySelector("[aria-invalid]") ?? document.querySelector("[autofocus]") ?? form.querySelector(".block input, .block select, tbody input"))?.focus();
