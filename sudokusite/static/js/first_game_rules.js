// What happens to the grid of a first game: no page, no storage.

import { GIVENS, SOLUTION, STEPS } from "./first_game_lesson.js";

const SIDE = 4;

export const CELLS = GIVENS.map((_digit, cell) => cell);
export const rowOf = (cell) => Math.floor(cell / SIDE);
export const columnOf = (cell) => cell % SIDE;
const boxOf = (cell) => 2 * Math.floor(rowOf(cell) / 2) + Math.floor(columnOf(cell) / 2);

/** Rows, columns, boxes: the cells of each. */
export const HOUSES = [rowOf, columnOf, boxOf].flatMap((houseOf) =>
  [0, 1, 2, 3].map((house) => CELLS.filter((cell) => houseOf(cell) === house))
);

/** The lesson at its beginning. `step` counts up to STEPS.length; `before` is the lesson before the last step was done. */
export function begin() {
  return { step: 0, digits: GIVENS, notes: CELLS.map(() => []), before: null };
}

export const isSolved = ({ step }) => step === STEPS.length;

/** The cells that are to be filled at this step. */
export function openCells({ step, digits }) {
  const { cell } = STEPS[step] ?? { cell: -1 };
  return cell === undefined ? CELLS.filter((each) => !digits[each]) : [cell];
}

/** The houses of a cell that hold a digit already, `first` before the others. */
export function housesWith(digits, cell, digit, first = -1) {
  const found = HOUSES.map((_cells, house) => house).filter((house) =>
    HOUSES[house].includes(cell) && HOUSES[house].some((each) => digits[each] === digit)
  );
  return found.sort((a, b) => Number(b === first) - Number(a === first));
}

/**
 * Write a digit into a cell, or a note.
 * Returns the state after it and `refusal`: "filled", "elsewhere", "unsure", "repeats" or "unproved", or null; and with
 * "repeats", the `house` that holds the digit already.
 */
export function write(state, { cell, digit, isNote }) {
  const refused = refusalOf(state, { cell, digit, isNote });
  const after = () => isNote ? withNote(state, cell, digit) : withDigit(state, cell, digit);
  return { state: refused ? state : after(), refusal: null, house: null, ...refused };
}

function refusalOf(state, { cell, digit, isNote }) {
  const step = STEPS[state.step];
  if (state.digits[cell]) return { refusal: "filled" };
  const [house] = housesWith(state.digits, cell, digit, step.house);
  const isOpen = openCells(state).includes(cell);
  // The task asks for the place of a digit: say why it is not here.
  if (house !== undefined && (isOpen || step.isSought)) return { refusal: "repeats", house };
  if (!isOpen) return { refusal: "elsewhere" };
  if (isNote) return null;
  if (step.notes) return { refusal: "unsure" };
  return digit === SOLUTION[cell] ? null : { refusal: "unproved" };
}

function withDigit(state, cell, digit) {
  const peers = new Set(HOUSES.filter((house) => house.includes(cell)).flat());
  const after = {
    ...state,
    digits: state.digits.map((before, each) => each === cell ? digit : before),
    notes: state.notes.map((notes, each) =>
      each === cell ? [] : peers.has(each) ? notes.filter((note) => note !== digit) : notes
    ),
  };
  const isDone = STEPS[state.step].cell !== undefined || !after.digits.includes(0);
  return isDone ? next(state, after) : after;
}

function withNote(state, cell, digit) {
  const notes = state.notes[cell];
  const written = notes.includes(digit) ? notes.filter((note) => note !== digit) : [...notes, digit].sort();
  const after = { ...state, notes: state.notes.map((before, each) => each === cell ? written : before) };
  return STEPS[state.step].notes?.join() === written.join() ? next(state, after) : after;
}

const next = (before, after) => ({ ...after, step: before.step + 1, before });

/** Do what this step asks. */
export function skip(state) {
  if (isSolved(state)) return state;
  const { notes } = STEPS[state.step];
  let after = state;
  for (const cell of openCells(state)) {
    for (const digit of notes ?? [SOLUTION[cell]]) {
      // A note that is there already stays.
      if (!after.notes[cell].includes(digit) || !notes) {
        after = write(after, { cell, digit, isNote: Boolean(notes) }).state;
      }
    }
  }
  return after;
}

/** The grid before the last step was done. */
export const goBack = (state) => state.before ?? state;
