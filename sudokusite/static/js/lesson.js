// A lesson on a page without a board: "eyes on me" covers the page, a student raises a hand, and a room opens.

import { csrfToken } from "./requests.js";
import { loadStyle } from "./styles.js";

const HIDDEN_MS = 30_000;
const LOST_MS = 10_000;
// A slow site is asked less often: the pause is this many times the duration of the last request.
const PAUSE_FACTOR = 10;

const cover = document.getElementById("lesson-cover");
let state = "";
let isPaused = false;
let timer = 0;
let focused = null;

function wait(ms) {
  clearTimeout(timer);
  timer = setTimeout(ask, ms);
}

async function ask() {
  const began = performance.now();
  try {
    const answer = await fetch(`${cover.dataset.lesson}?state=${state}`, {
      headers: { "HX-Request": "true" },
    });
    if (answer.status === 401 || answer.status === 403) return;
    if (answer.status === 200) await take(await answer.json());
    const seconds = Number(answer.headers.get("Retry-After"));
    const pauseMs = Math.max(1000 * seconds, document.hidden ? HIDDEN_MS : 0);
    if (seconds) wait(Math.max(pauseMs, Math.min(PAUSE_FACTOR * (performance.now() - began), HIDDEN_MS)));
    else if (!answer.ok) wait(LOST_MS);
  } catch {
    wait(LOST_MS);
  }
}

async function take(lesson) {
  state = lesson.state;
  for (const form of document.querySelectorAll("[data-hand]")) showHand(form, lesson.hand);
  if (lesson.room) openRoom();
  if (lesson.paused === isPaused) return;
  isPaused = lesson.paused;
  if (isPaused) await loadStyle(cover.dataset.style);
  setCovered();
}

const openRoom = () => import("./room.js").then(({ start }) => start());

// A dialog keeps focus and keys away from the page, and is announced. Escape pressed twice closes any dialog: this one
// opens again, and until then the page under it is inert.
function setCovered() {
  if (isPaused === cover.open) return;
  if (isPaused) focused = document.activeElement;
  for (const part of document.body.children) {
    if (part !== cover) part.inert = isPaused;
  }
  if (isPaused) return cover.showModal();
  cover.close();
  focused?.focus({ preventScroll: true });
}

cover.addEventListener("cancel", (event) => event.preventDefault());
cover.addEventListener("close", () => isPaused && !cover.open && cover.showModal());

function showHand(form, isRaised) {
  const button = form.querySelector("button");
  button.dataset.down ??= button.textContent;
  button.textContent = isRaised ? button.dataset.up : button.dataset.down;
  button.setAttribute("aria-pressed", String(isRaised));
  form.hidden = false;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-hand]")) return;
  event.preventDefault();
  const isRaised = form.querySelector("button").getAttribute("aria-pressed") !== "true";
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
      body: new URLSearchParams({ on: isRaised ? "1" : "0" }),
    });
    if (answer.ok) showHand(form, isRaised);
  } catch {
    // The button stays as it was.
  }
});

document.addEventListener("visibilitychange", () => document.hidden || wait(0));
// A room that was open on the last page is asked at once.
if (sessionStorage.getItem("room-open")) openRoom();
ask();
