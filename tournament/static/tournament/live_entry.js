// A form kept at the table: bids in their order, the last one without what is
// forbidden, then the tricks. It writes "2", and later "2/1", into the cells of the
// form; the form adds up and keeps them, and the server alone judges.

const form = document.querySelector("form[data-sheet]");
const live = JSON.parse(document.getElementById("live").textContent);
const words = JSON.parse(document.getElementById("live-words").textContent);
const part = Object.fromEntries(["entry", "deals", "label", "about", "order", "sum", "sum-of", "of", "why", "keys", "undo", "revoke", "revoker"].map((id) => [id, document.getElementById(`live-${id}`)]));
const rows = [...form.querySelectorAll(".entry tr[data-place]")];
const names = rows.map((row) => row.querySelector(".name span").textContent.trim());
const cell = (place, deal) => form.elements[`c${place + 1}-${deal + 1}`];
const places = rows.map((_row, place) => place);
const taps = []; // what stood where before each tap, to take them back one by one

const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_all, key) => values[key]);
const minus = (number) => String(number).replace("-", "−");
const read = (place, deal) => cell(place, deal).value.trim();
const isOut = (place, deal) => read(place, deal) === "-";
const isBol = (place, deal) => cell(place, deal).classList.contains("bol");
const bid = (place, deal) => read(place, deal).split("/")[0];
const took = (place, deal) => read(place, deal).split("/")[1];
const hasBid = (place, deal) => /^\d/.test(read(place, deal)) || isBol(place, deal);
/* Done are cells with tricks, and those copied from paper that only say made or bol. */
const isDone = (deal) => {
  const dealt = places.filter((place) => !isOut(place, deal));
  const told = dealt.filter((place) => took(place, deal) !== undefined || isBol(place, deal));
  return dealt.every((place) => hasBid(place, deal)) && told.length > 0
    && (told.length === dealt.length || dealt.every((place) => took(place, deal) === undefined));
};

/* Leader and dealer of each deal, over those dealt in; the lead moves on clockwise. */
function leads() {
  let last = Number(form.elements.first_dealer.value) - 1;
  return live.deals.map((_deal, deal) => {
    const dealt = places.filter((place) => !isOut(place, deal));
    const from = (start) => (place) => (place - start + 2 * places.length) % places.length;
    const leader = [...dealt].sort((a, b) => from(last + 1)(a) - from(last + 1)(b))[0];
    last = leader;
    return [...dealt].sort((a, b) => from(leader)(a) - from(leader)(b));
  });
}

function now() {
  const deal = live.deals.findIndex((_deal, index) => !isDone(index));
  if (deal < 0) return null;
  const order = leads()[deal];
  const open = order.find((place) => !hasBid(place, deal));
  if (open !== undefined) return { deal, order, place: open, bidding: true };
  return { deal, order, place: order.find((place) => took(place, deal) === undefined), bidding: false };
}

/* What may not be tapped: the bid that makes the sum fit, tricks that are not there. */
function forbidden({ deal, order, place, bidding }) {
  const { cards, hook } = live.deals[deal];
  const others = order.filter((other) => other !== place);
  if (bidding) {
    const sum = others.reduce((all, other) => all + Number(bid(other, deal) || 0), 0);
    const last = others.every((other) => hasBid(other, deal));
    return hook && last && sum <= cards ? new Set([cards - sum]) : new Set();
  }
  const left = cards - others.reduce((all, other) => all + Number(took(other, deal) ?? 0), 0);
  const last = others.every((other) => took(other, deal) !== undefined);
  return new Set(Array.from({ length: cards + 1 }, (_n, n) => n).filter((n) => n > left || (last && n !== left)));
}

function write(place, deal, text) {
  cell(place, deal).dispatchEvent(new CustomEvent("write", { detail: text }));
}

function tap(number) {
  const { deal, place, bidding } = now();
  const before = read(place, deal);
  taps.push({ cells: [[place, deal, before]] });
  write(place, deal, bidding ? String(number) : `${before}/${number}`);
  draw();
}

function undo() {
  const { cells, penalty } = taps.pop();
  for (const [place, deal, before] of cells) write(place, deal, before);
  if (penalty) penalty.field.value = penalty.before;
  draw();
}

/* The deal that is being played, or the last one while nobody bid in the next. */
function replayed() {
  const deal = now()?.deal ?? live.deals.length;
  const begun = deal < live.deals.length && places.some((place) => hasBid(place, deal));
  return begun || deal === 0 ? deal : deal - 1;
}

/* The offender gets a penalty bol and the deal is bid and played again. */
function revoked(place) {
  const deal = replayed();
  const field = form.elements[`pen${place + 1}`];
  const again = places.filter((other) => !isOut(other, deal));
  const written = (other) => read(other, deal) + (isBol(other, deal) && took(other, deal) === undefined ? "x" : "");
  taps.push({
    cells: again.map((other) => [other, deal, written(other)]),
    penalty: { field, before: field.value },
  });
  field.value = String(Number(field.value || 0) + 1);
  for (const other of again) write(other, deal, "");
  part.revoke.setAttribute("aria-expanded", "false");
  draw();
}

function button(text, press, options = {}) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: "btn", textContent: text });
  if (options.why) {
    made.setAttribute("aria-disabled", "true");
    if (options.why !== true) made.setAttribute("aria-describedby", options.why);
  } else made.addEventListener("click", press);
  return made;
}

function item(html, { current = false, done = false } = {}) {
  const li = document.createElement("li");
  for (const [tag, className, text] of html) {
    if (text === "") continue;
    const child = Object.assign(document.createElement(tag), { className, textContent: text });
    li.append(child);
  }
  if (current) li.className = "now";
  if (current) li.setAttribute("aria-current", "true");
  if (done) li.className = "done";
  return li;
}

function draw() {
  const at = now();
  part.deals.replaceChildren(...live.deals.map((deal, index) => {
    const li = item([["span", isDone(index) ? "done" : "", deal.label]]);
    if (at && index === at.deal) li.firstChild.setAttribute("aria-current", "step");
    return li;
  }));
  const over = at === null;
  for (const id of ["order", "keys"]) part[id].hidden = over;
  part.sum.parentElement.parentElement.hidden = over;
  part.revoker.hidden = part.revoke.getAttribute("aria-expanded") !== "true";
  part.undo.disabled = taps.length === 0;
  part.revoker.replaceChildren(...places.map((place) => button(names[place], () => revoked(place))));
  part.why.hidden = true;
  if (over) {
    part.label.textContent = words.done;
    part.about.textContent = words.read_out;
    return;
  }
  drawDeal(at);
}

function drawDeal(at) {
  const { deal, order, place, bidding } = at;
  const { label, cards, trump, blind } = live.deals[deal];
  part.label.textContent = label;
  const about = [fill(cards === 1 ? words.card : words.cards, { cards })];
  if (!trump) about.push(words.no_trump);
  if (blind) about.push(words.blind);
  about.push(fill(bidding ? words.bids : words.takes, { name: names[place] }));
  part.about.textContent = about.join(", ");
  part.order.replaceChildren(...order.map((other, index) => item([
    ["span", "who", names[other]],
    ["span", "tag", live.bids_at_once ? "" : index === 0 ? words.leads : index === order.length - 1 ? words.deals : ""],
    ["span", "num", (read(other, deal) || (other === place ? "?" : "–")).replace("/", " / ")],
  ], { current: other === place })));
  const sum = order.reduce((all, other) => all + Number((bidding ? bid(other, deal) : took(other, deal)) || 0), 0);
  part["sum-of"].textContent = bidding ? words.sum_of_bids : words.sum_of_tricks;
  part.sum.textContent = minus(sum);
  part.of.textContent = fill(cards === 1 ? words.of_trick : words.of_tricks, { cards });
  drawKeys(at, sum);
}

function drawKeys(at, sum) {
  const { deal, place, bidding } = at;
  const { cards } = live.deals[deal];
  const barred = forbidden(at);
  const only = bidding ? [...barred][0] : undefined;
  if (only !== undefined) {
    part.why.hidden = false;
    part.why.textContent = fill(words.forbidden, { bid: only, sum, cards });
  }
  part.keys.setAttribute("aria-label", fill(bidding ? words.bids : words.takes, { name: names[place] }));
  part.keys.replaceChildren(...Array.from({ length: cards + 1 }, (_n, n) =>
    button(String(n), () => tap(n), { why: barred.has(n) && (bidding ? "live-why" : true) })));
}

part.undo.addEventListener("click", undo);
part.revoke.addEventListener("click", () => {
  const open = part.revoke.getAttribute("aria-expanded") === "true";
  part.revoke.setAttribute("aria-expanded", String(!open));
  draw();
});
form.addEventListener("input", draw);
part.entry.hidden = false;
draw();
