// The page of the viewer: one run or two, one clock, the controls and the keys.

import { Clock } from "./clock.js";
import { findState } from "./event_search.js";
import { profilePath } from "./profile.js";
import { attach } from "./prediction_round.js";
import { openRun } from "./run.js";
import { TraceRefusedError } from "./trace.js";
import { cellName } from "./reducer.js";

const SPEEDS = [1, 3, 10, 30, 100, 1000, 10000];
const SLIDER_KEYS = { ArrowUp: "ArrowRight", ArrowDown: "ArrowLeft" };
const SETTLED_MS = 300;

export const { runs: facts, step, sentences, asks = false, assigned = null } = JSON.parse(
  document.getElementById("viewer-data").textContent,
);
const page = document.querySelector("[data-viewer]");
const controls = page.querySelector("[data-controls]");
const part = (name) => controls.querySelector(`[data-${name}]`);
const numbers = new Intl.NumberFormat(document.documentElement.lang);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Where the teacher leads, also before the run is loaded.
let viewer = null;
let led = null;

document.addEventListener("room:step", (event) => {
  event.preventDefault();
  led = event.detail;
  viewer?.lead(led);
});

// The page of one's own solver opens its run when it is recorded.
if (!("own" in page.dataset)) openViewer().catch(showFailure);

/** Open the viewer of the page; a trace recorded here is in its run's facts. */
export async function openViewer() {
  const places = [...page.querySelectorAll("[data-run]")];
  if (asks) hide(places.slice(1), true);
  const runs = await Promise.all(
    places.map((place, index) => openRun(place, facts[index], sentences, asks && !index ? step : Infinity)),
  );
  viewer = new Viewer(runs);
  page.classList.add("ready");
  page.dispatchEvent(new CustomEvent("viewer-ready", { bubbles: true, detail: { runs } }));
  return viewer;
}

export function showFailure(error) {
  document.querySelector("[data-failure]").textContent = {
    403: gettext("This grid cannot be watched now. Reload the page."),
    503: gettext("Many solvers are running. Reload the page in a moment."),
  }[error.status] ?? gettext("The run could not be loaded. Reload the page.");
  if (!(error instanceof TraceRefusedError)) throw error;
}

class Viewer {
  #runs;
  #clock;
  #slider = part("slider");
  #settling = 0;
  #countSentence;
  #total;
  // While the first run asks, a second one would show the answers: most solvers try the same digits.
  #isAsking = false;

  constructor(runs) {
    this.#runs = runs;
    this.#clock = new Clock(runs, Number(part("speed").value));
    this.#measure();
    markGap(longestOf(runs));
    part("profile").setAttribute("d", profilePath(longestOf(runs)));
    this.#listen();
    this.#obeyCalm();
    this.#clock.go(led ?? step);
    if (part("predict")) this.#attachPredictions(runs[0]);
  }

  get runs() {
    return this.#runs;
  }

  /** Show state n. */
  go(number) {
    this.#clock.go(number);
  }

  /** Show the teacher's state n. */
  lead(number) {
    if (this.#clock.number === number) return;
    this.#clock.pause();
    this.go(number);
  }

  #attachPredictions(run) {
    attach(run, {
      element: part("predict"),
      asks,
      assigned,
      go: (number) => this.#clock.go(number),
      onAsking: (isAsking) => this.#setAsking(isAsking),
      onGrowth: () => this.#measure(),
    });
  }

  #measure() {
    this.#slider.max = this.#clock.length;
    const { length, isExact } = longestOf(this.#runs);
    // The total of an unfinished run is unknown.
    this.#countSentence = isExact ? gettext("Step %(number)s of %(total)s") : gettext("Step %(number)s");
    this.#total = numbers.format(length);
  }

  /** Hide what would show the answers: the other run, the curve of the whole run, its table. */
  #setAsking(isAsking) {
    this.#isAsking = isAsking;
    page.classList.toggle("asking", isAsking);
    hide([...page.querySelectorAll("[data-run]")].slice(1), isAsking);
    hide(controls.querySelectorAll("[data-links]"), isAsking);
    this.#announce();
  }

  #listen() {
    const clock = this.#clock;
    for (const run of this.#runs) run.onPause(() => clock.pause());
    clock.addEventListener("change", () => this.#follow());
    clock.addEventListener("play", () => this.#sayPlaying());
    clock.addEventListener("pause", () => this.#sayPlaying());
    this.#slider.addEventListener("input", () => clock.drag(this.#slider.valueAsNumber));
    this.#slider.addEventListener("change", () => clock.go(this.#slider.valueAsNumber));
    part("speed").addEventListener("change", () => clock.setSpeed(Number(part("speed").value)));
    page.addEventListener("click", (event) => this.#click(event));
    page.addEventListener("cell-chosen", (event) => this.#choose(event.detail.cell));
    document.addEventListener("keydown", (event) => this.#key(event));
    // Character keys work only while the focus is in the viewer, so it begins there.
    if (document.activeElement === document.body) page.focus({ preventScroll: true });
    calm.addEventListener("change", () => this.#obeyCalm());
  }

  /** Show the current state; slower updates wait until the clock rests. */
  #follow() {
    const { number } = this.#clock;
    document.dispatchEvent(new CustomEvent("viewer:step", { detail: number }));
    this.#slider.value = number;
    part("count").textContent = interpolate(this.#countSentence, {
      number: numbers.format(number),
      total: this.#total,
    }, true);
    clearTimeout(this.#settling);
    if (this.#clock.isPlaying) return;
    this.#settling = setTimeout(() => this.#settle(), SETTLED_MS);
    this.#announce();
  }

  /** Announce a sentence, or else the last event of each run. */
  #announce(sentence = "") {
    const sentences = (this.#isAsking ? this.#runs.slice(0, 1) : this.#runs).map((run) => sentenceOf(run));
    const text = sentence ||
      (sentences.length > 1 ? sentences.map((each, at) => `${at + 1}. ${each}`) : sentences).join(" · ");
    part("words").textContent = text;
    this.#slider.setAttribute("aria-valuetext", `${this.#slider.value}: ${text}`);
    part("gap").hidden = this.#runs.every(({ number, trace }) =>
      number <= trace.head || number >= trace.tail
    );
  }

  #settle() {
    if (this.#clock.isPlaying || assigned) return;
    const address = new URL(location.href);
    address.searchParams.set("step", this.#clock.number);
    history.replaceState(history.state, "", address);
    part("link").href = address.href;
    this.#runs.forEach((run, index) => aimTable(run, controls.querySelector(`[data-table="${index}"]`)));
  }

  #sayPlaying() {
    const { isPlaying } = this.#clock;
    const play = part("play");
    play.setAttribute("aria-label", isPlaying ? gettext("Pause") : gettext("Play"));
    play.classList.toggle("playing", isPlaying);
    if (isPlaying) part("words").textContent = "";
    else this.#follow();
  }

  /** With reduced motion there is no playback, only single steps. */
  #obeyCalm() {
    if (calm.matches) this.#clock.pause();
    for (const name of ["play", "pace"]) part(name).hidden = calm.matches;
    part("calm").hidden = !calm.matches;
    // The filled button of the page is the next step where nothing plays by itself.
    controls.querySelector('[data-go="forward"]').classList.toggle("button-primary", calm.matches);
  }

  #choose(cell) {
    for (const run of this.#runs) {
      run.chosen = cell;
      run.refresh();
    }
    part("cell").textContent = interpolate(gettext("change of %(cell)s"), {
      cell: cellName(cell),
    }, true);
  }

  #click(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const { go, find } = button.dataset;
    if (go) this.#go(go);
    if (find) this.#find(find, event.shiftKey ? -1 : 1);
  }

  #go(name) {
    const clock = this.#clock;
    if (name === "first") clock.go(0);
    if (name === "back") clock.step(-1);
    if (name === "forward") clock.step(1);
    if (name === "last") clock.go(clock.length);
    if (name === "play") this.#toggle();
    if (name === "projector") this.#project();
  }

  #toggle() {
    if (this.#clock.isPlaying) this.#clock.pause();
    else if (!calm.matches) this.#clock.play();
  }

  /** To the next event of a kind, in the first run. */
  #find(kind, direction) {
    const [run] = this.#runs;
    this.#clock.pause();
    if (kind === "cell" && run.chosen < 0) return this.#announce(gettext("Choose a cell of the grid first."));
    const state = findState(run.trace, this.#clock.number, { kind, cell: run.chosen, direction });
    if (state < 0 || state > this.#clock.end) {
      return this.#announce(
        direction > 0
          ? gettext("There is none after this step.")
          : gettext("There is none before this step."),
      );
    }
    return this.#clock.go(state);
  }

  #faster(by) {
    const select = part("speed");
    const place = SPEEDS.indexOf(Number(select.value)) + by;
    if (place < 0 || place >= SPEEDS.length) return;
    select.value = SPEEDS[place];
    this.#clock.setSpeed(SPEEDS[place]);
  }

  #project(isOn = !isProjected()) {
    document.documentElement.classList.toggle("projector", isOn);
    window.scrollTo(0, 0);
    part("projector").setAttribute("aria-pressed", isOn);
    if (part("more").contains(document.activeElement)) page.focus({ preventScroll: true });
    part("more").open = false;
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return;
    if (isCharacter(event.key) && !page.contains(event.target)) return;
    // The slider's own arrow keys move by one, which in the gap leads back to the same state.
    const key = (event.target === this.#slider && SLIDER_KEYS[event.key]) || event.key;
    const act = this.#acts(key, event.shiftKey);
    if (!act) return;
    event.preventDefault();
    act();
  }

  #acts(key, isShifted) {
    const direction = isShifted ? -1 : 1;
    const acts = {
      " ": () => this.#toggle(),
      ArrowLeft: () => this.#clock.step(-1),
      ",": () => this.#clock.step(-1),
      ArrowRight: () => this.#clock.step(1),
      ".": () => this.#clock.step(1),
      Home: () => this.#clock.go(0),
      End: () => this.#clock.go(this.#clock.length),
      "+": () => this.#faster(1),
      "=": () => this.#faster(1),
      "-": () => this.#faster(-1),
      n: () => this.#find("placement", direction),
      b: () => this.#find("return", direction),
      c: () => this.#find("cell", direction),
      s: () => this.#find("solution", direction),
      f: () => this.#project(),
    };
    if (key === "Escape" && isProjected()) return () => this.#project(false);
    return acts[key.length === 1 ? key.toLowerCase() : key];
  }
}

function hide(elements, isHidden) {
  for (const element of elements) element.hidden = isHidden;
}

const isCharacter = (key) => key.length === 1 && key !== " ";

/** Whether the focused control uses a key itself: a text field, a list, a button. */
function isTaken({ key, target }) {
  if (target.matches("select, textarea, input:not([type=range])")) return true;
  return key === " " && target.matches("button, summary, a");
}

/** Link to the table from the next event on; at state 0, to its default beginning. */
function aimTable({ facts, number, trace }, link) {
  if (link) {
    link.href = number ? `${facts.tableUrl}&start=${Math.min(number, trace.length - 1)}` : facts.tableUrl;
  }
}

function isProjected() {
  return document.documentElement.classList.contains("projector");
}

function sentenceOf(run) {
  const { number, cursor } = run;
  return number ? run.describe(cursor.last) : gettext("The grid as given");
}

function longestOf(runs) {
  return runs.map(({ trace }) => trace).reduce((one, other) => (other.length > one.length ? other : one));
}

/** Hatch the gap on the slider, of which the trace has only keyframes. */
function markGap({ head, tail, length }) {
  if (head === tail) return;
  const hole = controls.querySelector("[data-hole]");
  hole.setAttribute("x", (1000 * head) / length);
  hole.setAttribute("width", (1000 * (tail - head)) / length);
  const values = { head: numbers.format(head), tail: numbers.format(tail) };
  controls.querySelector("[data-gap]").textContent = interpolate(
    "own" in page.dataset ? gettext("The steps from %(head)s to %(tail)s are left out.") : gettext(
      "The steps from %(head)s to %(tail)s are not kept, only snapshots: from one to the next many steps pass.",
    ),
    values,
    true,
  );
}
