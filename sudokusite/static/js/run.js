// One run on the page: a trace, where in it we are, and the panes that show it. `<section class="run">` holds
// them as `[data-pane]`; viewer.js tells the time.

import { fetchTrace, OPERATION } from "./trace.js";
import { cellName } from "./reducer.js";

// A pane's module has `create(element, run)`, which gives `{ show(cursor) }`. It is called at most once a frame,
// and changes only what has changed.
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

// When time goes faster than this nobody sees single states: the panes are drawn in turns, half of them a frame.
const TURNS_PACE = 30;
const FIRST_TURN = new Set(["board", "source", "tests", "log"]);

/**
 * The run of an element: its trace fetched where the page has none, its panes made. `facts` is its part of the page's data.
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
    // What each kind of event did, as the engine words it.
    this.sentences = sentences;
    // No state behind it is shown: what a student is asked to foretell must not be seen before.
    this.limit = Infinity;
    // The last state that was shown without a limit: the page has told the event after it.
    this.seen = -1;
    // The cell that was chosen on the board, -1 when none was.
    this.chosen = -1;
    // Where a run beside another one goes at the other's own pace: from the time of the page to its state.
    this.align = null;
    // Events a second while time runs by itself, else 0: what nobody can read then need not be drawn.
    this.pace = 0;
  }

  /** The number of the state that is shown. */
  get number() {
    return this.cursor.number;
  }

  /** What an event did, in a sentence. */
  describe({ operation, cell, digit }) {
    const isOutside = cell < 0 || cell > 80;
    // The simple method tries nothing.
    const isStuck = operation === OPERATION.OVER && this.trace.algorithm === "projet_insa";
    const ending = isStuck
      ? gettext("no empty cell has a single digit left: the simple method stops")
      : isOutside && this.sentences.outside[operation];
    const sentence = ending || this.sentences.events[operation];
    return interpolate(sentence, { digit, cell: isOutside ? "" : cellName(cell) }, true);
  }

  /** Go to state n, or the nearest one that can be shown; the panes follow in the next frame. */
  show(number) {
    const place = this.align ? this.align(number) : number;
    this.cursor.seek(this.trace.nearestState(Math.min(place, this.limit)));
    this.#notice();
    this.refresh();
  }

  /** Show everything again. */
  unlimit() {
    this.limit = Infinity;
    this.#notice();
    this.refresh();
  }

  #notice() {
    if (this.limit === Infinity) this.seen = Math.max(this.seen, this.number);
  }

  /** Have the panes drawn again in the next frame. */
  refresh() {
    this.#frame ||= requestAnimationFrame(() => this.draw());
  }

  /** Draw at once what `show` has left for the next frame. */
  draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#turn = !this.#turn;
    for (const { pane, isFirst } of this.#panes) {
      if (this.pace <= TURNS_PACE || isFirst === this.#turn) pane.show(this.cursor);
    }
    for (const callback of this.#shown) callback(this);
  }

  /** Call back with this run each time it has been drawn. */
  onShow(callback) {
    this.#shown.push(callback);
  }

  /** Ask whoever tells the time to stop. */
  pause() {
    for (const callback of this.#paused) callback(this);
  }

  /** Call back when the run asks for time to stop. */
  onPause(callback) {
    this.#paused.push(callback);
  }

  /** Make the panes that the element has places for. */
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
