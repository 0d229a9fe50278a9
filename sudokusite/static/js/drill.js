// A drill: candidates are removed and a digit is placed on its board, and the field of the answer says so in text.

import { digitOf, targetOf } from "./keys.js";
import { cellName, CELLS, columnOf, rowOf } from "./reducer.js";

const board = document.getElementById("board");
const form = document.querySelector("[data-drill]");
const field = form.elements.marks;
const status = form.querySelector("[data-drill-status]");
const clearing = form.querySelector("[data-drill-clear]");
const nodes = CELLS.map((cell) => document.getElementById(`c${cell}`));
const labels = nodes.map((node) => node.getAttribute("aria-label"));
const isFilled = nodes.map((node) => !node.querySelector("i") && node.textContent.trim() !== "");
const keys = [...form.querySelectorAll("[data-digit]")];

const struck = CELLS.map(() => new Set());
let placed = { cell: -1, digit: 0 };
let chosen = -1;

const cellOf = (element) => nodes.indexOf(element.closest?.("[role=gridcell]"));
const noteAt = (cell, digit) => nodes[cell].querySelector(`.n${digit}`);
const name = (cell) => `r${rowOf(cell) + 1}c${columnOf(cell) + 1}`;

function choose(cell) {
  nodes[chosen]?.classList.remove("selected");
  nodes[Math.max(chosen, 0)].tabIndex = -1;
  chosen = cell;
  nodes[cell].classList.add("selected");
  nodes[cell].tabIndex = 0;
  showKeys();
}

const mode = () => form.elements.mode.value;

function changeMode() {
  form.elements.mode.value = mode() === "strike" ? "place" : "strike";
  showKeys();
}

/** What each key would take back is pressed; what it cannot do is off. */
function showKeys() {
  for (const key of keys) {
    const digit = Number(key.dataset.digit);
    const isOn = chosen >= 0 &&
      (mode() === "strike" ? struck[chosen].has(digit) : placed.cell === chosen && placed.digit === digit);
    key.setAttribute("aria-pressed", String(isOn));
    key.setAttribute("aria-disabled", String(chosen < 0 || !takes(chosen, digit)));
  }
}

/** Whether the cell is empty and has this candidate; easy positions show none. */
function takes(cell, digit) {
  return !isFilled[cell] && (mode() === "place" && !board.querySelector("i") || noteAt(cell, digit) !== null);
}

function mark(cell, digit) {
  if (!takes(cell, digit)) return say(cell, gettext("no such candidate"));
  if (mode() === "place") {
    const before = placed;
    const isSame = before.cell === cell && before.digit === digit;
    placed = isSame ? { cell: -1, digit: 0 } : { cell, digit };
    if (before.cell >= 0) draw(before.cell);
  } else if (!struck[cell].delete(digit)) struck[cell].add(digit);
  draw(cell);
  write();
  return say(cell, marksOf(cell));
}

function clear() {
  const marked = CELLS.filter((cell) => struck[cell].size || placed.cell === cell);
  placed = { cell: -1, digit: 0 };
  for (const cell of marked) {
    struck[cell].clear();
    draw(cell);
  }
  write();
  if (chosen >= 0) nodes[chosen].focus();
}

function draw(cell) {
  const node = nodes[cell];
  for (const note of node.querySelectorAll("i")) {
    note.classList.toggle("is-struck", struck[cell].has(Number(note.textContent)));
  }
  node.querySelector(".drill-digit")?.remove();
  if (placed.cell === cell) {
    const digit = document.createElement("span");
    digit.className = "drill-digit";
    digit.textContent = String(placed.digit);
    node.append(digit);
  }
  node.setAttribute("aria-label", [labels[cell], marksOf(cell)].filter(Boolean).join(", "));
}

function marksOf(cell) {
  const digits = [...struck[cell]].sort().join(" ");
  return [
    digits && interpolate(gettext("removed: %(digits)s"), { digits }, true),
    placed.cell === cell && interpolate(gettext("placed: %(digit)s"), { digit: placed.digit }, true),
  ].filter(Boolean).join(", ");
}

/** The answer as text, for the form. */
function write() {
  const removed = CELLS.filter((cell) => struck[cell].size)
    .map((cell) => `${name(cell)}-${[...struck[cell]].sort().join("")}`);
  field.value = [...(placed.digit ? [`${name(placed.cell)}=${placed.digit}`] : []), ...removed].join(" ");
  clearing.disabled = !field.value;
  showKeys();
}

function say(cell, words) {
  status.textContent = `${cellName(cell)}: ${words || gettext("nothing marked")}`;
}

/** Take over what was marked before the page was sent without a script's answer. */
function read() {
  for (const [, row, column, sign, digits] of field.value.matchAll(/[rl]([1-9])c([1-9])([=:-])([1-9]+)/gi)) {
    const cell = 9 * (Number(row) - 1) + Number(column) - 1;
    if (sign === "=") placed = { cell, digit: Number(digits[0]) };
    else for (const digit of digits) struck[cell].add(Number(digit));
    draw(cell);
  }
}

function attach() {
  for (const node of nodes) node.tabIndex = -1;
  nodes[0].tabIndex = 0;
  form.querySelector("[data-drill-text]").hidden = true;
  form.querySelector("[data-drill-pad]").hidden = false;
  clearing.hidden = false;
  board.addEventListener("focusin", ({ target }) => cellOf(target) >= 0 && choose(cellOf(target)));
  board.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (cell < 0) return;
    const note = event.target.closest("i");
    // A note is too small for a finger.
    if (note && event.pointerType === "mouse") mark(cell, Number(note.textContent));
    nodes[cell].focus({ preventScroll: true });
  });
  board.addEventListener("keydown", key);
  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    form.addEventListener(name, tell);
  }
  form.addEventListener("click", ({ target }) => {
    const digit = Number(target.dataset.digit ?? 0);
    if (digit && chosen >= 0) mark(chosen, digit);
    else if (target === clearing) clear();
  });
  form.addEventListener("change", showKeys);
  // On a phone it may be below the window.
  document.addEventListener("htmx:afterSettle", () => verdictPlace()?.scrollIntoView({ block: "nearest" }));
  read();
  write();
}

const verdictPlace = () => document.getElementById("drill-verdict");

/** Where no verdict comes, say why; the same answer may be sent again, and counts once. */
function tell(/** @type {Event} */ { detail: { xhr } }) {
  const isReason = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
  const verdict = document.createElement("p");
  verdict.className = "drill-verdict is-wrong";
  verdict.textContent = isReason ? xhr.responseText : gettext("The site did not answer. Send it again.");
  verdictPlace().querySelector("p")?.remove();
  verdictPlace().append(verdict);
}

function key(event) {
  if (chosen < 0) return;
  const digit = digitOf(event);
  const target = targetOf(event, { from: chosen, digits: isFilled });
  if (digit?.digit) mark(chosen, digit.digit);
  else if (target !== null) nodes[target].focus();
  else if (event.key === "Enter") form.requestSubmit(form.querySelector(".button-primary"));
  else if (event.key === "Delete" || event.key === "Backspace") clear();
  else if (event.key === " " && form.elements.mode.length) changeMode();
  else return;
  event.preventDefault();
}

attach();
