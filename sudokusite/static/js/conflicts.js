// Conflicts for who wishes to be told only when asking: a link without this script, a button with it.

import { askConflicts } from "./cells.js";
import { say } from "./status.js";

const button = document.getElementById("ask-conflicts");

function tell() {
  const count = askConflicts();
  say(count ? `${button.dataset.some} ${count}` : button.dataset.none);
}

button.addEventListener("click", (event) => {
  event.preventDefault();
  tell();
});

button.addEventListener("keydown", (event) => {
  if (event.key !== " ") return;
  event.preventDefault();
  tell();
});
