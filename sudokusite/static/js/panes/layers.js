// The table M of the simple method (C) in nine layers: layer k shows where the digit k + 1 is forbidden.
// Highlighted are the writes of the current call of `interdire`: those that changed something, and those that did not.

import { OPERATION, PLACEMENTS, REPEATED_WRITES, USEFUL_WRITES } from "../trace.js";
import { addCaption, addLegend, Line, openPane } from "./frame.js";
import { Picture } from "./picture.js";

// A call of `interdire` writes to 8 + 8 + 8 cells.
const WRITES = 24;
const TITLES = 729;

const FORBIDDEN = 1;
const OWN = 2;
const OTHER = 4;
const USEFUL = 8;
const REPEATED = 16;
const LATEST = 32;
const SOURCE = 64;
const GIVEN = 128;

export function create(element, run) {
  return new LayersPane(element, run);
}

class LayersPane {
  constructor(element, run) {
    this.run = run;
    this.givenCount = run.givens.filter(Boolean).length;
    this.keys = new Uint8Array(729);
    openPane(element, { className: "layers", title: gettext("Table M: a layer for each digit") });
    const caption = addCaption(element);
    this.call = new Line("code", "layers-call", caption);
    this.write = new Line("code", "layers-write", caption);
    this.worth = new Line("span", "layers-worth", caption);
    this.count = new Line("span", "layers-count", caption);
    this.picture = new Picture({
      label: gettext("Table M: a layer for each digit"),
      count: TITLES + 9,
      layout: (width) => this.#layout(width),
      paint: (
        index,
        key,
      ) => (index < TITLES ? this.#paintCell(index, key) : this.#paintTitle(index - TITLES, key)),
      paintGround: () => this.#paintGround(),
    });
    this.picture.appendTo(element);
    addLegend(element, [
      ["forbidden", gettext("forbidden")],
      ["useful", gettext("new: 0 → 1")],
      ["repeated", gettext("repeated: 1 → 1")],
      ["filled", gettext("filled cell")],
    ]);
  }

  show(cursor) {
    const { digits, masks } = cursor;
    const { keys, run } = this;
    let forbidden = 0;
    for (let layer = 0; layer < 9; layer += 1) {
      for (let cell = 0; cell < 81; cell += 1) {
        const digit = digits[cell];
        const isForbidden = (masks[cell] >> layer) & 1;
        forbidden += isForbidden;
        keys[81 * layer + cell] = isForbidden | (digit === layer + 1 ? OWN : digit ? OTHER : 0) |
          (digit && run.givens[cell] ? GIVEN : 0);
      }
    }
    const layer = this.#light(cursor);
    for (let index = 0; index < TITLES; index += 1) this.picture.set(index, keys[index]);
    for (let each = 0; each < 9; each += 1) this.picture.set(TITLES + each, each === layer ? 1 : 0);
    this.count.set(interpolate(gettext("Forbidden: %(count)s of 729"), { count: forbidden }, true));
  }

  /** Highlight and describe the writes of the last call of `interdire`. Returns its layer; -1 before the first. */
  #light({ number, last }) {
    const { keys } = this;
    const source = this.#source(number);
    this.#describe(source, last);
    if (!source) return -1;
    const layer = source.digit - 1;
    keys[81 * layer + source.cell] |= SOURCE;
    for (let back = 1; back <= source.writes; back += 1) {
      const { operation, cell } = this.run.trace.event(number - back);
      const key = 81 * layer + cell;
      // A cell written twice in this call shows the last write.
      if (keys[key] & (USEFUL | REPEATED)) continue;
      keys[key] |= USEFUL_WRITES.has(operation) ? USEFUL : REPEATED;
      if (back === 1) keys[key] |= LATEST;
    }
    return layer;
  }

  /** The cell and digit of the current call of `interdire`, and the number of its writes. */
  #source(number) {
    const { trace, givens } = this.run;
    const behindGivens = WRITES * this.givenCount;
    if (number === 0 || trace.event(number - 1).cell > 80) return null;
    if (number <= behindGivens) {
      const cell = this.#given(Math.floor((number - 1) / WRITES));
      return { cell, digit: givens[cell], writes: ((number - 1) % WRITES) + 1 };
    }
    const placed = trace.find(number - 1, -1, ({ operation }) => PLACEMENTS.has(operation));
    if (placed < behindGivens) return null;
    const { cell, digit } = trace.event(placed);
    return { cell, digit, writes: number - 1 - placed };
  }

  #given(nth) {
    let cell = -1;
    for (let left = nth; left >= 0; left -= 1) do cell += 1; while (!this.run.givens[cell]);
    return cell;
  }

  #describe(source, { operation, cell, digit }) {
    const isUseful = USEFUL_WRITES.has(operation);
    const isWrite = isUseful || REPEATED_WRITES.has(operation);
    const [i, j] = [Math.floor(cell / 9), cell % 9];
    this.call.set(
      source ? `interdire(${Math.floor(source.cell / 9)}, ${source.cell % 9}, ${source.digit})` : "",
    );
    const placed = operation === OPERATION.PLACE ? `grille[${i}][${j}] = ${digit}` : "";
    this.write.set(isWrite ? `M[${i}][${j}][${digit - 1}] = 1` : placed);
    this.worth.set(isWrite ? isUseful ? gettext("new: 0 → 1") : gettext("repeated: 1 → 1") : "");
    this.worth.element.classList.toggle("useful", isUseful);
    this.worth.element.classList.toggle("repeated", isWrite && !isUseful);
  }

  /** Three by three layers, each with its title above it. */
  #layout(width) {
    const gap = width > 480 ? 14 : 8;
    this.title = width > 480 ? 22 : 18;
    this.cell = this.picture.snap((width - 2 * gap - 2) / 27);
    this.side = 9 * this.cell;
    this.step = { x: this.side + gap, y: this.side + this.title + gap };
    this.left = this.picture.snap((width - 3 * this.side - 2 * gap) / 2);
    return 3 * this.step.y - gap + 1;
  }

  #corner(layer) {
    return { x: this.left + (layer % 3) * this.step.x, y: Math.floor(layer / 3) * this.step.y + this.title };
  }

  #paintGround() {
    for (let layer = 0; layer < 9; layer += 1) {
      const { x, y } = this.#corner(layer);
      this.picture.fill(x - 1, y - 1, this.side + 2, this.side + 2, "--line-boxes");
    }
  }

  #paintTitle(layer, isLit) {
    const { picture, side, title } = this;
    const { x, y } = this.#corner(layer);
    picture.pen.clearRect(x - 1, y - title, side + 2, title - 1);
    const size = title * 0.6;
    picture.text(layer + 1, x, y - title / 2 - 1, "--text", { size: size * 1.1, weight: 700, align: "left" });
    picture.text(`k = ${layer}`, x + side, y - title / 2 - 1, "--text-soft", { size, align: "right" });
    if (isLit) picture.fill(x - 1, y - 4, side + 2, 3, "--ring");
  }

  #paintCell(index, key) {
    const { picture, cell: size } = this;
    const layer = Math.floor(index / 81);
    const cell = index % 81;
    const corner = this.#corner(layer);
    // The dark ground separates boxes, a lighter line separates cells.
    const x = corner.x + (cell % 9) * size;
    const y = corner.y + Math.floor(cell / 9) * size;
    const right = cell % 9 === 2 || cell % 9 === 5 ? 1 : 0;
    const bottom = Math.floor(cell / 9) === 2 || Math.floor(cell / 9) === 5 ? 1 : 0;
    const [width, height] = [size - right, size - bottom];
    picture.fill(x, y, width, height, "--line-thin");
    picture.fill(x, y, width - (right ? 0 : 0.5), height - (bottom ? 0 : 0.5), groundOf(key));
    if (key & OTHER) picture.fill(x + size * 0.36, y + size * 0.36, size * 0.28, size * 0.28, "--line-thin");
    if (key & FORBIDDEN) this.#cross(x, y, width, height, key);
    if (key & OWN) this.#digit(layer + 1, x, y, size, key);
    if (key & REPEATED) picture.frame(x, y, width, height, "--hint-ring", { thickness: 1, dash: [2, 1] });
    if (key & LATEST && key & USEFUL) picture.frame(x, y, width, height, "--ring");
    if (key & LATEST && key & REPEATED) picture.frame(x, y, width, height, "--hint-ring", { dash: [3, 2] });
    if (key & SOURCE) picture.frame(x, y, width, height, "--ring", { thickness: size < 18 ? 1 : 2 });
  }

  #cross(x, y, width, height, key) {
    const inset = width * 0.24;
    const token = key & USEFUL ? "--ring" : key & REPEATED ? "--hint-ring" : "--note";
    const thickness = key & (USEFUL | REPEATED) ? Math.max(1.5, width * 0.1) : Math.max(1, width * 0.06);
    this.picture.line([[x + inset, y + inset], [x + width - inset, y + height - inset]], token, {
      thickness,
    });
    this.picture.line([[x + width - inset, y + inset], [x + inset, y + height - inset]], token, {
      thickness,
    });
  }

  #digit(digit, x, y, size, key) {
    const token = key & GIVEN ? "--given" : "--entered";
    this.picture.text(digit, x + size / 2, y + size / 2, token, { size: size * 0.78, weight: 700 });
  }
}

function groundOf(key) {
  if (key & USEFUL) return "--selected";
  if (key & REPEATED) return "--hint-fill";
  if (key & SOURCE) return "--selected";
  if (key & OWN) return "--same";
  if (key & (FORBIDDEN | OTHER)) return "--key";
  return "--cell-fill";
}
