// A board under keys and taps, as the page of an attempt and a shared grid have it alike: what a player does becomes
// ops of a game, and what they change is drawn and said.

import {
  attachCells,
  cellOf,
  draw,
  joined,
  labelOf,
  nodes,
  popFinishedHouses,
  tellsConflicts,
} from "./cells.js";
import { actionOf, digitOf } from "./keys.js";
import { CELLS, colourOf, columnOf, DIGITS, houseName, isMarked, OP, repeats, rowOf } from "./reducer.js";
import { cellsBetween, drawOverCells, Selection, target } from "./selection.js";
import { attachStatus, say } from "./status.js";

let page = null;
let game = null;
/** @type {any} */
let hooks = {};
let keypad = null;
let selection = null;

/**
 * Begin on a game: { shown, isOpen, rules, play(op) }. `keep(op)` is called for a move before it is seen, and the event
 * `board:moved` comes when it was said; `onRest(isPaused)` hears of a pause; `acts` are those of this page alone, by name.
 */
export function begin(begun, { acts, ...others }) {
  game = begun;
  hooks = others;
  Object.assign(ACTS, acts);
  attach();
  show();
  if (game.isOpen && matchMedia("(hover: hover)").matches && document.activeElement === document.body) {
    selection.focus(Math.max(game.shown.digits.indexOf(0), 0));
  }
}

function attach() {
  page = document.getElementById("play");
  attachCells();
  attachStatus();
  keypad = new Keypad(page);
  selection = new Selection(
    () => game.shown.digits,
    () => game.shown.marks,
  );
  document.addEventListener("keydown", onKey);
  page.addEventListener("mousedown", onPress);
  page.addEventListener("click", onClick);
  drawOverCells(selection, () => {
    sayChosen();
    if (selection.held) typeDigit(selection.held);
  });
  restOnKeys(page, (key) => restOnDigit(Number(key.dataset.digit)));
}

/** Draw the game as it is now. */
export function show() {
  if (draw(game.shown).length) selection.light();
  keypad.show(game.shown, game.isOpen);
  page.classList.toggle("is-finished", !game.isOpen);
  page.classList.toggle("is-full", isFull());
}

/** Let go of a grid that is finished; `isDone` when it was brought to an end by playing. */
export function finish(isDone) {
  escape();
  if (!isDone) return;
  // A wave over the board, from its first corner.
  for (const cell of CELLS) nodes[cell].style.animationDelay = `${24 * (rowOf(cell) + columnOf(cell))}ms`;
  page.classList.add("is-done");
}

/** In an exam a full grid is full, and no more is said of it. */
const isFull = () => !game.rules.judges && !game.shown.digits.includes(0);

// Acts of the player

/** Do an op: keep it, paint it, say it. */
function act(op) {
  const before = game.shown;
  const { effect, refusal } = game.play(op);
  if (game.shown === before) return say(sentenceOfNothing(op, refusal));
  hooks.keep(op);
  show();
  popFinishedHouses(before, game.shown);
  say(sentenceOf(op, before, effect));
  document.dispatchEvent(new CustomEvent("board:moved"));
}

// Who wishes to keep the notes in order alone places a digit that cleans none.
const placing = () => (page.dataset.clean === "off" ? OP.DIGIT_ALONE : OP.DIGIT);

function typeDigit(digit, other = false) {
  const { cell, cells } = selection;
  if (cell === null) return lightTyped(digit);
  const isDigit = (keypad.mode === "digit") !== other && cells.length === 1;
  if (isDigit) return act({ kind: game.shown.digits[cell] === digit ? OP.CLEAR : placing(), cell, digit });
  mark(cells, digit, keypad.mode === "digit" || other ? "notes" : keypad.mode);
}

const MARKING = {
  notes: [OP.NOTE_ON, OP.NOTE_OFF],
  centre: [OP.CENTRE_ON, OP.CENTRE_OFF],
  colour: [OP.COLOUR, OP.COLOUR],
};

/** Mark all cells, or, where all that can be have the mark, take it from them. */
function mark(cells, digit, mode) {
  const [on, off] = MARKING[mode];
  const free = cells.filter((cell) => mode === "colour" || !game.shown.digits[cell]);
  const isOff = free.length > 0 && free.every((cell) => isMarked(game.shown.marks[cell], on, digit));
  act(onAll(cells, isOff ? off : on, mode === "colour" && isOff ? 0 : digit));
}

/** @type {(cells: number[], kind: string, digit: number) => Op} */
const onAll = (
  [cell, ...more],
  kind,
  digit,
) => (more.length ? { kind, cell, digit, more } : { kind, cell, digit });

function clear() {
  if (selection.cell !== null) return act(onAll(selection.cells, OP.CLEAR, 0));
  say(game.isOpen ? gettext("Choose a cell first.") : finishedSentence());
}

/** Without a cell, a digit that is typed is lit; a second one beside it. */
function lightTyped(digit) {
  const [first, ...more] = selection.wished;
  const isSecond = first && !more.length && first !== digit;
  selection.lightDigits(isSecond ? [first, digit] : [digit]);
  if (isSecond) return say(litSentence(joined([first, digit])));
  const sentence = game.isOpen ? gettext("%(digit)s lit. To write, choose a cell.") : finishedSentence();
  say(interpolate(sentence, { digit }, true));
}

/** Light the next digit in the row of none, 1 to 9. */
function lightNext(by) {
  const [last = 0] = selection.litDigits;
  const digit = (last + by + 10) % 10;
  selection.lightDigits(digit ? [digit] : [], digit > 0);
  say(digit ? litSentence(digit) : gettext("no digit lit"));
}

/** Without a cell, a digit that is tapped is held for the cells tapped next. */
function tapDigit(digit) {
  if (selection.cell !== null && !selection.held) return typeDigit(digit);
  hold(selection.held === digit ? 0 : digit);
  say(
    selection.held
      ? heldSentence(digit)
      : interpolate(gettext("%(digit)s is no longer held."), { digit }, true),
  );
}

function hold(digit) {
  selection.hold(digit);
  keypad.hold(digit);
}

/** A finger that rests on a digit writes it in the other mode once; where one is held, this one is from now on. */
function restOnDigit(digit) {
  if (!selection.held) return typeDigit(digit, true);
  hold(digit);
  say(heldSentence(digit));
}

function setMode(mode) {
  if (!keypad.offers(mode)) {
    return say(
      gettext("Switch on centre marks and colours under “My board”."),
    );
  }
  keypad.setMode(mode);
  say(
    {
      digit: gettext("notes off"),
      notes: gettext("notes on"),
      centre: gettext("centre marks on"),
      colour: gettext("colours on"),
    }[mode],
  );
}

function escape() {
  selection.drop();
  keypad.hold(0);
}

const simply = (kind) => () => act({ kind, cell: null, digit: 0 });

const ACTS = {
  undo: simply(OP.UNDO),
  redo: simply(OP.REDO),
  fill: simply(OP.FILL_NOTES),
  remember: simply(OP.REMEMBER),
  goBack: simply(OP.GO_BACK),
  clear,
  pause: () => game.isOpen && tools(({ pause }) => pause(hooks.onRest)),
  notes: () => setMode(keypad.mode === "notes" ? "digit" : "notes"),
  digitMode: () => setMode("digit"),
  notesMode: () => setMode("notes"),
  centreMode: () => setMode("centre"),
  colourMode: () => setMode("colour"),
  lightBefore: () => lightNext(-1),
  lightAfter: () => lightNext(1),
  lightPairs: () => tools(({ lightPairs }) => say(lightPairs(selection))),
  keys: () =>
    import("./keys_dialog.js").then(({ showKeys }) => showKeys()).catch(() =>
      say(gettext("The keys could not be loaded. Try again."))
    ),
  escape,
};

// What is wanted less often: its script is fetched by the first who does.
const tools = (use) => import("./tools.js").then(use, sayOffline);

export const offlineSentence = () => gettext("No connection. Your moves are saved here and sent later.");

export const sayOffline = () => say(offlineSentence());

/** Do what a key or a button names. Help listens for `board:hint` and for `board:escape`, which it may prevent. */
function perform(action) {
  if (action.startsWith("say")) return speak(action);
  const event = new CustomEvent(`board:${action}`, { cancelable: true });
  if (document.dispatchEvent(event)) ACTS[action]?.();
}

// Few ask for these sentences: their script is fetched by the first who does.
function speak(action) {
  const asked = { digits: game.shown.digits, judges: game.rules.judges };
  import("./speech.js").then(({ spoken }) => say(spoken(action, selection.here, asked)), sayOffline);
}

// What is said of a move

const finishedSentence = () => gettext("This grid is finished.");

const litSentence = (digit) => interpolate(gettext("%(digit)s lit"), { digit }, true);

const heldSentence = (digit) => interpolate(gettext("%(digit)s is held: choose its cells."), { digit }, true);

function sentenceOf(op, before, effect) {
  if (isFull() && before.digits.includes(0)) return gettext("The grid is full.");
  if (op.kind === OP.UNDO || op.kind === OP.REDO) {
    return sentenceOfStep(op.kind === OP.UNDO ? gettext("undone") : gettext("redone"), effect);
  }
  const said = markSentence(op, effect);
  if (op.more) return inCells(said, effect.length);
  return said || placedSentence(op);
}

/** What was undone or made again: in a cell by its name, the notes cleaned beside it aside, or in so many. */
function sentenceOfStep(name, [first, ...more]) {
  const isDigit = ([, before, after]) => before !== after;
  if (!more.length || (isDigit(first) && !more.some(isDigit))) {
    return interpolate(gettext("%(name)s: %(cells)s"), { name, cells: labelOf(first[0]) }, true);
  }
  return inCells(name, more.length + 1);
}

function inCells(said, count) {
  const sentence = ngettext("%(said)s in %(count)s cell", "%(said)s in %(count)s cells", count);
  return interpolate(sentence, { said, count }, true);
}

function markSentence(op, effect) {
  if (op.kind === OP.CLEAR) return clearedSentence(effect);
  if (op.kind === OP.COLOUR && !op.digit) return gettext("colour removed");
  const sentence = {
    [OP.FILL_NOTES]: gettext("all notes filled in"),
    [OP.NOTE_ON]: gettext("note %(digit)s"),
    [OP.NOTE_OFF]: gettext("note %(digit)s removed"),
    [OP.CENTRE_ON]: gettext("centre mark %(digit)s"),
    [OP.CENTRE_OFF]: gettext("centre mark %(digit)s removed"),
    [OP.COLOUR]: gettext("colour %(digit)s"),
    [OP.REMEMBER]: gettext("This point is remembered."),
    [OP.GO_BACK]: gettext("Back at the remembered point."),
  }[op.kind];
  return sentence ? interpolate(sentence, op, true) : "";
}

function clearedSentence(effect) {
  if (effect.some(([, before, after]) => before !== after)) return gettext("cleared");
  return effect.some(([, , , before, after]) => colourOf(before) === colourOf(after))
    ? gettext("notes cleared")
    : gettext("colour removed");
}

function placedSentence(op) {
  const { digits } = game.shown;
  const found = repeats(digits);
  const houses = tellsConflicts(digits) && found.get(op.cell);
  const placed = houses
    ? interpolate(gettext("%(digit)s repeats in %(houses)s"), {
      digit: op.digit,
      houses: joined(houses.map(houseName)),
    }, true)
    : interpolate(gettext("%(digit)s placed"), op, true);
  return game.rules.judges && !digits.includes(0) && found.size
    ? `${placed}. ${gettext("The grid is full, but a digit repeats.")}`
    : placed;
}

function sentenceOfNothing(op, refusal) {
  const refused = {
    given: gettext("Given digits cannot be changed."),
    filled: gettext("A cell with a digit takes no notes."),
    finished: finishedSentence(),
    forbidden: gettext("Automatic notes are not allowed on this grid."),
  };
  const idle = {
    [OP.UNDO]: gettext("nothing to undo"),
    [OP.REDO]: gettext("nothing to redo"),
    [OP.FILL_NOTES]: gettext("all notes filled in"),
    [OP.REMEMBER]: gettext("This point is remembered."),
    [OP.GO_BACK]: gettext("No point is remembered."),
  };
  return refused[refusal] ?? idle[op.kind] ?? gettext("nothing to clear");
}

function sayChosen() {
  if (selection.more.length) {
    say(interpolate(gettext("%(count)s cells chosen"), { count: selection.cells.length }, true));
  }
}

// Keys and taps

function onKey(event) {
  // What is typed into a field of the help stays there.
  if (!event.target.closest("[data-keys]") || event.target.matches("input, select, textarea")) return;
  const isButton = event.target.closest("button, summary, a") !== null;
  if (isButton && (event.key === " " || event.key === "Enter")) return;
  if (handleKey(event)) event.preventDefault();
}

function handleKey(event) {
  const typed = digitOf(event);
  if (typed) {
    if (typed.digit) typeDigit(typed.digit, typed.other);
    else perform("clear");
    return true;
  }
  if (move(event)) return true;
  const action = actionOf(event);
  if (action) perform(action);
  return action !== null;
}

function move(event) {
  const isCtrl = event.ctrlKey || event.metaKey;
  const cell = event.altKey
    ? null
    : target(event.key, { from: selection.here, isCtrl, digits: game.shown.digits });
  if (cell === null) return false;
  // Ctrl and an arrow leap over what is filled; every other key passes over cells.
  const isLeap = isCtrl && event.key.startsWith("Arrow");
  if (event.shiftKey) selection.extend(cell, isLeap ? [] : cellsBetween(selection.here, cell));
  else selection.focus(cell);
  sayChosen();
  return true;
}

// A tap on a key leaves the focus on the cell, so that typing goes on there.
function onPress(event) {
  if (event.target.closest("[data-digit], [data-act]") && selection.cell !== null) event.preventDefault();
}

function onClick(event) {
  const button = event.target.closest("[data-digit], [data-act]");
  if (!button) return writeHeld(event.target);
  if (button.dataset.digit) tapDigit(Number(button.dataset.digit));
  else perform(button.dataset.act);
  event.preventDefault();
  closeMenu();
}

function writeHeld(node) {
  if (selection.held && cellOf(node) !== null) typeDigit(selection.held);
}

// The keys under the board: how many of each digit are left, what a digit is written as, and a finger that rests on one

const LONG_MS = 450;
// A finger that lies still moves a little all the same.
const SLACK_PX = 10;
const MODES = ["digit", "notes", "centre", "colour"];

class Keypad {
  mode = "digit";
  last = null;

  /** The keys and tools of a page. */
  constructor(page) {
    this.page = page;
    this.keys = new Map(DIGITS.map((digit) => [digit, page.querySelector(`[data-digit="${digit}"]`)]));
    // Before the board hears of it: it would let go of the cell.
    menu()?.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu().open) return;
      event.stopPropagation();
      closeMenu();
    });
  }

  tool(name) {
    return this.page.querySelector(`[data-act="${name}"]`);
  }

  /** Write digits as one of digit, notes, centre and colour. */
  setMode(mode) {
    this.mode = mode;
    for (const name of MODES) {
      this.page.classList.toggle(`${name}-mode`, name === mode && mode !== "digit");
      this.tool(`${name}Mode`)?.setAttribute("aria-pressed", String(name === mode));
    }
    this.tool("notes").setAttribute("aria-pressed", String(mode === "notes"));
    if (this.last) this.show(...this.last);
  }

  /** Whether a mode may be had: digits and notes always, the others where the player wishes for them. */
  offers(mode) {
    return mode === "digit" || mode === "notes" || this.tool(`${mode}Mode`) !== null;
  }

  /** Show which digit is held; 0 for none. */
  hold(held) {
    for (const [digit, key] of this.keys) {
      if (digit === held) key.setAttribute("aria-pressed", "true");
      else key.removeAttribute("aria-pressed");
    }
  }

  show(state, isOpen) {
    this.last = [state, isOpen];
    for (const [digit, key] of this.keys) {
      const count = Math.max(9 - state.digits.filter((held) => held === digit).length, 0);
      const label = this.mode === "colour"
        ? interpolate(gettext("colour %(digit)s"), { digit }, true)
        : interpolate(gettext("%(digit)s, %(count)s left"), { digit, count }, true);
      if (key.ariaLabel === label) continue;
      key.dataset.left = count;
      key.ariaLabel = label;
      key.style.setProperty("--left", count);
    }
    setDisabled(this.tool("undo"), !isOpen || !state.undo.length);
    setDisabled(this.tool("redo"), !isOpen || !state.redo.length);
    setDisabled(this.tool("goBack"), !isOpen || !state.checkpoint);
  }
}

const menu = () => document.getElementById("tools-menu");

/** Close the menu of the tools, and leave the focus beside it. */
function closeMenu() {
  const found = menu();
  if (!found?.open) return;
  const hadFocus = found.contains(document.activeElement);
  found.open = false;
  if (hadFocus) found.querySelector("summary").focus();
}

// Not the attribute `disabled`: it would throw the focus away.
function setDisabled(button, isDisabled) {
  const text = String(isDisabled);
  if (button.getAttribute("aria-disabled") !== text) button.setAttribute("aria-disabled", text);
}

/** Tell `onLong(key)` when a pointer rests on one of the keys; the click after it is none. */
function restOnKeys(page, onLong) {
  const keypad = page.querySelector(".keypad");
  let timer = 0;
  let start = null;
  let isLong = false;

  keypad.addEventListener("pointerdown", (event) => {
    const key = event.target.closest("[data-digit]");
    isLong = false;
    start = event;
    clearTimeout(timer);
    if (!key || event.button) return;
    timer = setTimeout(() => {
      isLong = true;
      onLong(key);
    }, LONG_MS);
  });

  keypad.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > SLACK_PX) clearTimeout(timer);
  });

  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    keypad.addEventListener(end, () => clearTimeout(timer));
  }

  keypad.addEventListener("contextmenu", (event) => event.preventDefault());

  keypad.addEventListener(
    "click",
    (event) => {
      if (isLong && event.detail) event.stopPropagation();
      isLong = false;
    },
    true,
  );
}
