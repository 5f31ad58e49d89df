// Walks a tour before one's eyes: shows as many of its drawn moves as the knight has made.

import { gettext } from "./language.js";

const board = document.getElementById("tour");
const moves = board ? [...board.querySelectorAll(".walk > path")] : [];
// The centre of each square in the order of the tour, in the units of the drawing.
const squares = board?.querySelector(".walk")?.dataset.squares.split(" ").map((place) => place.split(",").map(Number)) ?? [];
const numbers = board ? [...board.querySelectorAll(".numbers > text")] : [];
const parts = Object.fromEntries(
  ["player", "play", "back", "step", "move", "place", "speed", "numbers"].map((id) => [id, document.getElementById(id)]),
);
const SVG = "http://www.w3.org/2000/svg";
let timer = 0;

function knight() {
  const text = document.createElementNS(SVG, "text");
  text.textContent = "♞";
  text.setAttribute("class", "knight");
  text.setAttribute("font-size", "30");
  board.querySelector("svg").append(text);
  return text;
}

function showMove(count, piece) {
  moves.forEach((path, index) => path.classList.toggle("later", index >= count));
  numbers.forEach((text, index) => text.classList.toggle("later", index > count || !parts.numbers.checked));
  const [x, y] = squares[count];
  piece.setAttribute("x", x);
  piece.setAttribute("y", y + 10);
  parts.move.value = count;
  parts.place.textContent = gettext("%(part)s of %(whole)s", { part: count, whole: moves.length });
}

function start() {
  const piece = knight();
  const at = () => Number(parts.move.value);
  const to = (count) => showMove(Math.max(0, Math.min(moves.length, count)), piece);
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    parts.play.textContent = gettext("Play");
    parts.play.setAttribute("aria-pressed", "false");
  };
  const play = () => {
    if (timer) return stop();
    if (at() === moves.length) to(0);
    parts.play.textContent = gettext("Pause");
    parts.play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { if (at() === moves.length) stop(); else to(at() + 1); }, 1000 / Number(parts.speed.value));
    return timer;
  };
  parts.play.addEventListener("click", play);
  parts.step.addEventListener("click", () => { stop(); to(at() + 1); });
  parts.back.addEventListener("click", () => { stop(); to(at() - 1); });
  parts.move.addEventListener("input", () => { stop(); to(at()); });
  parts.numbers.addEventListener("change", () => to(at()));
  parts.speed.addEventListener("change", () => { if (timer) { stop(); play(); } });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, button, a, summary") || event.ctrlKey || event.altKey || event.metaKey) return;
    const action = { " ": play, ".": () => parts.step.click(), ",": () => parts.back.click() }[event.key];
    if (action) { event.preventDefault(); action(); }
  });
  parts.player.hidden = false;
  to(moves.length);
  if (location.hash === "#play" && !matchMedia("(prefers-reduced-motion: reduce)").matches) play();
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  const relation = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (relation) document.querySelector(`a[rel=${relation}]`)?.click();
});

if (moves.length > 0) start();
