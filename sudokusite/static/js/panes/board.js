// The board of a run: 81 cells that stay, of which only those that changed are touched.
//
// Cells can be chosen, by a click or, when the board has the focus, with the arrows: each time the board
// dispatches `cell-chosen`, and `detail.cell` tells which.

import { OPERATION } from "../trace.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const DEAD_ENDS = new Set([OPERATION.RETURN, OPERATION.RETREAT]);

export function create(element, run) {
  return new BoardPane(element, run);
}

class BoardPane {
  constructor(element, run) {
    this.run = run;
    this.element = element;
    this.digits = new Uint8Array(81).fill(255);
    this.at = -1;
    this.look = "";
    this.chosen = -1;
    this.end = "";
    this.cells = makeCells(element, run.givens);
    this.texts = this.cells.map((cell) => cell.appendChild(document.createTextNode("")));
    element.setAttribute("role", "grid");
    element.setAttribute("aria-label", run.word("board"));
    element.addEventListener("click", (event) => this.#click(event));
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focusin", (event) => this.#tell(Number(event.target.dataset?.cell)));
  }

  show({ digits, last }) {
    const dead = DEAD_ENDS.has(last.operation);
    for (let cell = 0; cell < 81; cell += 1) {
      if (digits[cell] === this.digits[cell]) continue;
      this.digits[cell] = digits[cell];
      this.texts[cell].data = digits[cell] || "";
    }
    this.#mark(last.operation === OPERATION.START ? -1 : last.cell, dead ? "at dead-end" : "at");
    this.#ghost(last, digits);
    const end = last.operation === OPERATION.SOLUTION ? "solved" : last.operation === OPERATION.OVER ? "over" : "";
    if (this.end !== end) this.element.dataset.end = this.end = end;
  }

  /** Choose a cell; `focus` when a key has led there. */
  choose(cell, focus = false) {
    this.cells[this.chosen]?.removeAttribute("aria-selected");
    this.cells[Math.max(this.chosen, 0)].tabIndex = -1;
    this.chosen = cell;
    this.cells[cell].setAttribute("aria-selected", "true");
    this.cells[cell].tabIndex = 0;
    if (focus) this.cells[cell].focus();
    this.element.dispatchEvent(new CustomEvent("cell-chosen", { bubbles: true, detail: { cell } }));
  }

  #mark(cell, look) {
    const at = cell >= 0 && cell < 81 ? cell : -1;
    if (at === this.at && look === this.look) return;
    if (this.at >= 0) this.cells[this.at].classList.remove("at", "dead-end");
    if (at >= 0) this.cells[at].classList.add(...look.split(" "));
    this.at = at;
    this.look = look;
  }

  /** The digit that led nowhere is seen once more, struck through, where its cell is empty now. */
  #ghost({ operation, cell, digit }, digits) {
    const ghost = operation === OPERATION.RETURN && !digits[cell] ? cell : -1;
    if (ghost >= 0) {
      this.texts[ghost].data = digit;
      this.digits[ghost] = 255;
    }
  }

  #click(event) {
    const cell = event.target.closest("[data-cell]");
    if (cell) this.choose(Number(cell.dataset.cell), true);
  }

  #key(event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const from = Number(event.target.dataset.cell);
    const row = Math.floor(from / 9) + step[0];
    const column = (from % 9) + step[1];
    if (row >= 0 && row < 9 && column >= 0 && column < 9) this.choose(9 * row + column, true);
  }

  /** A cell's label is written when it is asked for, not eighty-one times a frame. */
  #tell(cell) {
    if (Number.isNaN(cell)) return;
    const digit = this.run.cursor.digits[cell];
    const place = this.run.word("place", { row: Math.floor(cell / 9) + 1, column: (cell % 9) + 1 });
    const holds = this.run.givens[cell] ? this.run.word("given", { digit }) : digit || this.run.word("empty");
    this.cells[cell].setAttribute("aria-label", `${place}, ${holds}`);
  }
}

function makeCells(element, givens) {
  const cells = [];
  const rows = Array.from({ length: 9 }, (_, row) => {
    const line = document.createElement("div");
    line.className = "run-row";
    line.setAttribute("role", "row");
    for (let column = 0; column < 9; column += 1) {
      const cell = document.createElement("div");
      cell.className = givens[9 * row + column] ? "run-cell given" : "run-cell";
      cell.dataset.cell = 9 * row + column;
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = row + column ? -1 : 0;
      line.append(cell);
      cells.push(cell);
    }
    return line;
  });
  element.replaceChildren(...rows);
  return cells;
}
