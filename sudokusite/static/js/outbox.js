// Ops on their way to the server. Each stays in localStorage, under a key of its own, until it is acknowledged:
// pages in two windows never write over each other, and a closed page's ops are sent by the next. One request is on its
// way at a time: it carries what the outbox holds, and the next leaves when its answer is here.

import { csrfToken, randomHex, Retry } from "./requests.js";

const PREFIX = "sudoku-op";
const OPS_FORMAT = "1";

/** A name for this page, of 16 hexadecimal digits. */
export function newClient() {
  return randomHex(8);
}

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

/** Every op kept in this browser for a user, oldest first: { key, user, attempt, client, seq, op, ms, at }. */
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

/** Forget everything kept for a user. */
export function forgetOps(user) {
  for (const key of keysOf(`${PREFIX}:${user}:`)) remove(key);
}

/** Forget those of these ops that the server has stored: its page's ops up to `seq`. */
export function forgetStored(ops, seq) {
  for (const entry of ops) if (entry.seq <= seq) remove(entry.key);
}

export class Outbox {
  /** The ops of one attempt of one user: those an earlier page left come first. */
  constructor(user, attempt) {
    this.user = user;
    this.attempt = attempt;
    this.client = newClient();
    this.lastSeq = 0;
    this.ops = localOps(user).filter((entry) => entry.attempt === String(attempt));
    // The browser asks before it closes a page that alone knows of a move.
    window.addEventListener(
      "beforeunload",
      (event) => this.ops.some(({ isStoredHere }) => isStoredHere === false) && event.preventDefault(),
    );
  }

  get size() {
    return this.ops.length;
  }

  /** When the first op of those that wait was made, in milliseconds; undefined without any. */
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

  /** The next ops to send: the first page's, in order, at most so many. */
  batch(limit) {
    const [first] = this.ops;
    if (!first) return { client: this.client, ops: [] };
    return {
      client: first.client,
      ops: this.ops.filter((entry) => entry.client === first.client).slice(0, limit),
    };
  }

  /** Forget what the server has stored of a page: its ops up to `seq`. Returns them. */
  acknowledge(client, seq) {
    const stored = this.ops.filter((entry) => entry.client === client && entry.seq <= seq);
    forgetStored(stored, seq);
    this.ops = this.ops.filter((entry) => !stored.includes(entry));
    const next = this.ops.find((entry) => entry.client === client);
    if (next && next.seq > seq + 1) this.renumber(client);
    return stored;
  }

  // Ops behind a gap would wait for ever (the storage was cleared, or the server went back to a backup).
  renumber(client) {
    const renamed = newClient();
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

// Pages in the order of their first op, each page's ops in theirs.
function inOrder(ops) {
  const firstAt = new Map();
  for (const { client, at } of ops) firstAt.set(client, Math.min(at, firstAt.get(client) ?? Infinity));
  return ops.sort(
    (a, b) =>
      firstAt.get(a.client) - firstAt.get(b.client) || a.client.localeCompare(b.client) || a.seq - b.seq,
  );
}

// Storage may be full or switched off; the ops are then kept by the page alone.
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
    /* as above */
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
  outbox;
  maxOps;
  form;
  versionSeen;
  onTrouble;

  /** `onTrouble(name or null, name before)` is told how sending goes; `versionSeen()` gives the version to send along. */
  constructor({ form, outbox, maxOps, versionSeen, onTrouble }) {
    Object.assign(this, { form, outbox, maxOps, versionSeen, onTrouble });
    // Until htmx knows the form.
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

  /** Send what waits, unless a request is on its way or a pause after a failure runs. */
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

  /** Try again now if the last request failed: something has changed. Should it fail once more, soon again. */
  retry() {
    this.retries.succeed();
    this.retries.resume();
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
    else this.retries.succeed();
    const before = this.trouble;
    const isQuiet = retryAfterS > 0 && this.retries.failures <= QUIET_FAILURES;
    if (!isQuiet) this.trouble = trouble;
    if (this.trouble !== before) this.onTrouble(trouble, before);
    if (trouble || !this.outbox.size) this.settle(!trouble);
    // When htmx has let go of this request.
    setTimeout(() => this.wake());
  }

  /** What another request was answered holds for the moves as well; that it is over shows only when one is sent. */
  hear(status) {
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

  // A page that goes away hands over what it can; what is not acknowledged stays in the outbox.
  sendLast() {
    const { client, ops } = this.outbox.batch(this.maxOps);
    if (ops.length) {
      postOps(this.form.getAttribute("hx-post"), { client, ops, version: this.versionSeen() }).catch(
        () => {},
      );
    }
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
