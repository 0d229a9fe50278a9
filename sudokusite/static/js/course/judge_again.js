// Judges the programs of a class one after the other in the teacher's browser, or in a student's browser the version that
// the student has just handed in as a file (course/_judge_own.html). They run in the sandbox of runner.js, never in this
// page: their messages are data, and are shown as text only.
//
// A program that fills the memory crashes this page. So the running program is stored in sessionStorage: after a crash it
// is left out.

import { csrfToken } from "../requests.js";
import { Runner } from "./runner.js";
import { storable } from "./verdicts.js";

const list = document.getElementById("judge-list");
const data = JSON.parse(document.getElementById("judge-data").textContent);
const start = document.getElementById("judge-all");
const startNew = document.getElementById("judge-new");
const stop = document.getElementById("judge-stop");
const progress = document.getElementById("judge-progress");
const news = document.getElementById("judge-news");

const NOTE = `judging ${location.pathname}`;
let stopping = false;
// Handles the sandbox's messages for the running program.
let current = null;

const runner = new Runner({
  onMessage: (message) => current?.receive(message),
  onEnd: (reason) => current?.end(reason),
});

function word(name) {
  return document.getElementById("judge-words").content.querySelector(`[data-word="${name}"]`).textContent;
}

function noteRunning(item) {
  try {
    if (item) sessionStorage.setItem(NOTE, item.dataset.submission);
    else sessionStorage.removeItem(NOTE);
  } catch {
    /* Storage is switched off: the teacher leaves the program out by its button. */
  }
}

function noted() {
  try {
    return sessionStorage.getItem(NOTE);
  } catch {
    return null;
  }
}

// Judge one program: the verdicts that arrive, one for each exercise. If the file cannot be read as Python, each exercise
// gets that error.
function judge(source) {
  return new Promise((resolve) => {
    const verdicts = [];
    current = {
      receive(message) {
        if (message.kind === "verdict") verdicts.push(storable(message));
        else if (message.kind === "note" && message.fatal === true) verdicts.push(...unusable(message));
      },
      end(reason) {
        current = null;
        resolve(reason === "failed" ? [] : verdicts);
      },
    };
    runner.start({
      task: "judge",
      source,
      worksheet: data.worksheet,
      exercises: data.exercises,
      language: data.language,
      limit_ms: data.limitMs,
    });
  });
}

function unusable({ sentence, line }) {
  const error = typeof sentence === "string" ? sentence.replaceAll("`", "") : "";
  const where = Number.isSafeInteger(line) && line > 0 ? { line } : {};
  return data.exercises.map((exercise) => storable({ exercise, verdict: "raised", error, ...where }));
}

async function fetchText(address) {
  const answer = await fetch(address, { credentials: "same-origin" });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
  return answer.text();
}

async function store(address, verdicts) {
  const answer = await fetch(address, {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
    body: JSON.stringify(verdicts),
  });
  if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
}

function show(item, text) {
  item.querySelector("[data-result]").textContent = text;
}

function names(verdicts) {
  return verdicts.map(({ exercise }) => data.names[exercise]).join(", ");
}

// How many passed, which did not, and of which the student's browser reported the opposite.
function showVerdicts(item, verdicts) {
  const failed = verdicts.filter(({ verdict }) => verdict !== "passed");
  const unconfirmed = data.unconfirmed[item.dataset.submission] ?? {};
  const differing = failed.filter(({ exercise }) => unconfirmed[exercise] === "passed");
  show(item, `${verdicts.length - failed.length} / ${data.exercises.length}`);
  for (const [name, some] of [["not_passed", failed], ["differs", differing]]) {
    if (!some.length) continue;
    const line = document.createElement("span");
    line.className = `small judge-${name.replace("_", "-")}`;
    line.textContent = word(name).replace("{names}", names(some));
    item.querySelector("[data-result]").append(line);
  }
}

async function judgeItem(item) {
  show(item, word("running"));
  noteRunning(item);
  try {
    return await judgeNoted(item);
  } finally {
    noteRunning(null);
  }
}

async function judgeNoted(item) {
  let verdicts = [];
  try {
    const source = await fetchText(item.dataset.file);
    if (!stopping && !("leftOut" in item.dataset)) verdicts = await judge(source);
  } catch {
    show(item, word("failed"));
    return false;
  }
  if ("leftOut" in item.dataset) return false;
  // A stop by the teacher is not a verdict.
  if (stopping) {
    show(item, word("waiting"));
    return false;
  }
  if (!verdicts.length && data.exercises.length) {
    show(item, word("failed"));
    return false;
  }
  try {
    await store(item.dataset.verdicts, verdicts);
  } catch {
    show(item, word("not_saved"));
    return false;
  }
  showVerdicts(item, verdicts);
  item.dataset.done = "";
  return true;
}

function listed() {
  return [...list.querySelectorAll("[data-submission]")];
}

async function judgeAll() {
  stopping = false;
  start.disabled = true;
  if (startNew) startNew.disabled = true;
  stop.hidden = false;
  news.textContent = "";
  const items = listed();
  progress.value = items.filter((item) => "done" in item.dataset).length;
  for (const item of items) {
    if (!("done" in item.dataset || "leftOut" in item.dataset)) show(item, word("waiting"));
  }
  for (const item of items) {
    if (stopping) break;
    if ("done" in item.dataset || "leftOut" in item.dataset) continue;
    await judgeItem(item);
    progress.value += 1;
  }
  const leftOut = items.filter((item) => "leftOut" in item.dataset);
  const isWhole = items.every((item) => "done" in item.dataset || "leftOut" in item.dataset);
  news.textContent = word(stopping ? "stopped" : !isWhole ? "not_all" : leftOut.length ? "done_but" : "done");
  stop.hidden = true;
  start.disabled = false;
  if (startNew) startNew.disabled = isWhole;
  // The next start judges what failed; after a whole pass it judges everything again.
  if (isWhole) { for (const item of items) delete item.dataset.done; }
}

function leaveOut(item, name) {
  const button = item.querySelector("[data-leave-out]");
  if (name) {
    item.dataset.leftOut = "";
    show(item, word(name));
    // End it if it is running, so that the next one begins.
    if (item.dataset.submission === noted() && current) {
      runner.stop();
      current?.end("stopped");
    }
  } else {
    delete item.dataset.leftOut;
    show(item, word("waiting"));
  }
  button?.setAttribute("aria-pressed", String(Boolean(name)));
}

list.addEventListener("click", ({ target }) => {
  const item = target.closest("[data-leave-out]") && target.closest("[data-submission]");
  if (item) leaveOut(item, "leftOut" in item.dataset ? null : "left_out");
});

start.addEventListener("click", judgeAll);
startNew?.addEventListener("click", () => {
  for (const item of listed()) if ("judged" in item.dataset) item.dataset.done = "";
  judgeAll();
});
stop.addEventListener("click", () => {
  stopping = true;
  runner.stop();
  current?.end();
});
// Leaving the page clears the note; a crash does not.
addEventListener("pagehide", () => noteRunning(null));
const crashed = listed().find((item) => item.dataset.submission === noted());
if (crashed) leaveOut(crashed, "no_memory");
noteRunning(null);
start.disabled = false;
if (startNew) startNew.disabled = false;
if ("now" in list.dataset) judgeAll();
