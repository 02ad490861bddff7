// Narrows a long list to who is meant while one types, without asking the server: what
// was chosen in the rows that go out of sight is kept, and sent with the rest.
// data-narrow: the id of the list, whose rows have data-find and data-state.

for (const box of document.querySelectorAll("[data-narrow]")) {
  const rows = [...document.getElementById(box.dataset.narrow)?.querySelectorAll("[data-find]") ?? []];
  const form = box.querySelector("form");
  const field = form.querySelector("input[type=search]");
  const links = [...box.querySelectorAll("[data-state]")];
  // A list that the server narrowed already has not everybody.
  if (new URLSearchParams(location.search).size) continue;
  let state = "";

  const plain = (text) => text.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();

  function narrow() {
    const typed = field.value.trim();
    let shown = 0;
    for (const row of rows) {
      const [number, ...name] = row.dataset.find.split(" ");
      const meant = /^\d+$/.test(typed) ? number.startsWith(typed) : plain(name.join("")).includes(plain(typed));
      row.hidden = !meant || (state && row.dataset.state !== state);
      shown += !row.hidden;
    }
    document.getElementById("nobody").hidden = shown > 0;
  }

  field.addEventListener("input", narrow);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    narrow();
    rows.find((row) => !row.hidden)?.querySelector("input:checked, a")?.focus();
  });
  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      state = link.dataset.state;
      for (const other of links) other.removeAttribute("aria-current");
      link.setAttribute("aria-current", "true");
      narrow();
    });
  }
}
