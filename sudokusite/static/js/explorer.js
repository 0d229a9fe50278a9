// The board of the function explorer by keyboard: one tab stop, arrows move, a digit calls with that digit.

import { digitOf } from "./keys.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

const board = () => document.getElementById("call-board");
const cells = () => [...board().querySelectorAll("button")];

/** Leave one cell in the order of tabs: the focused one, else the chosen one, else the first. */
function rove(cell) {
  if (!board()) return;
  const all = cells();
  const stop = cell ?? all.find((each) => each === document.activeElement || each.matches(".chosen")) ?? all[0];
  for (const each of all) each.tabIndex = each === stop ? 0 : -1;
}

function target(key, from) {
  const row = Math.floor(from / 9);
  const column = from % 9;
  if (key === "Home") return 9 * row;
  if (key === "End") return 9 * row + 8;
  const [down, right] = STEPS[key];
  const to = [row + down, column + right];
  return to.every((place) => place >= 0 && place < 9) ? 9 * to[0] + to[1] : from;
}

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.("#call-board button");
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = cells();
  if (event.key in STEPS || event.key === "Home" || event.key === "End") {
    event.preventDefault();
    const next = all[target(event.key, all.indexOf(cell))];
    rove(next);
    next.focus();
    return;
  }
  const typed = digitOf(event);
  if (!typed?.digit) return;
  event.preventDefault();
  document.getElementById("explorer-digit").value = typed.digit;
  cell.click();
});

document.addEventListener("focusin", (event) => {
  const cell = event.target.closest?.("#call-board button");
  if (cell) rove(cell);
});

document.addEventListener("htmx:afterSettle", () => rove());
document.addEventListener("htmx:historyRestore", () => rove());
rove();
