// The score form while somebody types: bollen, sums and moving about by keyboard.
// It adds up what the rulebook published as data; the server alone judges.
import { holdOffline, keepTyped, phone, sendByKey } from "./kept.js";

const form = document.querySelector("form[data-sheet]");
const live = JSON.parse(document.getElementById("live").textContent);
const rows = [...form.querySelectorAll(".entry tr[data-place]")];
const grid = rows.map((row) => [...row.querySelectorAll("input.cell")]);
const deals = live.deals.length;

let fresh = null; // the cell that was come to, and not yet typed in
const isDeal = (input) => input.name.startsWith("c");
const minus = (number) => String(number).replace("-", "−");

/* A bol is shown as a red dot with its digit; its x is written when it is sent. With
   the tricks beside it, "2/1", a cell says by itself whether it is a bol. */
function show(input, text) {
  if (!isDeal(input)) return void (input.value = text);
  input.value = text.replace(/[x●]/gi, "");
  mark(input, /[x●]/i.test(text) || isMissed(input.value));
}

function isMissed(text) {
  const [bid, taken] = text.split("/").map((part) => part.trim());
  return Boolean(taken) && Number(bid) !== Number(taken);
}

function mark(input, bol) {
  input.classList.toggle("bol", bol);
  input.ariaDescription = bol ? "bol" : null;
}

const isBol = (input) => input.classList.contains("bol");
const text = (input) => input.value.trim() + (isBol(input) && !input.value.includes("/") ? "x" : "");
const isOut = (input) => input.value.trim() === "-";
const filled = (input) => input.value.trim() !== "" || isBol(input);
const bid = (input) => (/^\d+/.test(input.value.trim()) ? Number.parseInt(input.value) : 0);
const off = (input) => (input.value.includes("/") ? Math.abs(bid(input) - Number(input.value.split("/")[1])) : 0);
const stands = (input) => filled(input) && !isBol(input) && !isOut(input);

/* The small paper form above the phone's rows shows the same; a version that was
   handed in before, on the desk's page, stays as it is. */
function view(input) {
  const cell = document.querySelector(`.overview [data-view="${input.name}"]`);
  if (!cell) return;
  const bol = document.createElement("span");
  bol.className = "bol";
  const text = live.miss_per ? input.value : input.value.split("/")[0];
  bol.textContent = text;
  cell.replaceChildren(isBol(input) ? bol : text);
}

/* What the lines about revokes add to the cells: turned zeros, and bollen to the right. */
function revokes(place) {
  const field = (line, part) => line.querySelector(`[name$="-${part}"]`).value;
  const mine = [...form.querySelectorAll("[data-revoke]")].filter((line) => field(line, "place") === String(place + 1));
  const zeros = mine.filter((line) => field(line, "zero") !== "").length;
  return { zeros, right: mine.length - zeros };
}

function addUp() {
  const all = { bollen: 0, punten: 0, niet_behaalde_bollen: 0 };
  for (const [index, row] of rows.entries()) {
    const cells = grid[index].slice(0, deals);
    const { zeros, right } = revokes(index);
    const penalties = Math.max(bid(grid[index][deals]), right) + zeros;
    const made = cells.filter(stands);
    const standing = made.length - (live.turns_zeros ? zeros : 0);
    const sums = {
      bollen: cells.filter(isBol).length + penalties,
      punten: made.reduce((sum, cell) => sum + bid(cell), 0),
      niet_behaalde_bollen: standing,
    };
    const missed = cells.filter(isBol);
    sums.totaal = live.start + live.hit_per * sums.punten + live.hit_bonus * standing + live.miss * missed.length
      + live.miss_per * missed.reduce((sum, cell) => sum + off(cell), 0) + live.penalty * penalties;
    for (const [key, value] of Object.entries(sums)) {
      for (const cell of document.querySelectorAll(`:is(form[data-sheet], .overview) tr[data-place="${index + 1}"] [data-sum="${key}"]`)) cell.textContent = minus(value);
      if (key in all) all[key] += value;
    }
  }
  for (const input of grid.flat()) view(input);
  for (const [key, value] of Object.entries(all)) {
    const cell = form.querySelector(`[data-all="${key}"]`);
    if (cell) cell.textContent = minus(value);
  }
  for (const [deal, cell] of [...form.querySelectorAll("[data-left]")].entries()) leftOf(deal, cell);
}

/* Tricks left for the bollen of one deal; red when more are made than there are,
   or when every cell is filled and nobody missed. */
function leftOf(deal, cell) {
  const column = grid.map((row) => row[deal]);
  const left = live.deals[deal].cards - column.filter(stands).reduce((sum, c) => sum + bid(c), 0);
  const wrong = left < 0 || (column.every(filled) && !column.some(isBol) && live.deals[deal].hook);
  cell.textContent = minus(left);
  cell.className = wrong ? "no" : "ok";
}

function go(place, deal) {
  const input = grid[place]?.[deal];
  input?.focus();
  input?.select();
  return Boolean(input);
}

function nextMistake(input) {
  const bad = [...form.querySelectorAll("[aria-invalid]")];
  const after = bad.find((b) => input.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
  (after ?? bad[0])?.focus();
}

function move(event, place, deal) {
  const input = event.target;
  switch (event.key) {
    case "ArrowUp": return go(place - 1, deal);
    case "ArrowDown": return go(place + 1, deal);
    case "ArrowLeft": return go(place, deal - 1) || go(place - 1, deals);
    case "ArrowRight": return go(place, deal + 1) || go(place + 1, 0);
    case "Home": return go(place, 0);
    case "End": return go(place, deals);
    case "Enter":
      if (!go(place + 1, 0)) form.querySelector("[data-submit]").focus();
      return true;
    case "F8": nextMistake(input); return true;
    case "x": case "X": case " ":
      if (!isDeal(input) || input.readOnly) return true;
      mark(input, !isBol(input));
      changed(input);
      return true;
    case "Backspace": case "Delete":
      if (input.readOnly) return true;
      if (input.value === "" || input.selectionEnd - input.selectionStart === input.value.length) {
        show(input, "");
        changed(input);
        return true;
      }
      return false;
    default: return false;
  }
}

function changed(input) {
  input.removeAttribute("aria-invalid");
  input.closest("td").classList.remove("bad");
  addUp();
  keep();
}

const read = () => Object.fromEntries(grid.flat().map((input) => [input.name, text(input)]));
function write(kept) {
  const other = grid.flat().filter((input) => (kept[input.name] ?? "") !== text(input));
  for (const input of other) show(input, kept[input.name] ?? "");
  return other.length > 0;
}

for (const [place, inputs] of grid.entries()) {
  for (const [deal, input] of inputs.entries()) {
    show(input, input.value);
    input.addEventListener("focus", () => {
      input.select();
      fresh = input;
    });
    input.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      // What is typed over a whole cell is what stands: also its mark goes.
      if (fresh === input && !input.readOnly && /^\d$/.test(event.key) && isDeal(input)) mark(input, false);
      if (event.key.length === 1) fresh = null;
      if (move(event, place, deal)) event.preventDefault();
    });
    input.addEventListener("write", (event) => {
      show(input, event.detail);
      changed(input);
    });
    input.addEventListener("input", () => {
      if (/[x●/]/i.test(input.value)) show(input, input.value);
      changed(input);
    });
  }
}

/* On a phone: keys of our own, since its number keys have no bol. */
const pad = document.getElementById("pad");
if (pad) {
  const onPhone = matchMedia("(pointer: coarse)").matches;
  let current = grid[0][0];
  for (const input of grid.flat()) {
    if (onPhone) input.inputMode = "none";
    input.addEventListener("focus", () => (current = input));
  }
  pad.hidden = !onPhone;
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("[data-type]")?.dataset.type;
    if (!key) return;
    const place = grid.findIndex((inputs) => inputs.includes(current));
    const deal = grid[place].indexOf(current);
    if (current.readOnly && key !== "next") return;
    if (/^[\d/]$/.test(key)) show(current, added(current, deal, key));
    else if (key === "x" && isDeal(current)) mark(current, !isBol(current));
    else if (key === "Backspace") show(current, "");
    else if (key === "next") return void (go(place + 1, deal) || go(0, deal + 1));
    changed(current);
    current.focus();
  });
}

/* A digit takes the place of what stood there, unless it makes a number that can be
   bid, or the tricks after a slash. */
function added(input, deal, key) {
  const before = input.value.trim();
  if (key === "/") return before.includes("/") ? before : `${before}/`;
  const number = Number((before + key).split("/").pop());
  const most = live.deals[deal]?.cards ?? 99;
  return before.endsWith("/") || (before !== "0" && number >= 10 && number <= most) ? before + key : key;
}

form.addEventListener("formdata", (event) => {
  for (const input of grid.flat()) event.formData.set(input.name, text(input));
});
if (form.elements.phone) form.elements.phone.value = phone();
holdOffline(form);
sendByKey(form);
const keep = keepTyped(form, read, write);
form.addEventListener("change", () => {
  addUp();
  keep();
});
addUp();
(form.querySelector("[aria-invalid]") ?? document.querySelector("[autofocus]") ?? grid[0][0]).focus();
