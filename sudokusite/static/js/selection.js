// The chosen cells: one has the focus and is the tab stop, more may be chosen with it; and the cells highlighted with
// them.

import { cellOf, nodes } from "./cells.js";
import { CELLS, columnOf, digitsOf, notesOf, PEERS, rowOf } from "./reducer.js";

// Much less than the side of the smallest cell.
const STEP_PX = 12;

export class Selection {
  game;
  pairsOnly;

  /** `game.shown` is what the cells hold. */
  constructor(game) {
    Object.assign(this, {
      game,
      cell: null,
      more: [],
      requested: [],
      held: 0,
      isPinned: false,
      pairsOnly: false,
    });
    this.lit = [];
    this.tabStop = 0;
    this.board = document.getElementById("board");
    // A preference: whether cells with the chosen cell's digit are highlighted. Requested digits always are.
    this.lightsSame = document.getElementById("play")?.dataset.same !== "off";
    for (const node of nodes) node.tabIndex = -1;
    nodes[0].tabIndex = 0;
    this.board.addEventListener(
      "focusin",
      (event) => cellOf(event.target) !== this.cell && this.choose(cellOf(event.target)),
    );
    let before = [];
    this.board.addEventListener("pointerdown", () => (before = this.cells));
    this.board.addEventListener("click", (event) => {
      const cell = cellOf(event.target);
      // Touch has no Escape key: a second tap drops the cell.
      const isSecond = event.pointerType === "touch" && before.length === 1 && before[0] === cell &&
        !this.held;
      if (isSecond) this.drop();
      else this.focus(cell);
    });
  }

  /** All chosen cells, the one with the focus first. */
  get cells() {
    return this.cell === null ? [] : [this.cell, ...this.more];
  }

  /** Choose a cell, perhaps with others, and give it the focus. */
  focus(cell, more = []) {
    if (cell === null) return;
    // Before the focus: moving it makes the browser compute styles, so that it does this once.
    this.choose(cell, more);
    nodes[cell].focus({ preventScroll: true });
  }

  /** Add a cell to the chosen ones, with the cells passed on the way to it. */
  extend(cell, passed = []) {
    const others = new Set([...this.cells, ...passed]);
    others.delete(cell);
    this.focus(cell, [...others]);
  }

  /** Add a cell to the chosen ones, or remove it. */
  toggle(cell) {
    if (!this.more.length || !this.cells.includes(cell)) return this.extend(cell);
    const [first, ...rest] = this.cells.filter((chosen) => chosen !== cell);
    return this.focus(first, rest);
  }

  /** Choose a cell, or none. */
  choose(cell, more = []) {
    if (cell === this.cell && !more.length && !this.more.length) return;
    this.cell = cell;
    this.more = more;
    if (cell !== null) this.setTabStop(cell);
    if (!this.isPinned) this.requested = [];
    this.light();
  }

  /** Drop the chosen cells, the held digit and the requested digits. */
  drop() {
    Object.assign(this, { held: 0, isPinned: false });
    this.choose(null);
    this.lightDigits([]);
  }

  /** Highlight these digits on the whole board until a cell is chosen; if pinned, until other digits are requested. */
  lightDigits(digits, isPinned = false) {
    this.requested = digits;
    this.isPinned = isPinned;
    this.light();
  }

  /** Hold a digit that is written into the cells tapped next; 0 for none. */
  hold(digit) {
    this.held = digit;
    this.choose(null);
    this.light();
  }

  /** The cell to move from: the chosen one, else the tab stop. */
  get here() {
    return this.cell ?? this.tabStop;
  }

  get litDigits() {
    if (this.held) return [this.held];
    if (this.requested.length || this.cell === null || this.more.length) return this.requested;
    return this.lightsSame ? [this.game.shown.digits[this.cell]] : [];
  }

  /** Highlight the peers of the chosen cell, and all cells with its digit. */
  light() {
    const { digits, marks } = this.game.shown;
    const lit = this.litDigits.filter(Boolean);
    const chosen = new Set(this.cells);
    const peers = new Set(this.cell === null || this.more.length ? [] : PEERS[this.cell]);
    const isSame = this.pairsOnly
      ? (cell) => !digits[cell] && digitsOf(notesOf(marks[cell])).length === 2
      : (cell) => lit.includes(digits[cell]);
    for (const cell of CELLS) {
      const { classList } = nodes[cell];
      const isChosen = chosen.has(cell);
      if (classList.contains("selected") !== isChosen) setChosen(nodes[cell], isChosen);
      classList.toggle("peer", peers.has(cell));
      classList.toggle("same", !isChosen && isSame(cell));
    }
    // One class for each digit: a change then restyles the notes of two digits only.
    for (const digit of this.lit) if (!lit.includes(digit)) this.board.classList.remove(`lit-${digit}`);
    for (const digit of lit) this.board.classList.add(`lit-${digit}`);
    this.lit = lit;
  }

  setTabStop(cell) {
    nodes[this.tabStop].tabIndex = -1;
    nodes[cell].tabIndex = 0;
    this.tabStop = cell;
  }
}

function setChosen(node, isChosen) {
  node.classList.toggle("selected", isChosen);
  if (isChosen) node.setAttribute("aria-selected", "true");
  else node.removeAttribute("aria-selected");
}

/** Choose the cells that a pointer is dragged over, then call `onDrawn()`. With Ctrl, cells one by one. */
export function drawOverCells(selection, onDrawn) {
  const { board } = selection;
  let from = null;
  let last = null;
  let isDrawing = false;

  board.addEventListener("pointerdown", (event) => {
    from = event.button || !event.isPrimary ? null : cellOf(event.target);
    last = event;
    isDrawing = false;
    if (from === null || !isAdding(event)) return;
    isDrawing = true;
    selection[event.shiftKey ? "extend" : "toggle"](from);
  });

  // Without this, the press would choose that cell only.
  board.addEventListener("mousedown", (event) => isAdding(event) && event.preventDefault());

  document.addEventListener("pointermove", (event) => {
    if (from === null) return;
    for (const cell of crossed(last, event)) {
      if (cell === null || cell === (isDrawing ? selection.cell : from)) continue;
      if (!isDrawing) selection.focus(from);
      isDrawing = true;
      selection.extend(cell);
    }
    last = event;
  });

  // Chrome takes a quick stroke for a fling, although nothing scrolls, and ignores the next tap.
  board.addEventListener(
    "touchmove",
    (event) => from !== null && event.touches.length === 1 && event.preventDefault(),
    {
      passive: false,
    },
  );

  document.addEventListener("pointerup", () => {
    if (isDrawing && from !== null) onDrawn();
    from = null;
  });

  document.addEventListener("pointercancel", () => (from = null));

  // The click at the end of dragging is not a tap.
  board.addEventListener(
    "click",
    (event) => {
      if (isDrawing) event.stopImmediatePropagation();
      isDrawing = false;
    },
    true,
  );
}

/** The cells between two points: a quick finger skips cells between two events. */
function crossed(start, end) {
  const [dx, dy] = [end.clientX - start.clientX, end.clientY - start.clientY];
  const count = Math.ceil(Math.hypot(dx, dy) / STEP_PX) || 1;
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count;
    return cellOf(document.elementFromPoint(start.clientX + part * dx, start.clientY + part * dy));
  });
}

const isAdding = ({ ctrlKey, metaKey, shiftKey }) => ctrlKey || metaKey || shiftKey;

/** The cells of the rectangle between two. */
export function cellsBetween(one, other) {
  const isWithin = (cell) => (partOf) => (partOf(one) - partOf(cell)) * (partOf(other) - partOf(cell)) <= 0;
  return CELLS.filter((cell) => [rowOf, columnOf].every(isWithin(cell)));
}
