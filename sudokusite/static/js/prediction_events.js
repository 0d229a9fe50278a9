// The events that can be predicted: placements and returns. puzzles/engine/runs/predictions.py defines and explains the same
// rules.

import { OPERATION, PLACEMENTS } from "./trace.js";

const { RETURN, RETREAT } = OPERATION;

/** Whether the solver goes back: a return, or in B a retreat. */
export function isBack({ operation }) {
  return operation === RETURN || operation === RETREAT;
}

/** The first event to predict from state n on; -1 when there is none, or it is not loaded yet. */
export function nextQuestion(trace, after) {
  let number = after;
  while (trace.hasEvent(number)) {
    if (isQuestion(trace, trace.event(number))) return number;
    number += 1;
  }
  return -1;
}

/** Whether an event is this digit in this cell; with both null, whether it goes back. */
export function isRight(event, { cell, digit }) {
  if (cell === null) return isBack(event);
  return PLACEMENTS.has(event.operation) && event.cell === cell && event.digit === digit;
}

function isQuestion(trace, event) {
  // A retreat leads to the cell before: from a given cell the solver decides nothing.
  if (event.operation === RETREAT) return !trace.givens[event.cell + 1];
  return PLACEMENTS.has(event.operation) || event.operation === RETURN;
}
