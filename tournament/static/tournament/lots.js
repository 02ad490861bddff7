// Typing lots in: the names of the numbers appear while one types, who has no table yet
// stays in the list, and Enter goes to the next table. The server judges.

const form = document.querySelector("[data-lots]");
const fields = [...form.querySelectorAll("input[name^=table]")];
const people = new Map(
  [...form.querySelectorAll("[data-left] [data-number]")].map((line) => [line.dataset.number, line]),
);

function echo() {
  const seen = new Set();
  for (const field of fields) {
    const names = (field.value.match(/\d+/g) ?? []).map((typed) => {
      const number = String(Number(typed));
      const twice = seen.has(number);
      seen.add(number);
      const line = people.get(number);
      return `${line ? line.dataset.name : `${number}?`}${twice ? " (2×)" : ""}`;
    });
    form.querySelector(`#${field.getAttribute("aria-describedby")}`).textContent = names.join(", ");
  }
  let left = 0;
  for (const [number, line] of people) {
    line.hidden = seen.has(number);
    if (!line.hidden) left += 1;
  }
  form.querySelector("[data-count]").textContent = left;
}

form.addEventListener("input", echo);
form.addEventListener("keydown", (event) => {
  const at = fields.indexOf(event.target);
  if (event.key !== "Enter" || at < 0 || event.isComposing) return;
  const left = [...people.values()].some((line) => !line.hidden);
  if (!left) return; // all have a table: Enter saves
  event.preventDefault();
  fields[Math.min(at + 1, fields.length - 1)].focus();
});
echo();
