// A shared grid played without an account: no help, and the game is saved in this browser only.

import { attachCells, trustPage } from "./cells.js";
import "./keys_dialog.js";
import { begin, escape, show } from "./playing.js";
import { newGame, readDigits } from "./reducer.js";
import { loadGame, saveGame, SharedGame } from "./shared_game.js";
import "./speech.js";
import { attachStatus, say } from "./status.js";
import "./tools.js";
import { showEnd } from "./finish.js";

const page = document.getElementById("play");
const { line } = JSON.parse(document.getElementById("shared-game").textContent);
const saveStatus = document.getElementById("save-status");

attachCells();
attachStatus();
trustPage(newGame(readDigits(line)));
const saved = loadGame(line);
const game = new SharedGame(saved ?? newGame(readDigits(line)));

function save() {
  saveStatus.textContent = saveGame(line, game.shown)
    ? gettext("What you do is kept in this browser.")
    : gettext("This browser keeps nothing: do not close the page before you are done.");
}

document.addEventListener("board:moved", () => {
  if (game.isOpen) return;
  escape();
  showEnd("solved");
  say(gettext("Solved: every row, column and box holds each digit once."));
});

function beginAgain() {
  game.beginAgain();
  page.classList.remove("is-done", "is-won");
  show();
  save();
  say(gettext("Started over. “Undo” brings back your digits."));
}

const ACTS = {
  hint: () => say(gettext("Hints come with an account: log in to ask for one.")),
  again: beginAgain,
};

begin(game, { store: save, onRest: () => {}, acts: ACTS });
if (saved) save();
for (const button of page.querySelectorAll("[data-act][hidden]")) button.hidden = false;
