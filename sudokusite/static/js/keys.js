// What a key means. Digits by their place on the keyboard (AZERTY shifts them), letters and signs by what they
// write (AZERTY moves them).

/** The digit of a key and whether it asks for the other mode once; null for any other key. */
export function digitOf(event) {
  // Keyboards on a screen may write a digit that stands nowhere.
  const found = /^(Digit|Numpad)([0-9])$/.exec(event.code || `Digit${event.key}`);
  if (!found || event.ctrlKey || event.altKey || event.metaKey) return null;
  const [, where, digit] = found;
  const writesDigit = /^[0-9]$/.test(event.key);
  if (where === "Numpad" && !writesDigit) {
    // Windows sends Shift and a digit of the number pad as End, ArrowDown and so on, without Shift. With NumLock
    // off the same keys are meant as arrows.
    return event.getModifierState("NumLock") ? { digit: Number(digit), other: true } : null;
  }
  return { digit: Number(digit), other: event.shiftKey };
}

/** Where each arrow leads: so many rows down, so many columns to the right. */
export const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The cell in a direction from another; null beyond the edge of the grid. */
export function cellBeside(from, [down, right]) {
  const row = Math.floor(from / 9) + down;
  const column = (from % 9) + right;
  return row >= 0 && row < 9 && column >= 0 && column < 9 ? 9 * row + column : null;
}

/** The name of what a key asks for besides digits and moving; null for a key that asks for nothing. */
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
