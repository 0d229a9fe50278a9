// Verdicts as the site takes them: the fields that it keeps (puzzles/course/services/verdicts.py). Their types were
// checked where they came out of the frame (runner.js).

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
const LONGEST_TEXT = 2000;

export function storable(message) {
  const known = FIELDS.filter((name) => message[name] !== undefined && message[name] !== null);
  return Object.fromEntries(known.map((name) => [name, cut(message[name])]));
}

function cut(value) {
  return typeof value === "string" ? value.slice(0, LONGEST_TEXT) : value;
}
