// After login, offers to continue a game that was begun without an account, and removes it here once it is imported.

import { writeDigits, writeMarks } from "./reducer.js";
import { forgetGame, isWritten, loadGame } from "./shared_game.js";

const CREATED = 201;

const offer = document.querySelector("[data-carry]");
const line = offer?.dataset.carry;
const game = line ? loadGame(line) : null;

if (game && isWritten(game)) {
  offer.hidden = false;
  offer.querySelector("[data-carry-forget]").addEventListener("click", () => {
    forgetGame(line);
    offer.hidden = true;
  });
  if (offer.matches("form")) carryIn(offer);
}

function carryIn(form) {
  form.elements.digits.value = writeDigits(game.digits);
  form.elements.marks.value = writeMarks(game.marks);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!form.dataset.sent) take(form).catch(() => form.submit());
  });
}

/** Import the game. Then remove it from this browser, so that the next user is not offered it. */
async function take(form) {
  const { status, type, headers } = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(/** @type {any} */ (new FormData(form))),
    headers: { "HX-Request": "true" },
    redirect: "manual",
  });
  if (status >= 500) return form.submit();
  if (status === CREATED) forgetGame(line);
  const address = type === "opaqueredirect" ? null : (headers.get("Location") ?? headers.get("HX-Redirect"));
  // Without an address, the reloaded page says why.
  if (address) location.assign(address);
  else location.reload();
}
