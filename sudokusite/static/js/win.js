// The end of a game that was played here: its style, and what moves once.

import { nodes } from "./cells.js";
import { CELLS, columnOf, rowOf } from "./reducer.js";

const page = document.getElementById("play");
const line = document.getElementById("status");
const scene = document.getElementById("finish");

// On a shared grid the style comes with the page.
const styled = scene ? fetchStyle(scene.dataset.style) : Promise.resolve();

function fetchStyle(href) {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}

/** Show that the game has ended in this state. */
export async function showEnd(state) {
  if (scene?.firstElementChild) hideSaid();
  await styled;
  if (state !== "solved" && state !== "helped") return;
  for (const cell of CELLS) nodes[cell].style.animationDelay = `${24 * (rowOf(cell) + columnOf(cell))}ms`;
  page.classList.add("is-done", "is-won");
}

// The scene shows what the status line speaks, until that says something else.
function hideSaid() {
  line.classList.add("visually-hidden");
  const show = (_changes, observer) => {
    line.classList.remove("visually-hidden");
    observer.disconnect();
  };
  new MutationObserver(show).observe(line, { childList: true });
}
