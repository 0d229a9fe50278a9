// Moves of boards, and drafts of programs, that are closed, or left by logging out or handing in: they are sent first;
// if that fails, the player decides.

import { forgetDraft, forgetDrafts, localDrafts, postDraft } from "./course/program.js";
import { forgetOps, forgetStored, localOps, postOps } from "./outbox.js";

const PATIENCE_MS = 4000;
const OPS_A_REQUEST = 50;
const MOST_TRIES = 4;

/** Submit once every move kept for this user is stored, or the user lets them go. */
export async function submitAfterMoves(form) {
  const { user, unsaved } = form.dataset;
  const isDrained = await Promise.race([sendLocal(form), pause(PATIENCE_MS)]);
  if (!isDrained && !window.confirm(unsaved)) {
    delete form.dataset.sent;
    return;
  }
  // What could not be sent is sent later where somebody stays: it is then kept, and does not count.
  if ("logout" in form.dataset) {
    forgetOps(user);
    forgetDrafts(user);
  }
  form.submit();
}

/**
 * Send all that is kept, attempt by attempt and page by page. A promise of whether everything was stored.
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
    // A draft that meets a newer text is set aside, where its student finds it.
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

/** The answer to what is posted; asked to come again, it does so a few times. */
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
