// The chosen cells: one has the focus and is the tab stop, others may be chosen with it; and the cells lit because
// of them.

import { cellOf, nodes } from "./cells.js";
import { ARROWS, cellBeside } from "./keys.js";
import { CELLS, columnOf, digitsOf, notesOf, PEERS, rowOf } from "./reducer.js";

// Well below the side of the smallest cell.
const STEP_PX = 12;

export class Selection {
  digits;
  marks;
  pairsOnly;

  /** `digits()` and `marks()` give what the cells hold as shown. */
  constructor(digits, marks = () => []) {
    Object.assign(this, {
      digits,
      marks,
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
    // Who does not wish it is shown the digit of the chosen cell nowhere else; what is lit on purpose is.
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
      // A finger has no Escape: a second tap lets go of the cell.
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
    // Lit first: moving the focus makes the browser work out every style, so once is enough.
    this.choose(cell, more);
    nodes[cell].focus({ preventScroll: true });
  }

  /** Choose a cell beside those chosen already, and those passed on the way to it. */
  extend(cell, passed = []) {
    const others = new Set([...this.cells, ...passed]);
    others.delete(cell);
    this.focus(cell, [...others]);
  }

  /** Choose a cell beside the others, or let go of it. */
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

  /** Let go of everything: cells, the held digit, what was to be lit. */
  drop() {
    Object.assign(this, { held: 0, isPinned: false });
    this.choose(null);
    this.lightDigits([]);
  }

  /** Light these digits on the whole board: until a cell is chosen, or, pinned, until others are. */
  lightDigits(digits, isPinned = false) {
    this.requested = digits;
    this.isPinned = isPinned;
    this.light();
  }

  /** Hold a digit for the cells that are tapped next; 0 for none. */
  hold(digit) {
    this.held = digit;
    this.choose(null);
    this.light();
  }

  /** The cell to move from: the chosen one, or the one that Tab would come back to. */
  get here() {
    return this.cell ?? this.tabStop;
  }

  get litDigits() {
    if (this.held) return [this.held];
    if (this.requested.length || this.cell === null || this.more.length) return this.requested;
    return this.lightsSame ? [this.digits()[this.cell]] : [];
  }

  /** Light the peers of the chosen cell, and its digit wherever it stands. */
  light() {
    const digits = this.digits();
    const marks = this.marks();
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
    // A class for each digit: when it changes, only the notes of two digits are styled anew.
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

/** Choose the cells that a pointer is drawn over; `onDrawn()` when it is lifted. With Ctrl, cells one by one. */
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

  // Such a press would choose the cell alone.
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

  // Chrome takes a quick stroke for a fling, though nothing moves, and the tap after it for the end of that.
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

  // The click that ends a drawing is no tap.
  board.addEventListener(
    "click",
    (event) => {
      if (isDrawing) event.stopImmediatePropagation();
      isDrawing = false;
    },
    true,
  );
}

/** The cells between two points: a quick finger is heard of less often than once a cell. */
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

/** Where a key leads from a cell; null for a key that does not move. */
export function target(key, { from, isCtrl, digits }) {
  if (key in ARROWS) {
    return isCtrl ? nextEmpty(from, ARROWS[key], digits) : (cellBeside(from, ARROWS[key]) ?? from);
  }
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
