// The candidates of each cell (E): placed digits, the candidates of empty cells, those just eliminated, and cells without
// any.

import { OPERATION, REMOVALS } from "../trace.js";
import { addCaption, addLegend, Line, openPane } from "./frame.js";
import { Picture } from "./picture.js";
import { searchTree } from "./search_tree.js";
import { cellName } from "../reducer.js";

const { START, RETURN } = OPERATION;

// A key holds the mask of candidates, or the digit and how it was placed, and the effect of the last event.
const DIGIT = 1 << 9;
const GIVEN = 1 << 13;
const CHOSEN = 1 << 14;
const LOST = 1 << 15;
const HERE = 1 << 19;
const BACK = 1 << 20;

export function create(element, run) {
  return new CandidatesPane(element, run);
}

class CandidatesPane {
  constructor(element, run) {
    this.run = run;
    this.tree = searchTree(run.trace);
    this.chosen = new Uint8Array(81);
    openPane(element, { className: "candidates", title: gettext("Candidates of each cell") });
    const caption = addCaption(element);
    this.count = new Line("span", "candidates-count", caption);
    this.none = new Line("b", "candidates-none", caption);
    this.picture = new Picture({
      label: gettext("Candidates of each cell"),
      count: 81,
      layout: (width) => this.#layout(width),
      paint: (cell, key) => this.#paint(cell, key),
      paintGround: () => this.#paintGround(),
    });
    this.picture.appendTo(element);
    addLegend(element, [
      ["chosen", gettext("chosen digit")],
      ["gone", gettext("just lost")],
    ]);
  }

  show(cursor) {
    const { digits, masks, last } = cursor;
    this.chosen.fill(0);
    for (const { cell, digit } of this.tree.branch(cursor)) this.chosen[cell] = digit;
    let count = 0;
    let empty = -1;
    for (let cell = 0; cell < 81; cell += 1) {
      let key = digits[cell] ? DIGIT * digits[cell] : masks[cell];
      if (this.run.givens[cell]) key |= GIVEN;
      else if (this.chosen[cell]) key |= CHOSEN;
      if (cell === last.cell && last.operation !== START) key |= markOf(last);
      this.picture.set(cell, key);
      if (!digits[cell] && !masks[cell] && empty < 0) empty = cell;
      for (let rest = masks[cell]; rest; rest &= rest - 1) count += 1;
    }
    this.count.set(interpolate(gettext("Candidates left: %(count)s"), { count }, true));
    this.none.set(
      empty < 0 ? "" : interpolate(gettext("no candidate left in %(cell)s"), { cell: cellName(empty) }, true),
    );
  }

  #layout(width) {
    this.cell = this.picture.snap((width - 6) / 9);
    this.left = this.picture.snap((width - 9 * this.cell) / 2);
    return 9 * this.cell + 6;
  }

  #paintGround() {
    const side = 9 * this.cell + 4;
    this.picture.fill(this.left - 2, 1, side, side, "--line-boxes");
  }

  #paint(cell, key) {
    const { picture, cell: size } = this;
    const [row, column] = [Math.floor(cell / 9), cell % 9];
    const x = this.left + column * size;
    const y = 3 + row * size;
    const width = size - (column % 3 === 2 && column < 8 ? 2 : 0);
    const height = size - (row % 3 === 2 && row < 8 ? 2 : 0);
    const digit = (key >> 9) & 15;
    const isEmpty = !digit && !(key & 511);
    picture.fill(x, y, width, height, "--line-thin");
    picture.fill(
      x,
      y,
      width - (column % 3 < 2 ? 1 : 0),
      height - (row % 3 < 2 ? 1 : 0),
      groundOf(key, isEmpty),
    );
    if (digit) this.#digit(digit, x, y, key);
    else this.#notes(key, x, y - 1);
    if (isEmpty) picture.shape([[x, y], [x + size * 0.32, y], [x, y + size * 0.32]], "--conflict-wedge");
    if (key & CHOSEN) {
      picture.frame(x + 2, y + 2, width - 5, height - 5, "--ring", { thickness: 1.5, dash: [3, 2] });
    }
    if (key & HERE) {
      picture.frame(x, y, width, height, key & BACK ? "--conflict-wedge" : "--ring", { thickness: 2 });
    }
  }

  #digit(digit, x, y, key) {
    const isGiven = key & GIVEN;
    const size = this.cell * 0.6;
    this.picture.text(digit, x + this.cell / 2, y + this.cell / 2, isGiven ? "--given" : "--entered", {
      size,
      weight: isGiven ? 700 : 500,
    });
  }

  #notes(key, x, y) {
    const { picture, cell: size } = this;
    const lost = (key >> 15) & 15;
    const only = (key & 511 & ((key & 511) - 1)) === 0;
    for (let digit = 1; digit <= 9; digit += 1) {
      const isLeft = key & (1 << (digit - 1));
      if (!isLeft && digit !== lost) continue;
      const cx = x + size * (0.48 + 0.29 * (((digit - 1) % 3) - 1));
      const cy = y + size * (0.49 + 0.29 * (Math.floor((digit - 1) / 3) - 1));
      const token = digit === lost ? "--conflict-digit" : only ? "--note-lit" : "--note";
      picture.text(digit, cx, cy, token, { size: size * 0.27, weight: only || digit === lost ? 700 : 500 });
      const [dx, dy] = [size * 0.12, size * 0.1];
      if (digit === lost) picture.line([[cx - dx, cy + dy], [cx + dx, cy - dy]], token, { thickness: 1.5 });
    }
  }
}

/** The effect of the last event on its cell. */
function markOf({ operation, digit }) {
  if (operation === RETURN) return HERE | BACK | (LOST * digit);
  return REMOVALS.has(operation) ? HERE | (LOST * digit) : HERE;
}

function groundOf(key, isEmpty) {
  if (isEmpty || key & BACK) return "--conflict-fill";
  if (key & GIVEN) return "--key";
  if (key & CHOSEN) return "--same";
  return key & HERE ? "--selected" : "--cell-fill";
}
