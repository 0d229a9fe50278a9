// The page of an attempt: stores moves in this browser, sends them, and applies the server's answers.

import { board, SyncedGame } from "./board_state.js";
import { attachCells, copyCell, highlight, labelOf, trustPage } from "./cells.js";
import { Outbox, Sender, STRANGERS } from "./outbox.js";
import { begin, escape, offlineSentence, sayOffline, show } from "./playing.js";
import { attachStatus, say, showSaving, Timer, warn } from "./status.js";

const page = document.getElementById("play");
const form = document.getElementById("moves-form");
// Up to this number, cells changed on another page are named.
const NAMED_CELLS = 3;
const config = readJson("board-config");

attachCells();
attachStatus();

const outbox = new Outbox(config.user, config.attempt);
const game = new SyncedGame(readJson("game-data"), config, outbox.ops);
const timer = new Timer({ countedMs, isOpen: () => game.isOpen });
const sender = new Sender({
  form,
  outbox,
  maxOps: config.maxOps,
  versionSeen: () => game.confirmed.version,
  onTrouble: showTrouble,
});

function readJson(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

function countedMs() {
  return outbox.ops.reduce((sum, { ms }) => sum + ms, game.ms);
}

// Moves of the player

const ACTS = {
  askConflicts: () =>
    import("./conflicts.js").then(({ announceConflicts }) => announceConflicts(), sayOffline),
  // Where hints are allowed, help.js handles this first and prevents it.
  hint: () =>
    say(
      game.isOpen ? gettext("Hints are not allowed on this grid.") : gettext("This grid is finished."),
    ),
};

const store = (op) => outbox.add(op, timer.takeGap());

document.addEventListener("board:moved", () => {
  showSaving(outbox, sender.trouble !== null);
  // After the key event: starting a request takes as long as drawing does.
  setTimeout(() => sender.wake());
});

// Answers of the server: what other pages did, and where nothing could be stored

/** What another page did, with the cells that changed if they are few. */
function sentenceOfElsewhere(cells) {
  const moved = gettext("The grid was changed on another page.");
  return cells.length > NAMED_CELLS ? moved : `${moved} ${cells.map(labelOf).join("; ")}`;
}

function showTrouble(trouble, before) {
  showSaving(outbox, trouble !== null);
  if (trouble === null) {
    warn();
    if (before !== "paused") say(gettext("Back online."));
    return;
  }
  // Without a network its script cannot be loaded.
  if (trouble === "offline") return warn(offlineSentence());
  import("./send_alert.js").then(
    ({ warnOf }) => sender.trouble === trouble && warnOf(trouble, config.login),
    () => warn(offlineSentence()),
  );
}

// htmx dispatches the event of the header first, then one for each swapped part, then the end of the request.

let answer = null;

document.addEventListener("moves-stored", (event) => {
  answer = { stored: event.detail, cells: [], whole: null, news: "" };
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target: node, fragment } = event.detail;
  if (!answer) return;
  if (node.matches("[role=gridcell]")) answer.cells.push(fragment.firstElementChild);
  else if (node.id === "game") answer.whole = JSON.parse(fragment.textContent);
  else if (node.id === "status") answer.news = fragment.textContent.trim();
  else return;
  event.preventDefault();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const isOurs = answer !== null;
  if (isOurs) {
    takeIn(answer);
    board.news?.apply(answer.stored);
  }
  answer = null;
  const { status } = event.detail.xhr;
  if (event.target !== form) return isOurs || STRANGERS.includes(status) ? sender.apply(status) : undefined;
  // Any other answer, such as the login page of a hotel's network, means that nothing was stored.
  const retryAfterS = Number(event.detail.xhr.getResponseHeader("Retry-After") ?? 0);
  sender.finish(isOurs || status >= 300 ? status : 0, retryAfterS);
});

function takeIn({ stored, cells, whole, news }) {
  const { isOvertaken, wantsWhole, changed, isEnded } = game.takeIn({ stored, whole }, outbox);
  sender.wantsWhole = wantsWhole;
  // Moves were stored after this answer to help: its sentence is shown, its grid is out of date.
  if (isOvertaken) {
    if (news) say(news);
    return sender.wake();
  }
  sender.wantsNews = false;
  show();
  // The server's cells win, unless the player has made more moves.
  if (!outbox.size) { for (const cell of cells) copyCell(cell); }
  if (news || changed.length) say(news || sentenceOfElsewhere(changed));
  if (isEnded) end();
  // A request for help is a move, too: the time before it was sent with it and is counted.
  if (!stored.client) timer.restart();
  timer.show();
  showSaving(outbox, sender.trouble !== null);
}

function end() {
  escape();
  import("./finish.js").then(({ showEnd }) => showEnd(game.state), () => {});
}

// Requests for help wait until every move is stored, so that help sees the same grid as the player

document.addEventListener("htmx:confirm", (event) => {
  if (!event.target.closest("[data-after-moves]") || !outbox.size) return;
  event.preventDefault();
  sender.drain().then((isDrained) => isDrained && event.detail.issueRequest());
});

document.addEventListener("htmx:configRequest", (event) => {
  const { elt, parameters } = event.detail;
  if (!elt.closest("[data-after-moves]")) return;
  Object.assign(parameters, { version: game.confirmed.version, ms: Math.round(timer.gapMs()) });
});

// What happens elsewhere

const FIRST_NEWS_MS = 5000;

// Loaded later: most boards are neither paused nor limited in time.
async function hearNews(isDue) {
  const found = await import("./board_poll.js").catch(waitForNews);
  if (!found) return;
  board.news = new found.News(config, { onPause, onMove });
  if (isDue) board.news.wait(0);
}

function waitForNews() {
  if (game.isOpen) setTimeout(hearNews, FIRST_NEWS_MS, true);
}

function onPause(isPaused) {
  timer.setPaused(isPaused || page.classList.contains("is-resting"));
  if (!isPaused) sender.retry();
}

const onRest = (isPaused) => timer.setPaused(isPaused || board.news?.isPaused);

// If moves are being sent, their answer brings the same news.
function onMove(isEnded) {
  if (outbox.size) return;
  if (isEnded) sender.wantsWhole = true;
  else sender.wantsNews = true;
  sender.wake();
}

// Loaded ahead when the page is idle, so that these work without a connection.
setTimeout(() => {
  const later = [
    import("./tools.js"),
    import("./speech.js"),
    import("./conflicts.js"),
    import("./send_alert.js"),
    import("./finish.js").then(({ loadFinishStyle }) => loadFinishStyle()),
  ];
  for (const fetched of later) fetched.catch(() => {});
}, FIRST_NEWS_MS);

if (config.paused || config.left !== null) hearNews(false);
else waitForNews();

// Begin

// A cached page shows an older grid, and asks for the whole game until the server answers.
sender.wantsWhole = document.getElementById("game").matches("[data-cached]");
if (!sender.wantsWhole) trustPage(game.confirmed);
begin(game, { store, onRest, acts: ACTS });
timer.show();
showSaving(outbox, false);
// Wrong cells, after the results are released: drawing the cells with a player's preferences removes the marks.
if (config.wrong.some((cell) => !labelOf(cell).endsWith(gettext("wrong")))) {
  highlight({ wrong: config.wrong });
}
