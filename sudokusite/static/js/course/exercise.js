// The page of an exercise: the program is written, kept, judged and run here. Python itself comes with the first run,
// in a frame of its own (runner.js); all that comes out of it is data, and is shown as text.

import { csrfToken } from "../requests.js";
import { digitsInWords, draw, legendEntry, legendNames, pictureOf } from "./counterexample.js";
import { Editor } from "./editor.js";
import { ProgramKeeper } from "./program.js";
import { storable } from "./verdicts.js";

const config = JSON.parse(document.getElementById("exercise-config").textContent);
const page = document.getElementById("exercise");
const form = document.getElementById("program-form");
const part = (name) => page.querySelector(`[data-part="${name}"]`);

const LIMIT_MS = 10_000;
const LONGEST_OUTPUT = 20_000;
const MOST_NOTES = 20;
const PASSED = "passed";

// The program

// The text that the verdict on the page is about.
let shownText = config.program.text;

const editor = new Editor(part("editor"), {
  onInput() {
    keeper.changed();
    markStale();
  },
});
const keeper = new ProgramKeeper(editor, config.program, {
  onState: showState,
  onConflict: showConflict,
  onTaken() {
    say(gettext("This program was changed on another page. You now see the new text."));
    markStale();
  },
  onRest: rest,
});

/** Say a sentence in the status line; one that the verdict below shows as well is for the ear alone. */
function say(sentence, { isShown = true } = {}) {
  const line = part("status");
  line.classList.toggle("visually-hidden", !isShown);
  line.textContent = line.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

function showState(state, trouble) {
  const line = part("saving");
  line.dataset.state = state;
  const text = {
    saved: gettext("Saved"),
    saving: gettext("Saving…"),
    waiting: gettext("Not saved yet: kept in this browser"),
    conflict: gettext("Two texts: choose one"),
  }[state];
  if (line.textContent !== text) line.textContent = text;
  const alert = part("alert");
  const sentence = {
    offline: gettext("No connection. Your text is saved in this browser and sent later."),
    sessionEnded: gettext(
      "Your session has ended. Your text is saved in this browser: log in again to send it.",
    ),
    otherAccount: gettext(
      "Another account is logged in. Your text is saved in this browser for yours.",
    ),
    tooLong: gettext("This program is longer than 100 KB: it is not saved."),
  }[trouble] ?? "";
  if (alert.dataset.sentence === sentence) return;
  alert.dataset.sentence = sentence;
  alert.textContent = sentence;
  if (trouble !== "sessionEnded" && trouble !== "otherAccount") return;
  const link = Object.assign(document.createElement("a"), {
    href: config.urls.login,
    target: "_blank",
    textContent: gettext("Log in"),
  });
  alert.append(" ", link);
}

const time = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

function showConflict({ text, saved }) {
  const box = part("conflict");
  box.hidden = false;
  part("their-text").textContent = text;
  part("their-time").textContent = interpolate(gettext("text of %(time)s"), { time: saved }, true);
  part("our-time").textContent = interpolate(
    gettext("text of %(time)s"),
    { time: time.format(new Date()) },
    true,
  );
  box.focus();
}

/** Show the text that was set aside below the editor; with the next visit it is among the copies there. */
function showAside(text, from) {
  part("aside").hidden = false;
  part("aside-title").textContent = from;
  part("aside-text").textContent = text;
}

page.addEventListener("click", async ({ target }) => {
  const act = target.closest("[data-act]")?.dataset.act;
  if (act === "keep-ours" || act === "take-theirs") {
    const [other, from] = act === "keep-ours"
      ? [keeper.theirs.text, "their-time"]
      : [editor.text, "our-time"];
    await (act === "keep-ours" ? keeper.keepOurs() : keeper.takeTheirs());
    part("conflict").hidden = !keeper.theirs;
    if (!keeper.theirs) {
      showAside(other, part(from).textContent);
      markStale();
      editor.area.focus();
    }
  } else if (act === "indent" || act === "outdent" || act === "undo" || act === "redo") {
    editor[act]();
  } else if (act === "go-to-line") {
    editor.goTo(Number(target.closest("[data-line]").dataset.line));
  } else if (act === "show-verdict") {
    showVerdict(verdicts.get(target.closest("[data-exercise]").dataset.exercise));
    showResult();
  } else if (act in RUNS) {
    start(act);
  } else if (act === "stop") {
    runner?.stop();
  }
});

// On a phone the keyboard goes with the focus: the keys beside the editor leave it there.
part("touch-keys").addEventListener(
  "pointerdown",
  (event) => event.target.closest("button") && event.preventDefault(),
);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !form.contains(event.target)) return;
  event.preventDefault();
  start(event.shiftKey ? "judge-all" : "judge");
});

// Handing in sends what is typed now. Without a connection the browser would leave the page and hand in nothing.
let isReached = false;
let waitsForNetwork = null;

form.addEventListener("submit", async (event) => {
  const isJudged = judgedText === editor.text;
  form.elements.verdicts.value = JSON.stringify(isJudged ? [...verdicts.values()].map(storable) : []);
  form.elements.unreadable.value = isJudged && unreadable ? unreadable : "";
  if (isReached) return;
  event.preventDefault();
  const { submitter } = event;
  isReached = await reachesSite();
  if (isReached) form.requestSubmit(submitter);
  else offerLater(submitter);
});

async function reachesSite() {
  try {
    return (await fetch(`${config.program.url}?version=${keeper.base}`, { cache: "no-store" })).status < 500;
  } catch {
    return false;
  }
}

function offerLater(submitter) {
  part("not-handed-in").hidden = false;
  part("not-handed-in-words").textContent = waitsForNetwork
    ? gettext(
      "Not handed in yet: your program will be sent when the connection is back. Keep this page open.",
    )
    : gettext("Nothing was handed in: there is no connection.");
  part("hand-in-later").hidden = waitsForNetwork !== null;
  part("hand-in-later").onclick = () => {
    waitsForNetwork = submitter;
    offerLater(submitter);
  };
}

window.addEventListener("online", () => waitsForNetwork && form.requestSubmit(waitsForNetwork));
window.addEventListener("pageshow", () => (isReached = false));

// Runs

const judgeable = config.exercises.filter(({ kind }) => kind !== "questions").map(({ key }) => key);
const RUNS = {
  judge: () => ({ task: "judge", exercises: [config.exercise] }),
  "judge-all": () => ({ task: "judge", exercises: judgeable }),
  run: () => ({ task: "run" }),
};

let runner = null;
let task = null;
let judgedText = null;
let isAsked = false;
// Answers typed before they are asked for: the program runs from its beginning for each.
const typed = [];
let isUnusable = false;
// How the program that runs ends, as the status line says it.
let runEnd = "";
// The line for which Python cannot read the text that was judged last; 0 where it can.
let unreadable = 0;
let resting = "";
const verdicts = new Map();
const unsent = [];
const files = {};

async function start(act) {
  if (resting) return say(resting);
  if (task && !isAsked) return;
  task = {
    ...RUNS[act](),
    source: editor.text,
    worksheet: config.worksheet,
    language: config.language,
    limit_ms: LIMIT_MS,
  };
  setRunning(true);
  if (task.task === "run" && isUnusable) forgetUnusable();
  clear();
  if (task.task === "judge") {
    if (judgedText !== task.source) verdicts.clear();
    judgedText = task.source;
    unreadable = 0;
  }
  say(task.task === "judge" ? gettext("Python is loading…") : gettext("The program runs…"));
  try {
    runner ??= await makeRunner();
    if (task.task === "run") task.files = await fetchFiles();
  } catch {
    // Without the network it cannot be fetched; what is typed is kept all the same.
    setRunning(false);
    task = null;
    return say(gettext("Python could not be loaded. Try again when there is a connection."));
  }
  runner.start(task);
}

/** Run nothing while the student writes an exam; what runs is stopped. */
function rest(sentence) {
  if (sentence === resting) return;
  resting = sentence;
  if (resting && task) runner?.stop();
  if (resting) say(resting);
}

/** The files that the worksheet puts beside the program, by name; fetched with the first run. */
async function fetchFiles() {
  for (const [name, url] of Object.entries(config.urls.files)) {
    if (name in files) continue;
    const answer = await fetch(url);
    if (answer.ok) files[name] = await answer.text();
  }
  return files;
}

async function makeRunner() {
  const { Runner } = await import("./runner.js");
  return new Runner({ onMessage: take, onEnd: ended });
}

/** A program that waits for an answer can be stopped, and another started in its place. */
function setRunning(isRunning, isWaiting = false) {
  page.classList.toggle("is-running", isRunning || isWaiting);
  for (const button of page.querySelectorAll("[data-run]")) button.disabled = isRunning;
  part("stop").disabled = !(isRunning || isWaiting);
}

function clear() {
  editor.markLine(0);
  runEnd = gettext("The program has ended.");
  isAsked = isUnusable = false;
  closeDialogue();
  part("notes").replaceChildren();
  output("", true);
}

function take(message) {
  const { kind } = message;
  if (kind === "begin") begin(message.exercise);
  else if (kind === "printed") output(text(message.text));
  else if (kind === "cut") note(gettext("The program prints more than is shown here."));
  else if (kind === "note") noted(message);
  else if (kind === "verdict") judge(message);
  else if (kind === "raised") raised(message);
  else if (kind === "too_slow") tooSlow();
  else if (kind === "ask") ask(text(message.prompt));
}

const text = (value) => (typeof value === "string" ? value : "");

function begin(exercise) {
  const found = config.exercises.find(({ key }) => key === exercise);
  if (found) say(interpolate(gettext("Judging %(name)s…"), { name: found.name }, true));
}

function ended(reason) {
  if (reason === "asked") return;
  setRunning(false);
  isAsked = false;
  closeDialogue();
  const wasJudged = task?.task === "judge";
  task = null;
  if (wasJudged) showResult(verdicts.size > 1);
  if (reason === "failed" && !verdicts.size) {
    return say(gettext("Python could not be loaded. Try again when there is a connection."));
  }
  if (wasJudged) return summary();
  say(reason === "stopped" ? gettext("Stopped.") : runEnd);
}

function tooSlow() {
  runEnd = gettext("The program was stopped after 10 seconds.");
  note(runEnd);
}

// Verdicts

function judge(message) {
  const found = config.exercises.find(({ key }) => key === message.exercise);
  if (!found) return;
  verdicts.set(message.exercise, message);
  mark(message);
  if (message.exercise === config.exercise) showVerdict(message);
  unsent.push(storable(message));
}

function mark(message) {
  const { exercise, verdict, grid } = message;
  const line = page.querySelector(`[data-exercise="${exercise}"]`);
  if (!line) return;
  const isPassed = verdict === PASSED;
  line.dataset.state = isPassed ? PASSED : "tried";
  line.querySelector("[data-state-word]").textContent = config.verdicts[text(verdict)];
  // The verdict of this page's own exercise is shown above, with its board.
  line.querySelector("[data-sentence]").textContent = isPassed || exercise === config.exercise
    ? ""
    : sentenceOf(message);
  line.querySelector("[data-act=show-verdict]").hidden = isPassed || typeof grid !== "string" ||
    exercise === config.exercise;
}

function summary() {
  sendVerdicts();
  const judged = [...verdicts.values()];
  const passed = judged.filter(({ verdict }) => verdict === PASSED).length;
  if (judged.length > 1) {
    return say(
      interpolate(gettext("%(passed)s of %(count)s passed."), { passed, count: judged.length }, true),
    );
  }
  if (isUnusable) return;
  const [only] = judged;
  if (!only) return say(gettext("There is no verdict."));
  say(
    interpolate(gettext("%(verdict)s. %(sentence)s"), {
      verdict: config.verdicts[only.verdict],
      sentence: sentenceOf(only),
    }, true),
    {
      isShown: false,
    },
  );
}

/** A verdict in a sentence, as the judge words it; a judge that was ended has no words. */
function sentenceOf(message) {
  if (text(message.sentence)) return judged(message).replaceAll("`", "");
  return {
    too_slow: gettext("It took longer than 10 seconds: look for a loop that does not end."),
    stopped: gettext("It was stopped."),
  }[message.verdict] ?? "";
}

/** What the judge says; a verdict of passed begins with the word that stands before it: "Passed: 12 cases." */
function judged({ verdict, sentence }) {
  return verdict === PASSED ? text(sentence).replace(/^[^.:]*[.:]\s*/u, "") : text(sentence);
}

// On a phone the verdict comes to the top, so that its board is seen with it; of several, how many passed.
const isNarrow = window.matchMedia("(width < 900px)");

function showResult(hasSummary = false) {
  const first = hasSummary && isNarrow.matches ? part("status").parentElement : part("verdict");
  first.scrollIntoView({ block: isNarrow.matches ? "start" : "nearest" });
}

/** Say of a verdict that the text was changed since. */
function markStale() {
  const box = part("verdict");
  const isStale = box.dataset.state !== "none" && editor.text !== shownText;
  box.classList.toggle("is-stale", isStale);
  part("stale").hidden = !isStale;
}

function showVerdict(message) {
  if (!message) return;
  shownText = judgedText;
  const box = part("verdict");
  const isPassed = message.verdict === PASSED;
  box.dataset.state = isPassed ? PASSED : "failed";
  const found = config.exercises.find(({ key }) => key === message.exercise);
  const verdict = config.verdicts[message.verdict];
  part("verdict-name").textContent = `${found.name}${gettext(": ")}${verdict}`;
  // Values are easier to compare one above the other.
  const isPlain = message.verdict === "wrong" && (!message.detail || message.detail === "value");
  part("verdict-sentence").replaceChildren(
    ...(isPlain ? [] : withCode(judged(message) || sentenceOf(message))),
  );
  fill(part("facts"), isPassed ? [] : facts(message, isPlain));
  markStale();
  linkLine(message.line);
  if (typeof message.grid === "string" && !isPassed) showBoard(message, found);
  else showOwnBoard();
}

/** Mark the line of an error, and lead there. */
function linkLine(named) {
  const line = Number.isInteger(named) && named > 0 ? named : 0;
  const link = part("line-link");
  link.hidden = !line;
  link.dataset.line = line;
  link.textContent = line ? interpolate(gettext("Go to line %(line)s"), { line }, true) : "";
  editor.markLine(line);
}

/** A sentence in which what stands between two ` is code. */
function withCode(sentence) {
  return sentence.split("`").map((piece, at) => {
    if (at % 2 === 0) return piece;
    return Object.assign(document.createElement("code"), { textContent: piece });
  });
}

/** What was called, given and expected, as pairs of a name and a text. */
function facts(
  { verdict, call, answers, value, expected, printed, expected_printed: expectedPrinted },
  isPlain,
) {
  const given = isPlain ? [["call", call], ["value", value], ["expected", expected]] : [];
  if (Array.isArray(answers)) given.push(["answers", answers.join("\n")]);
  if (verdict === "printed_wrong") {
    given.push(["printed", printed ?? gettext("nothing")], ["expectedPrinted", expectedPrinted]);
  }
  return given.filter(([, each]) => typeof each === "string" && each !== "");
}

function fill(list, pairs) {
  const names = {
    call: pgettext("a call of a function", "Call"),
    answers: gettext("Typed answers"),
    value: gettext("It gave"),
    expected: gettext("Expected"),
    printed: gettext("It printed"),
    expectedPrinted: gettext("Expected output"),
  };
  list.replaceChildren(
    ...pairs.flatMap(([name, value]) => {
      const term = document.createElement("dt");
      const description = document.createElement("dd");
      const code = document.createElement("code");
      term.textContent = names[name];
      code.textContent = value;
      description.append(code);
      return [term, description];
    }),
  );
}

// The board

const board = part("board");

const gridOf = (count) =>
  count
    ? interpolate(ngettext("Grid of one digit.", "Grid of %(count)s digits.", count), { count }, true)
    : gettext("An empty grid.");

/** Only a function that is given a grid is wrong on it; a variable, a dialogue or a script is wrong by itself. */
function titleOf({ answers }, kind, count) {
  if (["variable", "script"].includes(kind) || Array.isArray(answers)) {
    return gettext("The grid of this case");
  }
  return count
    ? interpolate(
      ngettext("Wrong on this grid of one digit", "Wrong on this grid of %(count)s digits", count),
      { count },
      true,
    )
    : gettext("Wrong on an empty grid");
}

function showBoard(message, { at, kind }) {
  const picture = pictureOf(message, at);
  draw(board, picture);
  const roles = new Set(
    [...picture.marks.values()].flatMap(({ role, isAsked }) => [role, isAsked && "asked"]),
  );
  const legend = Object.entries(legendNames()).filter(([role]) => roles.has(role));
  part("legend").replaceChildren(...legend.map(([role, name]) => legendEntry(role, name)));
  const named = digitsInWords(
    picture.grid,
    (row, column, digit) =>
      interpolate(gettext("Row %(row)s, column %(column)s: %(digit)s."), { row, column, digit }, true),
  );
  const count = picture.grid.replaceAll(".", "").length;
  board.setAttribute("aria-label", [gridOf(count), ...(named ?? [])].join(" "));
  part("board-title").textContent = titleOf(message, kind, count);
}

function showOwnBoard() {
  draw(board, { grid: config.grid, after: config.grid, marks: new Map() });
  part("legend").replaceChildren();
  part("board-title").textContent = gettext("The worksheet’s grid");
  board.setAttribute("aria-label", gridOf(config.grid.replaceAll(".", "").length));
}

// What was printed, and what is asked

const pane = part("output");
let waiting = "";
let frame = 0;

function output(printed, isNew = false) {
  waiting = isNew ? printed : waiting + printed;
  if (isNew) pane.textContent = "";
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    const all = pane.textContent + waiting;
    waiting = "";
    pane.textContent = all.length > LONGEST_OUTPUT ? `…\n${all.slice(-LONGEST_OUTPUT)}` : all;
    pane.scrollTop = pane.scrollHeight;
    part("output-box").classList.toggle("is-empty", !pane.textContent);
  });
}

/** What the judge says of the file: what it left out, or why nothing can be judged. */
function noted({ line, sentence, fatal }) {
  const words = text(sentence).replaceAll("`", "");
  if (!fatal) return note(words);
  isUnusable = true;
  shownText = judgedText;
  if (task?.task === "judge" && Number.isInteger(line)) unreadable = line;
  part("verdict").dataset.state = "failed";
  part("verdict-name").textContent = gettext("Nothing can be judged");
  part("verdict-sentence").textContent = words;
  fill(part("facts"), []);
  markStale();
  linkLine(line);
  say(words, { isShown: false });
}

/** What was wrong with the whole text says nothing of the one that runs now. */
function forgetUnusable() {
  const line = page.querySelector(`[data-exercise="${config.exercise}"]`);
  const { name } = config.exercises.find(({ key }) => key === config.exercise);
  part("verdict").dataset.state = line.dataset.state === PASSED ? PASSED : "none";
  part("verdict-name").textContent = `${name}${gettext(": ")}${
    line.querySelector("[data-state-word]").textContent
  }`;
  part("verdict-sentence").textContent = "";
  linkLine(0);
}

function note(sentence) {
  if (!sentence || part("notes").childElementCount >= MOST_NOTES) return;
  const line = document.createElement("li");
  line.textContent = sentence;
  part("notes").append(line);
}

function raised({ error, line, traceback }) {
  runEnd = gettext("The program stopped with an error.");
  output(`${text(traceback) || text(error)}\n`);
  if (Number.isInteger(line) && line > 0) editor.markLine(line);
}

function ask(prompt) {
  isAsked = true;
  const box = part("ask");
  const wasHidden = box.hidden;
  box.hidden = false;
  part("prompt").textContent = prompt.trim() || gettext("The program asks:");
  part("prompt").dataset.asked = prompt;
  setRunning(false, true);
  say(gettext("The program waits for your answer."));
  if (wasHidden) {
    part("answer").value = "";
    part("answer").focus();
  }
  // Runner tells of the question first, and that the run has paused after it.
  if (typed.length) queueMicrotask(answer);
}

function closeDialogue() {
  typed.length = 0;
  // The keyboard goes on at what the program printed.
  if (document.activeElement === part("answer")) part("output").focus();
  part("ask").hidden = true;
}

// The program runs again from its beginning, with one answer more: what it printed stays.
function answer() {
  if (!isAsked || resting || !typed.length) return;
  isAsked = false;
  const given = typed.shift();
  output(`${part("prompt").dataset.asked}${given}\n`);
  setRunning(true);
  say(gettext("The program runs…"));
  runner.answer(given);
}

part("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  typed.push(part("answer").value);
  part("answer").value = "";
  answer();
});

// Verdicts on their way to the site

async function sendVerdicts() {
  if (!unsent.length) return;
  const sent = unsent.splice(0);
  try {
    const response = await fetch(config.urls.verdicts, {
      method: "POST",
      headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true", "Content-Type": "application/json" },
      body: JSON.stringify(sent),
    });
    if (response.status === 401 || response.status >= 500) unsent.unshift(...sent);
    else if (response.ok && (await response.json()).opened?.includes(config.exercise)) {
      part("reference").hidden = false;
    }
  } catch {
    unsent.unshift(...sent);
  }
}

window.addEventListener("online", sendVerdicts);
window.addEventListener("focus", sendVerdicts);

/** Show the function of this exercise, where the program has it. */
function showOwnFunction() {
  const { name, kind } = config.exercises.find(({ key }) => key === config.exercise);
  const heads = { class: `class ${name}`, variable: `${name} =`, script: "if __name__" };
  const head = heads[kind] ?? `def ${name}(`;
  const line = editor.text.split("\n").findIndex((each) => each.trimStart().startsWith(head));
  if (line > 0) editor.scrollTo(line);
}

setRunning(false);
showOwnBoard();
showOwnFunction();
page.classList.add("ready");
keeper.begin();
