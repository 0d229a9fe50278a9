// Keys on the board of the function explorer: one tab stop, arrows move, a digit calls the function with it.

import { ARROWS, digitOf, targetOf } from "./keys.js";

const board = () => document.getElementById("call-board");
const cells = () => [...board().querySelectorAll("button")];

/** Roving tab stop: the given cell, else the focused one, the chosen one, the first one. */
function rove(cell) {
  if (!board()) return;
  const all = cells();
  const stop = cell ?? all.find((each) => each === document.activeElement || each.matches(".chosen")) ??
    all[0];
  for (const each of all) each.tabIndex = each === stop ? 0 : -1;
}

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.("#call-board button");
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = cells();
  if (event.key in ARROWS || event.key === "Home" || event.key === "End") {
    event.preventDefault();
    const next = all[targetOf(event, { from: all.indexOf(cell) })];
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
