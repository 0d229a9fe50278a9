// Why a solver does what it does next, in a sentence or two, shown after a prediction.

import { boxOf, cellName, CELLS, columnOf, DIGITS, houseName, HOUSES, PEERS, rowOf } from "./reducer.js";
import { isBack } from "./prediction_events.js";
import { OPERATION } from "./trace.js";

const { PLACE, RETURN, SOLUTION, PLACE_NAKED, PLACE_HIDDEN, CHOOSE } = OPERATION;

/** The reason of the event after a cursor's state. */
export function reasonOf(cursor, event) {
  const { algorithm } = cursor.trace;
  if (algorithm === "projet_insa") {
    return interpolate(
      gettext("%(cell)s is the first empty cell to which M forbids eight digits: %(digit)s is left."),
      { cell: cellName(event.cell), digit: event.digit },
      true,
    );
  }
  if (algorithm === "propagation") return reasonOfChoice(cursor, event);
  if (cursor.last.operation === SOLUTION) {
    return gettext("That was a solution: it goes back to look for another one.");
  }
  if (algorithm === "mini_projet") return reasonOfList(cursor, event);
  return reasonOfTests(cursor, event);
}

// A and B: one digit after the other.
function reasonOfTests(cursor, event) {
  const trials = cursor.trialsBefore();
  // Nine was tried before: no digit is left.
  if (!trials.length) {
    return interpolate(gettext("In %(cell)s, 9 has been tried: no digit is left."), {
      cell: cellName(cellLeft(cursor, event)),
    }, true);
  }
  const [[cell]] = trials;
  const tests = trials.map(([, digit]) => testOf(cursor.digits, cell, digit)).join(", ");
  const sentence = interpolate(
    gettext("Tried in %(cell)s: %(tests)s."),
    { cell: cellName(cell), tests },
    true,
  );
  return isBack(event)
    ? `${sentence} ${interpolate(gettext("No digit is left for %(cell)s."), { cell: cellName(cell) }, true)}`
    : sentence;
}

// The cell that the solver is at when it goes back.
function cellLeft(cursor, event) {
  return cursor.last.operation === RETURN ? cursor.last.cell : event.cell + 1;
}

function testOf(digits, cell, digit) {
  const house = refusal(digits, cell, digit);
  return house === null
    ? interpolate(gettext("%(digit)s yes"), { digit }, true)
    : interpolate(gettext("%(digit)s no (%(house)s)"), { digit, house: houseName(house) }, true);
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
function reasonOfList(cursor, event) {
  const isFirst = cursor.last.operation !== RETURN;
  const cell = isFirst ? cursor.digits.indexOf(0) : cursor.last.cell;
  const possible = DIGITS.filter((digit) => !PEERS[cell].some((peer) => cursor.digits[peer] === digit));
  const values = { cell: cellName(cell), digits: possible.join(" "), digit: event.digit };
  if (event.operation === PLACE) {
    return interpolate(
      isFirst
        ? gettext("Possible in %(cell)s: %(digits)s. The first one is tried.")
        : gettext("Possible in %(cell)s: %(digits)s. After what led nowhere comes %(digit)s."),
      values,
      true,
    );
  }
  return interpolate(
    isFirst
      ? gettext("No digit is possible in %(cell)s.")
      : gettext("Possible in %(cell)s: %(digits)s. All of them have been tried."),
    values,
    true,
  );
}

// E: forced cells first, then the smallest choice.
function reasonOfChoice({ digits, masks }, event) {
  const values = { cell: cellName(event.cell), digit: event.digit };
  if (event.operation === PLACE_NAKED) {
    return interpolate(gettext("%(digit)s is the only candidate left in %(cell)s."), values, true);
  }
  if (event.operation === PLACE_HIDDEN) {
    const bit = 1 << (event.digit - 1);
    const house = HOUSES.findIndex((cells) =>
      cells.includes(event.cell) && cells.filter((cell) => masks[cell] & bit).length === 1
    );
    return interpolate(gettext("In %(house)s, %(digit)s has no other place than %(cell)s."), {
      ...values,
      house: houseName(house),
    }, true);
  }
  if (event.operation === CHOOSE) {
    const candidates = DIGITS.filter((digit) => masks[event.cell] & (1 << (digit - 1)));
    return interpolate(
      gettext("Nothing is forced. No cell has fewer candidates than %(cell)s: %(digits)s."),
      { ...values, digits: candidates.join(" ") },
      true,
    );
  }
  const stuck = CELLS.find((cell) => !digits[cell] && !masks[cell]);
  return stuck === undefined
    ? gettext("All candidates of the choice after it have been tried.")
    : interpolate(gettext("%(cell)s has no candidate left."), { cell: cellName(stuck) }, true);
}
