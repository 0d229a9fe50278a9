// Why a solver does what it does next, in a sentence or two: told after a prediction.

import { boxOf, CELLS, columnOf, DIGITS, HOUSES, PEERS, rowOf } from "./reducer.js";
import { isBack } from "./predicting.js";
import { OPERATION } from "./trace.js";

const { PLACE, RETURN, SOLUTION, PLACE_NAKED, PLACE_HIDDEN, CHOOSE } = OPERATION;

/** The reason of the event after a cursor's state. `say(name, values)` gives a sentence, `say.cell` a name. */
export function reasonOf(cursor, event, say) {
  const { algorithm } = cursor.trace;
  if (algorithm === "projet_insa") return say("whyTable", { cell: say.cell(event.cell), digit: event.digit });
  if (algorithm === "propagation") return reasonOfChoice(cursor, event, say);
  if (cursor.last.operation === SOLUTION) return say("whySolution");
  if (algorithm === "mini_projet") return reasonOfList(cursor, event, say);
  return reasonOfTests(cursor, event, say);
}

// A and B: one digit after the other.
function reasonOfTests(cursor, event, say) {
  const trials = cursor.trialsBefore();
  // Nine was tried before: nothing is left to try.
  if (!trials.length) return say("whyNine", { cell: say.cell(cellLeft(cursor, event)) });
  const [[cell]] = trials;
  const tests = trials.map(([, digit]) => testOf(cursor.digits, cell, digit, say)).join(", ");
  const told = say("whyTried", { cell: say.cell(cell), tests });
  return isBack(event) ? `${told} ${say("whyNone", { cell: say.cell(cell) })}` : told;
}

// The cell that the solver stands in when it goes back.
function cellLeft(cursor, event) {
  return cursor.last.operation === RETURN ? cursor.last.cell : event.cell + 1;
}

function testOf(digits, cell, digit, say) {
  const house = refusal(digits, cell, digit);
  return house === null ? say("testYes", { digit }) : say("testNo", { digit, house: say.house(house) });
}

/** The first house of a cell that holds a digit elsewhere, row, column, box; null when the digit fits. */
function refusal(digits, cell, digit) {
  const houses = [rowOf(cell), 9 + columnOf(cell), 18 + boxOf(cell)];
  const found = houses.find((house) =>
    HOUSES[house].some((other) => other !== cell && digits[other] === digit)
  );
  return found ?? null;
}

// D: the possible digits are listed once.
function reasonOfList(cursor, event, say) {
  const isFirst = cursor.last.operation !== RETURN;
  const cell = isFirst ? cursor.digits.indexOf(0) : cursor.last.cell;
  const possible = DIGITS.filter((digit) => !PEERS[cell].some((peer) => cursor.digits[peer] === digit));
  const values = { cell: say.cell(cell), digits: possible.join(" "), digit: event.digit };
  if (event.operation === PLACE) return say(isFirst ? "whyListed" : "whyListNext", values);
  return say(isFirst ? "whyListEmpty" : "whyListOver", values);
}

// E: forced cells first, then the smallest choice.
function reasonOfChoice({ digits, masks }, event, say) {
  const values = { cell: say.cell(event.cell), digit: event.digit };
  if (event.operation === PLACE_NAKED) return say("whyNaked", values);
  if (event.operation === PLACE_HIDDEN) {
    const bit = 1 << (event.digit - 1);
    const house = HOUSES.findIndex((cells) =>
      cells.includes(event.cell) && cells.filter((cell) => masks[cell] & bit).length === 1
    );
    return say("whyHidden", { ...values, house: say.house(house) });
  }
  if (event.operation === CHOOSE) {
    const candidates = DIGITS.filter((digit) => masks[event.cell] & (1 << (digit - 1)));
    return say("whyChoice", { ...values, digits: candidates.join(" ") });
  }
  const stuck = CELLS.find((cell) => !digits[cell] && !masks[cell]);
  return stuck === undefined ? say("whyAllTried") : say("whyStuck", { cell: say.cell(stuck) });
}
