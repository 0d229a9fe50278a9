// A storm: position after position against the server's clock. Each takes one answer, which the server judges; the next
// positions lie ready, so that a right answer leads on at once.

import { attachCells, cellOf, draw, highlight, nodes } from "./cells.js";
import { digitOf, targetOf } from "./keys.js";
import { CELLS, columnOf, digitsOf, newGame, readDigits, readMarks, rowOf } from "./reducer.js";
import { csrfToken, pauseAfter } from "./requests.js";

const TICK_MS = 200;
const SHORT_MS = 30_000;
const SILENCE_MS = 8000;
const LONGEST_PAUSE_MS = 4000;
const EMPTY = newGame(CELLS.map(() => 0));

const element = document.querySelector("[data-storm]");
const part = (name) => element.querySelector(`[data-storm-${name}]`);
const scene = part("scene");
const keys = [...element.querySelectorAll("[data-digit]")];

let ready = [];
let position = null;
let state = EMPTY;
let chosen = 0;
let endsAt = 0;
let isBusy = false;
let isWarned = false;
let timer = 0;

/** Post until the server answers: the same answer counts once. */
async function send(address, fields = {}) {
  for (let failures = 1;; failures += 1) {
    try {
      const headers = { "HX-Request": "true", "X-CSRFToken": csrfToken() };
      const body = new URLSearchParams(fields);
      const signal = AbortSignal.timeout(SILENCE_MS);
      const response = await fetch(address, { method: "POST", headers, body, signal });
      if (response.status < 500) {
        part("alert").textContent = "";
        return response;
      }
    } catch {
      // No network: tried again below.
    }
    part("alert").textContent = gettext(
      "The site does not answer; this page keeps trying.",
    );
    await new Promise((over) => setTimeout(over, Math.min(pauseAfter(failures), LONGEST_PAUSE_MS)));
  }
}

/** Where the server refuses, it says why or leads to another page. */
async function refused(response) {
  const page = response.headers.get("HX-Redirect");
  if (page) location.assign(page);
  else if (response.status === 401 || response.status === 404) location.reload();
  else part("alert").textContent = await response.text();
  leave();
}

async function begin() {
  if (isBusy) return;
  isBusy = true;
  const response = await send(element.dataset.run);
  isBusy = false;
  if (response.status !== 200) return refused(response);
  ready = [];
  position = null;
  isWarned = false;
  take(await response.json());
  scene.hidden = true;
  part("play").hidden = false;
  element.classList.add("is-playing");
  part("verdict").textContent = part("was").textContent = "";
  timer = setInterval(tick, TICK_MS);
  tick();
  next("");
  nodes[chosen].focus({ preventScroll: true });
}

/** Take what the server says of the run, and the positions that it sends ahead. */
function take({ left_ms: leftMs, right, positions }) {
  endsAt = Date.now() + leftMs;
  part("right").textContent = String(right);
  ready.push(...positions);
}

function tick() {
  const left = Math.max(endsAt - Date.now(), 0);
  const seconds = Math.ceil(left / 1000);
  part("clock").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  part("clock").classList.toggle("is-short", left <= SHORT_MS);
  if (left <= SHORT_MS && !isWarned) {
    isWarned = true;
    part("status").textContent = gettext("30 seconds left");
  }
  if (!left && !isBusy) finish();
}

function next(verdict) {
  position = ready.shift();
  if (!position) return finish();
  // Drawn anew: a digit may be the same and be a given now.
  highlight();
  draw(EMPTY);
  const givens = readDigits(position.givens);
  state = { ...EMPTY, givens, digits: readDigits(position.digits), marks: readMarks(position.marks) };
  draw(state);
  for (const cell of CELLS) nodes[cell].classList.toggle("given", givens[cell] > 0);
  highlight({ area: position.area });
  element.classList.toggle("is-removing", !position.places);
  part("task").textContent = position.task;
  part("status").textContent = `${verdict} ${position.task}`;
  showKeys();
}

function choose(cell) {
  nodes[chosen].classList.remove("selected");
  nodes[chosen].tabIndex = -1;
  chosen = cell;
  nodes[cell].classList.add("selected");
  nodes[cell].tabIndex = 0;
  showKeys();
}

/** Whether the digit can be placed in the cell, or removed from its candidates. */
function takes(cell, digit) {
  if (!position || state.digits[cell]) return false;
  return position.places || digitsOf(state.marks[cell]).includes(digit);
}

function showKeys() {
  for (const key of keys) {
    key.setAttribute("aria-disabled", String(!takes(chosen, Number(key.dataset.digit))));
  }
}

/** Draw the answer at once, and send it. */
function mark(cell, digit) {
  if (isBusy || !takes(cell, digit)) return;
  const { digits, marks } = state;
  if (position.places) draw({ ...state, digits: digits.with(cell, digit) });
  else draw({ ...state, marks: marks.with(cell, marks[cell] & ~(1 << (digit - 1))) });
  answer(`r${rowOf(cell) + 1}c${columnOf(cell) + 1}${position.places ? "=" : "-"}${digit}`);
}

async function answer(mark) {
  if (isBusy || !position) return;
  isBusy = true;
  const last = ready.at(-1) ?? position;
  const response = await send(element.dataset.answer, { token: position.token, mark, next: last.number + 1 });
  isBusy = false;
  if (response.status !== 200) return refused(response);
  const data = await response.json();
  take(data);
  if (data.is_right === null) return finish();
  const verdict = data.is_right ? gettext("Right.") : mark ? gettext("Not right.") : gettext("Passed.");
  part("verdict").textContent = verdict;
  part("was").textContent = data.sentence;
  part("verdict").classList.toggle("is-right", data.is_right);
  part("verdict").classList.toggle("is-wrong", !data.is_right);
  return next(`${verdict} ${data.sentence}`);
}

/** End the run, before its time or after, and show how it went. */
async function finish() {
  if (isBusy) return;
  isBusy = true;
  const response = await send(element.dataset.end);
  isBusy = false;
  if (response.status !== 200) return refused(response);
  const shown = new DOMParser().parseFromString(await response.text(), "text/html");
  scene.replaceChildren(...shown.body.childNodes);
  leave();
  part("status").textContent = "";
  part("result")?.focus();
}

function leave() {
  clearInterval(timer);
  position = null;
  part("play").hidden = true;
  element.classList.remove("is-playing");
  scene.hidden = false;
}

function key(event) {
  const digit = digitOf(event);
  const target = targetOf(event, { from: chosen, digits: state.digits });
  if (digit?.digit) mark(chosen, digit.digit);
  else if (target !== null) nodes[target].focus();
  else return;
  event.preventDefault();
}

function attach() {
  attachCells();
  for (const node of nodes) node.tabIndex = -1;
  choose(0);
  const board = document.getElementById("board");
  board.addEventListener("focusin", ({ target }) => choose(cellOf(target) ?? chosen));
  board.addEventListener("keydown", key);
  board.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (cell === null) return;
    nodes[cell].focus({ preventScroll: true });
    const note = event.target.closest("i");
    // A note is too small for a finger.
    if (note && event.pointerType === "mouse") mark(cell, Number(note.textContent));
  });
  element.addEventListener("click", ({ target }) => {
    if (target.closest("[data-storm-begin]")) begin();
    else if (target.closest("[data-storm-pass]")) answer("");
    else if (target.closest("[data-storm-stop]")) finish();
    else if (target.dataset.digit) mark(chosen, Number(target.dataset.digit));
  });
  if ("goesOn" in element.dataset) begin();
}

attach();
