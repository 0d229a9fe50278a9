// The one request on its way: it carries what the outbox holds, and the next leaves when its answer is here.

import { csrfToken } from "./csrf.js";
import { OPS_FORMAT, written } from "./outbox.js";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
// How often to look whether somebody has logged in again meanwhile, or the class goes on.
const LOGGED_OUT_PAUSE_MS = 15_000;
// A site that asks us to come again mostly takes the next request: nothing is said of the first.
const QUIET_FAILURES = 1;

/** The answers to who is no longer logged in, or is now somebody else. */
export const STRANGERS = [401, 403, 404];

/** What went wrong, by the status of the answer; 0 is no answer of our site. */
function troubleOf(status) {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) return "sessionEnded";
  if (status === 404) return "otherAccount";
  if (status === 409) return "paused";
  if (status === 400 || status === 413) return "notStored";
  if (status === 429) return "tooFast";
  return status >= 500 ? "siteTrouble" : "offline";
}

export class Sender {
  /** `onTrouble(name or null, name before)` is told how sending goes; `versionSeen()` gives the version to send along. */
  constructor({ form, outbox, maxOps, versionSeen, onTrouble }) {
    Object.assign(this, { form, outbox, maxOps, versionSeen, onTrouble });
    // Until htmx knows the form.
    this.isBusy = true;
    this.wantsNews = false;
    this.wantsWhole = false;
    this.trouble = null;
    this.failures = 0;
    this.timer = 0;
    this.drained = [];
    document.addEventListener("DOMContentLoaded", () => this.start());
    window.addEventListener("online", () => this.retry());
    window.addEventListener("focus", () => this.retry());
    window.addEventListener("pageshow", () => this.retry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.retry());
    window.addEventListener("pagehide", () => this.sendLast());
  }

  start() {
    this.isBusy = false;
    this.wake();
  }

  /** Send what waits, unless a request is on its way or a pause after a failure runs. */
  wake() {
    if (this.isBusy || this.timer || !(this.outbox.size || this.wantsNews || this.wantsWhole)) return;
    this.isBusy = true;
    const { client, ops } = this.outbox.batch(this.maxOps);
    this.form.elements.client.value = client;
    this.form.elements.version.value = this.wantsWhole ? -1 : this.versionSeen();
    this.form.elements.ops.value = [OPS_FORMAT, ...ops.map(written)].join(" ");
    window.htmx.trigger(this.form, "send");
  }

  /** Try again now if the last request failed: something has changed. Should it fail once more, soon again. */
  retry() {
    this.failures = 0;
    this.resume();
  }

  resume() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.wake();
  }

  /** A promise of true once nothing waits any more, and of false when sending fails. */
  drain() {
    if (!this.outbox.size && !this.isBusy) return Promise.resolve(true);
    this.retry();
    this.wake();
    return new Promise((resolve) => this.drained.push(resolve));
  }

  /** An answer has come, and what it says is taken in; status 0 is no answer. It may say when to come again. */
  finish(status, retryAfterS = 0) {
    this.isBusy = false;
    const trouble = troubleOf(status);
    if (trouble) this.pause(trouble, retryAfterS);
    else this.failures = 0;
    const before = this.trouble;
    const isQuiet = retryAfterS > 0 && this.failures <= QUIET_FAILURES;
    if (!isQuiet) this.trouble = trouble;
    if (this.trouble !== before) this.onTrouble(trouble, before);
    if (trouble || !this.outbox.size) this.settle(!trouble);
    // When htmx has let go of this request.
    setTimeout(() => this.wake());
  }

  /** What another request was answered holds for the moves as well; that it is over shows only when one is sent. */
  hear(status) {
    if (this.isBusy) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.wantsNews ||= troubleOf(status) !== null;
    this.finish(status);
  }

  pause(trouble, retryAfterS = 0) {
    this.failures += 1;
    const grown = Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), LONGEST_PAUSE_MS);
    const mayPass = ["offline", "siteTrouble", "tooFast"].includes(trouble);
    const pause = mayPass ? grown * (0.8 + 0.4 * Math.random()) : LOGGED_OUT_PAUSE_MS;
    this.timer = setTimeout(() => this.resume(), Math.max(pause, 1000 * retryAfterS));
  }

  settle(isDrained) {
    for (const resolve of this.drained.splice(0)) resolve(isDrained);
  }

  // A page that goes away hands over what it can; what is not acknowledged stays in the outbox.
  sendLast() {
    const { client, ops } = this.outbox.batch(this.maxOps);
    if (ops.length) postOps(this.form.getAttribute("hx-post"), { client, ops, version: this.versionSeen() }).catch(() => {});
  }
}

/** Send ops without htmx, also while the page goes away. A promise of the answer. */
export function postOps(url, { client, ops, version }) {
  return fetch(url, {
    method: "POST",
    keepalive: true,
    headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
    body: new URLSearchParams({ client, version, ops: [OPS_FORMAT, ...ops.map(written)].join(" ") }),
  });
}
