// The step list beside the board: a click highlights a step like a hint. And the form of a deduction about the chosen
// cell, with its evidence cells chosen on the board.

import { board } from "./board_state.js";
import { cellOf } from "./cells.js";
import { say } from "./status.js";
import { cellName } from "./reducer.js";
import { loadStyle } from "./styles.js";

let form = null;

function attach() {
  form = document.getElementById("help-deduction");
  loadStyle(form.closest("[data-style]").dataset.style);
  for (const hidden of form.querySelectorAll("[data-chosen], [data-add-cell]")) hidden.hidden = false;
  document.addEventListener("focusin", (event) => cellOf(event.target) !== null && setTimeout(showChosen));
}

/** Highlight a step, or remove its highlight. */
function choose(button) {
  const section = button.closest(".hint");
  const isChosen = button.getAttribute("aria-pressed") !== "true";
  for (const other of section.querySelectorAll("[data-step]")) other.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", String(isChosen));
  section.dataset.lights = isChosen ? button.dataset.lights : "{}";
  document.dispatchEvent(new CustomEvent("board:highlight"));
}

/** Handle a click on a step or on the form. */
export function act(target) {
  if (!form && document.getElementById("help-deduction")) attach();
  const button = target.closest("[data-step]");
  if (button) choose(button);
  else if (target.closest("[data-add-cell]")) addCell();
  else showChosen();
}

function addCell() {
  const { cell } = board.selection;
  if (cell === null) return say(gettext("Choose a cell first."));
  const field = form.elements.cells;
  const names = field.value.split(/[\s,;]+/).filter(Boolean);
  if (!names.includes(cellName(cell))) field.value = [...names, cellName(cell)].join(" ");
}

function showChosen() {
  const { cell } = board.selection;
  if (cell !== null) form.querySelector("[data-chosen]").textContent = cellName(cell);
}
