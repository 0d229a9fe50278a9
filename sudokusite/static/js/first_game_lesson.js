// The lesson of a first game: a grid of four by four, and what is asked of the learner, step by step.

export const GIVENS = [0, 3, 0, 0, 0, 1, 0, 0, 3, 2, 0, 4, 0, 0, 0, 3];
export const SOLUTION = [2, 3, 4, 1, 4, 1, 3, 2, 3, 2, 1, 4, 1, 4, 2, 3];

const ROW = 0;
const COLUMN = 4;
const BOX = 8;

/**
 * What a step asks: `cell` is to hold `digit`, or the notes of `notes`; without a cell, all that are left.
 * `house` is lit (0-3 rows, 4-7 columns, 8-11 boxes), `causes` are framed. Where `isSought`, the learner finds the cell.
 */
export const STEPS = [
  {
    house: ROW + 2,
    cell: 10,
    digit: 1,
    sentence: () => gettext("Each row holds 1, 2, 3 and 4 once. Which digit is missing in row 3?"),
  },
  {
    house: COLUMN + 1,
    cell: 13,
    digit: 4,
    sentence: () => gettext("Each column does, too. Which digit is missing in column 2?"),
  },
  {
    house: BOX + 2,
    cell: 12,
    digit: 1,
    sentence: () => gettext("So does each box of four cells. Which digit is missing in the lit box?"),
  },
  {
    house: BOX + 1,
    cell: 3,
    digit: 1,
    causes: [5, 10],
    isSought: true,
    sentence: () =>
      gettext("Row 2 and column 3 have a 1. Where does 1 go in the lit box? Choose the cell, then 1."),
  },
  {
    house: ROW + 1,
    cell: 6,
    digit: 3,
    causes: [8, 15],
    isSought: true,
    sentence: () => gettext("Columns 1 and 4 have a 3. Where does 3 go in row 2?"),
  },
  {
    house: COLUMN + 2,
    cell: 2,
    notes: [2, 4],
    sentence: () => gettext("This cell is 2 or 4: you cannot know yet. Press “Notes”, then both digits."),
  },
  {
    house: ROW + 1,
    cell: 7,
    digit: 2,
    causes: [3, 11, 15],
    sentence: () => gettext("Row 2 has 1 and 3, column 4 has 4. Which digit is left for this cell?"),
  },
  {
    house: BOX + 1,
    cell: 2,
    digit: 4,
    sentence: () => gettext("Now 2 is no longer possible here, and its note is gone. Which digit is it?"),
  },
  { sentence: () => gettext("Three cells are left. Fill them in.") },
];

/** What is said when the grid is full. */
export const solvedSentence = () => gettext("Every row, column and box holds each digit once.");
