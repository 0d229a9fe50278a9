// The page of a student's own solver: the program runs in the isolated frame (runner.js), its run is recorded, and the
// viewer plays it beside the worksheet's run.

import { facts, openViewer, showFailure, step } from "../viewer.js";
import { fetchTrace } from "../trace.js";
import { Counts } from "./own_counts.js";
import { Recording } from "./own_trace.js";
import { alignment, findDivergence } from "./divergence.js";
import { localDrafts } from "./program.js";
import { writeSource } from "./source_lines.js";
import { cellName } from "../reducer.js";

const LIMIT_MS = 30_000;
const FOLLOWED = 2_000_000;
// Kinds of divergence that give the number of equal placements; the others give the first different one.
const AGREES = new Set(["same", "unknown", "result"]);

const { own } = JSON.parse(document.getElementById("viewer-data").textContent);
const page = document.querySelector("[data-own-run]");
const part = (name) => page.querySelector(`[data-${name}]`);
const numbers = new Intl.NumberFormat(document.documentElement.lang);
const source = newestText();

/** The newest text: a draft in this browser that is not on the site yet, else the site's. */
function newestText() {
  const drafts = localDrafts(own.user).filter(({ worksheet, text }) =>
    worksheet === own.worksheet && typeof text === "string"
  );
  return drafts.at(-1)?.text ?? own.text;
}

async function begin() {
  writeSource(document.querySelector("[data-run='0'] [data-pane=source]"), source);
  if (!source.trim()) return showNone();
  const runner = new Tasks(await makeRunner());
  part("stop").addEventListener("click", () => runner.stop());
  const counts = new Counts(part("counts"), own.counted);
  part("count-all").addEventListener("click", () => count(runner, counts));
  try {
    await record(runner);
  } catch (error) {
    announce(gettext("The result of your program could not be read. Reload the page."));
    throw error;
  }
}

/** Without a program there is nothing to watch: the page leads to where it is written. */
function showNone() {
  announce(gettext("You have not written a program for this worksheet yet."));
  part("write").hidden = false;
  for (const name of ["viewer", "counts"]) part(name).hidden = true;
}

async function makeRunner() {
  const { Runner } = await import("./runner.js");
  return (listeners) => new Runner(listeners);
}

/** Record the program on the grid of the page, and open the viewer on the recording. */
async function record(runner) {
  const recording = new Recording(own.grid);
  const ended = { message: null, reason: "" };
  let printed = "";
  announce(gettext("Python is loading…"));
  setRunning(true);
  ended.reason = await runner.run({ task: "record", grid: own.grid, source }, (message) => {
    if (message.kind === "recording") recording.begin(message);
    else if (message.kind === "trace") recording.add(message);
    else if (message.kind === "printed") printed += String(message.text);
    else if (message.kind === "recorded" || message.kind === "unusable") ended.message = message;
    const length = message.kind === "trace"
      ? recording.length
      : message.kind === "followed"
      ? Number(message.length)
      : 0;
    if (length) {
      announce(interpolate(gettext("%(count)s steps so far"), { count: numbers.format(length) }, true));
    }
  });
  setRunning(false);
  showPrinted(printed);
  if (ended.message?.kind === "unusable") return announce(sayUnusable(ended.message));
  announce(sayEnd(ended, recording));
  return recording.length ? open(recording.trace(ended.message)) : undefined;
}

async function open(trace) {
  facts[0].trace = trace;
  const other = facts[1];
  try {
    if (other) other.trace = await fetchTrace(other.traceUrl);
    const divergence = other && findDivergence(trace, other.trace);
    const viewer = await openViewer();
    if (divergence) showDivergence(viewer, divergence);
  } catch (error) {
    showFailure(error);
  }
}

// The divergence

function showDivergence(viewer, divergence) {
  const { runs } = viewer;
  runs[1].align = alignment(divergence.pairs, runs[0].trace, runs[1].trace);
  viewer.go(step);
  const { kind, count, cell, digit, otherCell, otherDigit, holder } = divergence;
  const name = (each) => (each >= 0 ? placeName(each) : "");
  const values = {
    digit,
    otherDigit,
    cell: name(cell),
    otherCell: name(otherCell),
    holder: name(holder),
    title: titleOf(facts[1]),
  };
  part("divergence-text").textContent = interpolate(sentenceOfDivergence(kind), {
    ...values,
    count: numbers.format(AGREES.has(kind) ? count : count + 1),
  }, true);
  part("divergence").hidden = false;
  part("divergence-go").hidden = kind === "same" || kind === "unknown";
  part("divergence-go").addEventListener("click", () => {
    viewer.go(divergence.step);
    // On a phone the other board is far below: the sentence stays in view.
    part("divergence").classList.add("is-there");
    document.querySelector("[data-viewer]").focus({ preventScroll: true });
  });
}

/** A cell as in the worksheet's source, counted from 0, and as on the board: S[0][3] (r1c4). */
function placeName(cell) {
  return `${own.gridName}[${Math.floor(cell / 9)}][${cell % 9}] (${cellName(cell)})`;
}

function titleOf({ algorithm }) {
  if (algorithm === own.worksheet) return gettext("the worksheet’s");
  return algorithm === "propagation" ? gettext("smallest choice first") : gettext("the other one");
}

function sentenceOfDivergence(kind) {
  return {
    same: gettext("The runs are identical: %(count)s placements."),
    unknown: gettext("The runs are identical as far as both are followed: %(count)s placements."),
    filled: gettext(
      "The runs differ from placement %(count)s on: %(title)s has cleared %(cell)s, yours still has the %(digit)s there.",
    ),
    emptied: gettext(
      "The runs differ from placement %(count)s on: yours has cleared %(cell)s, where %(title)s still has the %(digit)s.",
    ),
    given: gettext(
      "The runs differ from placement %(count)s on: yours writes %(digit)s into %(cell)s, whose digit is given.",
    ),
    digit: gettext(
      "The runs differ from placement %(count)s on: in %(cell)s yours tries %(digit)s, and %(title)s %(otherDigit)s.",
    ),
    conflict: gettext(
      "The runs differ from placement %(count)s on: yours tries %(digit)s in %(cell)s, though %(holder)s holds it already; %(title)s tries %(otherDigit)s in %(otherCell)s.",
    ),
    cell: gettext(
      "The runs differ from placement %(count)s on: yours goes on with %(digit)s in %(cell)s, and %(title)s with %(otherDigit)s in %(otherCell)s.",
    ),
    ended: gettext(
      "The runs differ from placement %(count)s on: yours has ended, and %(title)s goes on with %(otherDigit)s in %(otherCell)s.",
    ),
    on: gettext(
      "The runs differ from placement %(count)s on: %(title)s has ended, and yours goes on with %(digit)s in %(cell)s.",
    ),
    result: gettext(
      "Their placements are the same, %(count)s of them, but only one of the two ends with a solution.",
    ),
  }[kind];
}

// Counting on several grids

async function count(runner, counts) {
  part("count-all").disabled = true;
  setRunning(true);
  counts.clear();
  // After a grid on which the program does not end in time, a new task begins at the next grid.
  for (let first = 0; first < own.counted.length;) {
    let at = first;
    const grids = own.counted.slice(first).map(({ grid }) => grid);
    const reason = await runner.run({ task: "count", grids, source }, (message) => {
      if (message.kind === "counting") at = first + Number(message.number);
      if (message.kind === "counting") {
        showCountStatus(
          interpolate(
            gettext("Grid %(number)s of %(count)s…"),
            { number: at + 1, count: own.counted.length },
            true,
          ),
        );
      } else if (message.kind === "counted") counts.add(first + Number(message.number), message);
      else if (message.kind === "unusable") showCountStatus(sayUnusable(message));
    });
    if (reason !== "too_slow") break;
    counts.fail(at);
    first = at + 1;
  }
  showCountStatus("");
  setRunning(false);
  part("count-all").disabled = false;
}

function showCountStatus(sentence) {
  part("count-status").textContent = sentence;
}

// Sentences

function announce(sentence) {
  const line = part("status");
  if (line.textContent !== sentence) line.textContent = sentence;
}

function sayUnusable({ reason, error, line, wanted }) {
  const sentence = {
    syntax: gettext("Line %(line)s cannot be read: %(error)s."),
    not_defined: gettext("There is no function %(name)s in your program."),
  }[reason] ?? gettext("Your program cannot be started: %(error)s.");
  const values = { error: String(error ?? ""), line: Number(line) || 1, name: String(wanted ?? "") };
  return interpolate(sentence, values, true);
}

function sayEnd({ message, reason }, recording) {
  if (!message) {
    const length = numbers.format(recording.length);
    const sentence = {
      too_slow: gettext("Your program was stopped after %(seconds)s seconds and %(count)s steps."),
      stopped: gettext("Stopped after %(count)s steps."),
    }[reason] ?? gettext("Python could not be loaded. Try again when there is a connection.");
    return interpolate(sentence, { count: length, seconds: LIMIT_MS / 1000 }, true);
  }
  const line = Number(message.line) || 0;
  const values = {
    value: String(message.value),
    error: String(message.error),
    line,
    count: numbers.format(FOLLOWED),
  };
  const sentence = message.ended === "late"
    ? sayLate(recording)
    : interpolate(sentenceOfEnd(message.ended, line), values, true);
  if (!recording.skipped) return sentence;
  const [head, tail, skipped] = [recording.head, recording.length - recording.head, recording.skipped].map((
    each,
  ) => numbers.format(each));
  return `${sentence} ${
    interpolate(
      gettext(
        "The first %(head)s steps and the last %(tail)s can be watched, the %(skipped)s between them are left out; the totals are those of the whole run.",
      ),
      { head, tail, skipped },
      true,
    )
  }`;
}

function sentenceOfEnd(ended, line) {
  if (ended === "cut") {
    return gettext("Your program writes more than %(count)s times: the rest is not recorded.");
  }
  if (ended !== "raised") return gettext("Your program has ended. It gave %(value)s.");
  return line
    ? gettext("Your program stopped on line %(line)s: %(error)s.")
    : gettext("Your program stopped: %(error)s.");
}

function sayLate(recording) {
  return interpolate(gettext("Your program was stopped after %(seconds)s seconds and %(count)s steps."), {
    seconds: Math.floor((0.9 * LIMIT_MS) / 1000),
    count: numbers.format(recording.length + recording.skipped),
  }, true);
}

function showPrinted(text) {
  part("printed").hidden = !text;
  part("printed-text").textContent = text;
}

function setRunning(isRunning) {
  part("stop").hidden = !isRunning;
}

/** Runs one task after the other in the frame; each ends with a reason: finished, stopped, too_slow, failed. */
class Tasks {
  #runner;
  /** @type {Function} */
  #listen = () => {};
  /** @type {Function} */
  #end = () => {};
  #isStopped = false;

  constructor(make) {
    this.#runner = make({
      onMessage: (message) => this.#listen(message),
      onEnd: (reason) => this.#end(reason),
    });
  }

  run(task, onMessage) {
    this.#isStopped = false;
    return new Promise((done, fail) => {
      this.#listen = (message) => {
        try {
          onMessage(message);
        } catch (error) {
          this.#runner.stop();
          fail(error);
        }
      };
      this.#end = (reason) => done(this.#isStopped ? "stopped" : reason);
      this.#runner.start({ ...task, worksheet: own.worksheet, solver: own.solver, limit_ms: LIMIT_MS });
    });
  }

  stop() {
    this.#isStopped = true;
    this.#runner.stop();
  }
}

begin();
