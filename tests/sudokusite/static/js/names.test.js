import assert from "node:assert/strict";
import { test } from "node:test";

import { joined } from "../../../../sudokusite/static/js/cells.js";
import { cellName, houseName } from "../../../../sudokusite/static/js/reducer.js";

test("cells are named by row and column", () => {
  assert.deepEqual([0, 8, 18, 80].map(cellName), ["r1c1", "r1c9", "r3c1", "r9c9"]);
});

test("houses are named by their kind and number", () => {
  assert.deepEqual([2, 13, 19].map(houseName), ["row 3", "column 5", "box 2"]);
});

test("what belongs together is joined as people do", () => {
  assert.deepEqual([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(joined), ["", "a", "a and b", "a, b and c"]);
});
