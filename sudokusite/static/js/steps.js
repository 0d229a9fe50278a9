// Steps told as a list beside the board: a click lights one, as a hint is lit. And the form of a deduction,
// which is about the chosen cell and takes from the board the cells that it rests on.

import { cellOf, nodes } from "./cells.js";
import { say } from "./status.js";
import { cellName } from "./reducer.js";

let form = null;

function attach() {
  form = document.getElementById("help-deduction");
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = form.closest("[data-style]").dataset.style;
  document.head.append(style);
  for (const hidden of form.querySelectorAll("[data-chosen], [data-add-cell]")) hidden.hidden = false;
  document.addEventListener("focusin", (event) => cellOf(event.target) !== null && setTimeout(tellChosen));
}

/** Light a step, or put it out again. */
function choose(button) {
  const section = button.closest(".hint");
  const isChosen = button.getAttribute("aria-pressed") !== "true";
  for (const other of section.querySelectorAll("[data-step]")) other.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", String(isChosen));
  section.dataset.lights = isChosen ? button.dataset.lights : "{}";
  document.dispatchEvent(new CustomEvent("board:told"));
}

/** Do what a click here asks for. */
export function act(target) {
  if (!form && document.getElementById("help-deduction")) attach();
  const button = target.closest("[data-step]");
  if (button) choose(button);
  else if (target.closest("[data-add-cell]")) addCell();
  else tellChosen();
}

const chosenCell = () => nodes.findIndex((node) => node.classList.contains("selected"));

function addCell() {
  const cell = chosenCell();
  if (cell < 0) return say(gettext("Choose a cell first."));
  const field = form.elements.cells;
  const names = field.value.split(/[\s,;]+/).filter(Boolean);
  if (!names.includes(cellName(cell))) field.value = [...names, cellName(cell)].join(" ");
}

function tellChosen() {
  const cell = chosenCell();
  if (cell >= 0) form.querySelector("[data-chosen]").textContent = cellName(cell);
}
