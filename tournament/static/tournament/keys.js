// Keys of the desk: a control with data-key="n" is pressed by N, once however long the
// key is held; F2 goes to where a form is sought; a form with data-once is sent once,
// however often its button is pressed.

document.addEventListener("keydown", (event) => {
  const find = document.getElementById("find");
  if (event.key === "F2" && find) {
    event.preventDefault();
    find.select();
    find.focus();
  }
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input, select, textarea, [contenteditable]")) return;
  document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)?.click();
});

for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-busy", "true");
  });
}

// Coming back to a page by the Back button finds its forms ready to be sent again.
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("form[data-once]")) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-busy");
  }
});

// On a phone the tabs do not fit: where one is, is in sight, and so what lies beside it.
const tab = document.querySelector(".tabs [aria-current]");
const tabs = tab?.parentElement;
if (tab) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;

document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
