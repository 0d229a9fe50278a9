// A relay: the grid of a team, in which the member whose turn it is places digits. The server decides whose turn it is
// and what is right; the page asks for news, and shows them.

import { attachCells, cellOf, draw, nodes } from "./cells.js";
import { digitOf, targetOf } from "./keys.js";
import { CELLS, newGame, readDigits } from "./reducer.js";
import { csrfToken, pauseAfter } from "./requests.js";

const TICK_MS = 200;
const SHORT_MS = 10_000;
const SILENCE_MS = 8000;
const PAUSE_MS = 800;
const LONGEST_PAUSE_MS = 5000;
// A slow site is asked less often: the pause is this many times the duration of the last request.
const PAUSE_FACTOR = 8;
// What each mistake costs.
const PENALTY_S = 10;

const element = document.getElementById("relay");
const part = (name) => element.querySelector(`[data-relay-${name}]`);
const keys = [...element.querySelectorAll("[data-digit]")];
const fill = (text, values) => interpolate(text, values, true);

let state = JSON.parse(document.getElementById("relay-state").textContent);
const empty = newGame(readDigits(state.givens));
let digits = readDigits(state.digits);
let chosen = 40;
let endsAt = 0;
let isBusy = false;
let isMine = false;
// Counts what was sent: an answer to older questions is late.
let sent = 0;
let timer = 0;

// Requests

async function post(address, fields) {
  const headers = { "HX-Request": "true", "X-CSRFToken": csrfToken() };
  const signal = AbortSignal.timeout(SILENCE_MS);
  const response = await fetch(address, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
    signal,
  });
  if (response.status >= 500) throw new Error(String(response.status));
  if ([401, 403, 404].includes(response.status)) location.reload();
  part("alert").textContent = "";
  return response;
}

const silent = () => part("alert").textContent = gettext("The site does not answer; this page keeps trying.");

/** Ask what has changed; nobody asks from a page that is hidden, so its member is skipped. */
async function ask(fields = {}) {
  clearTimeout(timer);
  if (document.hidden || isBusy) return;
  const began = performance.now();
  const number = ++sent;
  try {
    const response = await post(element.dataset.news, { known: state.known, ...fields });
    if (response.status === 200 && number === sent) take(await response.json());
  } catch {
    silent();
  }
  const pause = Math.min(Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - began)), LONGEST_PAUSE_MS);
  if (number === sent) timer = setTimeout(ask, state.is_over ? LONGEST_PAUSE_MS : pause);
}

/** Send a digit until the server answers: the same move counts once. */
async function place(cell, digit) {
  if (isBusy || !isMine || digits[cell]) return;
  isBusy = true;
  sent += 1;
  showKeys();
  draw({ ...empty, digits: digits.with(cell, digit) });
  const move = { number: state.number, cell, digit };
  for (let failures = 1;; failures += 1) {
    try {
      const response = await post(element.dataset.place, move);
      isBusy = false;
      if (response.status === 200) answered(await response.json(), move);
      else refused(await response.text());
      return ask();
    } catch {
      silent();
    }
    await new Promise((over) => setTimeout(over, Math.min(pauseAfter(failures), LONGEST_PAUSE_MS)));
  }
}

function answered(data, move) {
  take(data);
  const { digit } = move;
  say(
    data.is_right
      ? ""
      : fill(gettext("%(digit)s is wrong here: %(seconds)s s more."), { digit, seconds: PENALTY_S }),
  );
}

function refused(sentence) {
  show();
  say(sentence);
}

function say(sentence) {
  part("said").textContent = "";
  part("said").textContent = sentence;
}

// What is shown

function take(news) {
  const wasMine = isMine;
  state = { ...state, ...news };
  const before = digits;
  digits = readDigits(state.digits);
  show();
  for (const cell of CELLS) if (digits[cell] && !before[cell]) nodes[cell].classList.add("pop");
  if (wasMine !== isMine) say("");
  if (isMine && !wasMine) navigator.vibrate?.(TICK_MS);
}

function show() {
  const isEnd = state.is_over || state.time_ms !== null;
  isMine = !isEnd && !state.is_paused && state.waits === 0;
  endsAt = performance.now() + state.left_ms;
  element.classList.toggle("is-mine", isMine);
  element.classList.toggle("is-end", isEnd);
  const who = whose(isEnd);
  if (part("who").textContent !== who) part("who").textContent = who;
  part("next").textContent = next(isEnd);
  part("mistakes").textContent = state.mistakes
    ? fill(
      ngettext(
        "%(count)s mistake: %(seconds)s s more",
        "%(count)s mistakes: %(seconds)s s more",
        state.mistakes,
      ),
      {
        count: state.mistakes,
        seconds: PENALTY_S * state.mistakes,
      },
    )
    : "";
  part("back").hidden = isEnd || state.waits !== null;
  part("end").hidden = !state.is_over;
  part("members").hidden = isEnd;
  part("members").replaceChildren(...state.members.map(memberNode));
  draw({ ...empty, digits });
  choose(chosen);
  tick();
}

/** A member in the order of the turns: the one whose turn it is, and who is skipped, are marked. */
function memberNode({ name, place, is_active: isActive }) {
  const node = document.createElement("li");
  const isTurn = place === state.place;
  node.textContent = isActive || isTurn ? name : fill(gettext("%(name)s (skipped)"), { name });
  node.classList.toggle("is-skipped", !isActive && !isTurn);
  if (isTurn) node.setAttribute("aria-current", "true");
  return node;
}

function whose(isEnd) {
  if (state.time_ms !== null) {
    return fill(gettext("Solved in %(time)s"), { time: clock(state.time_ms) });
  }
  if (isEnd) return gettext("The relay is over");
  if (state.is_paused) return gettext("Your teacher has paused the class.");
  return isMine ? gettext("Your turn") : fill(gettext("Turn of %(name)s"), { name: state.turn });
}

function next(isEnd) {
  if (state.is_over) {
    if (state.team_place) return fill(gettext("Place of your team: %(place)s"), { place: state.team_place });
    return state.time_ms === null ? gettext("Well tried.") : gettext("Finished.");
  }
  if (isEnd) return gettext("Places are told at the end of the relay.");
  if (state.waits === null) return gettext("You are skipped: two turns passed without a digit.");
  if (state.waits === 0) {
    return fill(ngettext("%(count)s digit to place", "%(count)s digits to place", state.left), {
      count: state.left,
    });
  }
  if (state.waits === 1) return gettext("You are next.");
  return fill(gettext("Your turn comes in %(count)s turns."), { count: state.waits });
}

const clock = (ms) => {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

function tick() {
  const left = Math.max(endsAt - performance.now(), 0);
  const isShown = !state.is_paused && !state.is_over && state.time_ms === null;
  const text = isShown ? clock(left + 999) : "";
  if (part("clock").textContent !== text) part("clock").textContent = text;
  part("clock").classList.toggle("is-short", left <= SHORT_MS);
}

function showKeys() {
  const isResting = isBusy || !isMine || digits[chosen] > 0;
  for (const key of keys) key.setAttribute("aria-disabled", String(isResting));
}

// What the member does

function choose(cell) {
  chosen = cell;
  const digit = digits[cell];
  nodes.forEach((node, at) => {
    node.classList.toggle("selected", at === cell);
    node.classList.toggle("same", digit > 0 && at !== cell && digits[at] === digit);
    node.tabIndex = at === cell ? 0 : -1;
  });
  showKeys();
}

function press(event) {
  const digit = digitOf(event);
  const target = targetOf(event, { from: chosen, digits });
  if (digit?.digit) place(chosen, digit.digit);
  else if (target !== null) nodes[target].focus();
  else return;
  event.preventDefault();
}

function attach() {
  attachCells();
  show();
  const board = document.getElementById("board");
  board.addEventListener("focusin", ({ target }) => choose(cellOf(target) ?? chosen));
  board.addEventListener("keydown", press);
  board.addEventListener("click", ({ target }) => {
    const cell = cellOf(target);
    if (cell !== null) nodes[cell].focus({ preventScroll: true });
  });
  element.addEventListener("click", ({ target }) => {
    if (target.closest("[data-relay-back]")) ask({ back: 1 });
    else if (target.dataset.digit) place(chosen, Number(target.dataset.digit));
  });
  // A tap on a key leaves the focus on the cell.
  element.addEventListener("mousedown", (event) => {
    if (event.target.dataset.digit) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => ask());
  setInterval(tick, TICK_MS);
  timer = setTimeout(ask, PAUSE_MS);
}

attach();
