// A form kept at the table: bids in their order, the last one without what is
// forbidden, then the tricks. It writes "2", and later "2/1", into the cells of the
// form; the form adds up and keeps them, and the server alone judges.

const form = document.querySelector("form[data-sheet]");
const live = JSON.parse(document.getElementById("live").textContent);
const words = JSON.parse(document.getElementById("live-words").textContent);
const part = Object.fromEntries(["entry", "deals", "label", "about", "order", "sum", "sum-of", "of", "why", "keys", "undo", "redo", "locked", "asks", "asked", "question", "names", "refused"].map((id) => [id, document.getElementById(`live-${id}`)]));
const rows = [...form.querySelectorAll(".entry tr[data-place]")];
const names = rows.map((row) => row.querySelector(".name span").textContent.trim());
const cell = (place, deal) => form.elements[`c${place + 1}-${deal + 1}`];
const places = rows.map((_row, place) => place);
const taps = []; // what stood where before each tap, to take them back one by one
const atTable = Boolean(form.elements.phone); // at the desk any deal can be put right
const FEWEST = 3; // with fewer dealt in a game ends
let begun = 0; // the last deal in which somebody bid
let asking = ""; // what a name is asked for

const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_all, key) => values[key]);
const minus = (number) => String(number).replace("-", "−");
const read = (place, deal) => cell(place, deal).value.trim();
const isOut = (place, deal) => read(place, deal) === "-";
const isBol = (place, deal) => cell(place, deal).classList.contains("bol");
const bid = (place, deal) => read(place, deal).split("/")[0];
const took = (place, deal) => read(place, deal).split("/")[1];
const hasBid = (place, deal) => /^\d/.test(read(place, deal)) || isBol(place, deal);
/* Done are cells with tricks, and those copied from paper that only say made or bol. */
const dealtIn = (deal) => places.filter((place) => !isOut(place, deal));
const isDone = (deal) => {
  const dealt = dealtIn(deal);
  const told = dealt.filter((place) => took(place, deal) !== undefined || isBol(place, deal));
  return dealt.every((place) => hasBid(place, deal)) && told.length > 0
    && (told.length === dealt.length || dealt.every((place) => took(place, deal) === undefined));
};

/* Leader and dealer of each deal, over those dealt in; the lead moves on clockwise. */
function leads() {
  let last = Number(form.elements.first_dealer.value) - 1;
  return live.deals.map((_deal, deal) => {
    const dealt = dealtIn(deal);
    const from = (start) => (place) => (place - start + 2 * places.length) % places.length;
    const leader = [...dealt].sort((a, b) => from(last + 1)(a) - from(last + 1)(b))[0];
    last = leader;
    return [...dealt].sort((a, b) => from(leader)(a) - from(leader)(b));
  });
}

/* The deal that is on, and whose turn it is; null once the game is over. */
function now() {
  const deal = live.deals.findIndex((_deal, index) => !isDone(index));
  if (deal < 0 || dealtIn(deal).length < FEWEST) return null;
  const order = leads()[deal];
  const fresh = order.every((place) => !hasBid(place, deal));
  if (live.sits_out && fresh && order.length === places.length) return { deal, order, sitting: true };
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

/* Write cells and fields as one tap; what stood there before is kept for the way back. */
function once(cells, fields = []) {
  taps.push({
    cells: cells.map(([place, deal]) => [place, deal, stood(place, deal)]),
    fields: fields.map(([field]) => [field, field.value]),
  });
  for (const [place, deal, text] of cells) write(place, deal, text);
  for (const [field, value] of fields) field.value = value;
  nextSitsOut();
  asking = "";
  draw();
}

const stood = (place, deal) => read(place, deal) + (isBol(place, deal) && took(place, deal) === undefined ? "x" : "");

function tap(number) {
  const { deal, place, bidding } = now();
  // Once the next deal has begun, the one before it stands (rule 3.3).
  if (locks() && bidding && deal > begun) taps.length = 0;
  once([[place, deal, bidding ? String(number) : `${read(place, deal)}/${number}`]]);
}

/* Who sits out goes round: after the first deal it is the next one clockwise. */
function nextSitsOut() {
  const at = now();
  if (!at?.sitting || at.deal === 0) return;
  const [last] = places.filter((place) => isOut(place, at.deal - 1));
  if (last === undefined) return;
  const place = (last + 1) % places.length;
  taps.at(-1).cells.push([place, at.deal, ""]);
  write(place, at.deal, "-");
}

function undo() {
  const { cells, fields } = taps.pop();
  for (const [place, deal, before] of cells) write(place, deal, before);
  for (const [field, before] of fields) field.value = before;
  draw();
}

const locks = () => live.locks_deals && atTable;
const open = () => now()?.deal ?? live.deals.findLastIndex((_deal, index) => isDone(index)) + 1;

/* The deal that is being played, or the last one while nobody bid in the next. */
function replayed() {
  const deal = open();
  const on = deal < live.deals.length && places.some((place) => hasBid(place, deal));
  return on || deal === 0 || (locks() && begun >= deal) ? deal : deal - 1;
}

/* The deal is played again; how it stood stays with the form, and why. */
function again(reason, place) {
  const deal = replayed();
  const seated = dealtIn(deal);
  const cells = seated.map((other) => [other, deal, ""]);
  const fields = [];
  if (seated.some((other) => hasBid(other, deal))) {
    const attempt = { deal: deal + 1, reason, cells: places.map((other) => stood(other, deal)) };
    if (place !== undefined) attempt.place = place + 1;
    fields.push(added("attempts", attempt));
  }
  return { cells, fields };
}

function added(name, item) {
  const field = form.elements[name];
  return [field, JSON.stringify([...JSON.parse(field.value || "[]"), item])];
}

const acts = {
  /* The offender gets a penalty bol and the deal is bid and played again. */
  revoke(place) {
    const { cells, fields } = again("revoke", place);
    const field = form.elements[`pen${place + 1}`];
    once(cells, [...fields, [field, String(Number(field.value || 0) + 1)]]);
  },
  /* Not dealt in from this deal on; one that was begun is dealt again without. */
  left(place) {
    const deal = open();
    const { cells, fields } = replayed() === deal ? again("left", place) : { cells: [], fields: [] };
    const gone = live.deals.map((_deal, index) => [place, index, "-"]).slice(deal);
    once([...cells.filter(([other]) => other !== place), ...gone], fields);
  },
  pen(place) {
    once([], [added("pen", { deal: Math.min(open(), live.deals.length - 1) + 1, place: place + 1 })]);
  },
  sits_out(place) {
    const deal = open();
    once([...dealtOut(deal).map((other) => [other, deal, ""]), [place, deal, "-"]]);
  },
};
const dealtOut = (deal) => places.filter((place) => isOut(place, deal));
const choices = {
  revoke: () => dealtIn(Math.min(replayed(), live.deals.length - 1)),
  left: () => (open() < live.deals.length ? places.filter((place) => !live.deals.every((_deal, index) => index < open() || isOut(place, index))) : []),
  pen: () => places,
  sits_out: () => (open() < live.deals.length ? dealtIn(open()) : []),
};

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
  if (at && places.some((place) => hasBid(place, at.deal))) begun = Math.max(begun, at.deal);
  const last = replayed();
  const redo = last < open() && last >= 0 && isDone(last);
  part.deals.replaceChildren(...live.deals.map((deal, index) => {
    const li = item([["span", isDone(index) ? "done" : "", deal.label + (redo && index === last ? " ↻" : "")]]);
    if (at && index === at.deal) li.firstChild.setAttribute("aria-current", "step");
    return li;
  }));
  part.keys.hidden = at === null;
  part.label.classList.toggle("said", at === null);
  part.keys.className = at?.sitting ? "row" : "keys";
  part.sum.parentElement.parentElement.hidden = at === null || Boolean(at.sitting);
  part.why.hidden = true;
  part.redo.hidden = !redo;
  if (redo) part.redo.textContent = `↻ ${fill(words.redo, { deal: live.deals[last].label })}`;
  drawUndo(last);
  drawAsked();
  if (at === null) drawEnd();
  else if (at.sitting) drawSitting(at);
  else drawDeal(at);
  keepHere();
}

/* What stands cannot be changed here: not by taking back, not in the form below. */
function drawUndo(last) {
  part.undo.disabled = taps.length === 0;
  const stands = locks() && last > 0;
  part.locked.hidden = !stands;
  if (stands) part.locked.textContent = fill(words.locked, { deal: live.deals[last - 1].label });
  for (const place of places) {
    for (const deal of live.deals.keys()) cell(place, deal).readOnly = locks() && deal < last;
  }
}

function drawAsked() {
  for (const ask of part.asks.querySelectorAll("[data-ask]")) ask.setAttribute("aria-expanded", String(ask.dataset.ask === asking));
  const offered = asking === "" ? [] : choices[asking]();
  part.asked.hidden = offered.length === 0;
  if (offered.length === 0) return;
  part.question.textContent = words[`ask_${asking}`];
  part.names.replaceChildren(...offered.map((place) => button(names[place], () => acts[asking](place))));
}

function drawSitting({ deal }) {
  part.label.textContent = live.deals[deal].label;
  part.about.textContent = words.ask_sits_out;
  part.order.replaceChildren();
  part.keys.setAttribute("aria-label", words.ask_sits_out);
  part.keys.replaceChildren(...places.map((place) => button(names[place], () => acts.sits_out(place))));
}

/* The end: every total, and who won; at home who lost. */
function drawEnd() {
  const done = live.deals.every((_deal, index) => isDone(index));
  part.label.textContent = done ? words.done : words.ended;
  part.about.textContent = done ? words.read_out : words.too_few;
  const figure = (row, key) => Number(row.querySelector(`[data-sum="${key}"]`).textContent.replace("−", "-"));
  const rank = live.home
    ? (row) => figure(row, "bollen") - figure(row, "punten") / 1000
    : (row) => figure(row, "totaal") * (live.high_wins ? 1 : -1);
  const best = Math.max(...rows.map(rank));
  part.order.replaceChildren(...rows.map((row, place) => {
    const won = rank(row) === best;
    const li = item([
      ["span", "who", names[place]],
      ["span", live.home ? "tag" : "crown", !won ? "" : live.home ? words.loser + (live.forfeit && `: ${live.forfeit}`) : "♛"],
      ["span", "num", minus(figure(row, live.home ? "bollen" : "totaal"))],
    ]);
    const crown = li.querySelector(".crown");
    crown?.setAttribute("role", "img");
    crown?.setAttribute("aria-label", words.winner);
    return li;
  }));
}

function drawDeal(at) {
  const { deal, order, place, bidding } = at;
  const { label, cards, trump, blind } = live.deals[deal];
  part.label.textContent = label;
  const about = [fill(cards === 1 ? words.card : words.cards, { cards })];
  if (!trump) about.push(words.no_trump);
  if (blind) about.push(words.blind);
  if (live.sits_out) about.push(...dealtOut(deal).map((other) => fill(words.sits_out, { name: names[other] })));
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

/* How far the form is goes to the server, so that another phone can go on from there;
   what was tapped meanwhile goes after it. Without a network it stays here until there
   is one, or until the next deal. */
let told = progress();
let sending = false;
function progress() {
  const on = now();
  const bid = on && places.some((place) => hasBid(place, on.deal));
  return JSON.stringify([open(), bid, form.elements.attempts.value, form.elements.pen.value]);
}
async function keepHere() {
  if (!atTable || sending || progress() === told || !part.refused.hidden) return;
  const sent = progress();
  let went = false;
  sending = true;
  const data = new FormData(form);
  data.set("keep", "1");
  try {
    const answer = await fetch(location.pathname, { method: "POST", body: data, headers: { Accept: "application/json" } });
    const said = await answer.json();
    went = answer.ok;
    if (went) kept(said, sent);
    else if (answer.status === 409) refuse(said.sentence);
  } catch { /* no network */ }
  sending = false;
  if (went) keepHere();
}
function kept({ seen, pen }, sent) {
  told = sent;
  form.elements.based_on.value = seen;
  if (pen.length > JSON.parse(form.elements.pen.value || "[]").length) {
    form.elements.pen.value = JSON.stringify(pen);
    told = JSON.stringify([...JSON.parse(sent).slice(0, -1), form.elements.pen.value]);
  }
  form.dispatchEvent(new Event("change"));
}
function refuse(sentence) {
  part.refused.hidden = false;
  part.refused.firstElementChild.textContent = sentence;
  part.refused.scrollIntoView({ block: "center" });
}

part.undo.addEventListener("click", undo);
part.redo.addEventListener("click", () => {
  const { cells, fields } = again("written");
  once(cells, fields);
});
part.asks.addEventListener("click", (event) => {
  const { ask, again: reason } = event.target.closest("button")?.dataset ?? {};
  if (reason) {
    const { cells, fields } = again(reason);
    once(cells, fields);
  } else if (ask) {
    asking = asking === ask ? "" : ask;
    draw();
  }
});
form.addEventListener("input", draw);
window.addEventListener("online", keepHere);
part.entry.hidden = false;
draw();
