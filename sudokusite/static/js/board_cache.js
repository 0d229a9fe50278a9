// Beside the kept page of an open board (worker.js): what has changed on it since it came from the server.

import { board } from "./board_state.js";
import { writeGame } from "./reducer.js";

const path = location.pathname;
const page = document.getElementById("play");
let saving = null;
let isStale = false;

/** Let this board be kept, and what changes on it. */
export async function cacheBoard() {
  if (!board.game.isOpen) return;
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ cache: path });
  document.addEventListener("htmx:afterRequest", changed);
  // It is paused, or goes on, or ends.
  new MutationObserver(changed).observe(page, { attributeFilter: ["class"] });
  changed();
}

/** Save once more, after the save that is on its way. */
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
  // Somebody has logged out in another window.
  if (!(await boards.match(path))) return;
  if (!board.game.isOpen) {
    await boards.delete(path, { ignoreSearch: true });
    return;
  }
  // Where there are no news yet, the page said all there is to say.
  const { isPaused = false, ends = null, leftMs = Infinity } = board.news ?? {};
  const left = Number.isFinite(leftMs) ? leftMs / 1000 : null;
  const state = {
    at: Date.now(),
    game: gameData(),
    config: { paused: isPaused, ends, left },
  };
  await boards.put(`${path}?state`, new Response(JSON.stringify(state)));
}

/** The game as the server confirmed it last, written as the server writes it. */
function gameData() {
  const { confirmed, ms, state } = board.game;
  return { ...writeGame(confirmed), ms, state };
}
