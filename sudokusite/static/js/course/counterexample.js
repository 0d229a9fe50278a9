// The grid of a verdict as a picture: frames the cell of the call, highlights its house, marks the differences.

const NS = "http://www.w3.org/2000/svg";
const CELL = 20;
// A description lists up to this number of digits; of more it only gives the number.
const NAMED_DIGITS = 20;
// Each text matches in one way only: a repeated group with blanks on both sides would backtrack 2^n times.
const LIST = /^[[(][1-9,\s]*[\])]$/;

const rowOf = (cell) => Math.floor(cell / 9);
const columnOf = (cell) => cell % 9;
const boxOf = (cell) => 3 * Math.floor(rowOf(cell) / 3) + Math.floor(columnOf(cell) / 3);

const SHARES = {
  row: (a, b) => rowOf(a) === rowOf(b),
  column: (a, b) => columnOf(a) === columnOf(b),
  box: (a, b) => boxOf(a) === boxOf(b),
  peers: (a, b) => a !== b && (rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b) || boxOf(a) === boxOf(b)),
};

/** The source of a call's arguments: `f(a, (1, 2))` gives `["a", "(1, 2)"]`. */
export function argumentsOf(call) {
  const inside = call.match(/^[^(]*\((.*)\)/s)?.[1] ?? "";
  const found = [];
  let depth = 0;
  let text = "";
  for (const sign of inside) {
    if (sign === "," && depth === 0) {
      found.push(text.trim());
      text = "";
      continue;
    }
    depth += "([{".includes(sign) ? 1 : ")]}".includes(sign) ? -1 : 0;
    text += sign;
  }
  return text.trim() ? [...found, text.trim()] : found;
}

/** The cell 0-80 that a call is about, null for none; `at` gives the meaning of each argument. */
export function cellOf(call, at) {
  const given = argumentsOf(call ?? "");
  const number = (index) => (/^\d$/.test(given[index] ?? "") ? Number(given[index]) : null);
  let row = number(at.row);
  let column = number(at.column);
  const position = given[at.position]?.match(/^\(\s*(\d)\s*,\s*(\d)\s*\)$/);
  if (position) [row, column] = [Number(position[1]), Number(position[2])];
  if (row === null && column === null) return null;
  // For a function of a row or a column, its house is drawn instead.
  const cell = 9 * (row ?? 0) + (column ?? 0);
  return cell < 81 && (row ?? 0) < 9 && (column ?? 0) < 9 ? cell : null;
}

function digitsIn(text) {
  return LIST.test(text ?? "") ? (text.match(/[1-9]/g) ?? []) : null;
}

/** The picture of a verdict: digits, and for each marked cell its role and the digit expected there. */
export function pictureOf(verdict, at) {
  const grid = lineOf(verdict.grid) ?? ".".repeat(81);
  const after = lineOf(verdict.grid_after);
  const expectedAfter = lineOf(verdict.expected_after);
  const marks = new Map();
  const cell = cellOf(verdict.call, at);
  if (cell !== null) {
    const shares = SHARES[at.house];
    const house = shares ? [...grid].map((_, other) => other).filter((other) => shares(cell, other)) : [];
    for (const other of house) marks.set(other, { role: "area" });
    markValue(marks, house, grid, verdict, at);
    if (at.lists) markExtra(marks, grid, verdict);
    if (at.isCell) marks.set(cell, { ...marks.get(cell), isAsked: true });
  }
  if (expectedAfter) {
    for (let other = 0; other < 81; other += 1) {
      const given = (after ?? grid)[other];
      if (given === expectedAfter[other]) continue;
      marks.set(other, { ...marks.get(other), role: "differs", expected: expectedAfter[other] });
    }
  }
  // Several grids would be right: only changed givens are wrong; other new digits are shown as left over.
  if (after && !expectedAfter) {
    for (let other = 0; other < 81; other += 1) {
      if (after[other] === grid[other]) continue;
      const isGiven = grid[other] !== ".";
      marks.set(other, {
        ...marks.get(other),
        ...(isGiven ? { role: "differs", expected: grid[other] } : { role: "left" }),
      });
    }
  }
  return { grid, after: after ?? grid, marks, cell };
}

// Digits missing from the value are somewhere in the house; so is the reason against a digit.
function markValue(marks, house, grid, verdict, at) {
  const value = digitsIn(verdict.value);
  const expected = digitsIn(verdict.expected);
  const digit = argumentsOf(verdict.call)[at.digit];
  for (const other of house) {
    if (grid[other] === ".") continue;
    const isMissing = value && expected && at.lists && expected.includes(grid[other]) &&
      !value.includes(grid[other]);
    const allowed = value && expected && at.excludes && value.includes(grid[other]) &&
      !expected.includes(grid[other]);
    const speaks = allowed || (at.digit !== null && grid[other] === digit && !marks.get(other).isAsked);
    if (isMissing) marks.set(other, { role: "missing" });
    else if (speaks) marks.set(other, { role: "against" });
  }
}

// A digit of the value that is not in the house was taken from another one.
function markExtra(marks, grid, verdict) {
  const value = digitsIn(verdict.value);
  const expected = digitsIn(verdict.expected);
  if (!value || !expected) return;
  const extra = value.filter((digit) => !expected.includes(digit));
  for (let cell = 0; cell < 81; cell += 1) {
    if (!marks.has(cell) && extra.includes(grid[cell])) marks.set(cell, { role: "extra" });
  }
}

function lineOf(text) {
  return typeof text === "string" && /^[0-9.]{81}$/.test(text) ? text.replaceAll("0", ".") : null;
}

/** Draw a picture into an svg element that has the lines of a board. */
export function draw(svg, { grid, after, marks }) {
  svg.querySelectorAll("[data-drawn]").forEach((node) => node.remove());
  const lines = svg.querySelector("[data-lines]");
  for (const [cell, { role }] of marks) if (role) lines.before(square(cell, `ce-${role}`, 0));
  for (let cell = 0; cell < 81; cell += 1) {
    if (after[cell] !== ".") {
      svg.append(digit(cell, after[cell], grid[cell] === after[cell] ? "sb-given" : "sb-entered"));
    }
  }
  for (const [cell, { role, expected, isAsked }] of marks) {
    if (isAsked) svg.append(square(cell, "ce-asked", 1.6));
    if (role === "differs") svg.append(wedge(cell), corner(cell, expected === "." ? "0" : expected));
    if (role === "extra") svg.append(wedge(cell));
    if (role === "missing" || role === "against") svg.append(square(cell, `ce-ring-${role}`, 2.8));
  }
}

function element(name, attributes) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries({ ...attributes, "data-drawn": "" })) {
    node.setAttribute(key, value);
  }
  return node;
}

function square(cell, className, rim) {
  const side = CELL - 2 * rim;
  return element("rect", {
    class: className,
    x: CELL * columnOf(cell) + rim,
    y: CELL * rowOf(cell) + rim,
    width: side,
    height: side,
  });
}

function digit(cell, text, className) {
  const node = element("text", {
    class: className,
    x: CELL * columnOf(cell) + 10,
    y: CELL * rowOf(cell) + 14.4,
  });
  node.textContent = text;
  return node;
}

function corner(cell, text) {
  const node = element("text", {
    class: "ce-expected",
    x: CELL * columnOf(cell) + 15.6,
    y: CELL * rowOf(cell) + 7.2,
  });
  node.textContent = text;
  return node;
}

function wedge(cell) {
  const [x, y] = [CELL * columnOf(cell), CELL * rowOf(cell)];
  return element("path", { class: "ce-wedge", d: `M${x} ${y + CELL}v-6l6 6z` });
}

/** The meaning of each role, in the order of the legend. */
export function legendNames() {
  return {
    asked: gettext("the cell of the call"),
    missing: gettext("in the grid, but missing from the value"),
    extra: gettext("in the value, but not in these cells"),
    against: gettext("rules out the digit"),
    left: gettext("digits that the program left in the grid"),
    differs: gettext("differs; the expected digit is in the corner"),
  };
}

/** An entry of the legend. */
export function legendEntry(role, name) {
  return Object.assign(document.createElement("li"), { className: `legend-${role}`, textContent: name });
}

/** The digits of a grid in words, rows and columns counted from 0 as in the worksheets; null if there are too many. */
export function digitsInWords(grid, name) {
  const filled = [...grid].map((sign, cell) => ({ sign, cell })).filter(({ sign }) => sign !== ".");
  if (filled.length > NAMED_DIGITS) return null;
  return filled.map(({ sign, cell }) => name(rowOf(cell), columnOf(cell), sign));
}
