// A shared grid played without an account: the rules alone, and the game kept in this browser.

import { attachCells, trustPage } from "./cells.js";
import "./keys_dialog.js";
import { begin, finish, show } from "./playing.js";
import { newGame, readDigits } from "./reducer.js";
import { keepGame, keptGame, SharedGame } from "./shared_game.js";
import "./speech.js";
import { say } from "./status.js";
import "./tools.js";
import { word } from "./words.js";

const page = document.getElementById("play");
const { line } = JSON.parse(document.getElementById("shared-game").textContent);
const keptHere = document.getElementById("kept-here");

attachCells();
trustPage(newGame(readDigits(line)));
const kept = keptGame(line);
const game = new SharedGame(kept ?? newGame(readDigits(line)));

function keep() {
  keptHere.textContent = word(keepGame(line, game.shown) ? "keptHere" : "notKept");
}

document.addEventListener("board:moved", () => {
  if (game.isOpen) return;
  finish(true);
  say(word("solvedHere"));
});

function beginAgain() {
  game.beginAgain();
  page.classList.remove("is-done");
  show();
  keep();
  say(word("begunAgain"));
}

const ACTS = { hint: () => say(word("noHints")), again: beginAgain };

begin(game, { keep, onRest: () => {}, acts: ACTS });
if (kept) keep();
for (const button of page.querySelectorAll("[data-act][hidden]")) button.hidden = false;
