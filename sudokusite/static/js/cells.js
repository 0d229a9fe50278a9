// The cells on the page: drawn as templates/play/_cell.html draws them, in nodes that are never replaced.

import {
  CELLS,
  centreMarksOf,
  colourOf,
  columnOf,
  DIGITS,
  digitsOf,
  houseName,
  HOUSES,
  notesOf,
  repeats,
  rowOf,
} from "./reducer.js";

/** @type {any[]} The elements of the cells, once they are attached. */
export const nodes = [];

// The classes for what a cell holds; the classes of the selection and of hints are set elsewhere.
const COLOURS = DIGITS.map((colour) => `colour-${colour}`);
const HOLDING = ["given", "conflict", ...COLOURS];
const HINT_ROLES = ["area", "cover", "cause", "pattern", "second", "third", "fourth", "target", "wrong"];

const labels = [];
let hinted = new Map();
// Before the first drawing, every cell and every mark counts as changed.
/** @type {any[]} */
let drawn = CELLS.map(() => ({ key: "", marks: -1 }));

/** The number of a cell's node, or null for any other element. */
export function cellOf(element) {
  const node = element?.closest?.("[role=gridcell]");
  return node ? Number(node.id.slice(1)) : null;
}

// In an exam no cell shows that its digit repeats.
let judges = true;
// The server draws for everybody alike: what a player's preferences change, we draw ourselves.
let labelStyle = "";
let isCustom = false;
let requestedFor = null;
let current = null;

/** Take the cells of the page. */
export function attachCells() {
  nodes.push(...CELLS.map((cell) => document.getElementById(`c${cell}`)));
  labels.push(...nodes.map((node) => node.getAttribute("aria-label")));
  judges = JSON.parse(document.getElementById("board-config").textContent).judges;
  const { labels: style, conflicts } = document.getElementById("play")?.dataset ?? {};
  labelStyle = style;
  if (conflicts === "asked") requestedFor = "";
  isCustom = requestedFor !== null || labelStyle === "short";
  document.addEventListener("animationend", (event) => event.target.classList.remove("pop"));
}

/** Whether conflicts are shown for these digits: never in an exam, and for some players only on request. */
export function showsConflicts(digits) {
  return judges && (requestedFor === null || requestedFor === digits.join(""));
}

/** Show the conflicts of the current board until a digit changes. Returns the number of cells in conflict. */
export function requestConflicts() {
  requestedFor = current.digits.join("");
  draw(current);
  return drawn.filter(({ houses }) => houses.length).length;
}

/** How each cell looks in a state: a key to compare, and what is needed to draw it. */
function looksOf(state) {
  const houses = showsConflicts(state.digits) ? repeats(state.digits) : new Map();
  return CELLS.map((cell) => {
    const look = {
      key: "",
      digit: state.digits[cell],
      marks: state.marks[cell],
      isGiven: state.givens[cell] > 0,
      houses: houses.get(cell) ?? [],
    };
    look.key = `${look.digit}.${look.marks}.${look.houses.join("-")}`;
    return look;
  });
}

/** Take the cells as the server has drawn them for this state. */
export function trustPage(state) {
  current = state;
  if (!isCustom) drawn = looksOf(state);
}

/** Draw the cells that have changed since the last drawing. Returns them. */
export function draw(state) {
  const looks = looksOf(state);
  current = state;
  const before = drawn;
  const changed = CELLS.filter((cell) => looks[cell].key !== before[cell].key);
  drawn = looks;
  for (const cell of changed) drawCell(cell, looks[cell], before[cell]);
  return changed;
}

/** The label of a cell as it is drawn now. */
export function labelOf(cell) {
  return nodes[cell].getAttribute("aria-label");
}

/**
 * Highlight the cells of a hint, `{ area: [0, 1], target: [40], ... }`, instead of those of the last one.
 * Each role has its class, .hint-area and so on, and a word at the end of the cell's label.
 */
export function highlight(roles = {}) {
  nodes[0].closest(".board").classList.toggle("is-hinting", HINT_ROLES.some((role) => roles[role]?.length));
  for (const role of HINT_ROLES) {
    const cells = new Set(roles[role] ?? []);
    nodes.forEach((node, cell) => node.classList.toggle(`hint-${role}`, cells.has(cell)));
  }
  const before = hinted;
  const wordOf = (role) => role === "wrong" ? gettext("wrong") : gettext("hint");
  hinted = new Map(
    HINT_ROLES.flatMap((role) => (roles[role] ?? []).map((cell) => [cell, wordOf(role)])),
  );
  for (const cell of new Set([...before.keys(), ...hinted.keys()])) setLabel(cell, labels[cell]);
}

/** Copy a cell from the server into the existing node, so that focus and selection stay. */
export function copyCell(fresh) {
  if (isCustom) return;
  const cell = cellOf(fresh);
  const node = nodes[cell];
  for (const name of HOLDING) node.classList.toggle(name, fresh.classList.contains(name));
  setInvalid(node, fresh.hasAttribute("aria-invalid"));
  setLabel(cell, fresh.getAttribute("aria-label"));
  if (node.innerHTML !== fresh.innerHTML) node.replaceChildren(...fresh.childNodes);
}

function drawCell(cell, look, before) {
  const node = nodes[cell];
  node.classList.toggle("conflict", look.houses.length > 0);
  setInvalid(node, look.houses.length > 0);
  setLabel(cell, labelFor(cell, look));
  const colour = colourOf(look.marks);
  // Unknown (-1) where the server drew the cell.
  if (colour !== colourOf(before.marks ?? -1)) {
    COLOURS.forEach((name, index) => node.classList.toggle(name, index + 1 === colour));
  }
  if (look.digit) node.textContent = look.digit;
  else node.innerHTML = markup(look.marks);
}

/** Animate, cell by cell, the houses that this move has filled without a conflict. */
export function popFinishedHouses(before, after) {
  if (!showsConflicts(after.digits)) return;
  const repeated = repeats(after.digits);
  const isDone = (house, digits) => house.every((cell) => digits[cell] && !repeated.has(cell));
  const fresh = HOUSES.filter((house) =>
    isDone(house, after.digits) && house.some((cell) => !before.digits[cell])
  );
  const swept = [...new Set(fresh.flat())].map((cell) => nodes[cell]);
  for (const node of swept) node.classList.remove("pop");
  // Reading the layout restarts an animation that still runs.
  if (swept.length) void swept[0].offsetWidth;
  swept.forEach((node, at) => {
    node.style.animationDelay = `${18 * at}ms`;
    node.classList.add("pop");
  });
}

function setInvalid(node, isInvalid) {
  if (isInvalid) node.setAttribute("aria-invalid", "true");
  else node.removeAttribute("aria-invalid");
}

function setLabel(cell, label) {
  labels[cell] = label;
  nodes[cell].setAttribute("aria-label", hinted.has(cell) ? `${label}, ${hinted.get(cell)}` : label);
}

// As text: for all notes at once, creating hundreds of nodes one by one takes twice as long.
function markup(marks) {
  const notes = digitsOf(notesOf(marks)).map((digit) => `<i class="n${digit}">${digit}</i>`);
  const centre = digitsOf(centreMarksOf(marks));
  return notes.join("") + (centre.length ? `<b>${centre.join("")}</b>` : "");
}

function labelFor(cell, { digit, marks, isGiven, houses }) {
  const parts = [
    interpolate(
      labelStyle === "short" ? gettext("r%(row)sc%(column)s") : gettext("Row %(row)s, column %(column)s"),
      { row: rowOf(cell) + 1, column: columnOf(cell) + 1 },
      true,
    ),
  ];
  if (isGiven) parts.push(interpolate(gettext("given %(digit)s"), { digit }, true));
  else if (digit) parts.push(String(digit));
  const notes = digit ? [] : digitsOf(notesOf(marks));
  const centre = digit ? [] : digitsOf(centreMarksOf(marks));
  if (notes.length) parts.push(interpolate(gettext("notes %(digits)s"), { digits: notes.join(" ") }, true));
  if (centre.length) {
    parts.push(interpolate(gettext("centre %(digits)s"), { digits: centre.join(" ") }, true));
  }
  if (!digit && !notes.length && !centre.length) parts.push(gettext("empty"));
  if (colourOf(marks)) {
    parts.push(interpolate(gettext("colour %(digit)s"), { digit: colourOf(marks) }, true));
  }
  if (houses.length) {
    parts.push(
      interpolate(gettext("repeats in %(houses)s"), { houses: joined(houses.map(houseName)) }, true),
    );
  }
  return parts.join(", ");
}

/** `a`; `a and b`; `a, b and c`. */
export function joined(list) {
  if (list.length < 2) return list.join("");
  const parts = { first: list.slice(0, -1).join(", "), last: list.at(-1) };
  return interpolate(gettext("%(first)s and %(last)s"), parts, true);
}
