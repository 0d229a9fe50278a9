// The queue of ops to send. Each op is in localStorage under its own key until the server acknowledges it: pages in two
// windows never overwrite each other, and the next page sends the ops of a closed one. One request at a time carries
// the ops of the outbox.

import { csrfToken, randomHex, Retry } from "./requests.js";

const PREFIX = "sudoku-op";
const OPS_FORMAT = "1";

/** An op as it is sent: seq.cell.kind.digit.ms; several cells are joined by hyphens. */
function written({ seq, op, ms }) {
  return `${seq}.${cellsText(op)}.${op.kind}.${op.digit || ""}.${ms}`;
}

const cellsText = ({ cell, more = [] }) => (cell === null ? "" : [cell, ...more].join("-"));

function readCells(text) {
  if (text === "") return { cell: null };
  const [cell, ...more] = text.split("-").map(Number);
  return more.length ? { cell, more } : { cell };
}

/** Every op of a user in this browser, oldest first: { key, user, attempt, client, seq, op, ms, at }. */
export function localOps(user) {
  const entries = [];
  for (const key of keysOf(`${PREFIX}:${user}:`)) {
    const [, , attempt, client, seq] = key.split(":");
    const [cell, kind, digit, ms, at] = read(key).split(".");
    const op = { kind, digit: Number(digit), ...readCells(cell) };
    entries.push({ key, user, attempt, client, seq: Number(seq), op, ms: Number(ms), at: Number(at) });
  }
  return inOrder(entries);
}

/** Remove all ops of a user from this browser. */
export function forgetOps(user) {
  for (const key of keysOf(`${PREFIX}:${user}:`)) remove(key);
}

/** Remove the ops that the server has stored: of one page, up to `seq`. */
export function forgetStored(ops, seq) {
  for (const entry of ops) if (entry.seq <= seq) remove(entry.key);
}

export class Outbox {
  /** The ops of one attempt of one user; those that earlier pages left come first. */
  constructor(user, attempt) {
    this.user = user;
    this.attempt = attempt;
    this.client = randomHex(8);
    this.lastSeq = 0;
    this.ops = localOps(user).filter((entry) => entry.attempt === String(attempt));
    // If a move is only in this page, the browser asks before closing it.
    window.addEventListener(
      "beforeunload",
      (event) => this.ops.some(({ isStoredHere }) => isStoredHere === false) && event.preventDefault(),
    );
  }

  get size() {
    return this.ops.length;
  }

  /** The time of the first waiting op, in milliseconds; undefined without any. */
  get since() {
    return this.ops[0]?.at;
  }

  add(op, ms) {
    this.lastSeq += 1;
    const entry = { client: this.client, seq: this.lastSeq, op, ms, at: Date.now() };
    this.save(entry);
    this.ops.push(entry);
    return entry;
  }

  /** The next ops to send: those of the first page, in order, up to a limit. */
  batch(limit) {
    const [first] = this.ops;
    if (!first) return { client: this.client, ops: [] };
    return {
      client: first.client,
      ops: this.ops.filter((entry) => entry.client === first.client).slice(0, limit),
    };
  }

  /** Remove the ops of a page that the server has stored, up to `seq`. Returns them. */
  acknowledge(client, seq) {
    const stored = this.ops.filter((entry) => entry.client === client && entry.seq <= seq);
    forgetStored(stored, seq);
    this.ops = this.ops.filter((entry) => !stored.includes(entry));
    const next = this.ops.find((entry) => entry.client === client);
    if (next && next.seq > seq + 1) this.renumber(client);
    return stored;
  }

  // Ops after a gap would wait for ever (the storage was cleared, or the server was restored from a backup).
  renumber(client) {
    const renamed = randomHex(8);
    let seq = 0;
    for (const entry of this.ops.filter((waiting) => waiting.client === client)) {
      remove(entry.key);
      seq += 1;
      Object.assign(entry, { client: renamed, seq });
      this.save(entry);
    }
    if (client === this.client) Object.assign(this, { client: renamed, lastSeq: seq });
  }

  save(entry) {
    const { op, ms, at } = entry;
    entry.key = [PREFIX, this.user, this.attempt, entry.client, entry.seq].join(":");
    entry.isStoredHere = write(entry.key, [cellsText(op), op.kind, op.digit || "", ms, at].join("."));
  }
}

// Pages in the order of their first op, and the ops of each page by number.
function inOrder(ops) {
  const firstAt = new Map();
  for (const { client, at } of ops) firstAt.set(client, Math.min(at, firstAt.get(client) ?? Infinity));
  return ops.sort(
    (a, b) =>
      firstAt.get(a.client) - firstAt.get(b.client) || a.client.localeCompare(b.client) || a.seq - b.seq,
  );
}

// Storage may be full or switched off: then the ops are only in this page.
function write(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function read(key) {
  return localStorage.getItem(key) ?? "";
}

function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    /* Storage is switched off. */
  }
}

function keysOf(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

// Sending

// How often to check whether somebody has logged in again, or the class continues.
const LOGGED_OUT_PAUSE_MS = 15_000;
// A site that sends Retry-After mostly takes the next request: the first failure is not announced.
const QUIET_FAILURES = 1;

/** The statuses for a user who is logged out, or has become another. */
export const STRANGERS = [401, 403, 404];

/** The trouble that a status means, null for none; status 0 is no answer of this site. */
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
  outbox;
  maxOps;
  form;
  versionSeen;
  onTrouble;

  /** `onTrouble(name or null, name before)` is called when sending fails or works again; `versionSeen()` is the version to send. */
  constructor({ form, outbox, maxOps, versionSeen, onTrouble }) {
    Object.assign(this, { form, outbox, maxOps, versionSeen, onTrouble });
    // Until htmx has processed the form.
    this.isBusy = true;
    this.wantsNews = false;
    this.wantsWhole = false;
    this.trouble = null;
    this.retries = new Retry(() => this.wake());
    this.drained = [];
    document.addEventListener("DOMContentLoaded", () => this.start());
    this.retries.listen(() => this.retry());
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.retry(),
    );
    window.addEventListener("pagehide", () => this.sendLast());
  }

  start() {
    this.isBusy = false;
    this.wake();
  }

  /** Send what waits, unless a request or a pause after a failure is under way. */
  wake() {
    if (this.isBusy || this.retries.isWaiting || !(this.outbox.size || this.wantsNews || this.wantsWhole)) {
      return;
    }
    this.isBusy = true;
    const { client, ops } = this.outbox.batch(this.maxOps);
    this.form.elements.client.value = client;
    this.form.elements.version.value = this.wantsWhole ? -1 : this.versionSeen();
    this.form.elements.ops.value = [OPS_FORMAT, ...ops.map(written)].join(" ");
    window.htmx.trigger(this.form, "send");
  }

  /** Try again now if the last request failed, and start over with short pauses. */
  retry() {
    this.retries.succeed();
    this.retries.resume();
  }

  /** A promise: true once nothing waits any more, false when sending fails. */
  drain() {
    if (!this.outbox.size && !this.isBusy) return Promise.resolve(true);
    this.retry();
    this.wake();
    return new Promise((resolve) => this.drained.push(resolve));
  }

  /** End a request whose answer was applied; status 0 is no answer. */
  finish(status, retryAfterS = 0) {
    this.isBusy = false;
    const trouble = troubleOf(status);
    if (trouble) this.pause(trouble, retryAfterS);
    else this.retries.succeed();
    const before = this.trouble;
    const isQuiet = retryAfterS > 0 && this.retries.failures <= QUIET_FAILURES;
    if (!isQuiet) this.trouble = trouble;
    if (this.trouble !== before) this.onTrouble(trouble, before);
    if (trouble || !this.outbox.size) this.settle(!trouble);
    // After htmx has finished this request.
    setTimeout(() => this.wake());
  }

  /** Use the status of another request: it holds for moves, too. Whether a trouble is over shows when moves are sent. */
  apply(status) {
    if (this.isBusy) return;
    this.retries.stop();
    this.wantsNews ||= troubleOf(status) !== null;
    this.finish(status);
  }

  pause(trouble, retryAfterS = 0) {
    const mayPass = ["offline", "siteTrouble", "tooFast"].includes(trouble);
    this.retries.wait({ ms: mayPass ? null : LOGGED_OUT_PAUSE_MS, leastMs: 1000 * retryAfterS });
  }

  settle(isDrained) {
    for (const resolve of this.drained.splice(0)) resolve(isDrained);
  }

  // A page that is being closed sends its next ops. Ops without an answer stay in the outbox.
  sendLast() {
    const { client, ops } = this.outbox.batch(this.maxOps);
    if (ops.length) {
      postOps(this.form.getAttribute("hx-post"), { client, ops, version: this.versionSeen() }).catch(
        () => {},
      );
    }
  }
}

/** Send ops without htmx, also while the page is closed. A promise of the answer. */
export function postOps(url, { client, ops, version }) {
  return fetch(url, {
    method: "POST",
    keepalive: true,
    headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
    body: new URLSearchParams({ client, version, ops: [OPS_FORMAT, ...ops.map(written)].join(" ") }),
  });
}
