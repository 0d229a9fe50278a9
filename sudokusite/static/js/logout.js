// Sends moves and drafts that are still in this browser, of closed pages or before logging out or handing in; if that
// fails, the player decides.

import { forgetDraft, forgetDrafts, localDrafts, postDraft } from "./course/program.js";
import { forgetOps, forgetStored, localOps, postOps } from "./outbox.js";

const PATIENCE_MS = 4000;
const OPS_A_REQUEST = 50;
const MOST_TRIES = 4;

/** Submit the form once every move of this user is stored, or the user gives them up. */
export async function submitAfterMoves(form) {
  const { user, unsaved } = form.dataset;
  const isDrained = await Promise.race([sendLocal(form), pause(PATIENCE_MS)]);
  if (!isDrained && !window.confirm(unsaved)) {
    delete form.dataset.sent;
    return;
  }
  // After handing in, moves left here are sent later: the server stores them, but they do not count.
  if ("logout" in form.dataset) {
    forgetOps(user);
    forgetDrafts(user);
  }
  form.submit();
}

/**
 * Send all moves and drafts in this browser, by attempt and page. A promise of whether everything was stored.
 * @param {any} account
 */
export async function sendLocal({ dataset }) {
  try {
    for (const ops of batches(localOps(dataset.user))) {
      const url = dataset.moves.replace("/0/", `/${ops[0].attempt}/`);
      const response = await postedSoon(() => postOps(url, { client: ops[0].client, ops, version: -1 }));
      if (!response.ok) return false;
      const { seq } = JSON.parse(response.headers.get("HX-Trigger"))["moves-stored"];
      forgetStored(ops, seq);
      if (seq < ops.at(-1).seq) return false;
    }
    // If the site has a newer text, the draft is stored beside it ("aside").
    for (const draft of localDrafts(dataset.user)) {
      const response = await postedSoon(() => postDraft({ ...draft, user: dataset.user }, "aside"));
      if (response.status !== 200) return false;
      forgetDraft(draft);
    }
  } catch {
    return false;
  }
  return true;
}

/** Post, and repeat a few times when the answer has Retry-After. */
async function postedSoon(post) {
  for (let tries = 1;; tries += 1) {
    const response = await post();
    const retryAfterS = Number(response.headers.get("Retry-After"));
    if (!retryAfterS || tries === MOST_TRIES) return response;
    await pause(1000 * retryAfterS);
  }
}

function batches(ops) {
  const found = [];
  for (const entry of ops) {
    const last = found.at(-1);
    const isSamePage = last && last[0].client === entry.client && last[0].attempt === entry.attempt;
    if (isSamePage && last.length < OPS_A_REQUEST) last.push(entry);
    else found.push([entry]);
  }
  return found;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms, false));
}
