// Saves the draft of a program. Each change is in localStorage, under the page's own key, until the site has stored it:
// pages in two windows never overwrite each other, and the next page sends what a closed page left.

import { csrfToken, pauseAfter, randomHex } from "../requests.js";

const PREFIX = "sudoku-program";
const QUIET_MS = 1200;
const LONGEST_WAIT_MS = 5000;
const LOGGED_OUT_PAUSE_MS = 15_000;
const CHANNEL = "sudoku-programs";

/** Every draft of a user in this browser, oldest first: { key, worksheet, client, seq, base, text, url, at }. */
export function localDrafts(user) {
  const prefix = `${PREFIX}:${user}:`;
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map(readDraft).filter(Boolean).sort((a, b) => a.at - b.at);
  } catch {
    return [];
  }
}

function readDraft(key) {
  const [, , worksheet, client] = key.split(":");
  try {
    return { key, worksheet, client, ...JSON.parse(localStorage.getItem(key)) };
  } catch {
    return null;
  }
}

export function forgetDraft({ key, seq }) {
  // Its page may still be open, with a newer draft.
  if (readDraft(key)?.seq === seq) removeItem(key);
}

/** Remove everything of a user from this browser: drafts, and reasons not sent yet. */
export function forgetDrafts(user) {
  try {
    const prefixes = [`${PREFIX}:${user}:`, `sudoku-reason:${user}:`];
    for (const key of Object.keys(localStorage)) {
      if (prefixes.some((prefix) => key.startsWith(prefix))) removeItem(key);
    }
  } catch {
    /* Storage is switched off: there was nothing. */
  }
}

function removeItem(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    /* Storage is switched off: there was nothing. */
  }
}

/** Send a draft. `how` is "", `replace` (the site's text is set aside) or `aside` (in a conflict, this one is set aside). */
export function postDraft({ url, user, client, seq, base, text }, how = "") {
  return fetch(url, {
    method: "POST",
    // Browsers limit what a page that closes can send to 64 KB.
    keepalive: text.length < 40_000,
    headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
    body: new URLSearchParams({ user, client, seq, base, text, how }),
  });
}

/** The trouble that a status means; 0 is no answer of this site. */
function troubleOf(status) {
  if (status === 401 || status === 403) return "sessionEnded";
  if (status === 404) return "otherAccount";
  if (status === 400 || status === 413) return "tooLong";
  return status >= 500 || status === 429 ? "siteTrouble" : "offline";
}

export class ProgramDraft {
  user;
  worksheet;
  editor;
  url;
  onSuspended;
  onReplaced;
  onConflict;
  onState;

  /**
   * Saves the text of `editor`. `config` has `user`, `worksheet`, `url`, `version` and `text` at the time the page was
   * loaded. `onState(state, trouble)`: saved, saving, waiting or conflict. `onConflict({ version, text, saved })`.
   * `onReplaced()`: the editor now has a newer text from another page. `onSuspended(sentence)`: no program may run during
   * an exam; "" when it is over.
   */
  constructor(editor, config, { onState, onConflict, onReplaced, onSuspended }) {
    Object.assign(this, config, { editor, onState, onConflict, onReplaced, onSuspended });
    this.client = randomHex(8);
    this.key = [PREFIX, this.user, this.worksheet, this.client].join(":");
    this.seq = 0;
    this.base = config.version;
    // The text on the site, as far as this page knows.
    this.stored = config.text;
    this.trouble = null;
    this.failures = 0;
    this.timer = 0;
    /** @type {any} */
    this.isBusy = false;
    this.theirs = null;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
    this.channel?.addEventListener("message", ({ data }) => this.receive(data));
    window.addEventListener("online", () => this.look());
    window.addEventListener("focus", () => this.look());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.look());
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.look(),
    );
    window.addEventListener("pagehide", () => this.sendLast());
    // If the text is only in this page, the browser asks before closing it.
    window.addEventListener(
      "beforeunload",
      (event) => this.isWaiting && !this.isStoredHere && event.preventDefault(),
    );
  }

  /** Recover drafts that earlier pages left, then show the state. */
  async begin() {
    const left = localDrafts(this.user).filter(({ worksheet, client }) =>
      worksheet === this.worksheet && client !== this.client
    );
    for (const draft of left) await this.takeUp(draft);
    this.say();
  }

  get isWaiting() {
    return this.seq > 0 && this.editor.text !== this.stored;
  }

  // Typing

  /** Save a changed text in this browser now, and send it after a moment. */
  changed() {
    this.seq += 1;
    if (this.editor.text === this.stored && !this.theirs) {
      removeItem(this.key);
      return this.say();
    }
    this.saveHere();
    if (this.theirs) return;
    this.since ??= Date.now();
    const wait = Math.max(0, Math.min(QUIET_MS, this.since + LONGEST_WAIT_MS - Date.now()));
    if (!this.trouble) this.wakeIn(wait);
    this.say();
  }

  saveHere() {
    const { seq, base, url } = this;
    try {
      localStorage.setItem(
        this.key,
        JSON.stringify({ seq, base, url, text: this.editor.text, at: Date.now() }),
      );
      this.isStoredHere = true;
    } catch {
      this.isStoredHere = false;
    }
  }

  // Sending

  wakeIn(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), ms);
  }

  send(how = "") {
    clearTimeout(this.timer);
    this.isBusy ||= this.sendNow(how).finally(() => {
      this.isBusy = false;
    });
    return this.isBusy;
  }

  async sendNow(how) {
    const sent = { ...this.message(), text: this.editor.text };
    this.since = null;
    let answer = null;
    let status = 0;
    try {
      const response = await postDraft(sent, how);
      status = response.status;
      // The login page of a hotel's network answers, too, but stores nothing.
      if (status === 200 || status === 409) answer = await response.json();
    } catch {
      status = status === 200 || status === 409 ? 0 : status;
    }
    if (status === 409 && answer) return this.conflict(answer);
    if (status !== 200 || !Number.isInteger(answer?.version)) return this.fail(troubleOf(status));
    this.onSuspended(answer.rest ?? "");
    this.failures = 0;
    this.trouble = null;
    this.theirs = null;
    this.base = answer.version;
    this.stored = sent.text;
    if (readDraft(this.key)?.seq === sent.seq) removeItem(this.key);
    else this.saveHere();
    this.channel?.postMessage({
      user: this.user,
      worksheet: this.worksheet,
      version: this.base,
      text: this.stored,
    });
    if (this.isWaiting) this.wakeIn(QUIET_MS);
    this.say();
  }

  message() {
    const { url, user, client, seq, base } = this;
    return { url, user, client, seq, base };
  }

  fail(trouble) {
    this.trouble = trouble;
    this.failures += 1;
    const mayPass = trouble === "offline" || trouble === "siteTrouble";
    if (trouble !== "tooLong") {
      this.wakeIn(mayPass ? pauseAfter(this.failures) : LOGGED_OUT_PAUSE_MS);
    }
    this.say();
  }

  // A page that is closed sends its text; until it is acknowledged, it stays in this browser.
  sendLast() {
    if (this.isWaiting && !this.theirs) {
      postDraft({ ...this.message(), text: this.editor.text }).catch(() => {});
    }
  }

  // Other pages

  /** Send what waits, or ask for a newer text: something may have changed meanwhile. */
  look() {
    this.failures = 0;
    if (this.theirs) return;
    if (this.isWaiting) this.send();
    else this.ask();
  }

  async ask() {
    try {
      const response = await fetch(`${this.url}?version=${this.base}`, { headers: { "HX-Request": "true" } });
      if (response.status === 401) return this.fail("sessionEnded");
      const answer = response.status === 200 ? await response.json() : {};
      if (response.status === 200) this.receive({ user: this.user, worksheet: this.worksheet, ...answer });
      if (response.ok) this.onSuspended(answer.rest ?? "");
      if (response.ok && this.trouble) {
        this.trouble = null;
        this.say();
      }
    } catch {
      /* Nothing waits: the next change shows the trouble. */
    }
  }

  /** Show a text that another page has stored, unless this page has unsaved changes. */
  receive({ user, worksheet, version, text }) {
    if (
      user !== this.user || worksheet !== this.worksheet || version <= this.base || typeof text !== "string"
    ) return;
    if (this.isWaiting || this.isBusy || this.theirs) return;
    this.base = version;
    this.stored = text;
    if (text === this.editor.text) return;
    this.editor.replace(text);
    this.onReplaced();
  }

  /** Recover a draft of a closed page: show and send it as ours, or set it aside if the site or this page has newer text. */
  async takeUp(draft) {
    if (draft.text === this.editor.text) return removeItem(draft.key);
    const isOurs = draft.base === this.base && !this.seq && this.editor.text === this.stored;
    const response = await postDraft({ ...draft, url: this.url, user: this.user }, isOurs ? "" : "aside")
      .catch(() => null);
    if (response?.status === 200) {
      const answer = await response.json().catch(() => null);
      if (!answer) return;
      forgetDraft(draft);
      if (!answer.aside && !this.seq) {
        Object.assign(this, { base: answer.version, stored: draft.text });
        this.editor.replace(draft.text);
      }
      return;
    }
    if (response?.status === 409) return this.takeUpAside(draft);
    // No answer: show the text, and save it under this page's key until the site has stored it.
    if (isOurs) {
      this.editor.replace(draft.text);
      this.seq += 1;
      this.saveHere();
      removeItem(draft.key);
      this.fail(troubleOf(response?.status ?? 0));
    }
  }

  async takeUpAside(draft) {
    const response = await postDraft({ ...draft, url: this.url, user: this.user }, "aside").catch(() => null);
    if (response?.status === 200) forgetDraft(draft);
    this.ask();
  }

  // Conflict: the student chooses a text, and the other one is set aside, never lost

  conflict({ version, text, saved }) {
    this.failures = 0;
    this.trouble = null;
    this.theirs = { version, text, saved };
    this.saveHere();
    this.onConflict(this.theirs);
    this.say();
  }

  /** Continue with the text of this page; the other one is set aside. */
  async keepOurs() {
    this.base = this.theirs.version;
    await this.send("replace");
  }

  /** Continue with the other text; that of this page is set aside. */
  async takeTheirs() {
    const { version, text } = this.theirs;
    const response = await postDraft({ ...this.message(), text: this.editor.text }, "aside").catch(() =>
      null
    );
    if (response?.status !== 200) return this.fail(troubleOf(response?.status ?? 0));
    this.theirs = null;
    this.trouble = null;
    Object.assign(this, { base: version, stored: text });
    removeItem(this.key);
    this.editor.replace(text);
    this.say();
    this.ask();
  }

  say() {
    const state = this.theirs ? "conflict" : !this.isWaiting ? "saved" : this.trouble ? "waiting" : "saving";
    this.onState(state, this.trouble);
  }
}
