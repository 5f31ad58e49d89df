// Shows the board, whether it has such tours, and the cost while the form is being filled in.

const QUIET = 250;
const form = document.getElementById("job-form");
const preview = document.getElementById("preview");
let timer = 0;
let latest = 0;

function query() {
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  return new URLSearchParams(filled).toString();
}

// The words stand in the preview; the field itself is framed while it is wrong.
function mark(wrong) {
  for (const control of form.elements) {
    if (control.name && control.type !== "hidden") {
      const fault = wrong.has(control.name);
      control.closest(".field")?.classList.toggle("wrong", fault);
      if (fault) control.setAttribute("aria-invalid", "true"); else control.removeAttribute("aria-invalid");
    }
  }
}

async function show() {
  const number = ++latest;
  const open = preview.querySelector("details")?.open ?? false;
  try {
    const response = await fetch(`${form.dataset.preview}?${query()}`, { cache: "no-store" });
    if (!response.ok || number !== latest) return;
    preview.innerHTML = await response.text();
    const details = preview.querySelector("details");
    if (details) details.open = open;
    delete preview.dataset.stale;
    mark(new Set([...preview.querySelectorAll("[data-field]")].map((fault) => fault.dataset.field)));
  } catch {
    preview.dataset.stale = "";
  }
}

form.addEventListener("input", () => {
  preview.dataset.stale = "";
  clearTimeout(timer);
  timer = setTimeout(show, QUIET);
});
if (form.elements.board?.value) show();
