// What is said of a move on a shared grid.

import { labelOf } from "./cells.js";
import { repeats } from "./reducer.js";
import { houseWord, joined, word } from "./words.js";

const WORDS = { f: "notesFilled", n: "noteOn", o: "noteOff", g: "remembered", b: "wentBack" };
const NOTHING = { u: "nothingToUndo", r: "nothingToRedo", f: "notesFilled", g: "remembered", b: "nothingToGoBackTo" };

/** The sentence for an op that changed something. */
export function sentenceOf(op, { before, after, effect }) {
  if (op.kind === "u" || op.kind === "r") {
    return word("list", { name: word(op.kind === "u" ? "undone" : "redone"), cells: labelOf(effect[0][0]) });
  }
  const said = markWord(op, before);
  if (op.more) return word("inCells", { said, count: effect.length });
  return said || placedSentence(op, after.digits);
}

function markWord(op, before) {
  if (op.kind === "x") return word(before.digits[op.cell] ? "cleared" : "notesCleared");
  return op.kind in WORDS ? word(WORDS[op.kind], op) : "";
}

function placedSentence(op, digits) {
  const found = repeats(digits);
  const houses = found.get(op.cell);
  const placed = houses ? word("placedRepeats", { digit: op.digit, houses: joined(houses.map(houseWord)) }) : word("placed", op);
  return !digits.includes(0) && found.size ? `${placed}. ${word("full")}` : placed;
}

/** The sentence for an op that changed nothing. */
export function sentenceOfNothing(op, refusal) {
  if (refusal) return word(`refused${refusal[0].toUpperCase()}${refusal.slice(1)}`);
  return word(NOTHING[op.kind] ?? "nothingToClear");
}
