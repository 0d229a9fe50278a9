// The board of a run: 81 fixed cells, of which only changed ones are updated.
//
// A cell is chosen by a click or, when the board has the focus, with the arrows or Enter: `run.chosen` holds it, and the
// board dispatches `cell-chosen` with `detail.cell`.

import { ARROWS, cellBeside } from "../keys.js";
import { OPERATION } from "../trace.js";

const STEPS = { ...ARROWS, Enter: [0, 0] };
const UNKNOWN = 255;
const ENDS = { [OPERATION.SOLUTION]: "solved", [OPERATION.OVER]: "over" };

export function create(element, run) {
  return new BoardPane(element, run);
}

class BoardPane {
  #run;
  #element;
  #cells;
  #texts;
  #drawn = new Uint8Array(81);
  #at = -1;
  #isDeadEnd = false;
  #chosen = -1;
  #labelled = -1;
  #end = "";

  constructor(element, run) {
    this.#run = run;
    this.#element = element;
    this.#cells = makeCells(element, run.givens);
    this.#texts = this.#cells.map((cell) => cell.appendChild(document.createTextNode("")));
    element.setAttribute("role", "grid");
    element.setAttribute("aria-label", gettext("The grid at this step"));
    element.addEventListener("click", (event) => this.#click(event));
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focusin", (event) => this.#label(Number(event.target.dataset?.cell)));
  }

  show({ digits, last }) {
    for (let cell = 0; cell < 81; cell += 1) {
      if (digits[cell] === this.#drawn[cell]) continue;
      this.#drawn[cell] = digits[cell];
      this.#texts[cell].data = digits[cell] || "";
      if (cell === this.#labelled) this.#label(cell);
    }
    this.#mark(last, digits);
    this.#choose(this.#run.chosen);
    const end = ENDS[last.operation] ?? "";
    if (end !== this.#end) this.#element.dataset.end = this.#end = end;
  }

  /** Mark the cell of the last event. At a dead end its digit is shown once more, struck through. */
  #mark({ operation, cell, digit }, digits) {
    const at = operation === OPERATION.START || cell < 0 || cell > 80 ? -1 : cell;
    const isDeadEnd = operation === OPERATION.RETURN;
    if (at !== this.#at || isDeadEnd !== this.#isDeadEnd) {
      this.#cells[this.#at]?.classList.remove("at", "dead-end");
      this.#cells[at]?.classList.add(...(isDeadEnd ? ["at", "dead-end"] : ["at"]));
      this.#at = at;
      this.#isDeadEnd = isDeadEnd;
    }
    if (!isDeadEnd || digits[at]) return;
    this.#texts[at].data = digit;
    this.#drawn[at] = UNKNOWN;
  }

  #choose(cell) {
    if (cell === this.#chosen) return;
    this.#cells[this.#chosen]?.removeAttribute("aria-selected");
    this.#cells[Math.max(this.#chosen, 0)].tabIndex = -1;
    this.#cells[Math.max(cell, 0)].tabIndex = 0;
    this.#cells[cell]?.setAttribute("aria-selected", "true");
    this.#chosen = cell;
  }

  #dispatchChosen(cell) {
    this.#run.chosen = cell;
    this.#choose(cell);
    this.#cells[cell].focus({ preventScroll: true });
    this.#element.dispatchEvent(new CustomEvent("cell-chosen", { bubbles: true, detail: { cell } }));
  }

  #click(event) {
    const cell = event.target.closest("[data-cell]");
    if (cell) this.#dispatchChosen(Number(cell.dataset.cell));
  }

  #key(event) {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const cell = cellBeside(Number(event.target.dataset.cell), step);
    if (cell !== null) this.#dispatchChosen(cell);
  }

  /** Label only the focused cell: 81 labels a frame would be slow, and old labels wrong. */
  #label(cell) {
    if (Number.isNaN(cell)) return;
    if (cell !== this.#labelled) this.#cells[this.#labelled]?.removeAttribute("aria-label");
    this.#labelled = cell;
    const digit = this.#run.cursor.digits[cell];
    const place = interpolate(gettext("Row %(row)s, column %(column)s"), {
      row: Math.floor(cell / 9) + 1,
      column: (cell % 9) + 1,
    }, true);
    const holds = this.#run.givens[cell]
      ? interpolate(gettext("given %(digit)s"), { digit }, true)
      : digit || gettext("empty");
    this.#cells[cell].setAttribute("aria-label", `${place}, ${holds}`);
  }
}

function makeCells(element, givens) {
  const cells = [];
  const rows = Array.from({ length: 9 }, (_, row) => {
    const line = document.createElement("div");
    line.className = "run-row";
    line.setAttribute("role", "row");
    for (let column = 0; column < 9; column += 1) {
      cells.push(line.appendChild(makeCell(9 * row + column, givens)));
    }
    return line;
  });
  element.replaceChildren(...rows);
  return cells;
}

function makeCell(number, givens) {
  const cell = document.createElement("div");
  cell.className = givens[number] ? "run-cell given" : "run-cell";
  cell.dataset.cell = number;
  cell.setAttribute("role", "gridcell");
  cell.tabIndex = number ? -1 : 0;
  return cell;
}
