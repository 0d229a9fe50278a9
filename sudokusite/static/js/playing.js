// Keys and taps on a board, for attempts and shared grids alike: they become ops of a game, whose changes are drawn and
// announced.

import { board } from "./board_state.js";
import { cellOf, draw, joined, labelOf, popFinishedHouses, showsConflicts } from "./cells.js";
import { actionOf, digitOf, targetOf } from "./keys.js";
import { colourOf, DIGITS, houseName, isMarked, OP, repeats } from "./reducer.js";
import { cellsBetween, drawOverCells, Selection } from "./selection.js";
import { say } from "./status.js";

const MODES = ["digit", "notes", "centre", "colour"];

let page = null;
let game = null;
/** @type {any} */
let hooks = {};
let keypad = null;
let selection = null;

/**
 * Begin on a Game (board_state.js). `store(op)` is called for a move before it is drawn, and the event
 * `board:moved` follows when it is announced; `onRest(isPaused)` is called on a pause; `acts` are this page's own actions by name.
 */
export function begin(started, { acts, ...others }) {
  game = started;
  hooks = others;
  Object.assign(ACTS, acts);
  page = document.getElementById("play");
  keypad = new Keypad(page);
  selection = new Selection(game);
  Object.assign(board, { game, selection });
  listen();
  show();
  if (game.isOpen && matchMedia("(hover: hover)").matches && document.activeElement === document.body) {
    selection.focus(Math.max(game.shown.digits.indexOf(0), 0));
  }
}

function listen() {
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

/** Whether an exam's grid is full: nothing more is announced about it. */
const isFull = () => !game.rules.judges && !game.shown.digits.includes(0);

// Actions of the player

/** Do an op: store it, draw it, announce it. */
function act(op) {
  const before = game.shown;
  const { effect, refusal } = game.play(op);
  if (game.shown === before) return say(sentenceOfNothing(op, refusal));
  hooks.store(op);
  show();
  popFinishedHouses(before, game.shown);
  say(sentenceOf(op, before, effect));
  document.dispatchEvent(new CustomEvent("board:moved"));
}

// By a preference of the player, a digit does not remove notes from its peers.
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

/** Add a mark to all cells, or remove it if every cell that can have it has it. */
function mark(cells, digit, mode) {
  const [on, off] = MARKING[mode];
  const free = cells.filter((cell) => mode === "colour" || !game.shown.digits[cell]);
  const isOff = free.length > 0 && free.every((cell) => isMarked(game.shown.marks[cell], on, digit));
  act(onAll(cells, isOff ? off : on, mode === "colour" && isOff ? 0 : digit));
}

const onAll = ([cell, ...more], kind, digit) => ({ kind, cell, digit, more });

function clear() {
  if (selection.cell !== null) return act(onAll(selection.cells, OP.CLEAR, 0));
  say(game.isOpen ? gettext("Choose a cell first.") : finishedSentence());
}

/** Highlight a digit that is typed while no cell is chosen; a second one is added to it. */
function lightTyped(digit) {
  const [first, ...more] = selection.requested;
  const isSecond = first && !more.length && first !== digit;
  selection.lightDigits(isSecond ? [first, digit] : [digit]);
  if (isSecond) return say(litSentence(joined([first, digit])));
  const sentence = game.isOpen ? gettext("%(digit)s lit. To write, choose a cell.") : finishedSentence();
  say(interpolate(sentence, { digit }, true));
}

/** Highlight the next digit in the cycle of none and 1 to 9. */
function lightNext(by) {
  const [last = 0] = selection.litDigits;
  const digit = (last + by + 10) % 10;
  selection.lightDigits(digit ? [digit] : [], digit > 0);
  say(digit ? litSentence(digit) : gettext("no digit lit"));
}

/** Hold a digit that is tapped while no cell is chosen: it is written into the cells tapped next. */
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

/** A long press writes a digit in the other mode once; if a digit is held, this one is held instead. */
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

/** Let go of the chosen cells and of a held digit. */
export function escape() {
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

// Loaded at first use.
const tools = (use) => import("./tools.js").then(use, sayOffline);

export const offlineSentence = () => gettext("No connection. Your moves are saved here and sent later.");

export const sayOffline = () => say(offlineSentence());

/** Perform an action of a key or button. help.js handles `board:hint` and `board:escape`, and may prevent them. */
function perform(action) {
  if (action.startsWith("say")) return speak(action);
  const event = new CustomEvent(`board:${action}`, { cancelable: true });
  if (document.dispatchEvent(event)) ACTS[action]?.();
}

// Loaded at first use.
function speak(action) {
  const asked = { digits: game.shown.digits, judges: game.rules.judges };
  import("./speech.js").then(({ spoken }) => say(spoken(action, selection.here, asked)), sayOffline);
}

// How a move is announced

const finishedSentence = () => gettext("This grid is finished.");

const litSentence = (digit) => interpolate(gettext("%(digit)s lit"), { digit }, true);

const heldSentence = (digit) => interpolate(gettext("%(digit)s is held: choose its cells."), { digit }, true);

function sentenceOf(op, before, effect) {
  if (isFull() && before.digits.includes(0)) return gettext("The grid is full.");
  if (op.kind === OP.UNDO || op.kind === OP.REDO) {
    return sentenceOfStep(op.kind === OP.UNDO ? gettext("undone") : gettext("redone"), effect);
  }
  const action = markSentence(op, effect);
  if (op.more?.length) return inCells(action, effect.length);
  return action || placedSentence(op);
}

/** What was undone or redone: the label of one cell (without the notes removed from its peers), or the number of cells. */
function sentenceOfStep(name, [first, ...more]) {
  const isDigit = ([, before, after]) => before !== after;
  if (!more.length || (isDigit(first) && !more.some(isDigit))) {
    return interpolate(gettext("%(name)s: %(cells)s"), { name, cells: labelOf(first[0]) }, true);
  }
  return inCells(name, more.length + 1);
}

function inCells(action, count) {
  const sentence = ngettext("%(action)s in %(count)s cell", "%(action)s in %(count)s cells", count);
  return interpolate(sentence, { action, count }, true);
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
  const houses = showsConflicts(digits) && found.get(op.cell);
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
  // Fields of the help take their own keys.
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
  const cell = targetOf(event, { from: selection.here, digits: game.shown.digits });
  if (cell === null) return false;
  // Ctrl and an arrow leap over filled cells; every other key passes over cells.
  const isLeap = (event.ctrlKey || event.metaKey) && event.key.startsWith("Arrow");
  if (event.shiftKey) selection.extend(cell, isLeap ? [] : cellsBetween(selection.here, cell));
  else selection.focus(cell);
  sayChosen();
  return true;
}

// A tap on a key leaves the focus on the cell, so that the next key still goes there.
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

// The keypad: the number of each digit still to place, the mode that digits are written in, and long presses

const LONG_MS = 450;
// A resting finger still moves a little.
const SLACK_PX = 10;

class Keypad {
  mode = "digit";
  last = null;

  /** The keys and tools of a page. */
  constructor(page) {
    this.page = page;
    this.keys = new Map(DIGITS.map((digit) => [digit, page.querySelector(`[data-digit="${digit}"]`)]));
    // Before the board's listener, which would drop the selection.
    menu()?.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu().open) return;
      event.stopPropagation();
      closeMenu();
    });
  }

  tool(name) {
    return this.page.querySelector(`[data-act="${name}"]`);
  }

  /** Set the mode: digit, notes, centre or colour. */
  setMode(mode) {
    this.mode = mode;
    for (const name of MODES) {
      this.page.classList.toggle(`${name}-mode`, name === mode && mode !== "digit");
      this.tool(`${name}Mode`)?.setAttribute("aria-pressed", String(name === mode));
    }
    this.tool("notes").setAttribute("aria-pressed", String(mode === "notes"));
    if (this.last) this.show(...this.last);
  }

  /** Whether a mode is available: digits and notes always, the others by preference. */
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

/** Close the tools menu, and move the focus to its button. */
function closeMenu() {
  const found = menu();
  if (!found?.open) return;
  const hadFocus = found.contains(document.activeElement);
  found.open = false;
  if (hadFocus) found.querySelector("summary").focus();
}

// Not the attribute `disabled`: the button would lose the focus.
function setDisabled(button, isDisabled) {
  const text = String(isDisabled);
  if (button.getAttribute("aria-disabled") !== text) button.setAttribute("aria-disabled", text);
}

/** Call `onLong(key)` on a long press on a key; the click after it is ignored. */
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
