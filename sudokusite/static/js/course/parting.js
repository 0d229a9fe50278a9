// Where two runs on one grid part: their placements are compared one after the other, and what stands on the board at
// each. How a solver empties a cell is its own affair: one writes 0 at once, one writes the next digit over the last.

import { PEERS } from "../reducer.js";
import { PLACEMENTS } from "../trace.js";

/**
 * The first place where `own` differs from `other`: { kind, step, beside, ... }, states of the two runs right behind what
 * differs. `pairs` tells for placements that agree the states behind them, [[of own, of other], ...].
 *
 *     same       never; `count` placements agree, and both end alike
 *     kept       `own` still has a digit where `other` has emptied the cell: cell, digit
 *     emptied    `own` has emptied a cell where `other` still has a digit: cell, digit
 *     given      `own` has written over a given: cell, digit
 *     digit      another digit in the same cell: cell, digit, otherDigit
 *     conflict   `own` places a digit that the row, column or box holds already: cell, digit, holder
 *     cell       another cell: cell, digit, otherCell, otherDigit
 *     ended      `own` has ended, `other` goes on with otherDigit in otherCell
 *     on         `other` has ended, `own` goes on with digit in cell
 *     result     both end after the same placements, one with a solution and the other without
 *     unknown    as far as both are kept they agree
 */
export function findParting(own, other) {
  const mine = new Placements(own, { skipsTrials: true });
  const theirs = new Placements(other);
  const pairs = [];
  for (;;) {
    const hasMine = mine.next();
    const hasTheirs = theirs.next();
    if (!hasMine && !hasTheirs) return { ...endsOf(mine, theirs), count: pairs.length, pairs };
    const difference = differenceOf(mine, theirs, hasMine, hasTheirs);
    if (difference) {
      return { ...difference, step: mine.step, beside: theirs.step, count: pairs.length, pairs };
    }
    pairs.push([mine.step, theirs.step]);
  }
}

/** The placements of a run in order: after `next`, `cell` and `digit` are the last one's and `cursor` stands behind it. */
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
    // A grid that is filled wrongly has an event of its own.
    // Only events before those that are left out are compared, so that places are numbers here.
    const following = cells[this.event + 1] === 81 ? this.event + 2 : this.event + 1;
    return following < this.trace.head && cells[following] === cell &&
      holderOf(this.cursor.digits, cell, digit) >= 0;
  }

  /** Whether the run goes on where it is not kept, or was left before its end. */
  get isOpen() {
    return this.trace.head < this.trace.length || !this.trace.isExact;
  }
}

function differenceOf(mine, theirs, hasMine, hasTheirs) {
  if (!hasTheirs) {
    return theirs.isOpen ? { kind: "unknown" } : { kind: "on", cell: mine.cell, digit: mine.digit };
  }
  const ahead = { otherCell: theirs.cell, otherDigit: theirs.digit };
  if (!hasMine) return mine.isOpen ? { kind: "unknown" } : { kind: "ended", ...ahead };
  const { cell, digit } = mine;
  if (mine.trace.givens[cell]) return { kind: "given", cell, digit };
  const left = leftOver(mine, theirs);
  if (left) return left;
  if (cell === theirs.cell && digit === theirs.digit) return null;
  const holder = holderOf(mine.cursor.digits, cell, digit);
  if (holder >= 0) return { kind: "conflict", cell, digit, holder, ...ahead };
  return { kind: cell === theirs.cell ? "digit" : "cell", cell, digit, ...ahead };
}

/** A cell that one run has emptied and the other has not, beside the two where they have placed now. */
function leftOver(mine, theirs) {
  const [ours, others] = [mine.cursor.digits, theirs.cursor.digits];
  for (let cell = 0; cell < 81; cell += 1) {
    if (ours[cell] === others[cell] || cell === mine.cell || cell === theirs.cell) continue;
    if (ours[cell] && !others[cell]) return { kind: "kept", cell, digit: ours[cell] };
    if (others[cell] && !ours[cell]) return { kind: "emptied", cell, digit: others[cell] };
  }
  return null;
}

function holderOf(digits, cell, digit) {
  return PEERS[cell].find((peer) => digits[peer] === digit) ?? -1;
}

function endsOf(mine, theirs) {
  const place = { step: mine.step, beside: theirs.step };
  if (mine.isOpen || theirs.isOpen) return { kind: "unknown", ...place };
  if (mine.trace.isSolved !== theirs.trace.isSolved) {
    return { kind: "result", isSolved: mine.trace.isSolved, ...place };
  }
  return { kind: "same", ...place };
}

/** From the time of the page, which is that of `own`, to the states of `other`: as many placements behind. */
export function alignment(pairs, own, other) {
  const [lastOwn, lastOther] = pairs.at(-1) ?? [0, 0];
  return (number) => {
    if (number >= own.length) return Math.max(other.length, number);
    // Behind what is left out nothing was compared: as far from the end as the own run is.
    if (own.tail > own.head && number >= own.tail) {
      return Math.max(lastOther, other.length - (own.length - number));
    }
    if (number > lastOwn) return Math.min(other.length, lastOther + number - lastOwn);
    return at(pairs, number);
  };
}

/** The state of `other` that goes with a state of `own` between two placements they share. */
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
