// The room of a student's class: the way to the teacher's page, and questions. A stream of events says what changes;
// the room is polled besides, often where no stream is held. That it opens, the poll of a lesson or of a board tells.

import { csrfToken } from "./requests.js";
import { loadStyle } from "./styles.js";

const ROOM_PAUSE_MS = 600;
const LONGEST_PAUSE_MS = 5000;
// A slow site is asked less often: the pause is this many times the duration of the last request.
const PAUSE_FACTOR = 8;
// A stream that ends sooner is not tried again for a while.
const SHORT_STREAM_MS = 5000;
const STREAM_RETRY_MS = 60000;
const DRAIN_MS = 4000;
const BACK = "room-back";
// The race whose grid was opened by itself.
const RACE = "room-race";
// Set while a room is open: the next page then asks at once.
const OPEN = "room-open";

let state = { known: "", room: 0, lead: "", panel: "", following: false };
let stream = null;
// Whether events arrive: a proxy may keep them back.
let isStreaming = false;
let streamAt = 0;
let partShown = "";
let tookMs = 0;
let timer = 0;
let isPolling = false;
let isAttached = false;
let isLeaving = false;

/** Poll until the room is closed. */
export function start() {
  if (isPolling) return;
  isPolling = true;
  if (!isAttached) attach();
  isAttached = true;
  ask();
}

function wait(ms) {
  clearTimeout(timer);
  timer = setTimeout(ask, ms);
}

function pauseMs() {
  // The end of a race is no event of the room.
  if (document.hidden || (isStreaming && !isRacing())) return LONGEST_PAUSE_MS;
  return Math.min(Math.max(PAUSE_FACTOR * tookMs, ROOM_PAUSE_MS), LONGEST_PAUSE_MS);
}

async function ask() {
  clearTimeout(timer);
  const began = performance.now();
  try {
    const answer = await fetch("/room/news/", {
      method: "POST",
      headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
      body: new URLSearchParams({ known: state.known }),
    });
    // Logged out, or another account in this browser.
    if (answer.status === 401 || answer.status === 403) return;
    if (answer.status === 200) take(await answer.json());
    isPolling = Boolean(state.room) || !answer.ok;
    tookMs = answer.ok ? performance.now() - began : LONGEST_PAUSE_MS;
  } catch {
    // The next question shows whether the connection is back.
  }
  if (state.lead && state.following) follow(state.lead);
  if (isPolling) wait(pauseMs());
  listen();
}

// `known` is the room, its version, whether the student follows, when they answered, and a race.
const version = () => Number(state.known.split(".")[1]);
const isRacing = () => Boolean(state.known) && !state.known.endsWith(".");

/** Hold a stream while this page is seen: a browser has few connections for all of its pages. */
function listen() {
  if (document.hidden || !isPolling || !state.room) return stopListening();
  if (stream || performance.now() < streamAt) return;
  const began = performance.now();
  stream = new EventSource("/room/events/");
  stream.addEventListener("message", ({ data }) => {
    isStreaming = true;
    hear(...JSON.parse(data));
  });
  stream.addEventListener("error", () => {
    stopListening();
    const ended = performance.now();
    streamAt = ended - began < SHORT_STREAM_MS ? ended + STREAM_RETRY_MS : 0;
    if (isPolling) wait(0);
  });
}

function stopListening() {
  stream?.close();
  stream = null;
  isStreaming = false;
}

/** A step of the teacher is followed at once; all else is asked for. */
function hear(newVersion, lead) {
  if (newVersion === version()) return;
  const isStep = newVersion === version() + 1 && lead && state.lead && lead !== state.lead;
  if (!isStep) {
    ask();
    return;
  }
  const [room, , ...rest] = state.known.split(".");
  state = { ...state, lead, known: [room, newVersion, ...rest].join(".") };
  if (state.following) follow(lead);
}

function take(news) {
  // An answer from before an event.
  if (news.room && news.room === state.room && Number(news.known.split(".")[1]) < version()) return;
  const isNew = news.panel !== state.panel || news.room !== state.room;
  state = news;
  if (news.room) sessionStorage.setItem(OPEN, "1");
  else sessionStorage.removeItem(OPEN);
  if (!news.panel) place().hidden = true;
  else if (isNew) window.htmx.ajax("GET", "/room/panel/", { target: place(), swap: "outerHTML" });
}

/** The place of the panel; the page of a board has none. */
function place() {
  const found = document.getElementById("room");
  if (found) return found;
  const made = document.createElement("div");
  made.id = "room";
  document.body.append(made);
  window.htmx.process(made);
  return made;
}

// Following

/** Go to the teacher's page, or to its step if it is shown here already. */
async function follow(lead) {
  const there = new URL(lead, location.href);
  if (isLeaving) return;
  if (isHere(there)) return showPart(there.hash.slice(1));
  if (isSamePage(there)) {
    const detail = Number(there.searchParams.get("step") ?? 0);
    const step = new CustomEvent("room:step", { detail, cancelable: true });
    if (!document.dispatchEvent(step)) return;
  }
  if (note("unsaved", hasUnsaved())) return;
  isLeaving = true;
  const isStored = await drained();
  isLeaving = false;
  if (note("unsent", !isStored) || state.lead !== lead || !state.following) return;
  isLeaving = true;
  if (!sessionStorage.getItem(BACK)) sessionStorage.setItem(BACK, location.href);
  location.assign(there);
}

/** Scroll to a part of the page, once: the student may look around until the teacher goes on. */
function showPart(part) {
  if (part === partShown || document.activeElement?.matches("textarea, input")) return;
  partShown = part;
  const target = part ? document.getElementById(part) : document.body;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  target?.scrollIntoView({ behavior: isCalm ? "instant" : "smooth" });
}

const isHere = (there) => there.pathname + there.search === location.pathname + location.search;

/** Whether an address differs from this page in its step alone. */
function isSamePage(there) {
  const rest = ({ pathname, search }) => {
    const query = new URLSearchParams(search);
    query.delete("step");
    return `${pathname}?${query}`;
  };
  return rest(there) === rest(location);
}

/** Whether something is typed here that only a form would save. Drafts and moves are saved by their own scripts. */
function hasUnsaved() {
  return [...document.querySelectorAll("main textarea, main input:not([type]), main input[type=text]")].some(
    (field) =>
      field.form?.method === "post" && !field.closest("#program-form, #moves-form") &&
      field.value !== field.defaultValue,
  );
}

/** Send the moves and drafts that are only in this browser. A promise of whether all are stored. */
async function drained() {
  const account = document.querySelector("[data-logout]");
  if (!account) return true;
  const { sendLocal } = await import("./logout.js");
  const late = new Promise((resolve) => setTimeout(resolve, DRAIN_MS, false));
  return Promise.race([sendLocal(account), late]);
}

/** Show a sentence in the panel, or hide it; returns whether it is shown. */
function note(name, isShown) {
  const line = document.querySelector(`[data-room-${name}]`);
  if (line) line.hidden = !isShown;
  return isShown;
}

// The panel

/** Hide the panel over the grid of a race; before it, count down and open the grid. */
async function race(panel) {
  panel.hidden ||= panel.querySelector("[data-race-page]")?.dataset.racePage === location.pathname;
  if (panel.hidden) return;
  const form = panel.querySelector("[data-race-open]");
  if (!form || !panel.querySelector("[data-race-in]")) return;
  const { countShown } = await import("./race.js");
  if (!await countShown()) return;
  form.querySelector("button").hidden = false;
  if (note("unsaved", hasUnsaved()) || note("unsent", !await drained())) return;
  // Once: a refusal leads back to a page with this panel.
  if (!form.isConnected || sessionStorage.getItem(RACE) === form.action) return;
  sessionStorage.setItem(RACE, form.action);
  form.submit();
}

function attach() {
  document.addEventListener("htmx:afterSwap", () => {
    const panel = document.getElementById("room");
    for (const style of panel?.dataset.styles?.split(" ") ?? []) loadStyle(style);
    if (panel) race(panel);
    const link = panel?.querySelector("[data-room-back]");
    const back = sessionStorage.getItem(BACK);
    if (!link || !back) return;
    link.href = back;
    link.hidden = state.following || back === location.href;
  });

  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-room-back]")) sessionStorage.removeItem(BACK);
  });

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.closest("#room")) detail.headers["X-CSRFToken"] = csrfToken();
  });

  // What a student did is known at once.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt.closest?.("#room") && detail.requestConfig.verb === "post") ask();
  });

  // The reason of a refusal.
  document.addEventListener("htmx:responseError", ({ detail }) => {
    const line = document.querySelector("[data-room-error]");
    if (!line || !detail.elt.closest("#room") || detail.xhr.status === 503) return;
    line.textContent = detail.xhr.status < 500 ? detail.xhr.responseText : "";
    line.hidden = false;
  });

  document.addEventListener("visibilitychange", () => {
    if (isPolling && !document.hidden) ask();
    else stopListening();
  });
}
