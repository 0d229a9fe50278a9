// The alert of a board: why moves are not sent, with a link where the player can do something about it.

import { offlineSentence } from "./playing.js";
import { warn } from "./status.js";

/** Show the alert for a trouble of the sender. `login` is the address to log in again. */
export function warnOf(trouble, login) {
  const line = warn(sentenceOf(trouble));
  if (line && (trouble === "sessionEnded" || trouble === "otherAccount")) line.append(" ", loginLink(login));
}

function sentenceOf(trouble) {
  return {
    siteTrouble: gettext("The site has a problem. Your moves are saved here and sent later."),
    tooFast: gettext("The site is busy. Your moves are saved here and sent later."),
    paused: gettext("Your teacher has paused the class. Your moves are saved here and sent later."),
    sessionEnded: gettext("Your session has ended. Your moves are saved here."),
    otherAccount: gettext("Another account is logged in. Your moves are saved here."),
    notStored: gettext("The site could not read these moves. Reload the page."),
  }[trouble] ?? offlineSentence();
}

// In a new window: this page holds the moves, and sends them after the login.
const loginLink = (href) =>
  Object.assign(document.createElement("a"), {
    href,
    target: "_blank",
    textContent: gettext("Log in again"),
  });
