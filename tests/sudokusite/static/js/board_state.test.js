import assert from "node:assert/strict";
import { test } from "node:test";

import { Game, SyncedGame } from "../../../../sudokusite/static/js/board_state.js";
import {
  applyOp,
  checksum,
  inverse,
  newGame,
  OP,
  withEffect,
  writeGame,
} from "../../../../sudokusite/static/js/reducer.js";

const GIVENS = [5, 3, ...new Array(79).fill(0)];
const SOLVED = Array.from({ length: 81 }, (_, cell) => {
  const row = Math.floor(cell / 9);
  return (3 * (row % 3) + Math.floor(row / 3) + cell % 9) % 9 + 1;
});
const RULES = { cleanNotes: true, fillNotes: true, judges: true };
const place = (cell, digit) => ({ kind: OP.DIGIT, cell, digit });
const data = (state) => ({ ...writeGame(state), ms: 0, state: "open" });

/** An outbox of one page, in memory. */
function outboxOf(...ops) {
  return {
    ops: ops.map((op, at) => ({ client: "me", seq: at + 1, op })),
    acknowledge(client, seq) {
      const done = this.ops.filter((entry) => entry.client === client && entry.seq <= seq);
      this.ops = this.ops.filter((entry) => !done.includes(entry));
      return done;
    },
  };
}

/** The answer of a server that holds this game. */
const answerOf = (state, more = {}) => ({
  client: "me",
  seq: 0,
  ms: 0,
  state: "open",
  version: state.version,
  check: checksum(state),
  ...more,
});

function begun(...ops) {
  const outbox = outboxOf(...ops);
  const game = new SyncedGame(data(newGame(GIVENS)), RULES, outbox.ops);
  return { game, outbox };
}

test("ops that wait are shown, and not confirmed", () => {
  const { game } = begun(place(2, 4));
  assert.equal(game.shown.digits[2], 4);
  assert.equal(game.confirmed.digits[2], 0);
});

test("what is stored is confirmed, and stays shown", () => {
  const { game, outbox } = begun(place(2, 4), place(3, 6));
  const stored = answerOf(game.after(game.confirmed, [{ op: place(2, 4) }]), { seq: 1 });
  const came = game.takeIn({ stored, whole: null }, outbox);
  assert.deepEqual(came, { isOvertaken: false, wantsWhole: false, changed: [], isEnded: false });
  assert.equal(game.confirmed.digits[2], 4);
  assert.equal(game.shown.digits[3], 6);
});

test("a game that is no longer the server's asks for the whole of it", () => {
  const { game, outbox } = begun(place(2, 4));
  const elsewhere = game.after(game.confirmed, [{ op: place(10, 1) }]);
  const came = game.takeIn({ stored: answerOf(elsewhere), whole: null }, outbox);
  assert.equal(came.wantsWhole, true);
});

test("the whole game is taken, under what still waits, and says what another page changed", () => {
  const { game, outbox } = begun(place(2, 4));
  const elsewhere = game.after(game.confirmed, [{ op: place(10, 1) }]);
  const came = game.takeIn({ stored: answerOf(elsewhere), whole: data(elsewhere) }, outbox);
  assert.deepEqual(came, { isOvertaken: false, wantsWhole: false, changed: [10], isEnded: false });
  assert.deepEqual([game.shown.digits[2], game.shown.digits[10]], [4, 1]);
});

test("an answer to a help that moves have overtaken changes nothing", () => {
  const { game, outbox } = begun();
  const later = game.after(game.confirmed, [{ op: place(2, 4) }]);
  game.takeIn({ stored: answerOf(later), whole: data(later) }, outbox);
  const before = game.shown;
  const stored = { ...answerOf(newGame(GIVENS)), client: null };
  assert.equal(game.takeIn({ stored, whole: null }, outbox).isOvertaken, true);
  assert.equal(game.shown, before);
});

test("the end of a game is told once", () => {
  const { game, outbox } = begun();
  const stored = answerOf(game.confirmed, { state: "solved" });
  assert.equal(game.takeIn({ stored, whole: null }, outbox).isEnded, true);
  assert.equal(game.takeIn({ stored, whole: null }, outbox).isEnded, false);
  assert.equal(game.play(place(2, 4)).refusal, "finished");
});

test("a game of the page alone is open until it is solved, and can be undone", () => {
  const game = new Game(newGame(GIVENS), RULES);
  const { effect } = game.play(place(2, 4));
  assert.deepEqual(effect, [[2, 0, 4, 0, 0]]);
  assert.equal(game.shown.digits[2], 4);
  assert.equal(game.play(place(0, 4)).refusal, "given");
  game.play({ kind: OP.UNDO, cell: null, digit: 0 });
  assert.equal(game.shown.digits[2], 0);
  assert.ok(game.isOpen);
});

test("a solved game is closed, and takes digits only where nothing judges them", () => {
  const solved = { ...newGame(GIVENS.map(() => 0)), digits: SOLVED };
  const game = new Game(solved, RULES);
  assert.equal(game.isOpen, false);
  assert.equal(game.play(place(0, 9)).refusal, "finished");
  const editor = new Game(solved, { ...RULES, judges: false });
  assert.ok(!editor.play(place(0, 9)).refusal);
  assert.equal(editor.shown.digits[0], 9);
});

test("an effect is taken back by its reverse", () => {
  const before = newGame(GIVENS);
  const { state, effect } = applyOp(before, place(2, 4), RULES);
  const { digits, marks } = withEffect(state, inverse(effect));
  assert.deepEqual({ digits, marks }, { digits: before.digits, marks: before.marks });
  assert.deepEqual(withEffect(before, effect).digits, state.digits);
});
