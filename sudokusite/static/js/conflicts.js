// Conflicts for who wishes to be told only when asking. Without script the button loads the page anew.

import { askConflicts } from "./cells.js";
import { say } from "./status.js";

/** Mark the cells that repeat a digit, until a digit changes, and say how many there are. */
export function tellConflicts() {
  const { some, none } = document.getElementById("ask-conflicts")?.dataset ?? {};
  const count = askConflicts();
  say(count ? `${some} ${count}` : none);
}
