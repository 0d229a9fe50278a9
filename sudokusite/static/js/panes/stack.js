// The call stack (A, D): the call that has just returned, the newest calls, each as the worksheet writes it, with the digit
// it tries, and the older ones condensed. A tower beside it has a bar for each call.

import { OPERATION } from "../trace.js";
import { Line, openPane } from "./frame.js";
import { Picture } from "./picture.js";

const { RETURN, OVER } = OPERATION;
const NEWEST = 6;
// Where the board leaves less height beside it.
const NEWEST_IN_LOW = 4;
const LOW = "(width >= 1200px) and (height < 800px), (1200px <= width < 1320px)";
const TOWER_HEIGHT = 320;
// Up to this pace (events a second) a returned call is shown.
const SLOW = 10;

// The form of a call in each worksheet, of its cell, of its digit, and of its answers.
const TEXTS = {
  n_valide: {
    call: () => "solve()",
    place: (y, x) => `y, x = ${y}, ${x}`,
    digit: "n",
    full: "",
    failed: "return",
    found: "print",
  },
  tutoriel: {
    call: () => "solve(board)",
    place: (row, col) => `(${row}, ${col})`,
    full: "pos = None",
    digit: "num",
    failed: "→ False",
    found: "→ True",
  },
  mini_projet: {
    call: (i, j) => `resoudre(S, ${i}, ${j})`,
    place: () => "",
    full: "i == 9",
    digit: "k",
    failed: "→ False",
    found: "→ True",
  },
};

export function create(element, run) {
  return new StackPane(element, run);
}

class StackPane {
  constructor(element, run) {
    const { trace } = run;
    this.run = run;
    this.low = matchMedia(LOW);
    this.text = TEXTS[trace.algorithm];
    // The cells of the calls, outermost first; 81 is the call that finds the grid full.
    this.cells = Array.from({ length: 82 }, (_, cell) => cell);
    if (trace.algorithm !== "mini_projet") {
      this.cells = this.cells.filter((cell) => cell === 81 || !trace.givens[cell]);
    }
    this.#make(element);
  }

  show(cursor) {
    const { last } = cursor;
    const depth = cursor.depth;
    const listClass = this.run.pace > SLOW ? "calls fast" : "calls";
    if (this.list.className !== listClass) this.list.className = listClass;
    this.#showClosed(cursor, depth);
    const newest = Math.min(depth, this.low.matches ? NEWEST_IN_LOW : NEWEST);
    for (let slot = 0; slot < NEWEST; slot += 1) {
      const level = depth - 1 - slot;
      this.slots[slot].show(slot < newest ? this.#callAt(level, depth, cursor) : null);
    }
    this.#showOlder(depth - newest - 1, cursor);
    this.first.show(depth > newest ? this.#callAt(0, depth, cursor) : null);
    this.#showTower(depth, cursor.digits, last.operation === RETURN);
  }

  #make(element) {
    openPane(element, { className: "call-stack", title: gettext("Call stack") });
    const tower = document.createElement("div");
    tower.className = "call-tower";
    this.tower = new Picture({
      label: gettext("One bar for each open call, the first at the bottom: the longer, the higher its digit"),
      count: this.cells.length,
      layout: () => TOWER_HEIGHT,
      paint: (level, key) => this.#paintBar(level, key),
    });
    const list = document.createElement("ol");
    this.list = list;
    element.append(tower, list);
    this.closed = new Row(list, "call closed");
    this.slots = Array.from({ length: NEWEST }, () => new Row(list, "call"));
    this.older = document.createElement("li");
    this.older.className = "calls-older";
    this.olderCount = new Line("span", "calls-count", this.older);
    this.olderDigits = new Line("span", "calls-digits", this.older);
    list.append(this.older);
    this.first = new Row(list, "call");
    this.tower.appendTo(tower);
  }

  /** The texts of an open call. */
  #callAt(level, depth, { digits, last }) {
    const cell = this.cells[level];
    const isTop = level === depth - 1;
    const seen = { level: level + 1, ...this.#texts(cell), isTop, look: "" };
    if (isTop && last.operation === OVER) return { ...seen, value: this.text.failed, look: "over" };
    if (cell === 81) {
      const place = this.text.full || gettext("grid full");
      return { ...seen, place, value: this.text.found, look: "found" };
    }
    if (this.run.givens[cell]) {
      return { ...seen, place: gettext("given digit"), value: digits[cell], look: "passing" };
    }
    if (isTop && last.operation === RETURN) {
      return { ...seen, value: this.#trying(last.digit), look: "failed" };
    }
    return { ...seen, value: digits[cell] ? this.#trying(digits[cell]) : "" };
  }

  #texts(cell) {
    const [i, j] = [Math.floor(cell / 9), cell % 9];
    return { call: this.text.call(i, j), place: cell < 81 ? this.text.place(i, j) : "" };
  }

  #trying(digit) {
    return `${this.text.digit} = ${digit}`;
  }

  /** The call that the last event ended; in D, calls that only passed the result on end with it. */
  #showClosed({ digits, last }, depth) {
    if (last.operation !== RETURN) return this.closed.show(null);
    let level = depth;
    while (digits[this.cells[level]]) level += 1;
    const count = level - depth + 1;
    const place = interpolate(count > 1 ? gettext("popped ×%(count)s") : gettext("popped"), { count }, true);
    const cell = this.cells[level];
    this.closed.show({
      ...this.#texts(cell),
      level: "",
      place,
      value: cell === 81 ? this.text.found : this.text.failed,
      isTop: false,
      look: "",
    });
  }

  #showOlder(count, { digits }) {
    this.older.classList.toggle("none", count < 1);
    if (count < 1) return;
    let text = "";
    for (let level = count; level > 0; level -= 1) text += digits[this.cells[level]];
    this.olderCount.set(interpolate(gettext("Older calls: %(count)s"), { count }, true));
    this.olderDigits.set(text);
  }

  /** A key is the digit, plus 10 on top, plus 20 for a given, plus 30 for a call just closed. */
  #showTower(depth, digits, hasClosed) {
    for (let level = 0; level < this.cells.length; level += 1) {
      const cell = this.cells[level];
      const digit = cell < 81 ? digits[cell] : 9;
      const kind = level === depth - 1 ? 10 : this.run.givens[cell] ? 20 : 0;
      const isClosed = hasClosed && level === depth;
      this.tower.set(level, level < depth ? digit + kind : isClosed ? 30 : 0);
    }
  }

  #paintBar(level, key) {
    const { tower } = this;
    const top = tower.snap(TOWER_HEIGHT * (1 - (level + 1) / this.cells.length));
    const height = tower.snap(TOWER_HEIGHT * (1 - level / this.cells.length)) - top;
    const gap = height > 3 ? 1 : 0;
    tower.pen.clearRect(0, top, tower.width, height);
    const full = tower.width - 2;
    if (key === 0) return tower.fill(0, top + height - gap - 1, 2, 1, "--line-thin");
    if (key === 30) {
      return tower.frame(0, top, full, height - gap, "--conflict-wedge", { thickness: 1, dash: [2, 2] });
    }
    const kind = Math.floor(key / 10);
    const token = kind === 1 ? "--ring" : kind === 2 ? "--line-thin" : "--selected";
    tower.fill(0, top, Math.max(4, (full * (key % 10 || (kind === 1 ? 9 : 0))) / 9), height - gap, token);
  }
}

/** The element of one call. */
export class Row {
  constructor(list, className) {
    this.element = document.createElement("li");
    this.className = className;
    list.append(this.element);
    this.level = new Line("span", "call-level", this.element);
    this.call = new Line("code", "call-text", this.element);
    this.place = new Line("span", "call-place", this.element);
    this.value = new Line("b", "call-value", this.element);
    this.look = "";
  }

  show(seen) {
    const look = seen
      ? [this.className, seen.look, seen.isTop ? "top" : ""].filter(Boolean).join(" ")
      : "call none";
    if (look !== this.look) this.element.className = this.look = look;
    if (!seen) return;
    this.level.set(String(seen.level));
    this.call.set(seen.call);
    this.place.set(seen.place);
    this.value.set(String(seen.value));
  }
}
