// Saves the current state of an open board beside its cached page (worker.js).

import { board } from "./board_state.js";
import { writeGame } from "./reducer.js";

const path = location.pathname;
const page = document.getElementById("play");
let saving = null;
let isStale = false;

/** Cache this board, and save its state after each change. */
export async function cacheBoard() {
  if (!board.game.isOpen) return;
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ cache: path });
  document.addEventListener("htmx:afterRequest", changed);
  // The class changes when the game is paused, continued or finished.
  new MutationObserver(changed).observe(page, { attributeFilter: ["class"] });
  changed();
}

/** Save, or save again after the current save. */
function changed() {
  isStale = true;
  saving ??= saveAll();
}

async function saveAll() {
  while (isStale) {
    isStale = false;
    await save().catch(() => {});
  }
  saving = null;
}

async function save() {
  const boards = await caches.open("boards");
  // No page: somebody has logged out in another window.
  if (!(await boards.match(path))) return;
  if (!board.game.isOpen) {
    await boards.delete(path, { ignoreSearch: true });
    return;
  }
  // Until News is loaded, the page's own data is current.
  const { isPaused = false, ends = null, leftMs = Infinity } = board.news ?? {};
  const left = Number.isFinite(leftMs) ? leftMs / 1000 : null;
  const state = {
    at: Date.now(),
    game: gameData(),
    config: { paused: isPaused, ends, left },
  };
  await boards.put(`${path}?state`, new Response(JSON.stringify(state)));
}

/** The confirmed game, in the server's format. */
function gameData() {
  const { confirmed, ms, state } = board.game;
  return { ...writeGame(confirmed), ms, state };
}
