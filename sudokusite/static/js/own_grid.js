// A grid that is being written: on the board or as text. The text is what is sent; the server says what it reads.

import { draw, labelOf, nodes, trustPage } from "./cells.js";
import { digitOf } from "./keys.js";
import { CELLS, readDigits } from "./reducer.js";
import { Selection, target } from "./selection.js";
import { word } from "./words.js";

const EMPTY = CELLS.map(() => 0);

const page = document.querySelector("[data-own-board]");
const board = document.getElementById("board");
const text = document.getElementById("own-text");
const notes = document.getElementById("own-notes");
const file = document.getElementById("own-file");
const verdict = document.getElementById("own-verdict");
const said = document.getElementById("own-said");

const blank = { givens: EMPTY, digits: EMPTY, marks: EMPTY, undo: [], redo: [], version: 0 };
let state = blank;
let sent = text.value;
const selection = new Selection(() => state.digits);

/** The grid as 81 characters; nothing for an empty one. */
const lineOf = ({ digits }) => (digits.some(Boolean) ? digits.map((digit) => digit || ".").join("") : "");

function show(next) {
  state = next;
  draw(state);
  selection.light();
}

/** The notes as three hexadecimal digits a cell; nothing for none. */
const notesText = ({ marks }) =>
  marks.some(Boolean) ? marks.map((mask) => mask.toString(16).padStart(3, "0")).join("") : "";

/** Take over what was written on the board: it becomes the text, which is looked at after a moment. */
function write(next) {
  const before = text.value;
  show(next);
  markRepeats([]);
  text.value = lineOf(state);
  text.dispatchEvent(new Event("input", { bubbles: true }));
  notes.value = notesText(next);
  // A text that stays as it was is looked at no more, and some note may be gone.
  if (text.value && text.value === before) text.dispatchEvent(new CustomEvent("own-read"));
}

function typeDigit(digit) {
  const cell = selection.cell;
  if (cell === null) return say(word("chooseCell"));
  const digits = state.digits.slice();
  const marks = state.marks.slice();
  digits[cell] = digits[cell] === digit ? 0 : digit;
  marks[cell] = 0;
  write({ ...state, digits, marks });
  say(labelOf(cell));
}

function markRepeats(cells) {
  const repeated = new Set(cells);
  nodes.forEach((node, cell) => {
    node.classList.toggle("conflict", repeated.has(cell));
    if (repeated.has(cell)) node.setAttribute("aria-invalid", "true");
    else node.removeAttribute("aria-invalid");
  });
}

function say(sentence) {
  said.textContent = sentence;
}

// What the server has read

/** Paint the grid of an answer, unless the board has gone on since it was asked for. */
function takeIn() {
  const found = document.getElementById("own-grid-data");
  if (!found || text.value !== sent) return;
  const { line, notes: marks, conflicts } = JSON.parse(found.textContent);
  if (file.value) {
    text.value = line;
    file.value = "";
  }
  show({ ...blank, digits: readDigits(line), marks: marks.length ? marks : EMPTY });
  markRepeats(conflicts);
}

text.addEventListener("htmx:beforeSend", () => {
  sent = text.value;
});

verdict.addEventListener("htmx:afterSwap", () => {
  takeIn();
  say(Array.from(verdict.querySelectorAll(".own-fact"), (fact) => fact.textContent).join(" "));
});

file.addEventListener("change", () => {
  if (file.value) text.dispatchEvent(new CustomEvent("own-read"));
});

text.addEventListener("input", () => {
  notes.value = "";
  if (!text.value.trim()) show(blank);
});

// Keys and taps

board.addEventListener("keydown", (event) => {
  const typed = digitOf(event);
  if (typed) typeDigit(typed.digit);
  else if (["Delete", "Backspace", " "].includes(event.key)) typeDigit(0);
  else if (!move(event)) return;
  event.preventDefault();
});

function move(event) {
  if (event.altKey) return false;
  const isCtrl = event.ctrlKey || event.metaKey;
  const cell = target(event.key, { from: selection.here, isCtrl, digits: state.digits });
  if (cell === null) return false;
  selection.focus(cell);
  return true;
}

// A tap on a key leaves the focus on the cell.
page.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-digit]") && selection.cell !== null) event.preventDefault();
});

page.addEventListener("click", (event) => {
  const button = event.target.closest("[data-digit], [data-own]");
  if (!button) return;
  if (button.dataset.digit) typeDigit(Number(button.dataset.digit));
  else if (button.dataset.own === "clear") typeDigit(0);
  else write(blank);
});

// Begin: the page may have come with a grid

trustPage(state);
takeIn();
