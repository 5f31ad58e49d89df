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
