// News of an open board: its class is paused, its end changes, another device plays on. And the time that is left.

import { board } from "./board_state.js";
import { csrfToken } from "./requests.js";
import { say } from "./status.js";

const SEEN_PAUSE_MS = 5000;
const HIDDEN_PAUSE_MS = 30_000;
// A slow site is asked less often: the pause is this many times the duration of the last request.
const PAUSE_FACTOR = 10;
// After the end by this clock, the server's clock may be a little behind.
const END_PAUSE_MS = 1000;
const SOON_MINUTES = 5;
// Longer times are shown as a date on the page of the assignment.
const SHOWN_MINUTES = 180;

export class News {
  url;
  onMove;
  onPause;

  /** `onPause(isPaused)` and `onMove(isEnded)` are called with the news. */
  constructor(config, { onPause, onMove }) {
    this.page = document.getElementById("play");
    this.cover = document.getElementById("pause");
    this.face = document.getElementById("time-left");
    Object.assign(this, { url: config.news, onPause, onMove, isPaused: false, tookMs: 0 });
    if (!board.game.isOpen) return;
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
    if (board.game.isOpen) this.timer = setTimeout(() => this.ask(), ms);
  }

  /** Use the news in an answer to moves, instead of asking for it. */
  apply(stored) {
    this.setEnd(stored);
    this.setPaused(stored.paused && board.game.isOpen);
    this.wait(this.pauseMs);
  }

  get pauseMs() {
    if (document.hidden) return HIDDEN_PAUSE_MS;
    if (this.leftMs <= 0 && this.isExam) return END_PAUSE_MS;
    return Math.min(Math.max(PAUSE_FACTOR * this.tookMs, SEEN_PAUSE_MS), HIDDEN_PAUSE_MS);
  }

  async ask() {
    const began = performance.now();
    try {
      const asked = { version: board.game.confirmed.version, ends: this.ends ?? "", lesson: this.lesson };
      if (!document.hidden) asked.visible = 1;
      if (this.isPaused) asked.paused = 1;
      const answer = await fetch(this.url, {
        method: "POST",
        headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
        body: new URLSearchParams(asked),
      });
      const news = JSON.parse(answer.headers.get("HX-Trigger") ?? "{}")["board-news"];
      if (news) this.take(news);
      if (news?.room) import("./room.js").then(({ start }) => start());
    } catch {
      // Sending the moves shows that the connection is lost.
    }
    this.tookMs = performance.now() - began;
    this.wait(this.pauseMs);
  }

  take(news) {
    this.setEnd(news);
    this.setPaused(news.paused && !news.ended);
    if (news.lesson) {
      import("./board_lesson.js").then(({ take }) => this.lesson = take(news.lesson), () => {});
    }
    if (news.ended || news.version > board.game.confirmed.version) this.onMove(news.ended);
  }

  // A dialog keeps focus and keys away from the board, and is announced. Escape pressed twice closes any dialog: this one
  // opens again, and then no longer knows where the focus was.
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
    if (!this.face || !board.game.isOpen) return;
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
