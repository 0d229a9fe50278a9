// The first difference between two runs on one grid: their placements are compared one by one, with the board at each.
// How a solver empties a cell is not compared: some write 0 at once, some write the next digit over the last.

import { PEERS } from "../reducer.js";
import { PLACEMENTS } from "../trace.js";

/**
 * The first place where `own` differs from `other`: { kind, step, beside, ... }, the states of the two runs right after
 * the difference. `pairs` holds the states after each placement that agrees, [[of own, of other], ...].
 *
 *     same       never; `count` placements agree, and both end alike
 *     filled     `own` still has a digit where `other` has emptied the cell: cell, digit
 *     emptied    `own` has emptied a cell where `other` still has a digit: cell, digit
 *     given      `own` has written over a given: cell, digit
 *     digit      another digit in the same cell: cell, digit, otherDigit
 *     conflict   `own` places a digit that the row, column or box holds already: cell, digit, holder
 *     cell       another cell: cell, digit, otherCell, otherDigit
 *     ended      `own` has ended, `other` goes on with otherDigit in otherCell
 *     on         `other` has ended, `own` goes on with digit in cell
 *     result     both end after the same placements, one with a solution and the other without
 *     unknown    they agree as far as both are recorded
 */
export function findDivergence(ownTrace, otherTrace) {
  const own = new Placements(ownTrace, { skipsTrials: true });
  const other = new Placements(otherTrace);
  const pairs = [];
  for (;;) {
    const hasOwn = own.next();
    const hasOther = other.next();
    if (!hasOwn && !hasOther) return { ...endsOf(own, other), count: pairs.length, pairs };
    const difference = differenceOf(own, other, hasOwn, hasOther);
    if (difference) {
      return { ...difference, step: own.step, beside: other.step, count: pairs.length, pairs };
    }
    pairs.push([own.step, other.step]);
  }
}

/** The placements of a run in order: after `next`, `cell` and `digit` are those of the last one; `cursor` is after it. */
class Placements {
  #place = { operation: 0, cell: 0, digit: 0 };

  /** `skipsTrials`: a digit that does not fit, written and changed again at once, is a test rather than a placement. */
  constructor(trace, { skipsTrials = false } = {}) {
    this.trace = trace;
    this.cursor = trace.cursor();
    this.skipsTrials = skipsTrials;
    this.event = 0;
    this.cell = this.digit = -1;
  }

  get step() {
    return this.cursor.number;
  }

  next() {
    const { trace, cursor } = this;
    for (; this.event < trace.head; this.event += 1) {
      const { operation, cell, digit } = trace.eventAt(this.event, this.#place);
      if (!PLACEMENTS.has(operation)) continue;
      cursor.seek(this.event + 1);
      if (this.skipsTrials && this.#isTrial(cell, digit)) continue;
      this.event += 1;
      this.cell = cell;
      this.digit = digit;
      return true;
    }
    cursor.seek(trace.head);
    return false;
  }

  #isTrial(cell, digit) {
    const { cells } = this.trace.planes;
    // A grid that is filled wrongly adds an event. Only events before the gap are compared: there, the index is the number.
    const following = cells[this.event + 1] === 81 ? this.event + 2 : this.event + 1;
    return following < this.trace.head && cells[following] === cell &&
      holderOf(this.cursor.digits, cell, digit) >= 0;
  }

  /** Whether the run goes on after what was recorded of it. */
  get isOpen() {
    return this.trace.head < this.trace.length || !this.trace.isExact;
  }
}

function differenceOf(own, other, hasOwn, hasOther) {
  if (!hasOther) {
    return other.isOpen ? { kind: "unknown" } : { kind: "on", cell: own.cell, digit: own.digit };
  }
  const ahead = { otherCell: other.cell, otherDigit: other.digit };
  if (!hasOwn) return own.isOpen ? { kind: "unknown" } : { kind: "ended", ...ahead };
  const { cell, digit } = own;
  if (own.trace.givens[cell]) return { kind: "given", cell, digit };
  const left = leftOver(own, other);
  if (left) return left;
  if (cell === other.cell && digit === other.digit) return null;
  const holder = holderOf(own.cursor.digits, cell, digit);
  if (holder >= 0) return { kind: "conflict", cell, digit, holder, ...ahead };
  return { kind: cell === other.cell ? "digit" : "cell", cell, digit, ...ahead };
}

/** A cell that only one run has emptied, other than the two cells just placed in. */
function leftOver(own, other) {
  const [ownDigits, otherDigits] = [own.cursor.digits, other.cursor.digits];
  for (let cell = 0; cell < 81; cell += 1) {
    if (ownDigits[cell] === otherDigits[cell] || cell === own.cell || cell === other.cell) continue;
    if (ownDigits[cell] && !otherDigits[cell]) return { kind: "filled", cell, digit: ownDigits[cell] };
    if (otherDigits[cell] && !ownDigits[cell]) return { kind: "emptied", cell, digit: otherDigits[cell] };
  }
  return null;
}

function holderOf(digits, cell, digit) {
  return PEERS[cell].find((peer) => digits[peer] === digit) ?? -1;
}

function endsOf(own, other) {
  const place = { step: own.step, beside: other.step };
  if (own.isOpen || other.isOpen) return { kind: "unknown", ...place };
  if (own.trace.isSolved !== other.trace.isSolved) {
    return { kind: "result", isSolved: own.trace.isSolved, ...place };
  }
  return { kind: "same", ...place };
}

/** A function from states of `own`, whose time the page shows, to states of `other` after as many placements. */
export function alignment(pairs, own, other) {
  const [lastOwn, lastOther] = pairs.at(-1) ?? [0, 0];
  return (number) => {
    if (number >= own.length) return Math.max(other.length, number);
    // After the gap nothing was compared: the same distance from the end.
    if (own.tail > own.head && number >= own.tail) {
      return Math.max(lastOther, other.length - (own.length - number));
    }
    if (number > lastOwn) return Math.min(other.length, lastOther + number - lastOwn);
    return at(pairs, number);
  };
}

/** The state of `other` for a state of `own` between two shared placements. */
function at(pairs, number) {
  let low = -1;
  let high = pairs.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (pairs[middle][0] <= number) low = middle;
    else high = middle;
  }
  const [ownBefore, otherBefore] = pairs[low] ?? [0, 0];
  const [, otherAfter] = pairs[high] ?? [0, otherBefore];
  return Math.min(otherBefore + number - ownBefore, Math.max(otherBefore, otherAfter - 1));
}
