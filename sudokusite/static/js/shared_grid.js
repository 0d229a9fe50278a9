// A shared grid played without an account: the rules alone, and the game kept in this browser.

import { cellOf, draw, popFinishedHouses, trustPage } from "./cells.js";
import { closeMenu, Keypad, restOnKeys } from "./keypad.js";
import { actionOf, digitOf } from "./keys.js";
import { showKeys } from "./keys_dialog.js";
import { applyOp, isMarked, isSolved, newGame, readDigits } from "./reducer.js";
import { cellsBetween, drawOverCells, Selection, target } from "./selection.js";
import { keepGame, keptGame } from "./shared_game.js";
import { sentenceOf, sentenceOfNothing } from "./shared_words.js";
import { spoken } from "./speech.js";
import { lightPairs, pause } from "./tools.js";
import { joined, word } from "./words.js";

const page = document.getElementById("play");
const line = JSON.parse(document.getElementById("shared-game").textContent).line;
const statusLine = document.getElementById("status");
const rules = { cleanNotes: true, fillNotes: true, judges: true };

let state = newGame(readDigits(line));
const keypad = new Keypad();
const selection = new Selection(
  () => state.digits,
  () => state.marks,
);

// Acts of the player

function act(op) {
  const before = state;
  const { state: after, effect, refusal } = applyOp(state, op, rules);
  if (after === before) return say(sentenceOfNothing(op, refusal));
  take(after);
  popFinishedHouses(before, after);
  if (isSolved(state)) finish();
  else say(sentenceOf(op, { before, after, effect }));
}

function take(after) {
  state = after;
  show();
  document.getElementById("kept-here").textContent = word(keepGame(line, state) ? "keptHere" : "notKept");
}

function finish() {
  selection.drop();
  keypad.hold(0);
  page.classList.add("is-done");
  say(word("solvedHere"));
}

function typeDigit(digit, other = false) {
  const { cell, cells } = selection;
  if (cell === null) return lightTyped(digit);
  if ((keypad.mode === "digit") !== other && cells.length === 1) {
    return act({ kind: state.digits[cell] === digit ? "x" : "d", cell, digit });
  }
  const free = cells.filter((each) => !state.digits[each]);
  const isOff = free.length > 0 && free.every((each) => isMarked(state.marks[each], "n", digit));
  act(onAll(cells, isOff ? "o" : "n", digit));
}

const onAll = ([cell, ...more], kind, digit) => (more.length ? { kind, cell, digit, more } : { kind, cell, digit });

/** Without a cell, a digit that is typed is lit; a second one beside it. */
function lightTyped(digit) {
  const [first, ...more] = selection.wished;
  const isSecond = first && !more.length && first !== digit;
  selection.lightDigits(isSecond ? [first, digit] : [digit]);
  say(isSecond ? word("lit", { digit: joined([first, digit]) }) : word("litNoCell", { digit }));
}

/** Light the next digit in the row of none, 1 to 9. */
function lightNext(by) {
  const [last = 0] = selection.litDigits;
  const digit = (last + by + 10) % 10;
  selection.lightDigits(digit ? [digit] : [], digit > 0);
  say(word(digit ? "lit" : "litNone", { digit }));
}

/** Without a cell, a digit that is tapped is held for the cells tapped next. */
function tapDigit(digit) {
  if (selection.cell !== null && !selection.held) return typeDigit(digit);
  hold(selection.held === digit ? 0 : digit);
  say(word(selection.held ? "held" : "notHeld", { digit }));
}

function hold(digit) {
  selection.hold(digit);
  keypad.hold(digit);
}

function restOnDigit(digit) {
  if (!selection.held) return typeDigit(digit, true);
  hold(digit);
  say(word("held", { digit }));
}

function setMode(mode) {
  keypad.setMode(mode);
  say(word(mode === "notes" ? "notesModeOn" : "notesModeOff"));
}

/** The grid as it was given, as one move: going back to a point at which nothing stood in it. */
function beginAgain() {
  const back = { kind: "b", cell: null, digit: 0 };
  const { state: after } = applyOp({ ...state, point: newGame(state.givens) }, back, { ...rules, judges: false });
  page.classList.remove("is-done");
  take({ ...after, point: state.point });
  say(word("begunAgain"));
}

const simply = (kind) => () => act({ kind, cell: null, digit: 0 });

const ACTS = {
  undo: simply("u"),
  redo: simply("r"),
  fill: simply("f"),
  remember: simply("g"),
  goBack: simply("b"),
  clear: () => (selection.cell === null ? say(word("chooseCell")) : act(onAll(selection.cells, "x", 0))),
  notes: () => setMode(keypad.mode === "notes" ? "digit" : "notes"),
  digitMode: () => setMode("digit"),
  notesMode: () => setMode("notes"),
  centreMode: () => say(word("noMoreMarks")),
  colourMode: () => say(word("noMoreMarks")),
  lightBefore: () => lightNext(-1),
  lightAfter: () => lightNext(1),
  lightPairs: () => say(lightPairs(selection)),
  pause: () => pause(() => {}),
  hint: () => say(word("noHints")),
  keys: showKeys,
  again: beginAgain,
  escape: () => {
    selection.drop();
    keypad.hold(0);
  },
};

function perform(action) {
  if (action.startsWith("say")) say(spoken(action, selection.here, { digits: state.digits, judges: true }));
  else ACTS[action]();
}

// What is seen and said

function show() {
  if (draw(state).length) selection.light();
  keypad.show(state, !isSolved(state));
  page.classList.toggle("is-finished", isSolved(state));
}

function say(sentence) {
  statusLine.textContent = statusLine.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

function sayChosen() {
  if (selection.more.length) say(word("chosen", { count: selection.cells.length }));
}

// Keys and taps

document.addEventListener("keydown", (event) => {
  if (!event.target.closest("[data-keys]")) return;
  if (event.target.closest("button, summary, a") && (event.key === " " || event.key === "Enter")) return;
  if (handleKey(event)) event.preventDefault();
});

function handleKey(event) {
  const typed = digitOf(event);
  if (typed) {
    if (typed.digit) typeDigit(typed.digit, typed.other);
    else ACTS.clear();
    return true;
  }
  const action = actionOf(event);
  if (action) perform(action);
  return action !== null || move(event);
}

function move(event) {
  const isCtrl = event.ctrlKey || event.metaKey;
  const cell = event.altKey ? null : target(event.key, { from: selection.here, isCtrl, digits: state.digits });
  if (cell === null) return false;
  // Ctrl and an arrow leap over what is filled; every other key passes over cells.
  const isLeap = isCtrl && event.key.startsWith("Arrow");
  if (event.shiftKey) selection.extend(cell, isLeap ? [] : cellsBetween(selection.here, cell));
  else selection.focus(cell);
  sayChosen();
  return true;
}

// A tap on a key leaves the focus on the cell, so that typing goes on there.
page.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-digit], [data-act]") && selection.cell !== null) event.preventDefault();
});

page.addEventListener("click", (event) => {
  const button = event.target.closest("[data-digit], [data-act]");
  if (!button) return selection.held && cellOf(event.target) !== null && typeDigit(selection.held);
  if (button.dataset.digit) tapDigit(Number(button.dataset.digit));
  else perform(button.dataset.act);
  closeMenu();
});

drawOverCells(selection, () => {
  sayChosen();
  if (selection.held) typeDigit(selection.held);
});

restOnKeys((key) => restOnDigit(Number(key.dataset.digit)));

// Begin

trustPage(state);
const kept = keptGame(line);
if (kept) take(kept);
else show();
for (const button of page.querySelectorAll("[data-act][hidden]")) button.hidden = false;
if (!isSolved(state) && matchMedia("(hover: hover)").matches && document.activeElement === document.body) {
  selection.focus(Math.max(state.digits.indexOf(0), 0));
}
