// The page of a first game: a small grid that asks for one digit after another. Nothing is stored or sent.

import { solvedSentence, STEPS } from "./first_game_lesson.js";
import {
  begin,
  CELLS,
  columnOf,
  goBack,
  HOUSES,
  isSolved,
  openCells,
  rowOf,
  skip,
  write,
} from "./first_game_rules.js";
import { ARROWS, digitOf } from "./keys.js";

const SIDE = 4;
const NOTES_FROM = STEPS.findIndex(({ notes }) => notes);
const ROLES = ["area", "cause", "target"];

const page = document.getElementById("first-game");
const board = document.getElementById("board");
const sentence = document.getElementById("sentence");
const reply = document.getElementById("reply");
const progress = document.getElementById("progress");
const real = document.getElementById("real-grid");
/** @type {any[]} */
const nodes = CELLS.map((cell) => document.getElementById(`c${cell}`));
const notesKey = page.querySelector("[data-act=notes]");

let state = begin();
/** @type {any} */
let chosen = null;
let isNoting = false;
// The cells that a refused digit repeats.
let clash = [];

const fill = (text, values) => interpolate(text, values, true);

// What is shown

function show() {
  const step = STEPS[state.step];
  const targets = isSolved(state) || step.isSought ? [] : openCells(state);
  const roles = { area: HOUSES[step?.house] ?? [], cause: step?.causes ?? [], target: targets };
  for (const cell of CELLS) {
    const node = nodes[cell];
    for (const role of ROLES) node.classList.toggle(`hint-${role}`, roles[role].includes(cell));
    node.classList.toggle("conflict", clash.includes(cell));
    node.classList.toggle("selected", cell === chosen);
    node.tabIndex = cell === (chosen ?? 0) ? 0 : -1;
    if (cell === chosen) node.setAttribute("aria-selected", "true");
    else node.removeAttribute("aria-selected");
    drawCell(node, cell, roles.area.includes(cell) || targets.includes(cell));
  }
  page.classList.toggle("notes-mode", isNoting);
  page.classList.toggle("is-solved", isSolved(state));
  notesKey.setAttribute("aria-pressed", isNoting);
  notesKey.hidden = state.step < NOTES_FROM;
  page.querySelector("[data-act=back]").disabled = !state.before;
  page.querySelector("[data-act=skip]").disabled = isSolved(state);
  real.hidden = !isSolved(state);
  progress.textContent = isSolved(state)
    ? ""
    : fill(gettext("Step %(number)s of %(total)s"), { number: state.step + 1, total: STEPS.length });
}

function drawCell(node, cell, isLit) {
  const digit = state.digits[cell];
  const isGiven = begin().digits[cell] > 0;
  node.classList.toggle("given", isGiven);
  if (digit) node.textContent = digit;
  else node.replaceChildren(...state.notes[cell].map(noteNode));
  const parts = [fill(gettext("Row %(row)s, column %(column)s"), {
    row: rowOf(cell) + 1,
    column: columnOf(cell) + 1,
  })];
  if (isGiven) parts.push(fill(gettext("given %(digit)s"), { digit }));
  else if (digit) parts.push(String(digit));
  else if (state.notes[cell].length) {
    parts.push(fill(gettext("notes %(digits)s"), { digits: state.notes[cell].join(" ") }));
  } else parts.push(gettext("empty"));
  if (isLit) parts.push(gettext("lit"));
  node.setAttribute("aria-label", parts.join(", "));
}

function noteNode(digit) {
  const note = document.createElement("i");
  note.className = `n${digit}`;
  note.textContent = digit;
  return note;
}

/** The question of this step; after a digit that was right, it says so first. */
function ask(isRight) {
  const asked = isSolved(state) ? solvedSentence() : STEPS[state.step].sentence();
  const praise = document.createElement("strong");
  praise.textContent = isSolved(state) ? gettext("Solved!") : gettext("Right.");
  sentence.replaceChildren(...(isRight || isSolved(state) ? [praise, ` ${asked}`] : [asked]));
}

// What the learner does

/** Go to a step: its own cell is chosen, unless it is to be found. */
function enter(after, isRight = false) {
  const hadFocus = board.contains(document.activeElement);
  const isNew = after.step !== state.step || !isRight;
  state = after;
  clash = [];
  if (isNew) {
    isNoting = false;
    const isSought = STEPS[state.step]?.isSought;
    if (isSolved(state) || isSought && !hadFocus) chosen = null;
    else if (!isSought) [chosen] = openCells(state);
  }
  show();
  reply.textContent = "";
  if (isNew) ask(isRight);
  if (isSolved(state)) real.querySelector("button").focus({ preventScroll: true });
  else if (hadFocus && chosen !== null) nodes[chosen].focus({ preventScroll: true });
}

function type(digit, isOther) {
  if (isSolved(state)) return;
  if (chosen === null) return refuse(gettext("Choose a cell first."));
  const isNote = isNoting !== isOther;
  const cell = chosen;
  const { state: after, refusal, house } = write(state, { cell, digit, isNote });
  if (refusal) {
    clash = refusal === "repeats" ? HOUSES[house].filter((each) => state.digits[each] === digit) : [];
    show();
    return refuse(reason(refusal, digit, house));
  }
  enter(after, true);
  if (isNote) return;
  for (const node of isSolved(state) ? nodes : [nodes[cell]]) node.classList.add("pop");
}

function refuse(text) {
  sentence.querySelector("strong")?.remove();
  // Said again where it is the same.
  reply.textContent = "";
  reply.textContent = text;
}

function reason(refusal, digit, house) {
  const { digit: sought, notes } = STEPS[state.step];
  if (refusal === "filled") return gettext("This cell is already filled. Choose an empty one.");
  if (refusal === "elsewhere") return gettext("This cell comes later: first the lit ones.");
  if (refusal === "unsure") {
    return fill(gettext("It may be %(first)s or %(second)s: write both as notes."), {
      first: notes[0],
      second: notes[1],
    });
  }
  if (refusal === "unproved") {
    return fill(gettext("%(digit)s is possible here, but not certain. Look for the place of %(sought)s."), {
      digit,
      sought,
    });
  }
  const sentences = [
    gettext("Row %(number)s already has a %(digit)s."),
    gettext("Column %(number)s already has a %(digit)s."),
    gettext("This box already has a %(digit)s."),
  ];
  return fill(sentences[Math.floor(house / SIDE)], { number: (house % SIDE) + 1, digit });
}

function choose(cell) {
  chosen = cell;
  clash = [];
  reply.textContent = "";
  show();
  nodes[cell].focus({ preventScroll: true });
}

const ACTS = {
  notes() {
    if (state.step < NOTES_FROM || isSolved(state)) return;
    isNoting = !isNoting;
    show();
  },
  back: () => enter(goBack(state)),
  skip: () => enter(skip(state)),
  again: () => enter(begin()),
};

// Keys and taps

page.addEventListener("keydown", (event) => {
  if (!event.target.closest("[data-keys]")) return;
  const typed = digitOf(event);
  const { key, altKey, ctrlKey, metaKey } = event;
  const isPlain = !altKey && !ctrlKey && !metaKey;
  const isCell = event.target.matches("[role=gridcell]");
  if (typed) {
    if (typed.digit >= 1 && typed.digit <= SIDE) type(typed.digit, typed.other);
  } else if (isPlain && (key.toLowerCase() === "n" || (key === " " && isCell))) ACTS.notes();
  else if (isPlain && isCell && key in ARROWS) choose(beside(ARROWS[key]));
  else return;
  event.preventDefault();
});

function beside([down, right]) {
  const from = chosen ?? 0;
  const within = (at) => Math.min(Math.max(at, 0), SIDE - 1);
  return SIDE * within(rowOf(from) + down) + within(columnOf(from) + right);
}

// A tap on a key leaves the focus on the cell, so that the next key still goes there.
page.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-digit], [data-act=notes]") && chosen !== null) event.preventDefault();
});

page.addEventListener("click", (event) => {
  const node = event.target.closest("[role=gridcell]");
  const key = event.target.closest("[data-digit]");
  const button = event.target.closest("[data-act]");
  if (node) choose(nodes.indexOf(node));
  else if (key) type(Number(key.dataset.digit), false);
  else if (button) ACTS[button.dataset.act]();
});

board.addEventListener("focusin", (event) => {
  const cell = nodes.indexOf(event.target);
  if (cell >= 0 && cell !== chosen) choose(cell);
});

document.addEventListener("animationend", (event) => event.target.classList.remove("pop"));

enter(state);
page.classList.add("is-ready");
if (matchMedia("(hover: hover)").matches && document.activeElement === document.body) {
  nodes[chosen].focus({ preventScroll: true });
}
