// Sentences for screen readers on request: the cell, its row, column and box, and the missing digits.

import { labelOf } from "./cells.js";
import { boxOf, columnOf, DIGITS, houseName, HOUSES, rowOf } from "./reducer.js";

const housesOf = (cell) => [rowOf(cell), 9 + columnOf(cell), 18 + boxOf(cell)];

/**
 * The sentence for a spoken key (sayCell, sayRow, sayColumn, sayBox, sayMissing) at a cell. In an exam
 * (`judges` false) missing digits are not listed: for a full house they would reveal a conflict.
 */
export function spoken(action, cell, { digits, judges }) {
  const [row, column, box] = housesOf(cell);
  if (action === "sayMissing" && !judges) {
    return housesOf(cell).map((house) => contents(house, digits)).join("; ");
  }
  if (action === "sayRow") return contents(row, digits);
  if (action === "sayColumn") return contents(column, digits);
  if (action === "sayBox") return contents(box, digits);
  if (action === "sayMissing") return housesOf(cell).map((house) => missing(house, digits)).join("; ");
  return labelOf(cell);
}

function contents(house, digits) {
  const cells = HOUSES[house].map((cell) => digits[cell] || gettext("empty"));
  return interpolate(
    gettext("%(name)s: %(cells)s"),
    { name: houseName(house), cells: cells.join(", ") },
    true,
  );
}

function missing(house, digits) {
  const held = HOUSES[house].map((cell) => digits[cell]);
  const rest = DIGITS.filter((digit) => !held.includes(digit));
  if (!rest.length) {
    return interpolate(gettext("missing in %(name)s: nothing"), { name: houseName(house) }, true);
  }
  return interpolate(gettext("missing in %(name)s: %(digits)s"), {
    name: houseName(house),
    digits: rest.join(" "),
  }, true);
}
