// A shared grid played without an account: the rules alone, and the game kept in this browser.

import { draw, labelOf, trustPage } from "./cells.js";
import { actionOf, digitOf } from "./keys.js";
import { applyOp, isSolved, newGame, readDigits, repeats } from "./reducer.js";
import { Selection, target } from "./selection.js";
import { forgetGame, keepGame, keptGame } from "./shared_game.js";
import { houseWord, joined, word } from "./words.js";

const page = document.getElementById("play");
const line = JSON.parse(document.getElementById("shared-game").textContent).line;
const statusLine = document.getElementById("status");
const rules = { cleanNotes: true, fillNotes: true, judges: true };

let state = newGame(readDigits(line));
let isNoting = false;
const selection = new Selection(() => state.digits);

function act(op) {
  const before = state;
  const outcome = applyOp(state, op, rules);
  if (!outcome.effect.length) return say(outcome.refusal ? wordForRefusal(outcome.refusal) : "");
  take(outcome.state);
  say(wordFor(op, before));
}

function take(next) {
  state = next;
  draw(state);
  selection.light();
  page.classList.toggle("is-finished", isSolved(state));
  const isKept = keepGame(line, state);
  document.getElementById("kept-here").textContent = word(isKept ? "keptHere" : "notKept");
}

function typeDigit(digit, other) {
  const cell = selection.cell;
  if (cell === null) return say(word("chooseCell"));
  if (isNoting === other) return act({ kind: state.digits[cell] === digit ? "x" : "d", cell, digit });
  const isNoted = state.marks[cell] & (1 << (digit - 1));
  act({ kind: isNoted ? "o" : "n", cell, digit });
}

const ACTS = {
  undo: () => act({ kind: "u", cell: null, digit: 0 }),
  redo: () => act({ kind: "r", cell: null, digit: 0 }),
  fill: () => act({ kind: "f", cell: null, digit: 0 }),
  clear: () => (selection.cell === null ? say(word("chooseCell")) : act({ kind: "x", cell: selection.cell, digit: 0 })),
  notes: toggleNotes,
  escape: () => selection.choose(null),
  again: beginAgain,
};

function toggleNotes() {
  isNoting = !isNoting;
  page.classList.toggle("notes-mode", isNoting);
  page.querySelector("[data-act=notes]").setAttribute("aria-pressed", String(isNoting));
  say(word(isNoting ? "notesModeOn" : "notesModeOff"));
}

function beginAgain() {
  take(newGame(state.givens));
  forgetGame(line);
  say(word("begunAgain"));
}

function wordFor(op, before) {
  if (isSolved(state)) return word("solvedHere");
  if (op.kind === "u" || op.kind === "r") return word(op.kind === "u" ? "undone" : "redone");
  if (op.kind === "f") return word("notesFilled");
  if (op.kind === "n" || op.kind === "o") return word(op.kind === "n" ? "noteOn" : "noteOff", op);
  if (op.kind === "x") return word(before.digits[op.cell] ? "cleared" : "notesCleared");
  const houses = repeats(state.digits).get(op.cell);
  return houses
    ? word("placedRepeats", { digit: op.digit, houses: joined(houses.map(houseWord)) })
    : word("placed", op);
}

const wordForRefusal = (refusal) => word(`refused${refusal[0].toUpperCase()}${refusal.slice(1)}`);

function say(sentence) {
  statusLine.textContent = statusLine.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

// Keys and taps

document.addEventListener("keydown", (event) => {
  if (!event.target.closest("[data-keys]")) return;
  if (event.target.closest("button") && (event.key === " " || event.key === "Enter")) return;
  if (handleKey(event)) event.preventDefault();
});

function handleKey(event) {
  const typed = digitOf(event);
  if (typed) {
    if (typed.digit) typeDigit(typed.digit, typed.other);
    else ACTS.clear();
    return true;
  }
  const isCtrl = event.ctrlKey || event.metaKey;
  const cell = event.altKey ? null : target(event.key, { from: selection.here, isCtrl, digits: state.digits });
  if (cell !== null) {
    selection.focus(cell);
    return true;
  }
  const action = actionOf(event);
  if (action === "sayCell") say(labelOf(selection.here));
  else ACTS[action]?.();
  return action !== null;
}

page.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-digit], [data-act]") && selection.cell !== null) event.preventDefault();
});

page.addEventListener("click", (event) => {
  const button = event.target.closest("[data-digit], [data-act]");
  if (!button) return;
  if (button.dataset.digit) typeDigit(Number(button.dataset.digit), false);
  else ACTS[button.dataset.act]();
});

// Begin

trustPage(state);
const kept = keptGame(line);
if (kept) take({ ...state, digits: kept.digits.map((digit, cell) => state.givens[cell] || digit), marks: kept.marks });
