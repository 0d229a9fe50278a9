import assert from "node:assert/strict";
import { test } from "node:test";

import { targetOf } from "../../../../sudokusite/static/js/keys.js";

const EMPTY = new Array(81).fill(0);
const target = (key, from, { digits = EMPTY, ...held } = {}) => targetOf({ key, ...held }, { from, digits });

test("arrows move by a cell, and stop at the edge", () => {
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  assert.deepEqual(keys.map((key) => target(key, 40)), [39, 41, 31, 49]);
  assert.deepEqual(keys.map((key) => target(key, 0)), [0, 1, 0, 9]);
});

test("Home and End lead to the ends of the row, with Ctrl to those of the grid", () => {
  assert.deepEqual(["Home", "End"].map((key) => target(key, 40)), [36, 44]);
  assert.deepEqual(["Home", "End"].map((key) => target(key, 40, { ctrlKey: true })), [0, 80]);
});

test("pages are three rows, as far as there are any", () => {
  assert.deepEqual([40, 5].map((cell) => target("PageUp", cell)), [13, 5]);
  assert.deepEqual([40, 60].map((cell) => target("PageDown", cell)), [67, 60]);
});

test("with Ctrl an arrow leads to the next empty cell, and nowhere if there is none", () => {
  const digits = EMPTY.with(41, 5).with(42, 6);
  assert.equal(target("ArrowRight", 40, { digits, ctrlKey: true }), 43);
  assert.equal(target("ArrowRight", 40, { digits: digits.with(43, 1).with(44, 2), metaKey: true }), 40);
});

test("other keys, and all keys with Alt, do not move", () => {
  assert.equal(target("a", 40), null);
  assert.equal(target("ArrowUp", 40, { altKey: true }), null);
});
