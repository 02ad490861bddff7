// The score form while somebody types: bollen, sums and moving about by keyboard.
// It adds up what the rulebook published as data; the server alone judges.

const form = document.querySelector("form[data-sheet]");
const live = JSON.parse(document.getElementById("live").textContent);
const rows = [...form.querySelectorAll(".entry tr[data-place]")];
const grid = rows.map((row) => [...row.querySelectorAll("input.cell")]);
const deals = live.deals.length;
const store = `bolwerk-sheet-${form.dataset.table}`;
const basedOn = form.elements.based_on.value;

const isDeal = (input) => input.name.startsWith("c");
const minus = (number) => String(number).replace("-", "−");

/* A bol is shown as a red dot with its digit; its x is written when it is sent. */
function show(input, text) {
  if (!isDeal(input)) return void (input.value = text);
  const bol = /[x●]/i.test(text);
  input.value = text.replace(/[x●]/gi, "");
  mark(input, bol);
}

function mark(input, bol) {
  input.classList.toggle("bol", bol);
  input.ariaDescription = bol ? "bol" : null;
}

const text = (input) => input.value.trim() + (input.classList.contains("bol") ? "x" : "");
const filled = (input) => input.value.trim() !== "" || input.classList.contains("bol");
const bid = (input) => (/^\d+$/.test(input.value.trim()) ? Number(input.value) : 0);
const stands = (input) => filled(input) && !input.classList.contains("bol") && input.value.trim() !== "-";

/* The small paper form above the phone's rows shows the same. */
function view(input) {
  const cell = document.querySelector(`[data-view="${input.name}"]`);
  if (!cell) return;
  const bol = document.createElement("span");
  bol.className = "bol";
  bol.textContent = input.value;
  cell.replaceChildren(input.classList.contains("bol") ? bol : input.value);
}

function addUp() {
  const all = { bollen: 0, punten: 0, niet_behaalde_bollen: 0 };
  for (const [index, row] of rows.entries()) {
    const cells = grid[index].slice(0, deals);
    const penalties = bid(grid[index][deals]);
    const made = cells.filter(stands);
    const sums = {
      bollen: cells.filter((c) => c.classList.contains("bol")).length + penalties,
      punten: made.reduce((sum, cell) => sum + bid(cell), 0),
      niet_behaalde_bollen: made.length,
    };
    sums.totaal = sums.punten + live.hit_bonus * made.length + live.miss * sums.bollen;
    for (const [key, value] of Object.entries(sums)) {
      for (const cell of document.querySelectorAll(`tr[data-place="${index + 1}"] [data-sum="${key}"]`)) cell.textContent = minus(value);
      if (key in all) all[key] += value;
    }
  }
  for (const input of grid.flat()) view(input);
  for (const [key, value] of Object.entries(all)) {
    form.querySelector(`[data-all="${key}"]`).textContent = minus(value);
  }
  for (const [deal, cell] of [...form.querySelectorAll("[data-left]")].entries()) leftOf(deal, cell);
}

/* Tricks left for the bollen of one deal; red when more are made than there are,
   or when every cell is filled and nobody missed. */
function leftOf(deal, cell) {
  const column = grid.map((row) => row[deal]);
  const left = live.deals[deal].cards - column.filter(stands).reduce((sum, c) => sum + bid(c), 0);
  const wrong = left < 0 || (column.every(filled) && column.every(stands));
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
      if (!isDeal(input)) return true;
      mark(input, !input.classList.contains("bol"));
      changed(input);
      return true;
    case "Backspace": case "Delete":
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

/* What is typed stays on this device until it was handed in. */
function keep() {
  const typed = Object.fromEntries(grid.flat().map((input) => [input.name, text(input)]));
  try { localStorage.setItem(store, JSON.stringify({ basedOn, typed })); } catch { /* full or forbidden */ }
}

function restore() {
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(store)); } catch { return; }
  if (!kept) return;
  if (kept.basedOn !== basedOn) return void localStorage.removeItem(store);
  const other = grid.flat().filter((input) => (kept.typed[input.name] ?? "") !== text(input));
  for (const input of other) show(input, kept.typed[input.name] ?? "");
  document.getElementById("restored").hidden = other.length === 0;
}

for (const [place, inputs] of grid.entries()) {
  for (const [deal, input] of inputs.entries()) {
    show(input, input.value);
    input.addEventListener("focus", () => input.select());
    input.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (move(event, place, deal)) event.preventDefault();
    });
    input.addEventListener("input", () => {
      if (/[x●]/i.test(input.value)) show(input, input.value);
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
    if (/^\d$/.test(key)) show(current, key);
    else if (key === "x" && isDeal(current)) mark(current, !current.classList.contains("bol"));
    else if (key === "Backspace") show(current, "");
    else if (key === "next") return void (go(place + 1, deal) || go(0, deal + 1));
    changed(current);
    current.focus();
  });
}

form.addEventListener("formdata", (event) => {
  for (const input of grid.flat()) event.formData.set(input.name, text(input));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey && event.key === "Enter") form.querySelector("[data-submit]").click();
});

/* Without a network the browser would show its own page instead of this one. */
form.addEventListener("submit", (event) => {
  const note = document.getElementById("offline");
  note.hidden = navigator.onLine;
  if (navigator.onLine) return;
  event.preventDefault();
  note.scrollIntoView({ block: "center" });
});

restore();
addUp();
(form.querySelector("[aria-invalid]") ?? document.querySelector("[autofocus]") ?? grid[0][0]).focus();
