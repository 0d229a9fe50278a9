// The chosen cell: real focus, one tab stop, and the cells lit because of it.

import { cellOf, nodes } from "./cells.js";
import { ARROWS, cellBeside } from "./keys.js";
import { CELLS, columnOf, PEERS } from "./reducer.js";

const board = document.getElementById("board");

export class Selection {
  /** `digits()` gives the digits as shown. */
  constructor(digits) {
    this.digits = digits;
    this.cell = null;
    this.digit = 0;
    this.lit = 0;
    this.tabStop = 0;
    for (const node of nodes) node.tabIndex = -1;
    nodes[0].tabIndex = 0;
    board.addEventListener("focusin", (event) => this.choose(cellOf(event.target)));
    board.addEventListener("click", (event) => this.focus(cellOf(event.target)));
  }

  /** Choose a cell and give it the focus. */
  focus(cell) {
    if (cell === null) return;
    // Lit first: moving the focus makes the browser work out every style, so once is enough.
    this.choose(cell);
    nodes[cell].focus({ preventScroll: true });
  }

  /** Choose a cell, or none. */
  choose(cell) {
    if (cell === this.cell) return;
    this.cell = cell;
    if (cell !== null) this.setTabStop(cell);
    this.digit = 0;
    this.light();
  }

  /** Light a digit on the whole board while no cell is chosen. */
  lightDigit(digit) {
    this.digit = digit;
    this.light();
  }

  /** The cell to move from: the chosen one, or the one that Tab would come back to. */
  get here() {
    return this.cell ?? this.tabStop;
  }

  /** Light the peers of the chosen cell, and its digit wherever it stands. */
  light() {
    const digits = this.digits();
    const lit = this.cell === null ? this.digit : digits[this.cell];
    const peers = new Set(this.cell === null ? [] : PEERS[this.cell]);
    for (const cell of CELLS) {
      const { classList } = nodes[cell];
      classList.toggle("selected", cell === this.cell);
      classList.toggle("peer", peers.has(cell));
      classList.toggle("same", lit > 0 && digits[cell] === lit && cell !== this.cell);
    }
    // A class for each digit: when it changes, only the notes of two digits are styled anew.
    if (lit !== this.lit) {
      board.classList.remove(`lit-${this.lit}`);
      board.classList.add(`lit-${lit}`);
      this.lit = lit;
    }
  }

  setTabStop(cell) {
    nodes[this.tabStop].tabIndex = -1;
    nodes[this.tabStop].removeAttribute("aria-selected");
    nodes[cell].tabIndex = 0;
    nodes[cell].setAttribute("aria-selected", "true");
    this.tabStop = cell;
  }
}

/** Where a key leads from a cell; null for a key that does not move. */
export function target(key, { from, isCtrl, digits }) {
  if (key in ARROWS) return isCtrl ? nextEmpty(from, ARROWS[key], digits) : (cellBeside(from, ARROWS[key]) ?? from);
  if (key === "Home") return isCtrl ? 0 : from - columnOf(from);
  if (key === "End") return isCtrl ? 80 : from - columnOf(from) + 8;
  if (key === "PageUp") return from >= 27 ? from - 27 : from;
  if (key === "PageDown") return from < 54 ? from + 27 : from;
  return null;
}

function nextEmpty(from, direction, digits) {
  let cell = from;
  for (let next = cellBeside(cell, direction); next !== null; next = cellBeside(cell, direction)) {
    cell = next;
    if (!digits[cell]) return cell;
  }
  return from;
}
