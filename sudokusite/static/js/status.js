// What the page says: one polite line for moves, one alert for a lost connection, one word for saving, and the time.

const LONGEST_GAP_MS = 60_000;
const UNTOLD_MS = 500;

let line = null;
let alertLine = null;
let saving = null;
let savingWord = null;
let face = null;

// The gap below the place of what is said; and between the edge of the screen and what is lifted there.
const GAP_PX = 8;
const EDGE_PX = 3;

/** Take the page's lines. */
export function attachStatus() {
  if (line) return;
  line = document.getElementById("status");
  alertLine = document.getElementById("alert");
  saving = document.getElementById("saving");
  face = document.getElementById("timer");
  // Where nothing is sent, none of it is told.
  savingWord = saving?.querySelector("[data-word]");
  // Where it is longer than its place on a phone, it is lifted over the head of the page until the next act, or a tap
  // on it. Measured when the frame is drawn: within a key that would lay out the page twice.
  new MutationObserver(() => requestAnimationFrame(lift)).observe(line, { childList: true });
  window.addEventListener("resize", lift);
  line.addEventListener("click", () => line.classList.contains("is-long") && say(""));
}

function lift() {
  // Twice in a frame, the second time would find it lifted and let it down.
  line.style.translate = "";
  const isLong = line.scrollHeight > line.parentElement.clientHeight + GAP_PX;
  line.classList.toggle("is-long", isLong);
  // Not another place in the layout: that would count as a page that jumps.
  if (isLong) line.style.translate = `0 ${EDGE_PX - line.getBoundingClientRect().top}px`;
}

/** Say something in the status line. The same sentence twice is said twice. */
export function say(sentence) {
  line.textContent = line.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Raise the alert, or take it away without a sentence; its line, unless it says so already. */
export function warn(sentence = "") {
  if (alertLine.dataset.sentence === sentence) return null;
  const hadFocus = alertLine.contains(document.activeElement);
  alertLine.dataset.sentence = sentence;
  alertLine.textContent = sentence;
  // Its link is gone: keys go on at the cell where they were.
  if (hadFocus) document.querySelector("#board [tabindex='0']").focus({ preventScroll: true });
  return alertLine;
}

let later = 0;

/** Show whether the moves are stored: `failing` when they could not be sent just now; the oldest is of `since`. */
export function showSaving({ size, since }, failing) {
  clearTimeout(later);
  if (size === 0) return setSaving("saved", gettext("saved"));
  if (failing) {
    return setSaving(
      "waiting",
      interpolate(ngettext("%(count)s move waiting", "%(count)s moves waiting", size), { count: size }, true),
    );
  }
  // Most answers are here before anyone could read a word.
  later = setTimeout(() => setSaving("saving", gettext("saving")), UNTOLD_MS - (Date.now() - since));
}

function setSaving(state, text) {
  saving.dataset.state = state;
  if (savingWord.textContent !== text) savingWord.textContent = text;
}

/** Solve time as the server will count it: visible time only, and no more than a minute between two moves. */
export class Timer {
  countedMs;
  isOpen;

  /** `countedMs()` is the solve time up to the last move; `isOpen()` whether time still runs. */
  constructor({ countedMs, isOpen }) {
    Object.assign(this, { countedMs, isOpen, isPaused: false });
    this.gap = 0;
    this.since = document.hidden ? null : performance.now();
    document.addEventListener("visibilitychange", () => this.setPaused(this.isPaused));
    setInterval(() => this.show(), 500);
  }

  /** The milliseconds since the last move, and a new beginning. */
  takeGap() {
    const ms = Math.round(this.gapMs());
    this.restart();
    return ms;
  }

  restart() {
    this.gap = 0;
    if (this.since !== null) this.since = performance.now();
  }

  show() {
    const ms = this.countedMs() + (this.isOpen() ? this.gapMs() : 0);
    const text = clock(ms);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("is-still", this.gapMs() >= LONGEST_GAP_MS);
  }

  gapMs() {
    const running = this.since === null ? 0 : performance.now() - this.since;
    return Math.min(this.gap + running, LONGEST_GAP_MS);
  }

  /** Time stands while the board is covered, as it does on a page that nobody sees. */
  setPaused(isPaused) {
    this.isPaused = isPaused;
    this.setRunning(!isPaused && !document.hidden);
  }

  setRunning(isRunning) {
    if (isRunning === (this.since !== null)) return;
    this.gap = this.gapMs();
    this.since = isRunning ? performance.now() : null;
    this.show();
  }
}

/** `6:52`, `1:05:09` */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, at) => (at ? String(part).padStart(2, "0") : part)).join(":");
}
