// The moves of play, as puzzles/engine/moves.py has them: the browser paints with these at once, the server
// decides. tests/vectors/moves.json runs through both. Notes are masks of nine bits, digit d being bit d - 1.

const UNDO_LIMIT = 1000;

export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const rowOf = (cell) => Math.floor(cell / 9);
export const columnOf = (cell) => cell % 9;
export const boxOf = (cell) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);

/** The 27 houses: rows 0-8, columns 9-17, boxes 18-26. */
export const HOUSES = [rowOf, columnOf, boxOf].flatMap((houseOf) =>
  Array.from({ length: 9 }, (_, house) => CELLS.filter((cell) => houseOf(cell) === house)),
);

export const PEERS = CELLS.map((cell) => {
  const peers = new Set(HOUSES.filter((house) => house.includes(cell)).flat());
  peers.delete(cell);
  return [...peers].sort((a, b) => a - b);
});

const bitOf = (digit) => 1 << (digit - 1);

export const digitsOf = (mask) => DIGITS.filter((digit) => mask & bitOf(digit));

/** The game before its first move. */
export function newGame(givens) {
  return { givens, digits: givens, notes: CELLS.map(() => 0), undo: [], redo: [], version: 0 };
}

/** The game of the data that the server sends: text for digits and notes, [number, effect] on the stacks. */
export function readGame(data) {
  return {
    givens: readDigits(data.givens),
    digits: readDigits(data.digits),
    notes: CELLS.map((cell) => (data.notes ? parseInt(data.notes.slice(3 * cell, 3 * cell + 3), 16) : 0)),
    undo: data.undo,
    redo: data.redo,
    version: data.version,
  };
}

export const readDigits = (text) => Array.from(text, (sign) => Number(sign) || 0);

/** What comes of an op: { state, effect, target, refusal }. Without effect and refusal it changed nothing. */
export function applyOp(state, op, rules) {
  const refusal = refusalOf(state, op, rules);
  if (refusal) return { state, effect: [], refusal };
  if (op.kind === "u") return undo(state);
  if (op.kind === "r") return redo(state);
  return applyEffect(state, effectOf(state, op, rules));
}

/** Which houses each cell repeats its digit in: a map from cell to house numbers, ascending. */
export function repeats(digits) {
  const found = new Map();
  HOUSES.forEach((house, number) => {
    const counts = new Array(10).fill(0);
    for (const cell of house) counts[digits[cell]] += 1;
    for (const cell of house) {
      if (!digits[cell] || counts[digits[cell]] < 2) continue;
      if (!found.has(cell)) found.set(cell, []);
      found.get(cell).push(number);
    }
  });
  return found;
}

export function isSolved(state) {
  return !state.digits.includes(0) && repeats(state.digits).size === 0;
}

/** One number for digits and notes, the server's adler32 of the same text. */
export function checksum(state) {
  const digits = state.digits.map((digit) => digit || ".").join("");
  const notes = state.notes.some(Boolean) ? state.notes.map((mask) => mask.toString(16).padStart(3, "0")).join("") : "";
  let a = 1;
  let b = 0;
  for (const sign of digits + notes) {
    a = (a + sign.charCodeAt(0)) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

function refusalOf(state, op, rules) {
  if (!makesSense(op)) return "nonsense";
  if (rules.judges && isSolved(state)) return "finished";
  if (op.kind === "f" && !rules.fillNotes) return "forbidden";
  if (op.cell === null) return null;
  if (state.givens[op.cell]) return "given";
  if ("no".includes(op.kind) && state.digits[op.cell]) return "filled";
  return null;
}

function makesSense({ kind, cell, digit }) {
  if (["d", "n", "o"].includes(kind)) return cell in CELLS && DIGITS.includes(digit);
  // A digit that stands idly by is recorded all the same.
  if (![0, ...DIGITS].includes(digit)) return false;
  if (kind === "x") return cell in CELLS;
  return ["u", "r", "f"].includes(kind) && cell === null;
}

function effectOf(state, op, rules) {
  if (op.cell === null) return filledNotes(state);
  const digit = state.digits[op.cell];
  const notes = state.notes[op.cell];
  if (op.kind === "d") return digit === op.digit ? [] : placingEffect(state, op.cell, op.digit, rules);
  if (op.kind === "x") return digit || notes ? [[op.cell, digit, 0, notes, 0]] : [];
  const after = op.kind === "n" ? notes | bitOf(op.digit) : notes & ~bitOf(op.digit);
  return after === notes ? [] : [notesChange(state, op.cell, after)];
}

// A change is [cell, digit before, digit after, notes before, notes after].
function placingEffect(state, cell, digit, rules) {
  const placed = [cell, state.digits[cell], digit, state.notes[cell], 0];
  const isRepeated = rules.judges && PEERS[cell].some((peer) => state.digits[peer] === digit);
  if (!rules.cleanNotes || isRepeated) return [placed];
  const cleaned = PEERS[cell].filter((peer) => state.notes[peer] & bitOf(digit));
  return [placed, ...cleaned.map((peer) => notesChange(state, peer, state.notes[peer] & ~bitOf(digit)))];
}

function filledNotes(state) {
  return CELLS.filter((cell) => !state.digits[cell])
    .map((cell) => {
      let mask = 511;
      for (const peer of PEERS[cell]) if (state.digits[peer]) mask &= ~bitOf(state.digits[peer]);
      return notesChange(state, cell, mask);
    })
    .filter(([, , , before, after]) => before !== after);
}

function notesChange(state, cell, notes) {
  return [cell, state.digits[cell], state.digits[cell], state.notes[cell], notes];
}

function applyEffect(state, effect) {
  if (!effect.length) return { state, effect };
  const number = state.version + 1;
  const after = changed(state, effect);
  after.undo = [...state.undo, [number, effect]].slice(-UNDO_LIMIT);
  after.redo = [];
  return { state: after, effect };
}

function undo(state) {
  if (!state.undo.length) return { state, effect: [] };
  const last = state.undo.at(-1);
  const back = last[1].map(([cell, before, after, notesBefore, notesAfter]) => [cell, after, before, notesAfter, notesBefore]);
  const after = changed(state, back);
  after.undo = state.undo.slice(0, -1);
  after.redo = [...state.redo, last];
  return { state: after, effect: back, target: last[0] };
}

function redo(state) {
  if (!state.redo.length) return { state, effect: [] };
  const last = state.redo.at(-1);
  const after = changed(state, last[1]);
  after.undo = [...state.undo, last];
  after.redo = state.redo.slice(0, -1);
  return { state: after, effect: last[1], target: last[0] };
}

function changed(state, effect) {
  const digits = state.digits.slice();
  const notes = state.notes.slice();
  for (const [cell, , digit, , mask] of effect) {
    digits[cell] = digit;
    notes[cell] = mask;
  }
  return { ...state, digits, notes, version: state.version + 1 };
}
