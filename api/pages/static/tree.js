// Zooms, moves and folds the drawn search tree.

const place = document.getElementById("tree");
const drawn = place?.querySelector("svg");
const tools = document.getElementById("tree-tools");
const whole = drawn?.viewBox.baseVal;
const all = whole && { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
let view = { ...all };
const MIN_SCALE = 0.75; // pixels for a unit of the drawing, whose names are 12 high

function show(next) {
  view = next;
  drawn.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
}

// Keeps the point that is looked at, given as shares of the picture, where it is.
function zoom(factor, across = 0.5, down = 0.5) {
  const width = Math.min(all.width * 2, Math.max(60, view.width * factor));
  const height = view.height * width / view.width;
  show({ x: view.x + (view.width - width) * across, y: view.y + (view.height - height) * down, width, height });
}

function depthOf(node) {
  let depth = 0;
  for (let up = node.parentElement.closest(".node"); up; up = up.parentElement.closest(".node")) depth += 1;
  return depth;
}

// Comes closer to the root where the whole tree would be too small to read.
function comeCloser() {
  const scale = Math.min(drawn.clientWidth / all.width, drawn.clientHeight / all.height);
  if (scale < MIN_SCALE) zoom(scale / MIN_SCALE, drawn.querySelector("circle").cx.baseVal.value / all.width, 0);
}

function start() {
  let from = null;
  let moved = false;
  tools.hidden = false;
  tools.addEventListener("click", ({ target }) => {
    if (target.dataset.zoom) Number(target.dataset.zoom) ? zoom(Number(target.dataset.zoom)) : show({ ...all });
    if (target.dataset.fold) {
      const level = Number(target.dataset.fold);
      drawn.querySelectorAll(".node").forEach((node) => node.classList.toggle("folded", level > 0 && depthOf(node) === level));
    }
  });
  drawn.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = drawn.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 0.85 : 1.18, (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
  }, { passive: false });
  drawn.addEventListener("pointerdown", (event) => { from = { x: event.clientX, y: event.clientY, view }; moved = false; });
  window.addEventListener("pointermove", (event) => {
    if (!from) return;
    const scale = Math.max(from.view.width / drawn.clientWidth, from.view.height / drawn.clientHeight);
    const [across, down] = [event.clientX - from.x, event.clientY - from.y];
    moved ||= Math.hypot(across, down) > 4;
    if (moved) show({ ...from.view, x: from.view.x - across * scale, y: from.view.y - down * scale });
  });
  window.addEventListener("pointerup", () => { from = null; });
  drawn.addEventListener("click", ({ target }) => {
    if (!moved && target.matches("circle, text")) target.closest(".node").classList.toggle("folded");
  });
  place.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
    if (event.key === "+") zoom(0.8);
    else if (event.key === "-") zoom(1.25);
    else if (step) show({ ...view, x: view.x + step[0] * view.width, y: view.y + step[1] * view.height });
    else return;
    event.preventDefault();
  });
}

if (drawn) {
  start();
  comeCloser();
}
