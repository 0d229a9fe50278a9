// One run on the page: a trace, the current state, and the panes that show it, which are the `[data-pane]` of
// `<section class="run">`; viewer.js sets the state.

import { fetchTrace, OPERATION } from "./trace.js";
import { cellName } from "./reducer.js";

// A pane's module exports `create(element, run)`, which returns `{ show(cursor) }`. `show` is called at most once a frame,
// and updates only what has changed.
const PANES = {
  board: () => import("./panes/board.js"),
  calls: () => import("./course/calls.js"),
  candidates: () => import("./panes/candidates.js"),
  counters: () => import("./panes/counters.js"),
  layers: () => import("./panes/layers.js"),
  log: () => import("./panes/log.js"),
  output: () => import("./panes/output.js"),
  source: () => import("./panes/source.js"),
  stack: () => import("./panes/stack.js"),
  strip: () => import("./panes/strip.js"),
  tests: () => import("./panes/tests.js"),
  tree: () => import("./panes/tree.js"),
  direction: () => import("./course/direction.js"),
};

// In playback faster than this (events a second) nobody sees single states: each frame draws half of the panes.
const TURNS_PACE = 30;
const FIRST_TURN = new Set(["board", "source", "tests", "log"]);

/**
 * Open the run of an element: load its trace unless the page has it, and create its panes. `facts` are its data.
 */
export async function openRun(element, facts, sentences, limit = Infinity) {
  const trace = facts.trace ?? (await fetchTrace(facts.traceUrl));
  const run = new Run(element, trace, { facts, sentences });
  run.limit = limit;
  await run.makePanes();
  return run;
}

export class Run {
  #panes = [];
  #shown = [];
  #paused = [];
  #frame = 0;
  #turn = false;

  constructor(element, trace, { facts = {}, sentences = { events: {}, outside: {} } } = {}) {
    this.element = element;
    this.trace = trace;
    this.cursor = trace.cursor();
    this.givens = trace.givens;
    this.facts = facts;
    // The engine's sentence for each kind of event.
    this.sentences = sentences;
    // No state after it is shown: a student must not see what is to be predicted.
    this.limit = Infinity;
    // The last state that was shown without a limit: the event after it was announced.
    this.seen = -1;
    // The cell chosen on the board, -1 for none.
    this.chosen = -1;
    // For a run aligned with another: from the page's number to the state of this run.
    this.align = null;
    // Events a second during playback, else 0: panes skip what nobody could read.
    this.pace = 0;
  }

  /** The number of the state that is shown. */
  get number() {
    return this.cursor.number;
  }

  /** What an event did, in a sentence. */
  describe({ operation, cell, digit }) {
    const isOutside = cell < 0 || cell > 80;
    // The simple method makes no trials.
    const isStuck = operation === OPERATION.OVER && this.trace.algorithm === "projet_insa";
    const ending = isStuck
      ? gettext("no empty cell has a single digit left: the simple method stops")
      : isOutside && this.sentences.outside[operation];
    const sentence = ending || this.sentences.events[operation];
    return interpolate(sentence, { digit, cell: isOutside ? "" : cellName(cell) }, true);
  }

  /** Go to state n, or the nearest that can be shown; the panes are drawn in the next frame. */
  show(number) {
    const place = this.align ? this.align(number) : number;
    this.cursor.seek(this.trace.nearestState(Math.min(place, this.limit)));
    this.#notice();
    this.refresh();
  }

  /** Remove the limit. */
  unlimit() {
    this.limit = Infinity;
    this.#notice();
    this.refresh();
  }

  #notice() {
    if (this.limit === Infinity) this.seen = Math.max(this.seen, this.number);
  }

  /** Draw the panes again in the next frame. */
  refresh() {
    this.#frame ||= requestAnimationFrame(() => this.draw());
  }

  /** Draw now instead of in the next frame. */
  draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#turn = !this.#turn;
    for (const { pane, isFirst } of this.#panes) {
      if (this.pace <= TURNS_PACE || isFirst === this.#turn) pane.show(this.cursor);
    }
    for (const callback of this.#shown) callback(this);
  }

  /** Call back with this run after each drawing. */
  onShow(callback) {
    this.#shown.push(callback);
  }

  /** Ask for playback to stop. */
  pause() {
    for (const callback of this.#paused) callback(this);
  }

  /** Call back when this run asks for playback to stop. */
  onPause(callback) {
    this.#paused.push(callback);
  }

  /** Create the panes of the element. */
  async makePanes() {
    const places = [...this.element.querySelectorAll("[data-pane]")].filter((place) =>
      PANES[place.dataset.pane]
    );
    const modules = await Promise.all(places.map((place) => PANES[place.dataset.pane]()));
    this.#panes = modules.map((module, index) => ({
      pane: module.create(places[index], this),
      isFirst: FIRST_TURN.has(places[index].dataset.pane),
    }));
    this.#notice();
    this.draw();
  }
}
