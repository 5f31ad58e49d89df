// Fills a puzzle by hand. Only its rules are known here, not its solution: who fills it without a fault has solved it.

import { gettext } from "./language.js";

const table = document.getElementById("puzzle");
const moves = JSON.parse(table.dataset.moves);
const closed = "closed" in table.dataset;
const last = moves.length;
const buttons = [...table.querySelectorAll("button")].sort((one, two) => one.dataset.square - two.dataset.square);
const names = buttons.map((button) => button.getAttribute("aria-label").split(":")[0]);
const told = document.getElementById("told");
const kept = `puzzle ${location.pathname}`;
let numbers = buttons.map((button) => Number(button.textContent) || 0);
let chosen = numbers.indexOf(Math.min(...numbers.filter(Boolean)));
let typed = false;
const before = [];

const isGiven = (square) => "given" in buttons[square].dataset;

function read() {
  try {
    const saved = JSON.parse(localStorage.getItem(kept));
    if (Array.isArray(saved) && saved.length === last) numbers = saved.map((number, square) => (isGiven(square) ? numbers[square] : number));
  } catch {
    // Nothing was kept, or this browser keeps nothing.
  }
}

function keep() {
  try {
    localStorage.setItem(kept, JSON.stringify(numbers));
  } catch {
    // The puzzle can be solved all the same.
  }
}

// A square is wrong where its number stands twice, is too large, or is no move from a neighbour in time.
function faults() {
  const wrong = new Set();
  const places = new Map();
  numbers.forEach((number, square) => {
    if (!number) return;
    if (places.has(number) || number > last) { wrong.add(square); if (places.has(number)) wrong.add(places.get(number)); }
    places.set(number, square);
  });
  for (const [number, square] of places) {
    const following = places.get(number === last && closed ? 1 : number + 1);
    if (following !== undefined && !moves[square].includes(following)) { wrong.add(square); wrong.add(following); }
  }
  return wrong;
}

function show() {
  const wrong = faults();
  const next = numbers[chosen] ? numbers[chosen] + 1 : 0;
  buttons.forEach((button, square) => {
    button.textContent = numbers[square] || "";
    button.setAttribute("aria-label", numbers[square] ? `${names[square]}: ${numbers[square]}` : names[square]);
    button.classList.toggle("wrong", wrong.has(square));
    button.classList.toggle("chosen", square === chosen);
    button.classList.toggle("near", Boolean(next) && !numbers.includes(next) && !numbers[square] && moves[chosen].includes(square));
  });
  const filled = numbers.filter(Boolean).length;
  const solved = filled === last && !wrong.size;
  table.classList.toggle("solved", solved);
  if (solved) told.textContent = gettext("Solved.");
  else if (wrong.size) told.textContent = gettext("Wrong squares, %(number)s: a number stands twice, or is no move from the next.", { number: wrong.size });
  else told.textContent = gettext("%(filled)s of %(all)s numbers stand there.", { filled, all: last });
  document.getElementById("undo").disabled = !before.length;
}

function write(square, number) {
  if (isGiven(square)) return;
  before.push([square, numbers[square]]);
  numbers[square] = number;
  keep();
}

// Another number than one that stands there already follows the chosen one, if it may stand here.
function click(square) {
  const next = numbers[chosen] + 1;
  if (!numbers[square] && numbers[chosen] && next <= last && !numbers.includes(next) && moves[chosen].includes(square)) write(square, next);
  chosen = square;
  typed = false;
  show();
}

function key(event) {
  const square = Number(event.target.dataset.square);
  if (!Number.isInteger(square) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[0-9]$/.test(event.key)) {
    const number = Number(`${typed && square === chosen ? numbers[square] || "" : ""}${event.key}`);
    if (number <= last) write(square, number);
    chosen = square;
    typed = true;
  } else if (event.key === "Backspace" || event.key === "Delete") {
    write(square, 0);
    typed = false;
  } else return;
  event.preventDefault();
  show();
}

function undo() {
  const step = before.pop();
  if (!step) return;
  [chosen, numbers[step[0]]] = step;
  keep();
  show();
}

function clear() {
  numbers.forEach((number, square) => { if (number) write(square, 0); });
  show();
}

read();
for (const name of ["undo", "clear", "print"]) document.getElementById(name).hidden = false;
document.getElementById("undo").addEventListener("click", undo);
document.getElementById("clear").addEventListener("click", clear);
document.getElementById("print").addEventListener("click", () => window.print());
buttons.forEach((button, square) => button.addEventListener("click", () => click(square)));
table.addEventListener("keydown", key);
show();
