// The draft of a program on its way to the site. Each change stays in localStorage, under a key of the page's own, until
// the site has stored it: pages in two windows never write over each other, and what a closed page left is sent by the next.

import { csrfToken, pauseAfter, randomHex } from "../requests.js";

const PREFIX = "sudoku-program";
const QUIET_MS = 1200;
const LONGEST_WAIT_MS = 5000;
const LOGGED_OUT_PAUSE_MS = 15_000;
const CHANNEL = "sudoku-programs";

/** Every draft that this browser keeps for a user: { key, worksheet, client, seq, base, text, url, at }, oldest first. */
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
  // A page that still lives may have typed on.
  if (readDraft(key)?.seq === seq) removeItem(key);
}

/** Forget all that is kept for a user: drafts, and reasons not sent yet. */
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

/** Send a draft. `how` is empty, `replace` (what the site has is set aside) or `aside` (a conflict sets this one aside). */
export function postDraft({ url, user, client, seq, base, text }, how = "") {
  return fetch(url, {
    method: "POST",
    // The browser lets a page that closes send so much and no more.
    keepalive: text.length < 40_000,
    headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
    body: new URLSearchParams({ user, client, seq, base, text, how }),
  });
}

/** What went wrong, by the status of the answer; 0 is no answer of our site. */
function troubleOf(status) {
  if (status === 401 || status === 403) return "sessionEnded";
  if (status === 404) return "otherAccount";
  if (status === 400 || status === 413) return "tooLong";
  return status >= 500 || status === 429 ? "siteTrouble" : "offline";
}

export class ProgramKeeper {
  user;
  worksheet;
  editor;
  url;
  onRest;
  onTaken;
  onConflict;
  onState;

  /**
   * Keeps the text of `editor`. `config` names `user`, `worksheet`, `url`, `version` and `text` as the page
   * brought them. `onState(state, trouble)`: saved, saving, waiting or conflict. `onConflict({ text, savedAt })`.
   * `onTaken()`: a newer text of another page came in. `onRest(sentence)`: an exam has begun, in which no program runs;
   * empty when it is over.
   */
  constructor(editor, config, { onState, onConflict, onTaken, onRest }) {
    Object.assign(this, config, { editor, onState, onConflict, onTaken, onRest });
    this.client = randomHex(8);
    this.key = [PREFIX, this.user, this.worksheet, this.client].join(":");
    this.seq = 0;
    this.base = config.version;
    // The text that the site has, as far as this page knows.
    this.stored = config.text;
    this.trouble = null;
    this.failures = 0;
    this.timer = 0;
    /** @type {any} */
    this.isBusy = false;
    this.theirs = null;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
    this.channel?.addEventListener("message", ({ data }) => this.hear(data));
    window.addEventListener("online", () => this.look());
    window.addEventListener("focus", () => this.look());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.look());
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.look(),
    );
    window.addEventListener("pagehide", () => this.sendLast());
    // The browser asks before it closes a page that alone knows of a text.
    window.addEventListener(
      "beforeunload",
      (event) => this.isWaiting && !this.isStoredHere && event.preventDefault(),
    );
  }

  /** Take up what an earlier page left, then say how things stand. */
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

  /** The text has changed: kept here at once, sent in a moment. */
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
    const sent = { ...this.draft(), text: this.editor.text };
    this.since = null;
    let answer = null;
    let status = 0;
    try {
      const response = await postDraft(sent, how);
      status = response.status;
      // The login page of a hotel's network answers too, and has stored nothing.
      if (status === 200 || status === 409) answer = await response.json();
    } catch {
      status = status === 200 || status === 409 ? 0 : status;
    }
    if (status === 409 && answer) return this.conflict(answer);
    if (status !== 200 || !Number.isInteger(answer?.version)) return this.fail(troubleOf(status));
    this.onRest(answer.rest ?? "");
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

  draft() {
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

  // A page that goes away hands over what it can; what is not acknowledged stays here.
  sendLast() {
    if (this.isWaiting && !this.theirs) {
      postDraft({ ...this.draft(), text: this.editor.text }).catch(() => {});
    }
  }

  // Other pages

  /** Something may have changed meanwhile: send what waits, or ask for a newer text. */
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
      if (response.status === 200) this.hear({ user: this.user, worksheet: this.worksheet, ...answer });
      if (response.ok) this.onRest(answer.rest ?? "");
      if (response.ok && this.trouble) {
        this.trouble = null;
        this.say();
      }
    } catch {
      /* Nothing waits: the next change will tell. */
    }
  }

  /** Another page has stored a text: shown here, unless something was typed here too. */
  hear({ user, worksheet, version, text }) {
    if (
      user !== this.user || worksheet !== this.worksheet || version <= this.base || typeof text !== "string"
    ) return;
    if (this.isWaiting || this.isBusy || this.theirs) return;
    this.base = version;
    this.stored = text;
    if (text === this.editor.text) return;
    this.editor.replace(text);
    this.onTaken();
  }

  /** What a closed page left: shown and sent as ours, or, where the site or this page has gone on, a conflict. */
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
    // No answer: the text is shown, and goes on being kept under its own key until it is stored.
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

  // Conflict: both texts stay until the student has chosen, and then too

  conflict({ version, text, saved }) {
    this.failures = 0;
    this.trouble = null;
    this.theirs = { version, text, saved };
    this.saveHere();
    this.onConflict(this.theirs);
    this.say();
  }

  /** Go on with the text of this page; the other one is set aside. */
  async keepOurs() {
    this.base = this.theirs.version;
    await this.send("replace");
  }

  /** Go on with the other text; that of this page is set aside. */
  async takeTheirs() {
    const { version, text } = this.theirs;
    const response = await postDraft({ ...this.draft(), text: this.editor.text }, "aside").catch(() => null);
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
