// A trace: one run of a solver on one grid, with access to any event. The format is described in
// puzzles/engine/runs/encoding.py, the effect of events on a state in replay.py beside it; these are the same rules.
// tests/vectors/traces.json tests both.

import { PEERS } from "./reducer.js";

/** The operations of events, by their numbers in the format. */
/** @type {Readonly<Record<string, number>>} */
export const OPERATION = Object.freeze({
  START: 0,
  PLACE: 1,
  RETURN: 2,
  ADVANCE: 3,
  RETREAT: 4,
  SOLUTION: 5,
  OVER: 6,
  WRITE_ROW: 7,
  WRITE_ROW_AGAIN: 8,
  WRITE_COLUMN: 9,
  WRITE_COLUMN_AGAIN: 10,
  WRITE_BOX: 11,
  WRITE_BOX_AGAIN: 12,
  REMOVE_GIVEN: 13,
  REMOVE: 14,
  PLACE_NAKED: 15,
  PLACE_HIDDEN: 16,
  CHOOSE: 17,
});

const { START, PLACE, RETURN, ADVANCE, RETREAT, SOLUTION, OVER, REMOVE_GIVEN, REMOVE, CHOOSE } = OPERATION;

export const PLACEMENTS = new Set([PLACE, OPERATION.PLACE_NAKED, OPERATION.PLACE_HIDDEN, CHOOSE]);
export const USEFUL_WRITES = new Set([OPERATION.WRITE_ROW, OPERATION.WRITE_COLUMN, OPERATION.WRITE_BOX]);
export const REPEATED_WRITES = new Set([
  OPERATION.WRITE_ROW_AGAIN,
  OPERATION.WRITE_COLUMN_AGAIN,
  OPERATION.WRITE_BOX_AGAIN,
]);
export const REMOVALS = new Set([REMOVE_GIVEN, REMOVE]);

const FORMAT = 1;
const BEFORE = 255;
const ALL = 0b111_111_111;
const BUSY = 503;
const MOST_TRIES = 20;

/** The bytes are not a trace in this format. */
export class TraceFormatError extends Error {}

/** The server refuses the trace; `status` is that of its answer. */
export class TraceRefusedError extends Error {
  constructor(status) {
    super(`the trace was answered with ${status}`);
    this.status = status;
  }
}

/**
 * Fetch a trace; while the server is busy, the request is repeated about once a second. Raises TraceRefusedError,
 * TraceFormatError, and the errors of fetch.
 */
export async function fetchTrace(url) {
  for (let tries = 1;; tries += 1) {
    const answer = await fetch(url, { headers: { "HX-Request": "true" } });
    if (answer.ok) return openTrace(await answer.arrayBuffer());
    if (answer.status !== BUSY || tries === MOST_TRIES) throw new TraceRefusedError(answer.status);
    // With jitter, so that the pages of a class do not repeat it together.
    await new Promise((again) => setTimeout(again, 500 + 1000 * Math.random()));
  }
}

/** Read a trace from a buffer. Raises TraceFormatError. */
export function openTrace(buffer) {
  let header;
  let start;
  try {
    const length = new DataView(buffer).getUint32(0, true);
    header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
    start = 4 + length;
  } catch (error) {
    throw new TraceFormatError(`no trace: ${error.message}`);
  }
  if (header.format !== FORMAT) throw new TraceFormatError(`format ${header.format}: expected ${FORMAT}`);
  return new Trace(header, planesOf(buffer, header, start));
}

function planesOf(buffer, header, start) {
  const planes = Object.fromEntries(
    header.planes.map(([name, offset, size]) => [name, new Uint8Array(buffer, start + offset, size)]),
  );
  for (const name of ["numbers", "counters"]) planes[name] = numbersIn(planes[name], 4, Uint32Array);
  planes.masks = numbersIn(planes.masks, 2, Uint16Array);
  return planes;
}

/** The little-endian numbers of a plane, whose offset may be odd. */
function numbersIn(plane, width, Numbers) {
  const view = new DataView(plane.buffer, plane.byteOffset, plane.byteLength);
  const read = width === 4 ? (at) => view.getUint32(at, true) : (at) => view.getUint16(at, true);
  return Numbers.from({ length: plane.length / width }, (_, index) => read(index * width));
}

/** One run. Event n, from 0, leads from state n to state n + 1. */
export class Trace {
  /** `player` applies events to a state, for an algorithm that is not one of the course. */
  constructor(header, planes, player = PLAYERS[header.algorithm]) {
    this.algorithm = header.algorithm;
    this.puzzle = header.puzzle;
    this.givens = Uint8Array.from(header.puzzle, (sign) => Number(sign) || 0);
    this.length = header.length;
    this.head = header.head;
    this.tail = header.tail;
    this.isExact = header.exact;
    this.isSolved = header.solved;
    this.totals = header.totals;
    this.lines = header.lines;
    this.counterNames = header.counters;
    this.planes = planes;
    this.player = player;
    if (!this.player) throw new TraceFormatError(`unknown algorithm ${header.algorithm}`);
  }

  /** Replace the data with a longer part of the same run, when the server sends it in parts. */
  extend({ length, head, tail, isExact, isSolved, totals, planes }) {
    Object.assign(this, { length, head, tail, isExact, isSolved, totals, planes });
  }

  /** Whether event n is in the trace. */
  hasEvent(number) {
    return (number >= 0 && number < this.head) || (number >= this.tail && number < this.length);
  }

  /** Whether state n can be shown: next to an event in the trace, or a keyframe in the gap. */
  hasState(number) {
    if (number < 0 || number > this.length) return false;
    return number <= this.head || number >= this.tail || this.#keyframeNumber(number) === number;
  }

  /**
   * The state nearest to n that can be shown; with a direction, the nearest not before (1) or not after (-1) n.
   */
  nearestState(number, direction = 0) {
    const wanted = Math.max(0, Math.min(this.length, number));
    if (this.hasState(wanted)) return wanted;
    const { numbers } = this.planes;
    const index = this.keyframeIndex(wanted);
    // State `head` ends the first part of the trace, and is not always a keyframe.
    const below = Math.max(this.head, numbers[index]);
    const above = Math.min(numbers[index + 1], this.tail);
    if (direction) return direction < 0 ? below : above;
    return wanted - below <= above - wanted ? below : above;
  }

  /** Event n, which leads from state n to state n + 1. Raises RangeError if it is not in the trace. */
  event(number) {
    return this.eventAt(this.#place(number), { operation: 0, cell: 0, digit: 0 });
  }

  /**
   * The source line of the last event of a state.
   * @param {any} cursor
   */
  lineAt({ last }) {
    return this.lines[last.operation];
  }

  /** The line of the course's source for event n. Raises RangeError if the event is not in the trace. */
  lineOf(number) {
    return this.lines[Math.floor(this.planes.codes[this.#place(number)] / 10)];
  }

  /**
   * The first event in the trace from n on (direction 1) or back (-1) for which the predicate holds; -1 for none.
   * `predicate(event, number)` gets the same object each time, and must not store it.
   */
  find(from, direction, predicate) {
    const event = { operation: 0, cell: 0, digit: 0 };
    let number = direction > 0 ? Math.max(0, from) : Math.min(this.length - 1, from);
    while (number >= 0 && number < this.length) {
      if (number >= this.head && number < this.tail) {
        number = direction > 0 ? this.tail : this.head - 1;
        continue;
      }
      const place = number < this.head ? number : number - this.tail + this.head;
      if (predicate(this.eventAt(place, event), number)) return number;
      number += direction;
    }
    return -1;
  }

  /** A new cursor at the start. */
  cursor() {
    return new Cursor(this);
  }

  /** Read the event at an index of the planes into an object. */
  eventAt(place, event) {
    const code = this.planes.codes[place];
    const cell = this.planes.cells[place];
    event.operation = Math.floor(code / 10);
    event.digit = code % 10;
    event.cell = cell === BEFORE ? -1 : cell;
    return event;
  }

  /** The last keyframe at or before a state. */
  keyframeIndex(number) {
    const { numbers } = this.planes;
    let low = 0;
    let high = numbers.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (numbers[middle] <= number) low = middle;
      else high = middle;
    }
    return low;
  }

  #keyframeNumber(number) {
    return this.planes.numbers[this.keyframeIndex(number)];
  }

  #place(number) {
    if (!this.hasEvent(number)) {
      throw new RangeError(
        `event ${number} is not in the trace: 0 to ${this.head} and ${this.tail} to ${this.length} are`,
      );
    }
    return number < this.head ? number : number - this.tail + this.head;
  }
}

/** A cursor in a run: the current state, and moves to any other. Its arrays change in place: copy what you store. */
export class Cursor {
  #event = { operation: 0, cell: 0, digit: 0 };

  constructor(trace) {
    this.trace = trace;
    this.number = 0;
    this.digits = new Uint8Array(81);
    this.masks = trace.planes.masks.length ? new Uint16Array(81) : null;
    this.levels = trace.planes.levels.length ? new Uint8Array(81) : null;
    this.last = { operation: START, cell: 0, digit: 0 };
    this.counters = Object.fromEntries(trace.counterNames.map((name) => [name, 0]));
    this.#enter(0);
  }

  /** The number of open calls of the solver (A, D), of open choices plus one (E), else 0. */
  get depth() {
    return this.trace.player.depth(this);
  }

  /** Go to state n. Raises RangeError when it cannot be shown (see `Trace.nearestState`). */
  seek(number) {
    const { trace } = this;
    if (!trace.hasState(number)) throw new RangeError(`state ${number} is not in the trace`);
    const index = trace.keyframeIndex(number);
    if (this.number > number || this.number < trace.planes.numbers[index]) this.#enter(index);
    while (this.number < number) {
      const place = this.number < trace.head ? this.number : this.number - trace.tail + trace.head;
      this.#apply(trace.eventAt(place, this.#event));
      this.number += 1;
    }
  }

  /**
   * The tests made before the next event, `[[cell, digit], ...]`; the digit is 0 where a cell is only examined. Null
   * if that event is not in the trace.
   */
  trialsBefore() {
    if (!this.trace.hasEvent(this.number)) return null;
    const event = this.trace.event(this.number);
    const { cell, before, upto } = spanOf(this, event);
    if (cell === EVERY_EMPTY_CELL) return emptyCells(this.digits, upto).map((empty) => [empty, 0]);
    return Array.from({ length: Math.max(0, upto - before) }, (_, tried) => [cell, before + 1 + tried]);
  }

  #enter(index) {
    const { numbers, last, digits, counters, masks, levels } = this.trace.planes;
    this.number = numbers[index];
    this.digits.set(digits.subarray(81 * index, 81 * index + 81));
    this.masks?.set(masks.subarray(81 * index, 81 * index + 81));
    this.levels?.set(levels.subarray(81 * index, 81 * index + 81));
    const names = this.trace.counterNames;
    names.forEach((name, place) => (this.counters[name] = counters[names.length * index + place]));
    this.last.operation = Math.floor(last[2 * index] / 10);
    this.last.digit = last[2 * index] % 10;
    this.last.cell = last[2 * index + 1] === BEFORE ? -1 : last[2 * index + 1];
  }

  #apply(event) {
    const { counters, trace } = this;
    const { operation } = event;
    const { cell, before, upto } = spanOf(this, event);
    counters.tests += cell === EVERY_EMPTY_CELL
      ? emptyCells(this.digits, upto).length
      : Math.max(0, upto - before);
    if (PLACEMENTS.has(operation)) {
      counters.placements += 1;
      this.digits[event.cell] = event.digit;
    } else if (operation === RETURN) counters.returns += 1;
    else if (operation === ADVANCE) counters.forward += 1;
    else if (operation === RETREAT) counters.backward += 1;
    else if (operation === SOLUTION) counters.solutions += 1;
    else countWrite(counters, operation);
    trace.player.change(this, event);
    this.last.operation = operation;
    this.last.cell = event.cell;
    this.last.digit = event.digit;
  }
}

function countWrite(counters, operation) {
  const isUseful = USEFUL_WRITES.has(operation) || REMOVALS.has(operation);
  if (isUseful) counters.useful_writes += 1;
  if (isUseful || REPEATED_WRITES.has(operation)) counters.writes += 1;
}

function emptyCells(digits, upto) {
  const empty = [];
  for (let cell = 0; cell <= upto; cell += 1) if (!digits[cell]) empty.push(cell);
  return empty;
}

// The tests that lead to an event: in one cell the digits above `before`, up to `upto`; or every empty cell up
// to `upto`. One object is reused for all events, since a run has hundreds of thousands of them.
const EVERY_EMPTY_CELL = -2;
const span = { cell: -1, before: 0, upto: 0 };

function spanOf(state, event) {
  span.cell = -1;
  span.before = 0;
  span.upto = 0;
  state.trace.player.tests(state, event);
  return span;
}

function tried(cell, before, event) {
  if (cell < 0) return;
  span.cell = cell;
  span.before = before;
  span.upto = event.operation === PLACE ? event.digit : 9;
}

/** A: a return empties its cell. */
const recursion = {
  tests(state, event) {
    const { last } = state;
    if (last.operation === RETURN) tried(last.cell, last.digit, event);
    else if (last.operation !== SOLUTION) tried(state.digits.indexOf(0), 0, event);
  },
  change(state, event) {
    if (event.operation === RETURN) state.digits[event.cell] = 0;
  },
  depth({ digits, last, trace }) {
    return filled(digits) - filled(trace.givens) + (last.operation === PLACE ? 0 : 1);
  },
};

/** D: the possible digits are listed once; a digit stays until it is replaced. */
const list = {
  tests(state) {
    const { operation } = state.last;
    const cell = state.digits.indexOf(0);
    if (cell < 0 || (operation !== START && operation !== PLACE)) return;
    span.cell = cell;
    span.upto = 9;
  },
  change(state, event) {
    if (event.operation !== RETURN && event.operation !== OVER) return;
    const from = event.operation === RETURN ? event.cell + 1 : 0;
    state.digits.set(state.trace.givens.subarray(from), from);
  },
  depth({ last }) {
    return last.operation === START || last.operation === OVER ? 1 : last.cell + 1;
  },
};

/** B: a retreat from a cell empties it; a retreat into a cell is a return. */
const moves = {
  tests(state, event) {
    const { last, trace } = state;
    if (last.operation === PLACE || event.operation === SOLUTION || event.operation === OVER) return;
    if (!trace.givens[last.cell]) tried(last.cell, state.digits[last.cell], event);
  },
  change(state, event) {
    if (event.operation !== RETREAT) return;
    const { givens } = state.trace;
    const from = state.last.cell;
    if (from < 81) state.digits[from] = givens[from];
    if (event.cell >= 0 && !givens[event.cell]) state.counters.returns += 1;
  },
  depth: () => 0,
};

/** C: the masks are M. */
const table = {
  tests(_state, event) {
    if (event.operation !== PLACE && event.operation !== SOLUTION && event.operation !== OVER) return;
    span.cell = EVERY_EMPTY_CELL;
    span.upto = Math.min(event.cell, 80);
  },
  change(state, event) {
    if (USEFUL_WRITES.has(event.operation)) state.masks[event.cell] |= 1 << (event.digit - 1);
  },
  depth: () => 0,
};

/** E: the masks are the candidates; levels record what a return takes back. */
const choice = {
  tests(_state, event) {
    if (event.operation !== CHOOSE) return;
    span.cell = event.cell;
    span.before = event.digit - 1;
    span.upto = event.digit;
  },
  change(state, event) {
    const { operation, cell, digit } = event;
    if (PLACEMENTS.has(operation)) {
      state.masks[cell] = 0;
      state.levels[cell] = highest(state.levels) + (operation === CHOOSE ? 1 : 0);
    } else if (REMOVALS.has(operation)) state.masks[cell] &= ~(1 << (digit - 1));
    else if (operation === RETURN) takeBack(state, state.levels[cell]);
  },
  depth: ({ levels }) => highest(levels) + 1,
};

const PLAYERS = {
  tutoriel: recursion,
  n_valide: recursion,
  td_iteratif: moves,
  projet_insa: table,
  mini_projet: list,
  propagation: choice,
};

function filled(digits) {
  let count = 0;
  for (const digit of digits) if (digit) count += 1;
  return count;
}

function highest(levels) {
  let level = 0;
  for (const each of levels) if (each > level) level = each;
  return level;
}

function takeBack({ digits, masks, levels }, level) {
  for (let cell = 0; cell < 81; cell += 1) if (levels[cell] >= level) digits[cell] = levels[cell] = 0;
  for (let cell = 0; cell < 81; cell += 1) {
    let taken = 0;
    if (!digits[cell]) { for (const peer of PEERS[cell]) taken |= 1 << digits[peer]; }
    masks[cell] = digits[cell] ? 0 : ALL & ~(taken >> 1);
  }
}
