// One clock for all runs of a page: the number of the state they show, and its playback.
//
// A shorter run stays at its end. States that no run can show are skipped.

const LONGEST_FRAME_MS = 250;

export class Clock extends EventTarget {
  #runs;
  #frame = 0;
  #before = 0;
  #due = 0;

  /** Dispatches `change` when the number changes, `play` and `pause`. */
  constructor(runs, speed) {
    super();
    this.#runs = runs;
    this.number = 0;
    this.speed = speed;
  }

  /** The last state of the longest run. */
  get length() {
    return Math.max(...this.#runs.map(({ trace }) => trace.length));
  }

  get isPlaying() {
    return this.#frame !== 0;
  }

  /** The last state that may be shown. */
  get end() {
    const limits = this.#runs.map((run) => run.limit);
    return Math.min(this.length, ...limits);
  }

  /** The state nearest to n that a run can show, in a direction if one is given. */
  snap(number, direction = 0) {
    const wanted = Math.max(0, Math.min(this.end, number));
    const going = this.#runs.filter(({ trace }) => wanted <= trace.length);
    if (going.some(({ trace }) => trace.hasState(wanted))) return wanted;
    const near = going.map(({ trace }) => trace.nearestState(wanted, direction));
    const byDistance = (one, other) => Math.abs(one - wanted) - Math.abs(other - wanted);
    return Math.min(this.end, near.sort(byDistance)[0]);
  }

  /** Show state n, or the nearest possible, and stop playback. */
  go(number, direction = 0) {
    this.pause();
    this.#show(this.snap(number, direction));
  }

  step(direction) {
    this.go(this.number + direction, direction);
  }

  play() {
    if (this.isPlaying) return;
    if (this.number >= this.length) this.#show(0);
    this.#before = performance.now();
    this.#due = 0;
    this.#setPace(this.speed);
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
    this.dispatchEvent(new Event("play"));
  }

  pause() {
    this.#setPace(0);
    if (!this.isPlaying) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.dispatchEvent(new Event("pause"));
  }

  setSpeed(speed) {
    this.speed = speed;
    if (this.isPlaying) this.#setPace(speed);
  }

  /** Show a state while the slider is dragged: nothing is announced. */
  drag(number) {
    this.pause();
    this.#setPace(Infinity);
    this.#show(this.snap(number));
  }

  #tick(now) {
    this.#due += (Math.min(now - this.#before, LONGEST_FRAME_MS) * this.speed) / 1000;
    this.#before = now;
    const steps = Math.floor(this.#due);
    this.#due -= steps;
    if (steps) {
      this.#show(this.snap(this.number + steps, 1));
      for (const run of this.#runs) run.draw();
    }
    if (this.number >= this.end) this.pause();
    else this.#frame = requestAnimationFrame((later) => this.#tick(later));
  }

  #show(number) {
    this.number = number;
    for (const run of this.#runs) run.show(number);
    this.dispatchEvent(new Event("change"));
  }

  /** Pass the speed on to the runs; when it changes, panes that skipped states are drawn. */
  #setPace(pace) {
    for (const run of this.#runs) {
      if (run.pace === pace) continue;
      run.pace = pace;
      run.refresh();
    }
  }
}
