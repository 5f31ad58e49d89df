// Fills a puzzle by hand. Only its rules are known here; the solution is fetched when somebody wants a hint.

import { gettext } from "./language.js";
import "./print.js";

const table = document.getElementById("puzzle");
const moves = JSON.parse(table.dataset.moves);
const closed = "closed" in table.dataset;
const last = moves.length;
const buttons = [...table.querySelectorAll("button")].sort((one, two) => one.dataset.square - two.dataset.square);
const names = buttons.map((button) => button.getAttribute("aria-label").split(":")[0]);
const told = document.getElementById("told");
const kept = `puzzle ${table.dataset.name}`;
let numbers = buttons.map((button) => Number(button.textContent) || 0);
let chosen = numbers.indexOf(Math.min(...numbers.filter(Boolean)));
let typed = false;
let revealed = false;
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

function noMove(one, two) {
  const values = { number: numbers[one], square: names[one], other: numbers[two], there: names[two] };
  if ("knight" in table.dataset) return gettext("Wrong: %(number)s on %(square)s is no knight's move from %(other)s on %(there)s.", values);
  return gettext("Wrong: %(number)s on %(square)s is no move of the piece from %(other)s on %(there)s.", values);
}

// Why squares are wrong: a number stands twice, is too large, or is no move from a neighbour in time.
function faults() {
  const wrong = new Map();
  const places = new Map();
  numbers.forEach((number, square) => {
    if (!number) return;
    const first = places.get(number);
    if (first === undefined) return places.set(number, square);
    const text = gettext("Wrong: %(number)s stands on %(square)s and on %(there)s.", { number, square: names[first], there: names[square] });
    wrong.set(first, text).set(square, text);
  });
  for (const [number, square] of places) {
    const following = places.get(number === last && closed ? 1 : number + 1);
    if (following === undefined || moves[square].includes(following)) continue;
    const text = noMove(following, square);
    wrong.set(following, text).set(square, text);
  }
  return wrong;
}

function show(text = "") {
  const wrong = faults();
  const next = numbers[chosen] ? numbers[chosen] + 1 : 0;
  buttons.forEach((button, square) => {
    button.textContent = numbers[square] || "";
    button.setAttribute("aria-label", numbers[square] ? `${names[square]}: ${numbers[square]}` : names[square]);
    button.classList.toggle("wrong", wrong.has(square));
    button.classList.toggle("chosen", square === chosen);
    button.classList.toggle("near", Boolean(next) && next <= last && !numbers.includes(next) && !numbers[square] && moves[chosen].includes(square));
  });
  const filled = numbers.filter(Boolean).length;
  const solved = filled === last && !wrong.size;
  table.classList.toggle("solved", solved);
  const state = gettext("%(filled)s of %(all)s numbers are filled in.", { filled, all: last });
  if (solved) told.textContent = revealed ? gettext("This is the solution.") : gettext("Solved.");
  else told.textContent = `${text || wrong.get(chosen) || [...wrong.values()][0] || ""} ${state}`.trim();
  document.getElementById("undo").disabled = !before.length;
}

function write(square, number) {
  if (isGiven(square)) return;
  before.push([chosen, [...numbers]]);
  numbers[square] = number;
  keep();
}

// Why the number after the chosen one cannot be written into a square; "" if it can.
function refusal(square) {
  const number = numbers[chosen] + 1;
  const values = { number, square: names[square], other: numbers[chosen], from: names[chosen] };
  if (numbers[square]) return gettext("%(square)s is taken by %(there)s: you go on from there.", { ...values, there: numbers[square] });
  if (!numbers[chosen]) return gettext("Click a number first, to go on from it.");
  if (number > last) return gettext("%(other)s is the last number.", values);
  if (numbers.includes(number)) return gettext("%(number)s stands elsewhere already, on %(there)s.", { ...values, there: names[numbers.indexOf(number)] });
  if (moves[chosen].includes(square)) return "";
  if ("knight" in table.dataset) return gettext("%(square)s is no knight's move from %(from)s, where %(other)s stands.", values);
  return gettext("%(square)s is no move of the piece from %(from)s, where %(other)s stands.", values);
}

// A click that is refused leaves the chosen number, unless it chooses another.
function click(square) {
  const text = square === chosen ? "" : refusal(square);
  if (!text && square !== chosen) write(square, numbers[chosen] + 1);
  if (!text || numbers[square] || !numbers[chosen]) chosen = square;
  typed = false;
  show(text);
}

function key(event) {
  const square = Number(event.target.dataset.square);
  if (!Number.isInteger(square) || event.ctrlKey || event.metaKey || event.altKey) return;
  let text = "";
  if (/^[0-9]$/.test(event.key)) {
    const number = Number(`${typed && square === chosen ? numbers[square] || "" : ""}${event.key}`);
    if (isGiven(square)) text = gettext("%(square)s is given.", { square: names[square] });
    else if (number > last) text = gettext("%(other)s is the last number.", { other: last });
    else write(square, number);
    chosen = square;
    typed = true;
  } else if (event.key === "Backspace" || event.key === "Delete") {
    write(square, 0);
    typed = false;
  } else return;
  event.preventDefault();
  show(text);
}

function undo() {
  const step = before.pop();
  if (!step) return;
  [chosen, numbers] = step;
  revealed = false;
  keep();
  show();
}

function fill(values) {
  before.push([chosen, [...numbers]]);
  numbers = values;
  keep();
}

function clear() {
  fill(numbers.map((number, square) => (isGiven(square) ? number : 0)));
  revealed = false;
  show();
}

async function solution() {
  try {
    const response = await fetch(table.dataset.solution, { signal: AbortSignal.timeout(10000) });
    if (response.ok) return (await response.json()).numbers;
  } catch {
    // Said below.
  }
  show(gettext("The solution cannot be reached now."));
  return null;
}

// First what is wrong; else the number after the chosen one, or the smallest that is missing.
async function hint() {
  const right = await solution();
  if (!right) return;
  const wrong = numbers.findIndex((number, square) => number && number !== right[square]);
  const missing = right.filter((number) => !numbers.includes(number)).sort((one, two) => one - two);
  if (wrong >= 0) {
    chosen = wrong;
    show(gettext("%(number)s does not belong on %(square)s.", { number: numbers[wrong], square: names[wrong] }));
  } else if (missing.length) {
    const number = missing.find((one) => one > numbers[chosen]) ?? missing[0];
    const square = right.indexOf(number);
    write(square, number);
    chosen = square;
    show(gettext("Hint: %(number)s belongs on %(square)s.", { number, square: names[square] }));
  }
}

async function reveal() {
  const right = await solution();
  if (!right) return;
  fill(right);
  revealed = true;
  show();
}

read();
for (const [name, act] of Object.entries({ undo, clear, hint, reveal })) {
  const button = document.getElementById(name);
  if (!button) continue;
  button.hidden = false;
  button.addEventListener("click", act);
}
buttons.forEach((button, square) => button.addEventListener("click", () => click(square)));
table.addEventListener("keydown", key);
show();
