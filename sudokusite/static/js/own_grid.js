// The editor of one's own grids: on the board or as text. The text is sent, and the server answers what it has read.

import { attachCells, draw, labelOf, nodes, trustPage } from "./cells.js";
import { Game } from "./board_state.js";
import { digitOf, targetOf } from "./keys.js";
import { CELLS, newGame, OP, readDigits, writeDigits, writeMarks } from "./reducer.js";
import { Selection } from "./selection.js";

const EMPTY = CELLS.map(() => 0);

const page = document.querySelector("[data-own-board]");
const board = document.getElementById("board");
const text = document.getElementById("own-text");
const notes = document.getElementById("own-notes");
const file = document.getElementById("own-file");
const number = document.getElementById("own-number");
const trouble = document.getElementById("own-trouble");
const emptying = page.querySelector("[data-own=empty]");
const verdict = document.getElementById("own-verdict");
const status = document.getElementById("own-status");
const play = document.getElementById("own-play");
const why = document.getElementById("own-play-why");
const FEWEST_CLUES = 17;
const TOO_FEW = why.textContent;

attachCells();

const blank = newGame(EMPTY);
const game = new Game(blank, { cleanNotes: false, fillNotes: false, judges: false });
let sent = text.value;
// The grid before the board was emptied.
let emptied = null;
const selection = new Selection(game);

/** The grid as 81 characters; "" for an empty one. */
const lineOf = ({ digits }) => (digits.some(Boolean) ? writeDigits(digits) : "");

function show(next) {
  game.shown = next;
  draw(next);
  selection.light();
  settle();
}

/** The notes as three hexadecimal digits a cell; "" for none. */
const notesText = ({ marks }) => marks.some(Boolean) ? writeMarks(marks, 3) : "";

/** Show a grid written on the board, and copy it to the text, which htmx sends after a moment. */
function write(next, line = lineOf(next)) {
  const before = text.value;
  show(next);
  markRepeats([]);
  text.value = line;
  text.dispatchEvent(new Event("input", { bubbles: true }));
  notes.value = notesText(next);
  // htmx does not send an unchanged text, but notes may have changed.
  if (text.value && text.value === before) lookAgain();
}

function typeDigit(digit) {
  const cell = selection.cell;
  if (cell === null) return say(gettext("Choose a cell first."));
  const isCleared = !digit || game.shown.digits[cell] === digit;
  game.play({ kind: isCleared ? OP.CLEAR : OP.DIGIT, cell, digit });
  write(game.shown);
  say(labelOf(cell));
}

/** Empty the board, or restore what was on it. */
function empty() {
  const before = { state: game.shown, line: text.value };
  if (emptied) {
    write(emptied.state, emptied.line);
    return say(gettext("The grid is back on the board."));
  }
  if (!before.line.trim() && !lineOf(game.shown)) return;
  write(blank, "");
  setEmptied(before);
  say(gettext("The board is empty. The same button brings the grid back."));
}

const EMPTYING = emptying.textContent;

function setEmptied(before) {
  emptied = before;
  emptying.textContent = before ? emptying.dataset.back : EMPTYING;
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
  status.textContent = sentence;
}

// Answers of the server

/** Draw the grid of an answer, unless the text has changed since the request. The conflicts come from the server,
 * because it must show none in a grid that an exam reserves. */
function takeIn() {
  const found = document.getElementById("own-grid-data");
  if (!found || text.value !== sent) return;
  const { line, notes: marks, conflicts } = JSON.parse(found.textContent);
  // A file stays chosen until something else is written: the next request may be for another of its grids.
  if (file.value) text.value = sent = line;
  show({ ...blank, digits: readDigits(line), marks: marks.length ? marks : EMPTY });
  markRepeats(conflicts);
}

/** While the text differs from the one that was checked, disable what the answer offers. */
function settle() {
  verdict.inert = text.value !== sent;
  play.ariaDisabled = String(verdict.inert || !verdict.querySelector("[form=own-act][name=grid]"));
  why.textContent = game.shown.digits.filter(Boolean).length < FEWEST_CLUES ? TOO_FEW : "";
}

/** Show why the grid could not be checked. */
function showTrouble(name) {
  verdict.replaceChildren();
  settle();
  trouble.hidden = false;
  const sentence = {
    offline: gettext("No connection, so this grid was not checked."),
    siteTrouble: gettext("The site has a problem, so this grid was not checked."),
    sessionEnded: gettext("Your session has ended, so this grid was not checked."),
  }[name];
  trouble.querySelector("p").textContent = sentence;
  trouble.querySelector("a").hidden = name !== "sessionEnded";
  say(sentence);
}

const lookAgain = () => text.dispatchEvent(new CustomEvent("own-read"));

text.addEventListener("htmx:beforeSend", () => {
  sent = text.value;
});

text.addEventListener("htmx:sendError", () => showTrouble("offline"));
text.addEventListener("htmx:timeout", () => showTrouble("offline"));
text.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  showTrouble([401, 403].includes(xhr.status) ? "sessionEnded" : "siteTrouble");
});

verdict.addEventListener("htmx:afterSwap", () => {
  trouble.hidden = true;
  takeIn();
  settle();
  say(Array.from(verdict.querySelectorAll(".own-fact"), (fact) => fact.textContent).join(" "));
});

file.addEventListener("change", () => {
  setEmptied(null);
  showNumber();
  if (file.value) lookAgain();
});

number.addEventListener("change", () => file.value && lookAgain());

// A file may hold several grids.
function showNumber() {
  file.closest(".own-file").classList.toggle("has-file", file.value !== "");
  document.getElementById("own-file-name").textContent = file.files[0]?.name ?? "";
}

text.addEventListener("input", () => {
  notes.value = "";
  // The text was written last, so it replaces the file.
  file.value = "";
  showNumber();
  setEmptied(null);
  settle();
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
  const cell = targetOf(event, { from: selection.here, digits: game.shown.digits });
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
  else empty();
});

play.addEventListener("click", (event) => {
  if (play.ariaDisabled === "true") event.preventDefault();
});

trouble.querySelector("button").addEventListener("click", lookAgain);

// Begin: the page may contain a grid

trustPage(blank);
showNumber();
takeIn();
settle();
if (!text.value && document.activeElement === document.body) selection.focus(0);
