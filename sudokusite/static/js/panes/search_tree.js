// The tree of a search by choices (E) at a state: each open choice, with the digits of its cell: dead, open or untried. It
// is read once from the CHOOSE and RETURN events, only as far as needed, so that any state is then found at once.

import { DIGITS, PEERS } from "../reducer.js";
import { OPERATION } from "../trace.js";

const { CHOOSE, RETURN } = OPERATION;
const ALL = 0b111_111_111;
const trees = new WeakMap();

/** The search tree of a trace, which its panes share. */
export function searchTree(trace) {
  if (!trees.has(trace)) trees.set(trace, new SearchTree(trace));
  return trees.get(trace);
}

class SearchTree {
  #tail = null;

  constructor(trace) {
    this.trace = trace;
    this.head = new Scan(trace, 0, []);
  }

  /**
   * The open choices of a state, first to last: `{ cell, digit, options }`. The digit is 0 if none is open after a return.
   * An option is `{ digit, state, size }`: "open", "dead" or "untried"; the size of a dead one is the number of choices in
   * it and below it (0: unknown, after a gap in the trace).
   */
  branch(cursor) {
    const { number, last } = cursor;
    const scan = this.#scan(cursor);
    const path = scan.path(number);
    const rows = path.map((node, depth) => {
      const { cell, digit } = scan.nodes[node];
      const tried = scan.children(path[depth - 1] ?? -1, number);
      return { cell, digit, options: optionsOf(cursor, cell, depth, digit, tried) };
    });
    const tried = scan.children(path.at(-1) ?? -1, number);
    const failed = tried.at(-1) ?? (last.operation === RETURN ? last : null);
    if (failed) {
      const options = optionsOf(cursor, failed.cell, path.length, failed.digit, tried);
      rows.push({ cell: failed.cell, digit: 0, options });
    }
    return rows;
  }

  #scan(cursor) {
    const { number } = cursor;
    const { trace } = this;
    if (number <= trace.head) return this.head.upTo(number);
    if (number < trace.tail) return new Scan(trace, number, openChoices(cursor));
    if (!this.#tail) {
      const start = trace.cursor();
      start.seek(trace.tail);
      this.#tail = new Scan(trace, trace.tail, openChoices(start));
    }
    return this.#tail.upTo(number);
  }
}

/** The choices from a state on, in order: those below a choice follow it. */
class Scan {
  constructor(trace, start, open) {
    this.trace = trace;
    this.number = start;
    this.nodes = [];
    this.open = -1;
    for (const [cell, digit] of open) this.#add(cell, digit, start);
  }

  /** Read on, up to state n. */
  upTo(number) {
    if (number <= this.number) return this;
    this.trace.find(this.number, 1, ({ operation, cell, digit }, at) => {
      if (at >= number) return true;
      if (operation === CHOOSE) this.#add(cell, digit, at + 1);
      else if (operation === RETURN) this.#close(at + 1);
      return false;
    });
    this.number = number;
    return this;
  }

  /** The open choices in state n, first to last, as indexes of `nodes`. */
  path(number) {
    let node = this.#count(number) - 1;
    while (node >= 0 && this.nodes[node].end <= number) node = this.nodes[node].parent;
    const path = [];
    for (; node >= 0; node = this.nodes[node].parent) path.push(node);
    return path.reverse();
  }

  /** The choices made by state n directly below one (-1: at the top); only the last can be open. */
  children(parent, number) {
    const count = this.#count(number);
    const found = [];
    for (let node = parent + 1; node < count; node += this.nodes[node].size) {
      const { cell, digit, end, size } = this.nodes[node];
      const isDead = end <= number;
      found.push({ cell, digit, isDead, size });
      if (!isDead) break;
    }
    return found;
  }

  #add(cell, digit, start) {
    this.nodes.push({ cell, digit, start, end: Infinity, parent: this.open, size: 0 });
    this.open = this.nodes.length - 1;
  }

  #close(end) {
    const node = this.nodes[this.open];
    node.end = end;
    node.size = this.nodes.length - this.open;
    this.open = node.parent;
  }

  /** The number of choices made by state n. */
  #count(number) {
    let low = 0;
    let high = this.nodes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.nodes[middle].start <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The options of a choice with their states; `upto` is the last digit tried. */
function optionsOf(cursor, cell, depth, upto, tried) {
  const mask = candidatesAt(cursor, cell, depth);
  return DIGITS.filter((digit) => mask & (1 << (digit - 1))).map((digit) => {
    const known = tried.find((each) => each.digit === digit);
    if (known) return { digit, state: known.isDead ? "dead" : "open", size: known.isDead ? known.size : 0 };
    const state = digit < upto
      ? "dead"
      : digit > upto
      ? "untried"
      : cursor.digits[cell] === digit
      ? "open"
      : "dead";
    return { digit, state, size: 0 };
  });
}

/** The candidates of a cell while only a number of choices were open. */
function candidatesAt({ digits, levels }, cell, depth) {
  let taken = 0;
  for (const peer of PEERS[cell]) if (levels[peer] <= depth) taken |= 1 << digits[peer];
  return ALL & ~(taken >> 1);
}

/**
 * The open choices of a state, `[[cell, digit], ...]`, without the events before it: a choice is made in the first of the
 * cells with fewest candidates among those that were empty then.
 */
export function openChoices(cursor) {
  const { digits, levels } = cursor;
  const count = Math.max(...levels);
  return Array.from({ length: count }, (_, depth) => {
    let best = -1;
    let fewest = 10;
    for (let cell = 0; cell < 81; cell += 1) {
      if (digits[cell] && levels[cell] <= depth) continue;
      const candidates = bitCount(candidatesAt(cursor, cell, depth));
      if (candidates < fewest) [best, fewest] = [cell, candidates];
    }
    return [best, digits[best]];
  });
}

function bitCount(mask) {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count += 1;
  return count;
}
