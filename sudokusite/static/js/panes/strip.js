// The strip (B): the 81 cells in reading order, locks on the protected ones, and at the current cell an arrow for `sens`. A
// run ends before the first or after the last cell.

import { OPERATION } from "../trace.js";
import { addCaption, Line, openPane } from "./frame.js";
import { Picture } from "./picture.js";

const { PLACE, RETREAT, OVER } = OPERATION;
const BEFORE = 81;
const BEHIND = 82;
const GATE = 16;
const ARROW = 12;
// The narrowest readable cell, by the number of cells in a row.
const LEAST_WIDTH = [[81, 13], [27, 15], [9, 0]];
// Locks are beside the digit if there is room, else below it.
const ROOM_FOR_LOCK = 30;

export function create(element, run) {
  return new StripPane(element, run);
}

export class StripPane {
  columns;

  constructor(element, run) {
    this.givens = run.givens;
    this.run = run;
    openPane(element, { className: "strip", title: gettext("The 81 cells in reading order") });
    const caption = addCaption(element);
    this.place = new Line("code", "strip-place", caption);
    this.sense = new Line("code", "strip-sense", caption);
    this.direction = new Line("span", "strip-direction", caption);
    this.locks = new Line("span", "strip-locks", caption);
    this.locks.set(
      interpolate(gettext("Protected cells: %(count)s"), { count: run.givens.filter(Boolean).length }, true),
    );
    this.picture = new Picture({
      label: gettext("The 81 cells in reading order"),
      count: 83,
      layout: (width) => this.#layout(width),
      paint: (index, key) => this.#paint(index, key),
    });
    this.picture.appendTo(element);
  }

  show({ digits, last }) {
    const at = last.operation === OVER ? -1 : last.cell;
    const isForward = this.isForward(last.operation);
    this.showPlace(at, isForward);
    for (let cell = 0; cell < 81; cell += 1) {
      const isHere = cell === at;
      let key = digits[cell];
      if (this.givens[cell]) key |= 16;
      if (cell < at) key |= 32;
      if (isHere) key |= isForward ? 64 : 128;
      if (isHere && last.operation === PLACE) key |= 256;
      this.picture.set(cell, key);
    }
    this.picture.set(BEFORE, at < 0 ? 128 : 0);
    this.picture.set(BEHIND, at > 80 ? 64 : 0);
  }

  isForward(operation) {
    return operation !== RETREAT && operation !== OVER;
  }

  showPlace(at, isForward) {
    this.place.set(`i, j = ${Math.floor(at / 9)}, ${(at + 9) % 9}`);
    this.sense.set(isForward ? "sens = True" : "sens = False");
    this.direction.set(isForward ? gettext("goes forward") : gettext("goes back"));
    this.direction.element.dataset.direction = isForward ? "forward" : "backward";
  }

  /** Rows of 81, 27 or 9 cells, with room for the arrows above them and for the two ends. */
  #layout(width) {
    const inner = width - 2 * GATE;
    [this.columns] = LEAST_WIDTH.find(([columns, least]) => inner / columns >= least);
    this.cellWidth = this.picture.snap(inner / this.columns);
    this.isNarrow = this.cellWidth < ROOM_FOR_LOCK;
    this.cellHeight = this.isNarrow ? 32 : 26;
    this.left = (width - this.columns * this.cellWidth) / 2;
    this.rowHeight = this.cellHeight + ARROW + 4;
    return (81 / this.columns) * this.rowHeight;
  }

  #box(index) {
    if (index === BEFORE) return { x: this.left - GATE, y: ARROW, width: GATE - 2 };
    const cell = index === BEHIND ? 80 : index;
    const x = this.left + (cell % this.columns) * this.cellWidth;
    const y = Math.floor(cell / this.columns) * this.rowHeight + ARROW;
    return index === BEHIND
      ? { x: x + this.cellWidth + 2, y, width: GATE - 2 }
      : { x, y, width: this.cellWidth };
  }

  #paint(index, key) {
    const { picture } = this;
    const { x, y, width } = this.#box(index);
    const height = this.cellHeight;
    picture.pen.clearRect(x, y - ARROW, width, height + ARROW);
    if (key & 192) this.#arrow(x + width / 2, y - ARROW / 2 - 1, width, key & 64);
    if (index > 80) return this.#gate(x, y, width, height, key);
    const isLocked = key & 16;
    const ground = key & 256 ? "--selected" : isLocked ? "--key" : key & 32 ? "--accent-soft" : "--cell-fill";
    picture.fill(x, y, width, height, "--line-thin");
    picture.fill(x + 0.5, y + 1, width - 1, height - 2, ground);
    // A bolder line at the start of each row of the grid.
    if (index % 9 === 0) picture.fill(x, y, 2, height, "--line-boxes");
    this.#digit(key & 15, x, y, width, isLocked);
    if (key & 64) picture.frame(x, y, width, height, "--ring");
    if (key & 128) picture.frame(x, y, width, height, "--conflict-wedge", { dash: [3, 2] });
  }

  #digit(digit, x, y, width, isLocked) {
    const height = this.cellHeight;
    if (isLocked && this.isNarrow) this.#lock(x + width / 2 + 3.5, y + height - 11, 7);
    else if (isLocked) this.#lock(x + width - 3, y + 3, 7);
    if (!digit) return;
    const middle = [
      x + width * (isLocked && !this.isNarrow ? 0.42 : 0.5),
      y + (this.isNarrow ? 11 : height / 2),
    ];
    const size = this.isNarrow ? Math.min(17, width * 0.86) : 17;
    this.picture.text(digit, ...middle, isLocked ? "--given" : "--entered", {
      size,
      weight: isLocked ? 700 : 500,
    });
  }

  /** An arrow: full for forward, hollow for backward. */
  #arrow(x, y, width, isForward) {
    const reach = Math.min(width / 2 - 1, 9) * (isForward ? 1 : -1);
    const points = [
      [x + reach, y],
      [x - reach * 0.1, y - 5],
      [x - reach * 0.1, y + 5],
    ];
    const token = isForward ? "--ring" : "--conflict-wedge";
    this.picture.line([[x - reach, y], [x, y]], token, { thickness: 2 });
    if (isForward) this.picture.shape(points, token);
    else this.picture.line([...points, points[0]], token, { thickness: 1.5 });
  }

  #gate(x, y, width, height, key) {
    const token = key & 64 ? "--ring" : key & 128 ? "--conflict-wedge" : "--line-thin";
    this.picture.frame(x + 1, y + 1, width - 2, height - 2, token, { thickness: key ? 2 : 1, dash: [3, 2] });
  }

  #lock(right, top, size) {
    const { picture } = this;
    const { pen } = picture;
    picture.fill(right - size, top + size * 0.5, size, size * 0.7, "--text-soft");
    pen.strokeStyle = pen.fillStyle;
    pen.lineWidth = Math.max(1, size * 0.16);
    pen.beginPath();
    pen.arc(right - size / 2, top + size * 0.5, size * 0.3, Math.PI, 0);
    pen.stroke();
  }
}
