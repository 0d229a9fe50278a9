// What happens to a board elsewhere: its class is paused, its time changes or ends, another device goes on. And
// the time that is left.

import { csrfToken } from "./requests.js";
import { say } from "./status.js";

const SEEN_PAUSE_MS = 5000;
const HIDDEN_PAUSE_MS = 30_000;
// A site that is slow to answer is asked less often: so many times what it took, it is left in peace.
const PEACE = 10;
// After the end by our clock, the server's may still have a moment to go.
const END_PAUSE_MS = 1000;
const SOON_MINUTES = 5;
// Longer times are told as a date, on the this.page of the work.
const SHOWN_MINUTES = 180;

export class News {
  game;
  url;
  onMove;
  onPause;

  /** `game()` is the game as it stands, `onPause(isPaused)` and `onMove(isEnded)` take the news in. */
  constructor(config, { game, onPause, onMove }) {
    this.page = document.getElementById("play");
    this.cover = document.getElementById("pause");
    this.face = document.getElementById("time-left");
    Object.assign(this, { url: config.news, game, onPause, onMove, isPaused: false, tookMs: 0 });
    if (!game().isOpen) return;
    this.isExam = !config.judges;
    this.setEnd(config);
    this.setPaused(config.paused);
    this.cover.addEventListener("cancel", (event) => event.preventDefault());
    this.cover.addEventListener("close", () => this.isPaused && !this.cover.open && this.cover.showModal());
    document.addEventListener("visibilitychange", () => this.wait(document.hidden ? HIDDEN_PAUSE_MS : 0));
    this.wait(SEEN_PAUSE_MS);
    setInterval(() => this.showLeft(), 1000);
  }

  wait(ms) {
    clearTimeout(this.timer);
    if (this.game().isOpen) this.timer = setTimeout(() => this.ask(), ms);
  }

  /** What an answer to moves has told as well need not be asked for. */
  hear(stored) {
    this.setEnd(stored);
    this.setPaused(stored.paused && this.game().isOpen);
    this.wait(this.pauseMs);
  }

  get pauseMs() {
    if (document.hidden) return HIDDEN_PAUSE_MS;
    if (this.leftMs <= 0 && this.isExam) return END_PAUSE_MS;
    return Math.min(Math.max(PEACE * this.tookMs, SEEN_PAUSE_MS), HIDDEN_PAUSE_MS);
  }

  async ask() {
    const began = performance.now();
    try {
      const asked = { version: this.game().confirmed.version, ends: this.ends ?? "" };
      if (!document.hidden) asked.visible = 1;
      if (this.isPaused) asked.paused = 1;
      const answer = await fetch(this.url, {
        method: "POST",
        headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
        body: new URLSearchParams(asked),
      });
      const news = JSON.parse(answer.headers.get("HX-Trigger") ?? "{}")["board-news"];
      if (news) this.take(news);
    } catch {
      // Whoever plays is told of a lost connection by the moves.
    }
    this.tookMs = performance.now() - began;
    this.wait(this.pauseMs);
  }

  take(news) {
    this.setEnd(news);
    this.setPaused(news.paused && !news.ended);
    if (news.ended || news.version > this.game().confirmed.version) this.onMove(news.ended);
  }

  // A dialog keeps focus and keys away from the board, and is announced. Escape, pressed twice, closes any dialog:
  // this one comes back, and has then forgotten where the focus was.
  setPaused(isPaused) {
    if (isPaused === this.isPaused) return;
    this.isPaused = isPaused;
    if (isPaused) this.focused = document.activeElement;
    this.page.classList.toggle("is-paused", isPaused);
    this.cover.close();
    if (isPaused) this.cover.showModal();
    else this.focused.focus({ preventScroll: true });
    this.onPause(isPaused);
  }

  setEnd({ ends, left }) {
    if (ends !== this.ends) Object.assign(this, { isSoonAnnounced: false, isEndAnnounced: false });
    this.ends = ends;
    this.endsAt = left === null ? Infinity : performance.now() + 1000 * left;
    this.showLeft();
  }

  get leftMs() {
    return this.endsAt - performance.now();
  }

  showLeft() {
    if (!this.face || !this.game().isOpen) return;
    const count = Math.ceil(this.leftMs / 60_000);
    const text = this.leftWords(count);
    if (this.face.textContent !== text) this.face.textContent = text;
    if (count > SOON_MINUTES || this.isSoonAnnounced || this.isPaused) return;
    this.isSoonAnnounced = true;
    say(text);
  }

  leftWords(count) {
    if (count > SHOWN_MINUTES) return "";
    if (count > 0) return interpolate(gettext("%(count)s min left"), { count }, true);
    if (!this.isEndAnnounced) this.wait(0);
    this.isEndAnnounced = true;
    return this.isExam
      ? gettext("The time is up.")
      : gettext("The due date has passed: your moves count as late.");
  }
}
