// A run of the student's own program, recorded in the browser: the messages of puzzles/engine/judge/recording.py become
// a trace that the viewer plays. Messages from the frame are data: those that do not fit the format are refused.

import { OPERATION, PLACEMENTS, Trace, TraceFormatError } from "../trace.js";

const { PLACE, RETURN, SOLUTION, OVER } = OPERATION;

/** Operations beside those of every trace. */
/** @type {Readonly<Record<string, number>>} */
export const OWN = Object.freeze({ REPLACE: 18, RAISED: 19, WRONG: 20, CUT: 21 });

export const KEPT = 200_000;
const KNOWN = new Set([PLACE, RETURN, SOLUTION, OVER, ...Object.values(OWN)]);
const EVENT_SIGNS = 6;
const FRAME_SIGNS = 5;
const ARGUMENTS = 4;
const STRIDE = 1000;
const NAMES = ["tests", "placements", "returns", "forward", "backward", "calls", "solutions"];
const NO_CALL = 0xffffffff;

// A digit over another one is a placement, too: "to the next placement" stops there.
PLACEMENTS.add(OWN.REPLACE);

/** How events change a state: a placement writes its digit, a return empties its cell. */
const player = {
  tests() {},
  change({ counters, digits, number, trace }, { operation, cell }) {
    counters.calls += trace.planes.calls[trace.placeOf(number)];
    if (operation === RETURN) digits[cell] = 0;
    if (operation === OWN.REPLACE) counters.returns += 1;
  },
  depth: ({ number, trace }) => trace.depthAt(number),
};

class OwnTrace extends Trace {
  functions;
  behindGap;
  areTotalsExact;

  /** The index of event n in the planes, -1 if it is in the gap. */
  placeOf(number) {
    if (!this.hasEvent(number)) return -1;
    return number < this.head ? number : number - this.tail + this.head;
  }

  lineAt({ number }) {
    return this.planes.lines[this.placeOf(number - 1)] ?? 0;
  }

  lineOf(number) {
    return this.planes.lines[this.placeOf(number)];
  }

  /** The number of open calls in state n. */
  depthAt(number) {
    const place = this.placeOf(number - 1);
    if (place >= 0) return this.planes.depths[place];
    return number ? this.behindGap.depth : 0;
  }

  /**
   * The open calls after a number of events, the newest first, up to a limit: { level, text, cell, digit } with the last
   * digit that each has written and its cell, -1 if unknown.
   */
  callsAt(number, most = Infinity) {
    const { tops, parents, firsts } = this.planes;
    const found = [];
    let last = this.placeOf(number - 1);
    let node = last >= 0 ? tops[last] : number ? this.behindGap.top : NO_CALL;
    for (let level = this.depthAt(number); node !== NO_CALL && found.length < most; level -= 1) {
      found.push({ level, text: this.#textOf(node), ...this.#writtenAt(last, node) });
      // A call's last write comes before the first event of the call that it made next.
      last = firsts[node] - 1;
      node = parents[node];
    }
    return found;
  }

  #writtenAt(place, node) {
    const { cells, codes, tops } = this.planes;
    if (place < 0 || tops[place] !== node || cells[place] > 80) return { cell: -1, digit: 0 };
    return { cell: cells[place], digit: Math.floor(codes[place] / 10) === RETURN ? 0 : codes[place] % 10 };
  }

  /** The outermost open call. */
  firstCall(number) {
    const calls = this.callsAt(number);
    return calls.at(-1);
  }

  /** The call as source: whole numbers by value, other arguments by name. */
  #textOf(node) {
    const { frames } = this.planes;
    const at = FRAME_SIGNS * node;
    const { name, parameters } = this.functions[frames[at]];
    const isMethod = parameters[0] === "self";
    const shown = isMethod ? parameters.slice(1) : parameters;
    const values = shown.map((
      each,
      place,
    ) => (place < ARGUMENTS && frames[at + 1 + place] ? frames[at + 1 + place] - 1 : each));
    return `${isMethod ? "self." : ""}${name}(${values.join(", ")})`;
  }
}

/** A recording: takes messages, and gives the trace. */
export class Recording {
  #signs = [];
  #frames = [];
  // The state after the gap, null without a gap.
  #start = null;

  constructor(puzzle) {
    this.puzzle = puzzle;
    this.functions = [];
    this.solver = "";
    // The number of recorded events, and of those before the gap.
    this.length = 0;
    this.head = 0;
  }

  /** The number of events in the gap between the first and the last ones. */
  get skipped() {
    return this.#start ? this.#start.number - this.head : 0;
  }

  /** Take the program's functions, and the one that is called. */
  begin({ functions, solver }) {
    if (!Array.isArray(functions) || typeof solver !== "string") throw new TraceFormatError("no functions");
    this.functions = functions.map(({ name, parameters }) => ({
      name: String(name),
      parameters: parameters.map(String),
    }));
    this.solver = solver;
  }

  /** Take the next part; `start` is the state before it if there is a gap. Raises TraceFormatError. */
  add({ events, frames, start }) {
    if (!isSigns(events, EVENT_SIGNS) || !isSigns(frames, FRAME_SIGNS)) {
      throw new TraceFormatError("no events");
    }
    if (start !== undefined) this.#leaveOut(start);
    this.length += events.length / EVENT_SIGNS;
    if (this.length > KEPT) throw new TraceFormatError("too many events");
    this.#signs.push(events);
    this.#frames.push(frames);
  }

  #leaveOut(start) {
    const { number, grid, frames, last, counters } = start ?? {};
    const isState = typeof grid === "string" && /^[0-9]{81}$/.test(grid) && isSigns(frames, FRAME_SIGNS);
    const isBehind = Number.isSafeInteger(number) && number > this.length && number < 2 ** 31;
    const isLast = Array.isArray(last) && KNOWN.has(Math.floor(last[0] / 10)) && last[1] >= 0 &&
      last[1] <= 81;
    if (this.#start || !isState || !isBehind || !isLast) throw new TraceFormatError("no state");
    this.head = this.length;
    this.#start = { number, grid, frames, last, counters: { ...zeros(), ...numbersOf(counters) } };
    this.#frames.push(frames);
  }

  /**
   * The trace of the recorded events. `end` is the last message, or null if the run was stopped: then the totals are those
   * of the recorded events. Raises TraceFormatError.
   */
  trace(end = null) {
    if (!this.#start) this.head = this.length;
    const length = this.length + this.skipped;
    const behindGap = { top: NO_CALL, depth: 0 };
    const planes = this.#planes(behindGap);
    const isWhole = end !== null && end.exact === true && end.length === length;
    const header = {
      algorithm: "own",
      puzzle: this.puzzle,
      length,
      head: this.head,
      tail: this.head + this.skipped,
      exact: isWhole,
      totals: {},
      lines: {},
      counters: NAMES,
    };
    const trace = new OwnTrace(header, planes, player);
    trace.functions = this.functions;
    trace.behindGap = behindGap;
    addKeyframes(trace, this.#start);
    const { counters } = lastState(trace);
    trace.totals = end ? { ...counters, ...numbersOf(end.totals) } : { ...counters };
    trace.areTotalsExact = end !== null && end.exact === true;
    trace.isSolved = counters.solutions > 0;
    return trace;
  }

  /** The events as arrays; `behindGap` is called with the calls that are open after the gap. */
  #planes(behindGap) {
    const { length } = this;
    const planes = {
      codes: new Uint8Array(length),
      cells: new Uint8Array(length),
      lines: new Uint16Array(length),
      depths: new Uint16Array(length),
      calls: new Uint16Array(length),
      tops: new Uint32Array(length),
      frames: codesOf(this.#frames.join("")),
      parents: [],
      firsts: [],
      masks: new Uint16Array(0),
      levels: new Uint8Array(0),
      ...keyframes([]),
    };
    const stack = [];
    let event = 0;
    for (const piece of this.#signs) {
      if (this.#start && event === this.head) {
        stack.length = 0;
        this.#openCalls(planes, event, stack, this.#start.frames.length / FRAME_SIGNS);
        Object.assign(behindGap, { top: stack.at(-1) ?? NO_CALL, depth: stack.length });
      }
      for (let at = 0; at < piece.length; at += EVENT_SIGNS) {
        this.#addEvent(planes, event++, piece, at, stack);
      }
    }
    if (planes.parents.length * FRAME_SIGNS !== planes.frames.length) {
      throw new TraceFormatError("calls without events");
    }
    return planes;
  }

  #addEvent(planes, event, piece, at, stack) {
    const [code, cell, line, common, depth, calls] = [0, 1, 2, 3, 4, 5].map((place) =>
      piece.charCodeAt(at + place)
    );
    const isFitting = KNOWN.has(Math.floor(code / 10)) && cell <= 81 && common <= stack.length &&
      common <= depth;
    if (!isFitting) throw new TraceFormatError(`event ${event} is none`);
    stack.length = common;
    this.#openCalls(planes, event, stack, depth);
    planes.codes[event] = code;
    planes.cells[event] = cell;
    planes.lines[event] = line;
    planes.depths[event] = depth;
    planes.calls[event] = calls;
    planes.tops[event] = stack.at(-1) ?? NO_CALL;
  }

  #openCalls(planes, event, stack, depth) {
    while (stack.length < depth) {
      const node = planes.parents.length;
      if (!this.functions[planes.frames[FRAME_SIGNS * node]]) {
        throw new TraceFormatError(`call ${node} is none`);
      }
      planes.parents.push(stack.at(-1) ?? NO_CALL);
      planes.firsts.push(event);
      stack.push(node);
    }
  }
}

function isSigns(text, size) {
  return typeof text === "string" && text.length % size === 0;
}

function codesOf(text) {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) codes[at] = text.charCodeAt(at);
  return codes;
}

function numbersOf(totals) {
  return Object.fromEntries(Object.entries(totals ?? {}).filter(([, count]) => Number.isSafeInteger(count)));
}

/** Play the run once, and store a keyframe every thousand events. */
function addKeyframes(trace, behindGap) {
  const start = {
    number: 0,
    digits: trace.givens,
    last: { operation: 0, cell: 0, digit: 0 },
    counters: zeros(),
  };
  const states = walked(trace, [start], trace.head);
  Object.assign(
    trace.planes,
    keyframes(behindGap ? walked(trace, [...states, stateOf(behindGap)], trace.length) : states),
  );
}

/** These keyframes and, from the last of them on, one every thousand events up to the end. */
function walked(trace, states, end) {
  Object.assign(trace.planes, keyframes(states));
  const cursor = trace.cursor();
  const { number: first } = states.at(-1);
  const found = [...states];
  for (let number = first + STRIDE; number < end + STRIDE; number += STRIDE) {
    cursor.seek(Math.min(number, end));
    found.push({
      number: cursor.number,
      digits: cursor.digits.slice(),
      last: { ...cursor.last },
      counters: { ...cursor.counters },
    });
  }
  return found;
}

/** The state after the gap, as the program has sent it. */
function stateOf({ number, grid, last: [code, cell], counters }) {
  const last = { operation: Math.floor(code / 10), cell, digit: code % 10 };
  return { number, digits: Uint8Array.from(grid, Number), last, counters };
}

const zeros = () => Object.fromEntries(NAMES.map((name) => [name, 0]));

function keyframes(states) {
  const digits = new Uint8Array(81 * states.length);
  states.forEach((state, index) => digits.set(state.digits, 81 * index));
  return {
    numbers: Uint32Array.from(states, ({ number }) => number),
    last: Uint8Array.from(states.flatMap(({ last }) => [10 * last.operation + last.digit, last.cell])),
    digits,
    counters: Uint32Array.from(states.flatMap(({ counters }) => NAMES.map((name) => counters[name]))),
  };
}

function lastState(trace) {
  const cursor = trace.cursor();
  cursor.seek(trace.length);
  return cursor;
}
