// The end of a game that was played here: its style, and what moves once.

import { nodes } from "./cells.js";
import { CELLS, columnOf, rowOf } from "./reducer.js";
import { loadStyle } from "./styles.js";

/** Load the style of the scene; on a shared grid it comes with the page. A promise of it. */
export async function loadFinishStyle() {
  const href = document.getElementById("finish")?.dataset.style;
  if (href) await loadStyle(href);
}

/** Show that the game has ended in this state. */
export async function showEnd(state) {
  if (document.querySelector("#finish > *")) hideSaid(document.getElementById("status"));
  await loadFinishStyle();
  if (state !== "solved" && state !== "helped") return;
  for (const cell of CELLS) nodes[cell].style.animationDelay = `${24 * (rowOf(cell) + columnOf(cell))}ms`;
  document.getElementById("play").classList.add("is-done", "is-won");
}

// The scene shows what the status line speaks, until that says something else.
function hideSaid(line) {
  line.classList.add("visually-hidden");
  const show = (_changes, observer) => {
    line.classList.remove("visually-hidden");
    observer.disconnect();
  };
  new MutationObserver(show).observe(line, { childList: true });
}
