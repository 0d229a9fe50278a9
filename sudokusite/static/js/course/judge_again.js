// The programs of a class, judged one after the other in the teacher's browser; or a version that a student has just
// handed in as a file, in the student's (course/_judge_own.html). They run in the sandbox that
// runner.js keeps, never in this page: what comes back is data, and is shown as text only.

import { csrfToken } from "../csrf.js";
import { Runner } from "./runner.js";
import { storable } from "./verdicts.js";

const list = document.getElementById("judge-list");
const data = JSON.parse(document.getElementById("judge-data").textContent);
const start = document.getElementById("judge-all");
const startNew = document.getElementById("judge-new");
const stop = document.getElementById("judge-stop");
const progress = document.getElementById("judge-progress");
const news = document.getElementById("judge-news");

let stopping = false;
// What the program that runs now has to do with what comes from the sandbox.
let current = null;

const runner = new Runner({
  onMessage: (message) => current?.hear(message),
  onEnd: (reason) => current?.end(reason),
});

function word(name) {
  return document.getElementById("judge-words").content.querySelector(`[data-word="${name}"]`).textContent;
}

// Judge one program: one verdict for each exercise, as far as they came.
function judge(source) {
  return new Promise((resolve) => {
    const verdicts = [];
    current = {
      hear(message) {
        if (message.kind === "verdict") verdicts.push(storable(message));
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

// How many passed, which did not, and of which the student's browser said otherwise.
function showVerdicts(item, verdicts) {
  const failed = verdicts.filter(({ verdict }) => verdict !== "passed");
  const said = data.said[item.dataset.submission] ?? {};
  const differing = failed.filter(({ exercise }) => said[exercise] === "passed");
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
  let verdicts = [];
  try {
    const source = await fetchText(item.dataset.file);
    if (!stopping) verdicts = await judge(source);
  } catch {
    show(item, word("failed"));
    return false;
  }
  // A stop by hand is no verdict on the program.
  if (stopping) {
    show(item, word("waiting"));
    return false;
  }
  if (!verdicts.length) {
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
  for (const item of items) if (!("done" in item.dataset)) show(item, word("waiting"));
  for (const item of items) {
    if (stopping) break;
    if ("done" in item.dataset) continue;
    await judgeItem(item);
    progress.value += 1;
  }
  const isWhole = items.every((item) => "done" in item.dataset);
  news.textContent = word(stopping ? "stopped" : isWhole ? "done" : "not_all");
  stop.hidden = true;
  start.disabled = false;
  if (startNew) startNew.disabled = isWhole;
  // Asked for again, what failed is judged first; where nothing failed, everything once more.
  if (isWhole) for (const item of items) delete item.dataset.done;
}

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
start.disabled = false;
if (startNew) startNew.disabled = false;
if ("now" in list.dataset) judgeAll();
