// A game that was begun without an account is offered to who has logged in since.

import { notesOf } from "./reducer.js";
import { forgetGame, keptGame } from "./shared_game.js";

const form = document.querySelector("[data-carry]");
const line = form?.dataset.carry;
const kept = line ? keptGame(line) : null;

if (kept) {
  form.elements.digits.value = kept.digits.map((digit) => digit || ".").join("");
  form.elements.notes.value = kept.marks.map((marks) => notesOf(marks).toString(16).padStart(3, "0")).join("");
  form.hidden = false;
  form.querySelector("[data-carry-forget]").addEventListener("click", () => {
    forgetGame(line);
    form.hidden = true;
  });
}
