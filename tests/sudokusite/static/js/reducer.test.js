import assert from "node:assert/strict";
import { test } from "node:test";

import {
  applyOp,
  newGame,
  OP,
  readDigits,
  readGame,
  readMarks,
  writeDigits,
  writeGame,
  writeMarks,
} from "../../../../sudokusite/static/js/reducer.js";

const LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const RULES = { cleanNotes: true, fillNotes: true, judges: true };

function played() {
  const ops = [
    { kind: OP.NOTE_ON, cell: 2, digit: 4 },
    { kind: OP.CENTRE_ON, cell: 3, digit: 6, more: [5] },
    { kind: OP.COLOUR, cell: 0, digit: 9 },
    { kind: OP.REMEMBER, cell: null, digit: 0 },
    { kind: OP.DIGIT, cell: 2, digit: 1 },
    { kind: OP.UNDO, cell: null, digit: 0 },
  ];
  return ops.reduce((state, op) => applyOp(state, op, RULES).state, newGame(readDigits(LINE)));
}

test("a game is read as it was written", () => {
  const game = played();
  assert.deepEqual(readGame(JSON.parse(JSON.stringify(writeGame(game)))), game);
  assert.ok(game.checkpoint && game.undo.length && game.redo.length);
});

test("digits there and back", () => {
  assert.equal(writeDigits(readDigits(LINE)), LINE);
});

test("marks there and back, in three digits a cell where there is no colour", () => {
  const { marks } = played();
  assert.deepEqual(readMarks(writeMarks(marks)), marks);
  const plain = marks.map((mask) => mask & 0x3ffff);
  assert.equal(writeMarks(plain.map((mask) => mask & 0xfff), 3).length, 243);
  assert.deepEqual(
    readMarks(writeMarks(plain.map((mask) => mask & 0xfff), 3)),
    plain.map((mask) => mask & 0xfff),
  );
});

test("the kinds of ops have letters of their own", () => {
  assert.equal(new Set(Object.values(OP)).size, Object.keys(OP).length);
});
