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

const AT_ONCE = "&quick=1";
const COSTED = "";

// What is known at once comes first; the cost, which may take seconds to work out, follows.
async function show(parts = [AT_ONCE, COSTED]) {
  const number = ++latest;
  for (const hurry of parts) {
    try {
      const response = await fetch(`${form.dataset.preview}?${query()}${hurry}`, { cache: "no-store" });
      const text = await response.text();
      if (!response.ok || number !== latest) return;
      const open = [...preview.querySelectorAll("details[open]")].map((details) => details.id);
      preview.innerHTML = text;
      for (const details of preview.querySelectorAll("details")) details.open = open.includes(details.id);
      delete preview.dataset.stale;
      mark(new Set([...preview.querySelectorAll("[data-field]")].map((fault) => fault.dataset.field)));
    } catch {
      preview.dataset.stale = "";
      return;
    }
  }
}

// Only what the chosen method (or one of the chosen tests) heeds is shown and sent.
function fit() {
  const method = form.elements.method?.value;
  const tests = [...form.querySelectorAll("[name=tests]:checked")].map((one) => one.value);
  const chosen = method ? [method] : tests;
  for (const field of form.querySelectorAll("[data-methods]")) {
    const heeded = !chosen.length || field.dataset.methods.split(" ").some((name) => chosen.includes(name));
    field.hidden = !heeded;
    for (const control of field.querySelectorAll("input, select")) control.disabled = !heeded;
  }
}

// Of the ways to say how long, the one that was typed last holds.
function oneBudget(typed) {
  if (!typed.name?.startsWith("budget.") || !typed.value) return;
  for (const other of form.querySelectorAll("[name^='budget.']")) if (other !== typed) other.value = "";
}

form.addEventListener("input", (event) => {
  fit();
  oneBudget(event.target);
  preview.dataset.stale = "";
  clearTimeout(timer);
  timer = setTimeout(() => show(), QUIET);
});
fit();
if (preview.querySelector("[data-pending]")) show([COSTED]);
