// The queue of predictions to send: one request at a time, each repeated until the server has marked it.

import { csrfToken, Retry } from "./requests.js";

const TIMEOUT_MS = 15_000;

/** The trouble that a status means; 0 is no answer. After `refused` the same request is not repeated. */
function troubleOf(status) {
  if (status >= 200 && status < 300) return "";
  if (status === 401) return "sessionEnded";
  if (status === 400 || status === 404 || status === 409) return "refused";
  // 403: the CSRF token of an earlier login, or a grid that is being played in another window.
  return status === 403 ? "heldBack" : "offline";
}

export class PredictionQueue {
  onTrouble;
  url;
  onMark;

  #waiting = [];
  #isBusy = false;
  #retries = new Retry(() => this.#wake());

  /**
   * `onMark(answer, mark)` is called with what the server stored, `onTrouble(name, count)` after each try: the name of
   * the trouble or "", and the number of answers that wait.
   */
  constructor(url, { onMark, onTrouble }) {
    Object.assign(this, { url, onMark, onTrouble, trouble: "" });
    this.#retries.listen(() => this.#retries.resume());
    window.addEventListener("beforeunload", (event) => this.trouble && this.size && event.preventDefault());
    window.addEventListener("pagehide", () => this.#sendLast());
  }

  /** The number of answers that are not stored yet. */
  get size() {
    return this.#waiting.length;
  }

  add(answer) {
    this.#waiting.push(answer);
    // Now, since the next try may be half a minute away.
    if (this.#retries.isWaiting) this.onTrouble(this.trouble, this.size);
    this.#wake();
  }

  async #wake() {
    if (this.#isBusy || this.#retries.isWaiting || !this.#waiting.length) return;
    this.#isBusy = true;
    const [answer] = this.#waiting;
    const { status, mark } = await post(this.url, answer);
    this.#isBusy = false;
    this.trouble = troubleOf(status);
    if (this.trouble && this.trouble !== "refused") this.#retries.wait();
    else this.#finish(answer, mark);
    this.onTrouble(this.trouble, this.size);
    this.#wake();
  }

  #finish(answer, mark) {
    this.#retries.succeed();
    this.#waiting.shift();
    if (mark) this.onMark(answer, mark);
  }

  // A page that is closed sends the remaining answers. The server counts an answer sent twice only once.
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
    // With this header the middleware answers 401 instead of redirecting to the login page.
    headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
    body: new URLSearchParams(answer),
  });
}
