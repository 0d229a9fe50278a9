// A shared grid played without an account: the rules alone, and the game kept in this browser.

import { attachCells, trustPage } from "./cells.js";
import "./keys_dialog.js";
import { begin, escape, show } from "./playing.js";
import { newGame, readDigits } from "./reducer.js";
import { keepGame, keptGame, SharedGame } from "./shared_game.js";
import "./speech.js";
import { say } from "./status.js";
import "./tools.js";
import { showEnd } from "./win.js";

const page = document.getElementById("play");
const { line } = JSON.parse(document.getElementById("shared-game").textContent);
const keptHere = document.getElementById("kept-here");

attachCells();
trustPage(newGame(readDigits(line)));
const kept = keptGame(line);
const game = new SharedGame(kept ?? newGame(readDigits(line)));

function keep() {
  keptHere.textContent = keepGame(line, game.shown)
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
  keep();
  say(gettext("Started over. “Undo” brings back your digits."));
}

const ACTS = {
  hint: () => say(gettext("Hints come with an account: log in to ask for one.")),
  again: beginAgain,
};

begin(game, { keep, onRest: () => {}, acts: ACTS });
if (kept) keep();
for (const button of page.querySelectorAll("[data-act][hidden]")) button.hidden = false;
