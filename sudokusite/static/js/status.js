// What the page says: one polite line for moves, one alert for a lost connection, one word for saving.

import { word } from "./words.js";

const line = document.getElementById("status");
const alertLine = document.getElementById("alert");
const saving = document.getElementById("saving");
const savingWord = saving.querySelector("[data-word]");

/** Say something in the status line. The same sentence twice is said twice. */
export function say(sentence) {
  line.textContent = line.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

/** Raise the alert, with a link where something can be done about it; without a sentence it goes. */
export function warn(sentence = "", link = null) {
  if (alertLine.dataset.sentence === sentence) return;
  alertLine.dataset.sentence = sentence;
  alertLine.textContent = sentence;
  if (!link) return;
  const anchor = document.createElement("a");
  anchor.href = link.href;
  anchor.textContent = link.text;
  // In a window of its own: this page keeps the moves and sends them when its reader is back.
  anchor.target = "_blank";
  alertLine.append(" ", anchor);
}

let later = 0;

/** Show whether the moves are stored: `failing` when they could not be sent just now. */
export function showSaving(count, failing) {
  clearTimeout(later);
  if (count === 0) return setSaving("saved", word("saved"));
  if (failing) return setSaving("waiting", word("waiting", { count }));
  // Most answers are here before anyone could read a word.
  later = setTimeout(() => setSaving("saving", word("saving")), 500);
}

function setSaving(state, text) {
  saving.dataset.state = state;
  if (savingWord.textContent !== text) savingWord.textContent = text;
}
