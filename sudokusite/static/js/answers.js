// Predictions on their way to the server: one request at a time, each sent again until the server has marked it.

import { csrfToken } from "./csrf.js";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const TIMEOUT_MS = 15_000;

/** What an answer of the server means; 0 is no answer. `refused` is final: the same again would not do better. */
function troubleOf(status) {
  if (status >= 200 && status < 300) return "";
  if (status === 401) return "sessionEnded";
  if (status === 400 || status === 404 || status === 409) return "refused";
  // 403 may be a token of an earlier login, or a grid that is being played in another window.
  return status === 403 ? "heldBack" : "offline";
}

export class Answers {
  #waiting = [];
  #isBusy = false;
  #timer = 0;
  #failures = 0;

  /**
   * `onMark(answer, mark)` is told what the server stored, `onTrouble(name, count)` how sending goes: the name of
   * what is wrong or "", and how many answers wait.
   */
  constructor(url, { onMark, onTrouble }) {
    Object.assign(this, { url, onMark, onTrouble, trouble: "" });
    for (const name of ["online", "focus", "pageshow"]) window.addEventListener(name, () => this.retry());
    window.addEventListener("beforeunload", (event) => this.trouble && this.size && event.preventDefault());
    window.addEventListener("pagehide", () => this.#sendLast());
  }

  /** How many answers are not stored yet. */
  get size() {
    return this.#waiting.length;
  }

  add(answer) {
    this.#waiting.push(answer);
    // Told at once: the next try may be half a minute away.
    if (this.#timer) this.onTrouble(this.trouble, this.size);
    this.#wake();
  }

  /** Try again now if the last request failed. */
  retry() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#wake();
  }

  async #wake() {
    if (this.#isBusy || this.#timer || !this.#waiting.length) return;
    this.#isBusy = true;
    const [answer] = this.#waiting;
    const { status, mark } = await post(this.url, answer);
    this.#isBusy = false;
    this.trouble = troubleOf(status);
    if (this.trouble && this.trouble !== "refused") this.#pause();
    else this.#finish(answer, mark);
    this.onTrouble(this.trouble, this.size);
    this.#wake();
  }

  #finish(answer, mark) {
    this.#failures = 0;
    this.#waiting.shift();
    if (mark) this.onMark(answer, mark);
  }

  #pause() {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.retry(), pause * (0.8 + 0.4 * Math.random()));
  }

  // A page that goes away hands over what it can. What the server has already, it counts once.
  #sendLast() {
    for (const answer of this.#waiting) request(this.url, answer, { keepalive: true }).catch(() => {});
  }
}

/** The status of the server's answer, 0 for none, and its mark. */
async function post(url, answer) {
  try {
    const got = await request(url, answer, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: got.status, mark: got.ok ? await got.json() : null };
  } catch {
    return { status: 0, mark: null };
  }
}

function request(url, answer, options) {
  return fetch(url, {
    ...options,
    method: "POST",
    // The middleware answers a script with 401 instead of the page of the login.
    headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
    body: new URLSearchParams(answer),
  });
}
