import assert from "node:assert/strict";
import { test } from "node:test";

import { sentenceOf, text } from "../../../../sudokusite/static/js/course/verdict_view.js";

test("a verdict has the judge's sentence, without its marks of code", () => {
  assert.equal(sentenceOf({ verdict: "wrong", sentence: "`f(0)` gave `1`." }), "f(0) gave 1.");
});

test("a passed verdict does not repeat the word that the page shows before it", () => {
  assert.equal(sentenceOf({ verdict: "passed", sentence: "Passed: 12 cases." }), "12 cases.");
});

test("a judge that was stopped has no sentence, so the page gives one", () => {
  assert.equal(sentenceOf({ verdict: "stopped" }), "It was stopped.");
  assert.match(sentenceOf({ verdict: "too_slow", sentence: 5 }), /^It took longer than 10 seconds/);
  assert.equal(sentenceOf({ verdict: "wrong" }), "");
});

test("what is no text in a message of the sandbox counts as none", () => {
  assert.deepEqual(["a", 1, null, undefined, ["b"]].map(text), ["a", "", "", "", ""]);
});
