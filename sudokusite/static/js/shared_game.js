// Games on shared grids, kept in this browser for who has no account: a game by the grid's line.

import { applyOp, isSolved, newGame, OP, readDigits } from "./reducer.js";

const PREFIX = "sudoku-shared:";
// So many moves can be undone when the page is loaded anew.
const MOST_KEPT = 200;

export class SharedGame {
  rules = { cleanNotes: true, fillNotes: true, judges: true };

  constructor(state) {
    this.shown = state;
  }

  get isOpen() {
    return !isSolved(this.shown);
  }

  /** What an op does to the game, which changes. */
  play(op) {
    const outcome = applyOp(this.shown, op, this.rules);
    this.shown = outcome.state;
    return outcome;
  }

  /** The grid as it was given, as one move: going back to a point at which nothing stood in it. */
  beginAgain() {
    const { givens, checkpoint } = this.shown;
    const back = { kind: OP.GO_BACK, cell: null, digit: 0 };
    // Also a solved grid is begun again.
    const rules = { ...this.rules, judges: false };
    this.shown = {
      ...applyOp({ ...this.shown, checkpoint: newGame(givens) }, back, rules).state,
      checkpoint,
    };
  }
}

/** The game kept for a grid, or null. */
export function keptGame(line) {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + line));
    return kept && kept.digits.length === 81 && kept.marks.length === 81 ? gameOf(line, kept) : null;
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

/** Whether something stands in a game that was not given. */
export const isWritten = ({ givens, digits, marks }) =>
  marks.some(Boolean) || digits.some((digit, cell) => digit !== givens[cell]);

/** Keep a game; whether the browser does. */
export function keepGame(line, { digits, marks, undo, redo, checkpoint }) {
  const kept = { digits, marks, undo: undo.slice(-MOST_KEPT), redo: redo.slice(-MOST_KEPT), checkpoint };
  try {
    localStorage.setItem(PREFIX + line, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function forgetGame(line) {
  try {
    localStorage.removeItem(PREFIX + line);
  } catch {
    // Nothing was kept then.
  }
}
