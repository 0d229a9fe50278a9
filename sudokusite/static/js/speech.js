// What a person who listens asks for: the cell, its row, column and box, and what is missing there.

import { labelOf } from "./cells.js";
import { boxOf, columnOf, DIGITS, HOUSES, rowOf } from "./reducer.js";
import { houseWord, word } from "./words.js";

const housesOf = (cell) => [rowOf(cell), 9 + columnOf(cell), 18 + boxOf(cell)];

/** The sentence for a spoken key (sayCell, sayRow, sayColumn, sayBox, sayMissing) at a cell. */
export function spoken(action, cell, digits) {
  const [row, column, box] = housesOf(cell);
  if (action === "sayRow") return contents(row, digits);
  if (action === "sayColumn") return contents(column, digits);
  if (action === "sayBox") return contents(box, digits);
  if (action === "sayMissing") return housesOf(cell).map((house) => missing(house, digits)).join("; ");
  return labelOf(cell);
}

function contents(house, digits) {
  const cells = HOUSES[house].map((cell) => digits[cell] || word("empty"));
  return word("list", { name: houseWord(house), cells: cells.join(", ") });
}

function missing(house, digits) {
  const held = HOUSES[house].map((cell) => digits[cell]);
  const rest = DIGITS.filter((digit) => !held.includes(digit));
  if (!rest.length) return word("missingNothing", { name: houseWord(house) });
  return word("missing", { name: houseWord(house), digits: rest.join(" ") });
}
