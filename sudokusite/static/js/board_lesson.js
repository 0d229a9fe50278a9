// A lesson on an open board: the button that raises a hand, and what the teacher sends. Fetched with the first news of it.

import { csrfToken } from "./requests.js";
import { say } from "./status.js";

let button = null;
let shown = 0;

/** Show the news of a lesson; returns the state that the page now knows. */
export function take(lesson) {
  button ??= newButton(lesson.url);
  Object.assign(button.dataset, { up: lesson.up, down: lesson.down });
  showHand(lesson.hand);
  if (lesson.text && lesson.note > shown) showNote(lesson.text);
  shown = lesson.note;
  return lesson.state;
}

function newButton(url) {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: "menu-item board-hand" });
  made.addEventListener("click", () => send(url, made.getAttribute("aria-pressed") !== "true"));
  document.querySelector("#tools-menu .menu-body").prepend(made);
  return made;
}

function showHand(isRaised) {
  button.textContent = isRaised ? button.dataset.up : button.dataset.down;
  button.setAttribute("aria-pressed", String(isRaised));
}

async function send(url, isRaised) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
      body: new URLSearchParams({ on: isRaised ? "1" : "0" }),
    });
    if (!answer.ok) return;
    showHand(isRaised);
    say(button.textContent);
  } catch {
    // The button stays as it was.
  }
}

// The status line is written over by the next move: the note stays beside the board until the next one.
function showNote(text) {
  let place = document.getElementById("teacher-note");
  if (!place) {
    place = Object.assign(document.createElement("p"), { id: "teacher-note", className: "message" });
    document.querySelector("#help > .help").prepend(place);
  }
  place.textContent = text;
  say(text);
}
