// Starts Swagger UI on our own document; the outside validator is switched off. Its dark rules follow the reader's
// setting. What it leaves out for keyboards and screen readers is added as its parts appear.

const place = document.getElementById("documentation");
const dark = matchMedia("(prefers-color-scheme: dark)");

function dress() {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}

function assist() {
  for (const text of place.querySelectorAll("pre:not([tabindex])")) text.tabIndex = 0;
  for (const choice of place.querySelectorAll("select:not([aria-label])")) {
    const row = choice.closest("tr");
    choice.setAttribute("aria-label", row?.dataset.paramName ?? choice.closest("label, div")?.textContent.trim().slice(0, 40) ?? "choice");
  }
}

dark.addEventListener("change", dress);
dress();
new MutationObserver(assist).observe(place, { childList: true, subtree: true });

window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
