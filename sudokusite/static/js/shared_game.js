// Games without an account on shared grids, in localStorage under the grid's line.

import { Game } from "./board_state.js";
import { applyOp, newGame, OP, readDigits } from "./reducer.js";

const PREFIX = "sudoku-shared:";
// The number of moves that can still be undone after a reload.
const MOST_UNDO = 200;

export class SharedGame extends Game {
  constructor(state) {
    super(state, { cleanNotes: true, fillNotes: true, judges: true });
  }

  /** Back to the givens, as one move: to a checkpoint at which every other cell was empty. */
  beginAgain() {
    const { givens, checkpoint } = this.shown;
    const back = { kind: OP.GO_BACK, cell: null, digit: 0 };
    // Without rules that judge: a solved grid can be started over, too.
    const rules = { ...this.rules, judges: false };
    this.shown = {
      ...applyOp({ ...this.shown, checkpoint: newGame(givens) }, back, rules).state,
      checkpoint,
    };
  }
}

/** Load the game of a grid; null without one. */
export function loadGame(line) {
  try {
    const saved = JSON.parse(localStorage.getItem(PREFIX + line));
    return saved && saved.digits.length === 81 && saved.marks.length === 81 ? gameOf(line, saved) : null;
  } catch {
    return null;
  }
}

function gameOf(line, { digits, marks, undo = [], redo = [], checkpoint = null }) {
  const fresh = newGame(readDigits(line));
  return {
    ...fresh,
    digits: fresh.givens.map((given, cell) => given || digits[cell]),
    marks,
    undo,
    redo,
    checkpoint,
  };
}

/** Whether a game has digits or marks besides its givens. */
export const isWritten = ({ givens, digits, marks }) =>
  marks.some(Boolean) || digits.some((digit, cell) => digit !== givens[cell]);

/** Save a game. Returns false if the browser stores nothing. */
export function saveGame(line, { digits, marks, undo, redo, checkpoint }) {
  const saved = { digits, marks, undo: undo.slice(-MOST_UNDO), redo: redo.slice(-MOST_UNDO), checkpoint };
  try {
    localStorage.setItem(PREFIX + line, JSON.stringify(saved));
    return true;
  } catch {
    return false;
  }
}

export function forgetGame(line) {
  try {
    localStorage.removeItem(PREFIX + line);
  } catch {
    // Storage is switched off: nothing was saved.
  }
}
