// The rules of moves, the same as in puzzles/play/game.py: the browser draws with these at once, the server decides.
// tests/vectors/moves.json tests both. The marks of a cell are one number: its notes, digit d being bit d - 1; its centre
// marks, digit d being bit d + 8; and its colour, 0 (none) to 9, from bit 18 on.

/** The kinds of ops, as in puzzles/play/game.py. */
export const OP = Object.freeze({
  DIGIT: "d",
  DIGIT_ALONE: "i",
  NOTE_ON: "n",
  NOTE_OFF: "o",
  CENTRE_ON: "c",
  CENTRE_OFF: "e",
  COLOUR: "l",
  CLEAR: "x",
  UNDO: "u",
  REDO: "r",
  FILL_NOTES: "f",
  REMEMBER: "g",
  GO_BACK: "b",
});

/** @type {string[]} Ops on a digit, on marks of one or several cells, and on the game as a whole. */
const PLACING = [OP.DIGIT, OP.DIGIT_ALONE];
/** @type {string[]} */
const MARKING = [OP.NOTE_ON, OP.NOTE_OFF, OP.CENTRE_ON, OP.CENTRE_OFF];
/** @type {string[]} */
const WHOLE = [OP.UNDO, OP.REDO, OP.FILL_NOTES, OP.REMEMBER, OP.GO_BACK];

const UNDO_LIMIT = 1000;
const NOTES = 0x1ff;
const CENTRE = NOTES << 9;
const COLOUR_SHIFT = 18;

export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export const rowOf = (cell) => Math.floor(cell / 9);
export const columnOf = (cell) => cell % 9;
export const boxOf = (cell) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);

/** The 27 houses: rows 0-8, columns 9-17, boxes 18-26. */
export const HOUSES = [rowOf, columnOf, boxOf].flatMap((houseOf) =>
  Array.from({ length: 9 }, (_, house) => CELLS.filter((cell) => houseOf(cell) === house))
);

export const PEERS = CELLS.map((cell) => {
  const peers = new Set(HOUSES.filter((house) => house.includes(cell)).flat());
  peers.delete(cell);
  return [...peers].sort((a, b) => a - b);
});

/** `r3c5`, for a cell 0-80. */
export function cellName(cell) {
  return interpolate(
    gettext("r%(row)sc%(column)s"),
    { row: rowOf(cell) + 1, column: columnOf(cell) + 1 },
    true,
  );
}

/** `row 3`, `column 5`, `box 2`, for a house 0-26. */
export function houseName(house) {
  const names = [gettext("row %(number)s"), gettext("column %(number)s"), gettext("box %(number)s")];
  return interpolate(names[Math.floor(house / 9)], { number: (house % 9) + 1 }, true);
}

const noteOf = (digit) => 1 << (digit - 1);
const centreOf = (digit) => 1 << (digit + 8);
const bitOf = (kind, digit) => kind === OP.NOTE_ON || kind === OP.NOTE_OFF ? noteOf(digit) : centreOf(digit);

export const notesOf = (marks) => marks & NOTES;
export const centreMarksOf = (marks) => (marks & CENTRE) >> 9;
export const colourOf = (marks) => marks >> COLOUR_SHIFT;
/** The notes and centre marks of a cell, without its colour. */
export const withoutColour = (marks) => marks & (NOTES | CENTRE);

/** Whether marks already contain the mark of an op (kinds n, c and l). */
export const isMarked = (marks, kind, digit) =>
  kind === OP.COLOUR ? colourOf(marks) === digit : (marks & bitOf(kind, digit)) > 0;

export const digitsOf = (mask) => DIGITS.filter((digit) => mask & noteOf(digit));

/** The game before its first move. */
export function newGame(givens) {
  return {
    givens,
    digits: givens,
    marks: CELLS.map(() => 0),
    undo: [],
    redo: [],
    version: 0,
    checkpoint: null,
  };
}

/** Read a game in the server's format: digits and marks as text, undo and redo as lists of [number, effect]. */
export function readGame(data) {
  return {
    givens: readDigits(data.givens),
    digits: readDigits(data.digits),
    marks: readMarks(data.marks),
    undo: data.undo,
    redo: data.redo,
    version: data.version,
    checkpoint: data.checkpoint &&
      { digits: readDigits(data.checkpoint.digits), marks: readMarks(data.checkpoint.marks) },
  };
}

/** Write a game in the format that readGame reads. */
export function writeGame({ givens, digits, marks, undo, redo, version, checkpoint }) {
  return {
    givens: writeDigits(givens),
    digits: writeDigits(digits),
    marks: writeMarks(marks),
    undo,
    redo,
    version,
    checkpoint: checkpoint && { digits: writeDigits(checkpoint.digits), marks: writeMarks(checkpoint.marks) },
  };
}

/** `width` hexadecimal digits a cell: three hold notes and centre marks, six a colour as well. */
export const writeMarks = (marks, width = 6) =>
  marks.map((mask) => mask.toString(16).padStart(width, "0")).join("");

export const writeDigits = (digits) => digits.map((digit) => digit || ".").join("");

export function readMarks(text) {
  const width = text.length / 81;
  return CELLS.map((cell) => (width ? parseInt(text.slice(width * cell, width * (cell + 1)), 16) : 0));
}

export const readDigits = (text) => Array.from(text, (sign) => Number(sign) || 0);

/**
 * Apply an op { kind, cell, digit, more }: { state, effect, target, refusal }. It was a move if the version is new: to set
 * a checkpoint is a move without an effect.
 */
export function applyOp(state, op, rules) {
  const refusal = refusalOf(state, op, rules);
  if (refusal) return { state, effect: [], refusal };
  if (op.kind === OP.UNDO) return undo(state);
  if (op.kind === OP.REDO) return redo(state);
  if (op.kind === OP.REMEMBER) return remember(state);
  return applyEffect(state, effectOf(state, op, rules));
}

/** The conflicts: a map from each cell to the houses in which its digit is repeated, ascending. */
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

/** A checksum of digits and marks: the server's adler32 of the same text. */
export function checksum(state) {
  const width = state.marks.some((marks) => marks > NOTES) ? 6 : 3;
  const marks = state.marks.some(Boolean) ? writeMarks(state.marks, width) : "";
  let a = 1;
  let b = 0;
  for (const sign of writeDigits(state.digits) + marks) {
    a = (a + sign.charCodeAt(0)) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

/** The cells whose digit or marks differ between two states. */
export function changedCells(before, after) {
  return CELLS.filter((cell) => ["digits", "marks"].some((part) => before[part][cell] !== after[part][cell]));
}

const cellsOf = ({ cell, more = [] }) => (cell === null ? [] : [cell, ...more]);

function refusalOf(state, op, rules) {
  if (!makesSense(op)) return "nonsense";
  if (rules.judges && isSolved(state)) return "finished";
  if (op.kind === OP.FILL_NOTES && !rules.fillNotes) return "forbidden";
  // An op on several cells is refused only if it is refused for each of them.
  const refusals = cellsOf(op).map((cell) => cellRefusal(state, op.kind, cell));
  return refusals.length && refusals.every(Boolean) ? refusals[0] : null;
}

function cellRefusal(state, kind, cell) {
  if (kind === OP.COLOUR) return null;
  // Only the colour of a given can be cleared.
  if (state.givens[cell]) return kind === OP.CLEAR && state.marks[cell] ? null : "given";
  return MARKING.includes(kind) && state.digits[cell] ? "filled" : null;
}

function makesSense(op) {
  const { kind, digit, more = [] } = op;
  const cells = cellsOf(op);
  const isDigit = DIGITS.includes(digit);
  // The server ignores a digit here, so this must accept one.
  if (WHOLE.includes(kind)) {
    return !cells.length && !more.length && (isDigit || digit === 0);
  }
  if (!cells.length || new Set(cells).size < cells.length || !cells.every((cell) => cell in CELLS)) {
    return false;
  }
  if (PLACING.includes(kind)) return isDigit && !more.length;
  if (MARKING.includes(kind)) return isDigit;
  return (kind === OP.COLOUR || kind === OP.CLEAR) && (isDigit || digit === 0);
}

function effectOf(state, op, rules) {
  const cells = cellsOf(op);
  if (op.kind === OP.FILL_NOTES) return filledNotes(state);
  if (op.kind === OP.GO_BACK) return wayBack(state);
  if (op.kind === OP.DIGIT) return placingEffect(state, op.cell, op.digit, rules);
  if (op.kind === OP.DIGIT_ALONE) {
    return placingEffect(state, op.cell, op.digit, { ...rules, cleanNotes: false });
  }
  if (op.kind === OP.CLEAR) return changing(cells.map((cell) => cleared(state, cell)));
  const free = cells.filter((cell) => !cellRefusal(state, op.kind, cell));
  return changing(free.map((cell) => marksChange(state, cell, marked(state.marks[cell], op))));
}

function marked(marks, { kind, digit }) {
  if (kind === OP.COLOUR) return (marks & (NOTES | CENTRE)) | (digit << COLOUR_SHIFT);
  const bit = bitOf(kind, digit);
  return kind === OP.NOTE_ON || kind === OP.CENTRE_ON ? marks | bit : marks & ~bit;
}

// Clearing removes a cell's digit, or else its notes and centre marks, or else its colour.
function cleared(state, cell) {
  const marks = state.marks[cell];
  if (state.digits[cell] && !state.givens[cell]) return change(state, cell, 0, marks);
  return marksChange(state, cell, marks & (NOTES | CENTRE) ? marks & ~(NOTES | CENTRE) : 0);
}

function placingEffect(state, cell, digit, rules) {
  if (state.digits[cell] === digit) return [];
  const placed = change(state, cell, digit, state.marks[cell] & ~(NOTES | CENTRE));
  const isRepeated = rules.judges && PEERS[cell].some((peer) => state.digits[peer] === digit);
  if (!rules.cleanNotes || isRepeated) return [placed];
  const bits = noteOf(digit) | centreOf(digit);
  return [
    placed,
    ...changing(PEERS[cell].map((peer) => marksChange(state, peer, state.marks[peer] & ~bits))),
  ];
}

function filledNotes(state) {
  const empty = CELLS.filter((cell) => !state.digits[cell]);
  return changing(
    empty.map((cell) => {
      let mask = NOTES;
      for (const peer of PEERS[cell]) if (state.digits[peer]) mask &= ~noteOf(state.digits[peer]);
      return marksChange(state, cell, (state.marks[cell] & ~NOTES) | mask);
    }),
  );
}

function wayBack(state) {
  const { checkpoint } = state;
  return checkpoint
    ? changing(CELLS.map((cell) => change(state, cell, checkpoint.digits[cell], checkpoint.marks[cell])))
    : [];
}

function remember(state) {
  const { digits, marks, checkpoint, version } = state;
  const isSame = checkpoint &&
    CELLS.every((cell) => checkpoint.digits[cell] === digits[cell] && checkpoint.marks[cell] === marks[cell]);
  return {
    state: isSame ? state : { ...state, checkpoint: { digits, marks }, version: version + 1 },
    effect: [],
  };
}

// A change is [cell, digit before, digit after, marks before, marks after].
function change(state, cell, digit, marks) {
  return [cell, state.digits[cell], digit, state.marks[cell], marks];
}

function marksChange(state, cell, marks) {
  return change(state, cell, state.digits[cell], marks);
}

function changing(changes) {
  return changes.filter(([, before, after, marksBefore, marksAfter]) =>
    before !== after || marksBefore !== marksAfter
  );
}

function applyEffect(state, effect) {
  if (!effect.length) return { state, effect };
  const number = state.version + 1;
  const after = withEffect(state, effect);
  after.undo = [...state.undo, [number, effect]].slice(-UNDO_LIMIT);
  after.redo = [];
  return { state: after, effect };
}

function undo(state) {
  if (!state.undo.length) return { state, effect: [] };
  const last = state.undo.at(-1);
  const back = inverse(last[1]);
  const after = withEffect(state, back);
  after.undo = state.undo.slice(0, -1);
  after.redo = [...state.redo, last];
  return { state: after, effect: back, target: last[0] };
}

function redo(state) {
  if (!state.redo.length) return { state, effect: [] };
  const last = state.redo.at(-1);
  const after = withEffect(state, last[1]);
  after.undo = [...state.undo, last];
  after.redo = state.redo.slice(0, -1);
  return { state: after, effect: last[1], target: last[0] };
}

/** The effect that takes an effect back. */
export const inverse = (effect) =>
  effect.map((
    [cell, before, after, marksBefore, marksAfter],
  ) => [cell, after, before, marksAfter, marksBefore]);

/** The state after an effect, with the next version. */
export function withEffect(state, effect) {
  const digits = state.digits.slice();
  const marks = state.marks.slice();
  for (const [cell, , digit, , mask] of effect) {
    digits[cell] = digit;
    marks[cell] = mask;
  }
  return { ...state, digits, marks, version: state.version + 1 };
}
