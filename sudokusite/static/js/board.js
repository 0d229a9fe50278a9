// The page of an attempt: keys and taps become ops, ops are painted at once and sent, answers are taken in.

import { cellOf, copyCell, draw, labelOf, popFinishedHouses, tellsConflicts, trustPage } from "./cells.js";
import { Game } from "./game.js";
import { closeMenu, Keypad, restOnKeys } from "./keypad.js";
import { actionOf, digitOf } from "./keys.js";
import { Outbox } from "./outbox.js";
import { changedCells, colourOf, isMarked, repeats } from "./reducer.js";
import { cellsBetween, drawOverCells, Selection, target } from "./selection.js";
import { Sender, STRANGERS } from "./sender.js";
import { say, showSaving, Timer, warn } from "./status.js";
import { houseWord, joined, word } from "./words.js";

const page = document.getElementById("play");
const form = document.getElementById("moves-form");
// So many cells are named when they change elsewhere.
const NAMED_CELLS = 3;
const config = readJson("board-config");

const outbox = new Outbox(config.user, config.attempt);
const game = new Game(readJson("game-data"), config, outbox.ops);
const keypad = new Keypad();
const selection = new Selection(
  () => game.shown.digits,
  () => game.shown.marks,
);
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

// Acts of the player

/** Do an op: paint it, say it, send it. */
function act(op) {
  const before = game.shown;
  const outcome = game.play(op);
  if (game.shown === before) return say(wordForNothing(op, outcome.refusal));
  outbox.add(op, timer.takeGap());
  show();
  popFinishedHouses(before, game.shown);
  say(wordFor(op, before, outcome.effect));
  document.dispatchEvent(new CustomEvent("board:moved"));
  showSaving(outbox, sender.trouble !== null);
  sender.wake();
}

// Who wishes to keep the notes in order alone places a digit that cleans none.
const PLACING = page.dataset.clean === "off" ? "i" : "d";

function typeDigit(digit, other = false) {
  const { cell, cells } = selection;
  if (cell === null) return lightTyped(digit);
  const isDigit = (keypad.mode === "digit") !== other && cells.length === 1;
  if (isDigit) return act({ kind: game.shown.digits[cell] === digit ? "x" : PLACING, cell, digit });
  mark(cells, digit, keypad.mode === "digit" || other ? "notes" : keypad.mode);
}

const MARKING = { notes: "no", centre: "ce", colour: "ll" };

/** Mark all cells, or, where all that can be have the mark, take it from them. */
function mark(cells, digit, mode) {
  const [on, off] = MARKING[mode];
  const free = cells.filter((cell) => mode === "colour" || !game.shown.digits[cell]);
  const isOff = free.length > 0 && free.every((cell) => isMarked(game.shown.marks[cell], on, digit));
  act(onAll(cells, isOff ? off : on, mode === "colour" && isOff ? 0 : digit));
}

const onAll = ([cell, ...more], kind, digit) => (more.length ? { kind, cell, digit, more } : { kind, cell, digit });

function clear() {
  if (selection.cell === null) say(word(game.isOpen ? "chooseCell" : "refusedFinished"));
  else act(onAll(selection.cells, "x", 0));
}

/** Without a cell, a digit that is typed is lit; a second one beside it. */
function lightTyped(digit) {
  const [first, ...more] = selection.wished;
  const isSecond = first && !more.length && first !== digit;
  selection.lightDigits(isSecond ? [first, digit] : [digit]);
  if (isSecond) say(word("lit", { digit: joined([first, digit]) }));
  else say(word(game.isOpen ? "litNoCell" : "refusedFinished", { digit }));
}

/** Light the next digit in the row of none, 1 to 9. */
function lightNext(by) {
  const [last = 0] = selection.litDigits;
  const digit = (last + by + 10) % 10;
  selection.lightDigits(digit ? [digit] : [], digit > 0);
  say(word(digit ? "lit" : "litNone", { digit }));
}

/** Without a cell, a digit that is tapped is held for the cells tapped next. */
function tapDigit(digit) {
  if (selection.cell !== null && !selection.held) return typeDigit(digit);
  hold(selection.held === digit ? 0 : digit);
  say(word(selection.held ? "held" : "notHeld", { digit }));
}

function hold(digit) {
  selection.hold(digit);
  keypad.hold(digit);
}

/** A finger that rests on a digit writes it in the other mode once; where one is held, this one is from now on. */
function restOnDigit(digit) {
  if (!selection.held) return typeDigit(digit, true);
  hold(digit);
  say(word("held", { digit }));
}

const MODE_WORDS = { digit: "notesModeOff", notes: "notesModeOn", centre: "centreMode", colour: "colourMode" };

function setMode(mode) {
  if (!keypad.offers(mode)) return say(word("noMoreMarks"));
  keypad.setMode(mode);
  say(word(MODE_WORDS[mode]));
}

const simply = (kind) => () => act({ kind, cell: null, digit: 0 });

const ACTS = {
  undo: simply("u"),
  redo: simply("r"),
  fill: simply("f"),
  remember: simply("g"),
  goBack: simply("b"),
  clear,
  pause: () => game.isOpen && tools(({ pause }) => pause((isPaused) => timer.setPaused(isPaused || news?.isPaused))),
  notes: () => setMode(keypad.mode === "notes" ? "digit" : "notes"),
  digitMode: () => setMode("digit"),
  notesMode: () => setMode("notes"),
  centreMode: () => setMode("centre"),
  colourMode: () => setMode("colour"),
  lightBefore: () => lightNext(-1),
  lightAfter: () => lightNext(1),
  askConflicts: () => import("./conflicts.js").then(({ tellConflicts }) => tellConflicts(), sayOffline),
  lightPairs: () => tools(({ lightPairs }) => say(lightPairs(selection))),
  keys: () => import("./keys_dialog.js").then(({ showKeys }) => showKeys()).catch(() => say(word("keysFailed"))),
  // Where help may give one, it listens.
  hint: () => say(word(game.isOpen ? "refusedHint" : "refusedFinished")),
  escape: () => {
    selection.drop();
    keypad.hold(0);
  },
};

// What is wanted less often: its script is fetched by the first who does.
const tools = (use) => import("./tools.js").then(use, sayOffline);

const sayOffline = () => say(word("offline"));

/** Do what a key or a button names. Help listens for `board:hint` and for `board:escape`, which it may prevent. */
function perform(action) {
  if (action.startsWith("say")) return speak(action);
  const event = new CustomEvent(`board:${action}`, { cancelable: true });
  if (document.dispatchEvent(event)) ACTS[action]?.();
}

// Few ask for these sentences: their script is fetched by the first who does.
function speak(action) {
  const { judges } = config;
  const asked = { digits: game.shown.digits, judges };
  import("./speech.js").then(({ spoken }) => say(spoken(action, selection.here, asked)), sayOffline);
}

// What is seen and said

function show() {
  if (draw(game.shown).length) selection.light();
  keypad.show(game.shown, game.isOpen);
  page.classList.toggle("is-finished", !game.isOpen);
  page.classList.toggle("is-full", isFull());
}

/** In an exam a full grid is full, and no more is said of it. */
const isFull = () => !config.judges && !game.shown.digits.includes(0);

const WORDS = {
  f: "notesFilled",
  n: "noteOn",
  o: "noteOff",
  c: "centreOn",
  e: "centreOff",
  l: "coloured",
  g: "remembered",
  b: "wentBack",
};

function wordFor(op, before, effect) {
  const { digits } = game.shown;
  if (isFull() && before.digits.includes(0)) return word("fullToHandIn");
  if (op.kind === "u" || op.kind === "r") {
    return wordForStep(word(op.kind === "u" ? "undone" : "redone"), effect);
  }
  const said = markWord(op, effect);
  if (op.more) return word("inCells", { said, count: effect.length });
  if (said) return said;
  const found = repeats(digits);
  const houses = tellsConflicts(digits) && found.get(op.cell);
  const placed = houses ? word("placedRepeats", { digit: op.digit, houses: joined(houses.map(houseWord)) }) : word("placed", op);
  return config.judges && !digits.includes(0) && found.size ? `${placed}. ${word("full")}` : placed;
}

/** What was undone or made again: in a cell by its name, the notes cleaned beside it aside, or in so many. */
function wordForStep(name, [first, ...more]) {
  const isDigit = ([, before, after]) => before !== after;
  if (!more.length || (isDigit(first) && !more.some(isDigit))) return word("list", { name, cells: labelOf(first[0]) });
  return word("inCells", { said: name, count: more.length + 1 });
}

function markWord(op, effect) {
  if (op.kind === "x") return word(wordForClearing(effect));
  if (op.kind === "l" && !op.digit) return word("colourOff");
  return op.kind in WORDS ? word(WORDS[op.kind], op) : "";
}

function wordForClearing(effect) {
  if (effect.some(([, before, after]) => before !== after)) return "cleared";
  return effect.some(([, , , before, after]) => colourOf(before) === colourOf(after)) ? "notesCleared" : "colourOff";
}

function wordForNothing(op, refusal) {
  if (refusal) return word(`refused${refusal[0].toUpperCase()}${refusal.slice(1)}`);
  return word({ u: "nothingToUndo", r: "nothingToRedo", f: "notesFilled", g: "remembered", b: "nothingToGoBackTo" }[op.kind] ?? "nothingToClear");
}

/** What another page did, told with its cells where they are few. */
function wordForElsewhere(cells) {
  const moved = word("moved");
  return cells.length > NAMED_CELLS ? moved : `${moved} ${cells.map(labelOf).join("; ")}`;
}

function tellTrouble(trouble, before) {
  showSaving(outbox, trouble !== null);
  if (trouble === null) {
    warn();
    if (before !== "paused") say(word("backOnline"));
    return;
  }
  const link = trouble === "sessionEnded" || trouble === "otherAccount" ? { href: config.login, text: word("logIn") } : null;
  warn(word(trouble), link);
}

// Answers of the server: the header first, then cells and news, then the end of the request

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
  if (isOurs) takeIn(answer);
  answer = null;
  const { status } = event.detail.xhr;
  if (event.target !== form) return isOurs || STRANGERS.includes(status) ? sender.hear(status) : undefined;
  // Whatever else answers, such as the login page of a hotel's network, has stored nothing.
  sender.finish(isOurs || status >= 300 ? status : 0);
});

function takeIn({ stored, cells, whole, news }) {
  if (!stored.client && stored.version < game.confirmed.version) return takeOvertaken(news);
  const wasOpen = game.isOpen;
  const before = game.shown;
  const inStep = game.receive(stored, whole, outbox.acknowledge(stored.client, stored.seq), outbox.ops);
  sender.wantsNews = false;
  sender.wantsWhole = !inStep && !whole;
  show();
  // The server's word wins, except where the player has already gone on.
  if (!outbox.size) for (const cell of cells) copyCell(cell);
  const changed = stored.client ? changedCells(before, game.shown) : [];
  if (news || changed.length) say(news || wordForElsewhere(changed));
  if (wasOpen && !game.isOpen) {
    selection.drop();
    if (game.state !== "handed_in") page.classList.add("is-done");
  }
  // A help is a move as well: the time before it was sent with it, and is counted.
  if (!stored.client) timer.restart();
  timer.show();
  showSaving(outbox, sender.trouble !== null);
}

// A help's answer that moves have overtaken on the way shows an older grid: its words hold, its grid does not.
function takeOvertaken(news) {
  if (news) say(news);
  sender.wantsWhole = true;
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

// Keys and taps

document.addEventListener("keydown", (event) => {
  // What is typed into a field of the help stays there.
  if (!event.target.closest("[data-keys]") || event.target.matches("input, select, textarea")) return;
  const isButton = event.target.closest("button, summary") !== null;
  if (isButton && (event.key === " " || event.key === "Enter")) return;
  if (handleKey(event)) event.preventDefault();
});

function handleKey(event) {
  const typed = digitOf(event);
  if (typed) {
    if (typed.digit) typeDigit(typed.digit, typed.other);
    else perform("clear");
    return true;
  }
  const isCtrl = event.ctrlKey || event.metaKey;
  const cell = event.altKey ? null : target(event.key, { from: selection.here, isCtrl, digits: game.shown.digits });
  if (cell !== null) {
    // Ctrl and an arrow leap over what is filled; every other key passes over cells.
    const isLeap = isCtrl && event.key.startsWith("Arrow");
    if (event.shiftKey) selection.extend(cell, isLeap ? [] : cellsBetween(selection.here, cell));
    else selection.focus(cell);
    sayChosen();
    return true;
  }
  const action = actionOf(event);
  if (action) perform(action);
  return action !== null;
}

// A tap on a key leaves the focus on the cell, so that typing goes on there.
page.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-digit], [data-act]") && selection.cell !== null) event.preventDefault();
});

page.addEventListener("click", (event) => {
  const button = event.target.closest("[data-digit], [data-act]");
  if (!button) return event.target.closest("#board") && tapCell(event.target);
  if (button.dataset.digit) tapDigit(Number(button.dataset.digit));
  else perform(button.dataset.act);
  event.preventDefault();
  closeMenu();
});

function tapCell(node) {
  if (selection.held && cellOf(node) !== null) typeDigit(selection.held);
}

drawOverCells(selection, () => {
  sayChosen();
  if (selection.held) typeDigit(selection.held);
});

restOnKeys((key) => restOnDigit(Number(key.dataset.digit)));

function sayChosen() {
  if (selection.more.length) say(word("chosen", { count: selection.cells.length }));
}

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

// Ours may be on their way: then their answer tells.
function onMove(isEnded) {
  if (outbox.size) return;
  if (isEnded) sender.wantsWhole = true;
  else sender.wantsNews = true;
  sender.wake();
}

// What needs no answer of the site works without a connection: fetched when the page is at rest.
setTimeout(() => {
  for (const fetched of [import("./tools.js"), import("./speech.js"), import("./conflicts.js")]) fetched.catch(() => {});
}, FIRST_NEWS_MS);

if (config.paused || config.left !== null) hearNews(false);
else waitForNews();

// Begin

// A kept page shows an older grid, and asks for the whole of the game until the server answers.
sender.wantsWhole = document.getElementById("game").matches("[data-kept]");
if (!sender.wantsWhole) trustPage(game.confirmed);
show();
timer.show();
showSaving(outbox, false);
if (game.isOpen && matchMedia("(hover: hover)").matches && document.activeElement === document.body) {
  selection.focus(Math.max(game.shown.digits.indexOf(0), 0));
}

export { game, news };
