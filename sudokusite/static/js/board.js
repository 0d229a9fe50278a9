// The page of an attempt: its moves are kept and sent, answers are taken in.

import { attachCells, copyCell, labelOf, light, trustPage } from "./cells.js";
import { Game } from "./game.js";
import { Outbox, Sender, STRANGERS } from "./outbox.js";
import { begin, escape, offlineSentence, sayOffline, show } from "./playing.js";
import { attachStatus, say, showSaving, Timer, warn } from "./status.js";

const page = document.getElementById("play");
const form = document.getElementById("moves-form");
// So many cells are named when they change elsewhere.
const NAMED_CELLS = 3;
const config = readJson("board-config");

attachCells();
attachStatus();

const outbox = new Outbox(config.user, config.attempt);
const game = new Game(readJson("game-data"), config, outbox.ops);
const timer = new Timer({ countedMs, isOpen: () => game.isOpen });
const sender = new Sender({
  form,
  outbox,
  maxOps: config.maxOps,
  versionSeen: () => game.confirmed.version,
  onTrouble: tellTrouble,
});

function readJson(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

function countedMs() {
  return outbox.ops.reduce((sum, { ms }) => sum + ms, game.ms);
}

// Moves of the player

const ACTS = {
  askConflicts: () => import("./conflicts.js").then(({ tellConflicts }) => tellConflicts(), sayOffline),
  // Where help may give one, it listens.
  hint: () =>
    say(
      game.isOpen ? gettext("Hints are not allowed on this grid.") : gettext("This grid is finished."),
    ),
};

const keep = (op) => outbox.add(op, timer.takeGap());

document.addEventListener("board:moved", () => {
  showSaving(outbox, sender.trouble !== null);
  // Not within the key: a request takes as long as all the drawing.
  setTimeout(() => sender.wake());
});

// Answers of the server: what other pages did, and where nothing could be stored

/** What another page did, told with its cells where they are few. */
function wordForElsewhere(cells) {
  const moved = gettext("The grid was changed on another page.");
  return cells.length > NAMED_CELLS ? moved : `${moved} ${cells.map(labelOf).join("; ")}`;
}

function tellTrouble(trouble, before) {
  showSaving(outbox, trouble !== null);
  if (trouble === null) {
    warn();
    if (before !== "paused") say(gettext("Back online."));
    return;
  }
  // Its script would not come either.
  if (trouble === "offline") return warn(offlineSentence());
  import("./trouble.js").then(
    ({ warnOf }) => sender.trouble === trouble && warnOf(trouble, config.login),
    () => warn(offlineSentence()),
  );
}

// The header of an answer comes first, then cells and news, then the end of the request.

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
    news?.hear(answer.stored);
  }
  answer = null;
  const { status } = event.detail.xhr;
  if (event.target !== form) return isOurs || STRANGERS.includes(status) ? sender.hear(status) : undefined;
  // Whatever else answers, such as the login page of a hotel's network, has stored nothing.
  const retryAfterS = Number(event.detail.xhr.getResponseHeader("Retry-After") ?? 0);
  sender.finish(isOurs || status >= 300 ? status : 0, retryAfterS);
});

function takeIn({ stored, cells, whole, news }) {
  const { isOvertaken, wantsWhole, changed, isEnded } = game.takeIn({ stored, whole }, outbox);
  sender.wantsWhole = wantsWhole;
  if (isOvertaken) return takeOvertaken(news);
  sender.wantsNews = false;
  show();
  // The server's word wins, except where the player has already gone on.
  if (!outbox.size) { for (const cell of cells) copyCell(cell); }
  if (news || changed.length) say(news || wordForElsewhere(changed));
  if (isEnded) end();
  // A help is a move as well: the time before it was sent with it, and is counted.
  if (!stored.client) timer.restart();
  timer.show();
  showSaving(outbox, sender.trouble !== null);
}

function end() {
  escape();
  import("./win.js").then(({ showEnd }) => showEnd(game.state), () => {});
}

// A help's answer that moves have overtaken on the way shows an older grid: its words hold, its grid does not.
function takeOvertaken(news) {
  if (news) say(news);
  sender.wake();
}

// Help sees the grid as the player does: its requests wait until every move is stored

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

let news = null;

// Most boards are neither paused nor short of time: their script is fetched when it has something to ask.
async function hearNews(isDue) {
  const found = await import("./news.js").catch(waitForNews);
  if (!found) return;
  news = new found.News(config, { game: () => game, onPause, onMove });
  if (isDue) news.wait(0);
}

function waitForNews() {
  if (game.isOpen) setTimeout(hearNews, FIRST_NEWS_MS, true);
}

function onPause(isPaused) {
  timer.setPaused(isPaused || page.classList.contains("is-resting"));
  if (!isPaused) sender.retry();
}

const onRest = (isPaused) => timer.setPaused(isPaused || news?.isPaused);

// Ours may be on their way: then their answer tells.
function onMove(isEnded) {
  if (outbox.size) return;
  if (isEnded) sender.wantsWhole = true;
  else sender.wantsNews = true;
  sender.wake();
}

// What needs no answer of the site works without a connection: fetched when the page is at rest.
setTimeout(() => {
  const later = [
    import("./tools.js"),
    import("./speech.js"),
    import("./conflicts.js"),
    import("./trouble.js"),
    import("./win.js").then(({ fetchStyle }) => fetchStyle()),
  ];
  for (const fetched of later) fetched.catch(() => {});
}, FIRST_NEWS_MS);

if (config.paused || config.left !== null) hearNews(false);
else waitForNews();

// Begin

// A kept page shows an older grid, and asks for the whole of the game until the server answers.
sender.wantsWhole = document.getElementById("game").matches("[data-kept]");
if (!sender.wantsWhole) trustPage(game.confirmed);
begin(game, { keep, onRest, acts: ACTS });
timer.show();
showSaving(outbox, false);
// What was wrong, once the results are given back: lost where the cells were drawn anew for their reader.
if (config.wrong.some((cell) => !labelOf(cell).endsWith(gettext("wrong")))) light({ wrong: config.wrong });

export { game, news };
