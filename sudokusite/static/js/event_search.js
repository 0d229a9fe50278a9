// Search in a run: the next or previous event of a kind.

import { OPERATION, PLACEMENTS } from "./trace.js";

const { RETURN, RETREAT, SOLUTION, OVER } = OPERATION;

/**
 * The state after the next event of a kind from state n on (direction 1), or after the one before it (-1);
 * -1 when there is none. `kind` is "placement", "return", "solution" or "cell"; then `cell` says which.
 */
export function findState(trace, number, { kind, cell = -1, direction = 1 }) {
  const isWanted = {
    placement: isPlacement,
    return: isReturn(trace),
    solution: isSolution,
    cell: isChange(trace, cell),
  }[kind];
  const found = trace.find(direction > 0 ? number : number - 2, direction, isWanted);
  return found < 0 ? -1 : found + 1;
}

function isPlacement({ operation }) {
  return PLACEMENTS.has(operation);
}

function isSolution({ operation }) {
  return operation === SOLUTION;
}

/** Whether an event is a return to a cell whose digit failed; in B, a retreat into a cell that is not given. */
function isReturn({ givens }) {
  return ({ operation, cell }) =>
    operation === RETURN || (operation === RETREAT && cell >= 0 && !givens[cell]);
}

/** Whether an event changes this cell: its digit or its masks. */
function isChange(trace, cell) {
  const cursor = trace.cursor();
  return (event, number) => {
    if (event.cell !== cell && ![RETURN, RETREAT, OVER].includes(event.operation)) return false;
    cursor.seek(number);
    const before = holds(cursor, cell);
    cursor.seek(number + 1);
    return before !== holds(cursor, cell);
  };
}

function holds({ digits, masks }, cell) {
  return 1000 * digits[cell] + (masks?.[cell] ?? 0);
}
