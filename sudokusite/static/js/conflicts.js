// Conflicts for who wishes to be told only when asking. Without script the button loads the page anew.

import { showConflicts } from "./cells.js";
import { say } from "./status.js";

/** Mark the cells that repeat a digit, until a digit changes, and say how many there are. */
export function announceConflicts() {
  const { some, none } = document.getElementById("ask-conflicts")?.dataset ?? {};
  const count = showConflicts();
  say(count ? `${some} ${count}` : none);
}
