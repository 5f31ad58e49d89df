// Turns what is shown in space: each angle is a picture that the service draws.

const picture = document.getElementById("columns");
const inputs = picture ? [...document.querySelectorAll("#turning input")] : [];
let wanted = null;
let busy = false;
let from = null;

function value(name) {
  return inputs.find((input) => input.name === name);
}

function draw() {
  const address = new URL(picture.dataset.base, location.href);
  for (const input of inputs) address.searchParams.set(input.name, input.type === "checkbox" ? input.checked : input.value);
  wanted = address.href;
  if (!busy && picture.src !== wanted) { busy = true; picture.src = wanted; }
}

function turn(across, down) {
  const [turned, tilted] = [value("turn"), value("tilt")];
  turned.value = ((Number(turned.value) + across) % 360 + 360) % 360;
  tilted.value = Number(tilted.value) + down;
  draw();
}

if (picture) {
  document.getElementById("turning").hidden = false;
  for (const name of ["load", "error"]) picture.addEventListener(name, () => { busy = false; if (picture.src !== wanted && wanted) draw(); });
  inputs.forEach((input) => input.addEventListener("input", draw));
  picture.addEventListener("pointerdown", (event) => { from = event; event.preventDefault(); });
  window.addEventListener("pointermove", (event) => {
    if (!from) return;
    const [across, down] = [Math.round((event.clientX - from.clientX) / 2), Math.round((event.clientY - from.clientY) / 2)];
    if (across || down) { turn(across, down); from = event; }
  });
  window.addEventListener("pointerup", () => { from = null; });
  picture.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, 5], ArrowDown: [0, -5] }[event.key];
    if (!step) return;
    event.preventDefault();
    turn(...step);
  });
}
