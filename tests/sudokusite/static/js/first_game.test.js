import assert from "node:assert/strict";
import { test } from "node:test";

import { GIVENS, SOLUTION, STEPS } from "../../../../sudokusite/static/js/first_game_lesson.js";
import {
  begin,
  CELLS,
  goBack,
  HOUSES,
  housesWith,
  isSolved,
  openCells,
  skip,
  write,
} from "../../../../sudokusite/static/js/first_game_rules.js";

const DIGITS = [1, 2, 3, 4];
const candidates = (digits, cell) => DIGITS.filter((digit) => !housesWith(digits, cell, digit).length);
const at = (number) => STEPS.slice(0, number).reduce(skip, begin());
const digit = (state, cell, digit) => write(state, { cell, digit, isNote: false });
const note = (state, cell, digit) => write(state, { cell, digit, isNote: true });

function solutions(digits) {
  const cell = digits.indexOf(0);
  if (cell < 0) return [digits];
  return candidates(digits, cell).flatMap((digit) =>
    solutions(digits.map((before, each) => each === cell ? digit : before))
  );
}

test("the grid has one solution, and every house of it holds each digit", () => {
  assert.deepEqual(solutions(GIVENS), [SOLUTION]);
  for (const house of HOUSES) assert.deepEqual(house.map((cell) => SOLUTION[cell]).sort(), DIGITS);
});

test("each step asks what the grid proves at that moment", () => {
  STEPS.forEach((step, number) => {
    const { digits } = at(number);
    const house = HOUSES[step.house] ?? [];
    if (step.notes) return assert.deepEqual(candidates(digits, step.cell), step.notes);
    if (step.isSought) {
      const places = house.filter((cell) => !digits[cell] && candidates(digits, cell).includes(step.digit));
      assert.deepEqual(places, [step.cell]);
      assert.ok(candidates(digits, step.cell).length > 1);
    } else {
      for (const cell of openCells(at(number))) {
        assert.deepEqual(candidates(digits, cell), [SOLUTION[cell]]);
      }
    }
    return step.cell === undefined || assert.equal(step.digit, SOLUTION[step.cell]);
  });
});

test("the first three steps miss one digit in their house", () => {
  for (const number of [0, 1, 2]) {
    const { digits } = at(number);
    const empty = HOUSES[STEPS[number].house].filter((cell) => !digits[cell]);
    assert.deepEqual(empty, [STEPS[number].cell]);
  }
});

test("framed cells hold what the sentence names", () => {
  for (const number of [3, 4]) {
    const { causes, digit } = STEPS[number];
    assert.deepEqual(causes.map((cell) => at(number).digits[cell]), [digit, digit]);
  }
});

test("the right digit leads to the next step, a wrong one names the house that has it", () => {
  const right = digit(begin(), 10, 1);
  assert.equal(right.refusal, null);
  assert.equal(right.state.step, 1);
  const wrong = digit(begin(), 10, 4);
  assert.equal(wrong.state.step, 0);
  // Row 3, which is lit, before the box, which has that 4 too.
  assert.deepEqual([wrong.refusal, wrong.house], ["repeats", 2]);
});

test("who seeks a place is told why it is not here", () => {
  assert.deepEqual([digit(at(3), 7, 1).refusal, digit(at(3), 7, 1).house], ["repeats", 1]);
  assert.equal(digit(at(3), 3, 2).refusal, "unproved");
  assert.equal(digit(at(3), 4, 4).refusal, "elsewhere");
});

test("givens and other cells stay as they are", () => {
  assert.equal(digit(begin(), 1, 2).refusal, "filled");
  assert.equal(digit(begin(), 0, 2).refusal, "elsewhere");
});

test("two notes do for a digit that is not known yet, and a digit takes the note of its peers away", () => {
  const start = at(5);
  assert.equal(digit(start, 2, 4).refusal, "unsure");
  assert.equal(note(start, 2, 3).refusal, "repeats");
  const one = note(start, 2, 4).state;
  assert.deepEqual([one.step, one.notes[2]], [5, [4]]);
  assert.deepEqual(note(one, 2, 4).state.notes[2], []);
  const both = note(one, 2, 2).state;
  assert.deepEqual([both.step, both.notes[2]], [6, [2, 4]]);
  assert.deepEqual(digit(both, 7, 2).state.notes[2], [4]);
  assert.deepEqual(skip(one).notes[2], [2, 4]);
});

test("the last cells are filled in any order", () => {
  const left = openCells(at(8));
  assert.equal(left.length, 3);
  const end = left.reverse().reduce((state, cell) => digit(state, cell, SOLUTION[cell]).state, at(8));
  assert.ok(isSolved(end));
  assert.deepEqual(end.digits, SOLUTION);
});

test("skipping leads through all steps, and the way back undoes them", () => {
  let state = at(STEPS.length);
  assert.ok(isSolved(state));
  assert.equal(skip(state), state);
  while (state.before) state = goBack(state);
  assert.deepEqual(state, begin());
  assert.deepEqual(CELLS.map((cell) => state.digits[cell]), GIVENS);
});
