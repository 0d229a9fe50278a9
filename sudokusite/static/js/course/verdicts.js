// Verdicts in the site's format: the fields that it stores (puzzles/course/services/verdicts.py). runner.js has checked
// their types.

const FIELDS = [
  "exercise",
  "verdict",
  "name",
  "call",
  "value",
  "expected",
  "grid",
  "grid_after",
  "expected_after",
  "printed",
  "expected_printed",
  "error",
  "line",
  "cases",
  "digits",
];
const MAX_TEXT_LENGTH = 2000;

/** The fields of a verdict that the site stores, with long texts cut. */
export function storable(message) {
  const known = FIELDS.filter((name) => message[name] !== undefined && message[name] !== null);
  return Object.fromEntries(known.map((name) => [name, cut(message[name])]));
}

function cut(value) {
  return typeof value === "string" ? value.slice(0, MAX_TEXT_LENGTH) : value;
}
