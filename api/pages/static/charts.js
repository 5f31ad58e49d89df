// Tells the values of charts: under the pointer, and by the arrow keys, for each chart holds a slider over its points.
// Listens on the document, so that charts which live.js renews need nothing done to them.

function points(plot) {
  return JSON.parse(plot.querySelector("svg").dataset.points ?? "[]");
}

// The mark and the words are the reader's own from now on: morph.js leaves them alone.
function tell(plot, index) {
  const all = points(plot);
  const chosen = Math.max(0, Math.min(all.length - 1, index));
  if (!all.length) return;
  const [x, y, words] = all[chosen];
  const box = plot.querySelector("svg").viewBox.baseVal;
  const slider = plot.querySelector("input");
  const mark = plot.querySelector(".mark");
  slider.max = all.length - 1;
  slider.value = chosen;
  slider.setAttribute("aria-valuetext", words);
  mark.style.left = `${(100 * x) / box.width}%`;
  mark.style.top = `${(100 * y) / box.height}%`;
  mark.hidden = false;
  const reading = plot.parentElement.querySelector(".reading");
  reading.textContent = words;
  for (const one of [slider, mark, reading]) one.dataset.own = "";
}

function nearest(plot, pointer) {
  const frame = plot.getBoundingClientRect();
  const at = ((pointer.clientX - frame.left) / frame.width) * plot.querySelector("svg").viewBox.baseVal.width;
  let best = 0;
  points(plot).forEach(([x], index, all) => { if (Math.abs(x - at) < Math.abs(all[best][0] - at)) best = index; });
  return best;
}

function plotOf(event) {
  return event.target.closest?.(".plot");
}

for (const name of ["pointermove", "pointerdown"]) {
  document.addEventListener(name, (event) => {
    const plot = plotOf(event);
    if (plot) tell(plot, nearest(plot, event));
  });
}
document.addEventListener("input", (event) => {
  const plot = plotOf(event);
  if (plot) tell(plot, Number(event.target.value));
});
document.addEventListener("focusin", (event) => {
  const plot = plotOf(event);
  if (plot) tell(plot, Number(event.target.value));
});
