// The keys under the board: how many of each digit are left, and whether digits are written as notes.

import { DIGITS } from "./reducer.js";
import { word } from "./words.js";

const page = document.getElementById("play");
const keys = new Map(DIGITS.map((digit) => [digit, page.querySelector(`[data-digit="${digit}"]`)]));
const tool = (name) => page.querySelector(`[data-act="${name}"]`);

export class Keypad {
  notesMode = false;

  /** Switch notes on or off; whether they are on now. */
  toggleNotes() {
    this.notesMode = !this.notesMode;
    page.classList.toggle("notes-mode", this.notesMode);
    tool("notes").setAttribute("aria-pressed", String(this.notesMode));
    return this.notesMode;
  }

  show(state, isOpen) {
    for (const [digit, key] of keys) {
      const count = Math.max(9 - state.digits.filter((held) => held === digit).length, 0);
      if (key.dataset.left === String(count)) continue;
      key.dataset.left = count;
      key.setAttribute("aria-label", word("left", { digit, count }));
      key.querySelector(".key-left").textContent = count || "";
    }
    setDisabled(tool("undo"), !isOpen || !state.undo.length);
    setDisabled(tool("redo"), !isOpen || !state.redo.length);
  }
}

// Not the attribute `disabled`: it would throw the focus away.
function setDisabled(button, isDisabled) {
  const text = String(isDisabled);
  if (button.getAttribute("aria-disabled") !== text) button.setAttribute("aria-disabled", text);
}
