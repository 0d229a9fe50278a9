// The messages of the page: a polite live region for moves, an alert for connection trouble, the saving state, the timer.

const MAX_GAP_MS = 60_000;
const QUIET_MS = 500;

let line = null;
let alertLine = null;
let saving = null;
let savingWord = null;
let face = null;

// The gap below the status line, and the gap between the edge of the screen and a lifted line.
const GAP_PX = 8;
const EDGE_PX = 3;

/** Find the elements on the page. */
export function attachStatus() {
  line = document.getElementById("status");
  alertLine = document.getElementById("alert");
  saving = document.getElementById("saving");
  face = document.getElementById("timer");
  // A shared grid sends nothing, so it has no saving state.
  savingWord = saving?.querySelector("[data-word]");
  // On a phone, a sentence that is too long for its line is lifted over the page's header until the next action or a tap
  // on it. Measured in the next frame: in the key event it would cause a second layout.
  new MutationObserver(() => requestAnimationFrame(lift)).observe(line, { childList: true });
  window.addEventListener("resize", lift);
  line.addEventListener("click", () => line.classList.contains("is-long") && say(""));
}

function lift() {
  // Reset first: a second call in one frame would measure the lifted line.
  line.style.translate = "";
  const isLong = line.scrollHeight > line.parentElement.clientHeight + GAP_PX;
  line.classList.toggle("is-long", isLong);
  // By translate, which does not count as a layout shift.
  if (isLong) line.style.translate = `0 ${EDGE_PX - line.getBoundingClientRect().top}px`;
}

/** Announce a sentence in the status line. An equal sentence gets a no-break space, so that it is announced again. */
export function say(sentence) {
  line.textContent = line.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Show the alert, or hide it without a sentence. Returns its element, or null if nothing has changed. */
export function warn(sentence = "") {
  if (alertLine.dataset.sentence === sentence) return null;
  const hadFocus = alertLine.contains(document.activeElement);
  alertLine.dataset.sentence = sentence;
  alertLine.textContent = sentence;
  // The alert's link is gone: the focus returns to the cell.
  if (hadFocus) document.querySelector("#board [tabindex='0']").focus({ preventScroll: true });
  return alertLine;
}

let later = 0;

/** Show whether the moves are stored: `failing` if sending just failed, `since` is the time of the oldest. */
export function showSaving({ size, since }, failing) {
  clearTimeout(later);
  if (size === 0) return setSaving("saved", gettext("saved"));
  if (failing) {
    return setSaving(
      "waiting",
      interpolate(ngettext("%(count)s move waiting", "%(count)s moves waiting", size), { count: size }, true),
    );
  }
  // Most answers come before anyone could read the word.
  later = setTimeout(() => setSaving("saving", gettext("saving")), QUIET_MS - (Date.now() - since));
}

function setSaving(state, text) {
  saving.dataset.state = state;
  if (savingWord.textContent !== text) savingWord.textContent = text;
}

/** Solve time as the server counts it: visible time only, at most a minute between two moves. */
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

  /** The milliseconds since the last move; the gap starts again from 0. */
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
    face.classList.toggle("is-still", this.gapMs() >= MAX_GAP_MS);
  }

  gapMs() {
    const running = this.since === null ? 0 : performance.now() - this.since;
    return Math.min(this.gap + running, MAX_GAP_MS);
  }

  /** Stop the time while the board is covered, as on a hidden page. */
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
