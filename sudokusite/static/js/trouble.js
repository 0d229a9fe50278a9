// Why moves wait, for the alert of a board; with a link where its reader can do something about it.

import { offlineSentence } from "./playing.js";
import { warn } from "./status.js";

/** Raise the alert for a trouble of the sender. `login` is where its reader logs in again. */
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

// In a window of its own: this page keeps the moves and sends them when its reader is back.
const loginLink = (href) =>
  Object.assign(document.createElement("a"), {
    href,
    target: "_blank",
    textContent: gettext("Log in again"),
  });
