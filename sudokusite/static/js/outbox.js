// Ops on their way to the server. Each stays in localStorage, under a key of its own, until it is acknowledged:
// pages in two windows never write over each other, and a closed page's ops are sent by the next.

const PREFIX = "sudoku-op";
export const OPS_FORMAT = "1";

/** A name for this page, of 16 hexadecimal digits. (randomUUID needs https.) */
export function newClient() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** An op as it is sent: seq.cell.kind.digit.ms; several cells are joined by hyphens. */
export function written({ seq, op, ms }) {
  return `${seq}.${cellsText(op)}.${op.kind}.${op.digit || ""}.${ms}`;
}

const cellsText = ({ cell, more = [] }) => (cell === null ? "" : [cell, ...more].join("-"));

function readCells(text) {
  if (text === "") return { cell: null };
  const [cell, ...more] = text.split("-").map(Number);
  return more.length ? { cell, more } : { cell };
}

/** Every op kept in this browser for a user, oldest first: { key, user, attempt, client, seq, op, ms, at }. */
export function keptOps(user) {
  const kept = [];
  for (const key of keysOf(`${PREFIX}:${user}:`)) {
    const [, , attempt, client, seq] = key.split(":");
    const [cell, kind, digit, ms, at] = read(key).split(".");
    const op = { kind, digit: Number(digit), ...readCells(cell) };
    kept.push({ key, user, attempt, client, seq: Number(seq), op, ms: Number(ms), at: Number(at) });
  }
  return inOrder(kept);
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
    this.ops = keptOps(user).filter((entry) => entry.attempt === String(attempt));
    // The browser asks before it closes a page that alone knows of a move.
    window.addEventListener("beforeunload", (event) => this.ops.some(({ isKept }) => isKept === false) && event.preventDefault());
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
    this.keep(entry);
    this.ops.push(entry);
    return entry;
  }

  /** The next ops to send: the first page's, in order, at most so many. */
  batch(limit) {
    const [first] = this.ops;
    if (!first) return { client: this.client, ops: [] };
    return { client: first.client, ops: this.ops.filter((entry) => entry.client === first.client).slice(0, limit) };
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
      this.keep(entry);
    }
    if (client === this.client) Object.assign(this, { client: renamed, lastSeq: seq });
  }

  keep(entry) {
    const { op, ms, at } = entry;
    entry.key = [PREFIX, this.user, this.attempt, entry.client, entry.seq].join(":");
    entry.isKept = write(entry.key, [cellsText(op), op.kind, op.digit || "", ms, at].join("."));
  }
}

// Pages in the order of their first op, each page's ops in theirs.
function inOrder(ops) {
  const firstAt = new Map();
  for (const { client, at } of ops) firstAt.set(client, Math.min(at, firstAt.get(client) ?? Infinity));
  return ops.sort(
    (a, b) => firstAt.get(a.client) - firstAt.get(b.client) || a.client.localeCompare(b.client) || a.seq - b.seq,
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
