// The page of an exercise: the program is written, kept, judged and run here. Python itself comes with the first run,
// in a frame of its own (runner.js); all that comes out of it is data, and is shown as text.

import { csrfToken } from "../requests.js";
import { word } from "../words.js";
import { digitsInWords, draw, pictureOf } from "./counterexample.js";
import { Editor } from "./editor.js";
import { ProgramKeeper } from "./program.js";
import { storable } from "./verdicts.js";

const config = JSON.parse(document.getElementById("exercise-config").textContent);
const page = document.getElementById("exercise");
const form = document.getElementById("program-form");
const part = (name) => page.querySelector(`[data-part="${name}"]`);

const LIMIT_MS = 10_000;
const LONGEST_OUTPUT = 20_000;
const PASSED = "passed";

// The program

const editor = new Editor(part("editor"), { onInput: () => keeper.changed() });
const keeper = new ProgramKeeper(editor, config.program, {
  onState: showState,
  onConflict: showConflict,
  onTaken: () => say(word("taken")),
  onRest: rest,
});

/** Say a sentence in the status line; one that the verdict below shows as well is for the ear alone. */
function say(sentence, { isShown = true } = {}) {
  const line = part("status");
  line.classList.toggle("visually-hidden", !isShown);
  line.textContent = line.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

const STATES = { saved: "saved", saving: "saving", waiting: "waiting", conflict: "conflict" };

function showState(state, trouble) {
  const line = part("saving");
  line.dataset.state = state;
  const text = word(STATES[state]);
  if (line.textContent !== text) line.textContent = text;
  const alert = part("alert");
  const sentence = trouble && trouble !== "siteTrouble" ? word(trouble) : "";
  if (alert.dataset.sentence === sentence) return;
  alert.dataset.sentence = sentence;
  alert.textContent = sentence;
  if (trouble !== "sessionEnded" && trouble !== "otherAccount") return;
  const link = Object.assign(document.createElement("a"), {
    href: config.urls.login,
    target: "_blank",
    textContent: word("logIn"),
  });
  alert.append(" ", link);
}

function showConflict({ text }) {
  const box = part("conflict");
  box.hidden = false;
  part("their-text").textContent = text;
  box.focus();
}

page.addEventListener("click", async ({ target }) => {
  const act = target.closest("[data-act]")?.dataset.act;
  if (act === "keep-ours" || act === "take-theirs") {
    await (act === "keep-ours" ? keeper.keepOurs() : keeper.takeTheirs());
    part("conflict").hidden = !keeper.theirs;
    if (!keeper.theirs) editor.area.focus();
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

// Handing in sends what is typed now, and waits for nothing else.
form.addEventListener("submit", () => {
  form.elements.verdicts.value = JSON.stringify(
    judgedText === editor.text ? [...verdicts.values()].map(storable) : [],
  );
});

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
let isUnusable = false;
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
  }
  say(word(task.task === "judge" ? "loading" : "running"));
  try {
    runner ??= await makeRunner();
    if (task.task === "run") task.files = await fetchFiles();
  } catch {
    // Without the network it cannot be fetched; what is typed is kept all the same.
    setRunning(false);
    task = null;
    return say(word("noPython"));
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

function setRunning(isRunning) {
  page.classList.toggle("is-running", isRunning);
  for (const button of page.querySelectorAll("[data-run]")) button.disabled = isRunning;
  part("stop").disabled = !isRunning;
}

function clear() {
  editor.markLine(0);
  isAsked = isUnusable = false;
  part("ask").hidden = true;
  part("notes").replaceChildren();
  output("", true);
}

function take(message) {
  const { kind } = message;
  if (kind === "begin") begin(message.exercise);
  else if (kind === "printed") output(text(message.text));
  else if (kind === "cut") note(word("cut"));
  else if (kind === "note") noted(message);
  else if (kind === "verdict") judge(message);
  else if (kind === "raised") raised(message);
  else if (kind === "too_slow") note(word("tooSlow"));
  else if (kind === "ask") ask(text(message.prompt));
}

const text = (value) => (typeof value === "string" ? value : "");

function begin(exercise) {
  const found = config.exercises.find(({ key }) => key === exercise);
  if (found) say(word("judging", { name: found.name }));
}

function ended(reason) {
  setRunning(false);
  if (reason === "asked") return;
  const wasJudged = task?.task === "judge";
  task = null;
  if (wasJudged) showResult(verdicts.size > 1);
  if (reason === "failed" && !verdicts.size) return say(word("noPython"));
  if (wasJudged) return summary();
  say(word(reason === "stopped" ? "stopped" : "ran"));
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
  line.querySelector("[data-state-word]").textContent = word(`verdict_${text(verdict)}`);
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
  if (judged.length > 1) return say(word("summary", { passed, count: judged.length }));
  if (isUnusable) return;
  const [only] = judged;
  if (!only) return say(word("noVerdict"));
  say(word("said", { verdict: word(`verdict_${only.verdict}`), sentence: sentenceOf(only) }), {
    isShown: false,
  });
}

/** A verdict in a sentence, as the judge words it; a judge that was ended has no words. */
function sentenceOf(message) {
  if (text(message.sentence)) return judged(message).replaceAll("`", "");
  return ["too_slow", "stopped"].includes(message.verdict) ? word(`sentence_${message.verdict}`) : "";
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

function showVerdict(message) {
  if (!message) return;
  const box = part("verdict");
  const isPassed = message.verdict === PASSED;
  box.dataset.state = isPassed ? PASSED : "failed";
  const found = config.exercises.find(({ key }) => key === message.exercise);
  const verdict = word(`verdict_${message.verdict}`);
  part("verdict-name").textContent = `${found.name}${word("colon")}${verdict}`;
  // Values are easier to compare one above the other.
  const isPlain = message.verdict === "wrong" && (!message.detail || message.detail === "value");
  part("verdict-sentence").replaceChildren(
    ...(isPlain ? [] : withCode(judged(message) || sentenceOf(message))),
  );
  fill(part("facts"), isPassed ? [] : facts(message, isPlain));
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
  link.textContent = line ? word("toLine", { line }) : "";
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
    given.push(["printed", printed ?? word("nothing")], ["expectedPrinted", expectedPrinted]);
  }
  return given.filter(([, each]) => typeof each === "string" && each !== "");
}

function fill(list, pairs) {
  list.replaceChildren(
    ...pairs.flatMap(([name, value]) => {
      const term = document.createElement("dt");
      const description = document.createElement("dd");
      const code = document.createElement("code");
      term.textContent = word(`fact_${name}`);
      code.textContent = value;
      description.append(code);
      return [term, description];
    }),
  );
}

// The board

const board = part("board");

function showBoard(message, { at }) {
  const picture = pictureOf(message, at);
  draw(board, picture);
  const roles = new Set(
    [...picture.marks.values()].flatMap(({ role, isAsked }) => [role, isAsked && "asked"]),
  );
  const legend = ["asked", "missing", "extra", "against", "differs"].filter((role) => roles.has(role));
  part("legend").replaceChildren(...legend.map(legendEntry));
  const named = digitsInWords(picture.grid, (row, column, digit) => word("digitAt", { row, column, digit }));
  const count = picture.grid.replaceAll(".", "").length;
  board.setAttribute("aria-label", [word("gridOf", { count }), ...(named ?? [])].join(" "));
  part("board-title").textContent = word("counterexample", { count });
}

function legendEntry(role) {
  const entry = document.createElement("li");
  entry.className = `legend-${role}`;
  entry.textContent = word(`legend_${role}`);
  return entry;
}

function showOwnBoard() {
  draw(board, { grid: config.grid, after: config.grid, marks: new Map() });
  part("legend").replaceChildren();
  part("board-title").textContent = word("ownGrid");
  board.setAttribute("aria-label", word("gridOf", { count: config.grid.replaceAll(".", "").length }));
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
  part("verdict").dataset.state = "failed";
  part("verdict-name").textContent = word("unusable");
  part("verdict-sentence").textContent = words;
  fill(part("facts"), []);
  linkLine(line);
  say(words, { isShown: false });
}

/** What was wrong with the whole text says nothing of the one that runs now. */
function forgetUnusable() {
  const line = page.querySelector(`[data-exercise="${config.exercise}"]`);
  const { name } = config.exercises.find(({ key }) => key === config.exercise);
  part("verdict").dataset.state = line.dataset.state === PASSED ? PASSED : "none";
  part("verdict-name").textContent = `${name}${word("colon")}${
    line.querySelector("[data-state-word]").textContent
  }`;
  part("verdict-sentence").textContent = "";
  linkLine(0);
}

function note(sentence) {
  if (!sentence) return;
  const line = document.createElement("li");
  line.textContent = sentence;
  part("notes").append(line);
}

function raised({ error, line, traceback }) {
  output(`${text(traceback) || text(error)}\n`);
  if (Number.isInteger(line) && line > 0) editor.markLine(line);
}

function ask(prompt) {
  isAsked = true;
  const box = part("ask");
  box.hidden = false;
  part("prompt").textContent = prompt.trim() || word("ask");
  part("prompt").dataset.asked = prompt;
  part("answer").value = "";
  part("answer").focus();
}

// The program runs again from its beginning, with one answer more: what it printed stays.
function answer() {
  if (!isAsked || resting) return;
  isAsked = false;
  part("ask").hidden = true;
  output(`${part("prompt").dataset.asked}${part("answer").value}\n`);
  setRunning(true);
  runner.answer(part("answer").value);
}

part("ask").addEventListener("submit", (event) => {
  event.preventDefault();
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
