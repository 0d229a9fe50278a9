// The meaning of keys. Digits go by their position on the keyboard (AZERTY needs Shift for them), letters and signs by
// what they type (AZERTY moves them).

/** The digit of a key, and whether it uses the other mode once; null for any other key. */
export function digitOf(event) {
  // On-screen keyboards may type a digit without a key code.
  const found = /^(Digit|Numpad)([0-9])$/.exec(event.code || `Digit${event.key}`);
  if (!found || event.ctrlKey || event.altKey || event.metaKey) return null;
  const [, where, digit] = found;
  const writesDigit = /^[0-9]$/.test(event.key);
  if (where === "Numpad" && !writesDigit) {
    // Windows sends Shift and a digit of the number pad as End, ArrowDown and so on, without Shift. With NumLock
    // off the same keys are arrows.
    return event.getModifierState("NumLock") ? { digit: Number(digit), other: true } : null;
  }
  return { digit: Number(digit), other: event.shiftKey };
}

/** The direction of each arrow: rows down, columns to the right. */
export const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The neighbour of a cell in a direction; null beyond the edge of the grid. */
export function cellBeside(from, [down, right]) {
  const row = Math.floor(from / 9) + down;
  const column = (from % 9) + right;
  return row >= 0 && row < 9 && column >= 0 && column < 9 ? 9 * row + column : null;
}

/** The cell that a key event leads to; null for a key that does not move. With Ctrl, the end or the next empty cell. */
export function targetOf({ key, altKey, ctrlKey, metaKey }, { from, digits = [] }) {
  const isCtrl = ctrlKey || metaKey;
  const start = from - (from % 9);
  if (altKey) return null;
  if (key in ARROWS) return (isCtrl ? nextEmpty : cellBeside)(from, ARROWS[key], digits) ?? from;
  if (key === "Home") return isCtrl ? 0 : start;
  if (key === "End") return isCtrl ? 80 : start + 8;
  if (key === "PageUp") return from >= 27 ? from - 27 : from;
  if (key === "PageDown") return from < 54 ? from + 27 : from;
  return null;
}

function nextEmpty(from, direction, digits) {
  const next = cellBeside(from, direction);
  return digits[next] ? nextEmpty(next, direction, digits) : next;
}

/** The action of a key, apart from digits and moving; null for any other key. */
export function actionOf(event) {
  if (event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return event.shiftKey ? "redo" : "undo";
    return key === "y" && event.ctrlKey ? "redo" : null;
  }
  return ACTIONS[key] ?? null;
}

const ACTIONS = {
  Delete: "clear",
  Backspace: "clear",
  n: "notes",
  " ": "notes",
  z: "digitMode",
  x: "notesMode",
  c: "centreMode",
  v: "colourMode",
  ",": "lightBefore",
  ".": "lightAfter",
  p: "pause",
  f: "fill",
  h: "hint",
  Escape: "escape",
  "?": "keys",
  l: "sayCell",
  r: "sayRow",
  k: "sayColumn",
  b: "sayBox",
  m: "sayMissing",
};
