// For requests: the CSRF token, random names, and retries with growing pauses.

// Exponential backoff up to half a minute, with jitter so that the pages of a class do not retry together.
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** The CSRF token as the cookie holds it now: it changes at login, so it is read at each send. */
export function csrfToken() {
  const found = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/);
  return found ? decodeURIComponent(found[1]) : "";
}

/** Random bytes in hexadecimal digits. (randomUUID needs https.) */
export function randomHex(bytes) {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The pause after a number of failures, in milliseconds. */
export function pauseAfter(failures) {
  const grown = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  return grown * (0.8 + 0.4 * Math.random());
}

export class Retry {
  #again;
  #timer = 0;
  failures = 0;

  /** `again()` is called when a pause is over. */
  constructor(again) {
    this.#again = again;
  }

  get isWaiting() {
    return this.#timer !== 0;
  }

  /**
   * Wait after one more failure: `ms`, or each time longer; not less than `leastMs`.
   * @param {{ ms?: number | null, leastMs?: number }} [pause]
   */
  wait({ ms = null, leastMs = 0 } = {}) {
    this.failures += 1;
    this.#timer = setTimeout(() => this.resume(), Math.max(ms ?? pauseAfter(this.failures), leastMs));
  }

  /** Reset the failures after a success. */
  succeed() {
    this.failures = 0;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** End the pause, if there is one, and try again now. */
  resume() {
    if (!this.isWaiting) return;
    this.stop();
    this.#again();
  }

  /** Call `retry()` when the network, the window or the page comes back. */
  listen(retry) {
    for (const name of ["online", "focus", "pageshow"]) window.addEventListener(name, retry);
  }
}
