// Conflicts on request, a preference of the player. Without scripts the button reloads the page with them.

import { requestConflicts } from "./cells.js";
import { say } from "./status.js";

/** Show the conflicts until a digit changes, and announce the number of cells. */
export function announceConflicts() {
  const { some, none } = document.getElementById("ask-conflicts")?.dataset ?? {};
  const count = requestConflicts();
  say(count ? `${some} ${count}` : none);
}
