// A bug of the gallery: the right and the wrong version run on the student's case in the sandbox; their answers are data,
// shown as text. The site stores whether they differed, without checking it.

import { csrfToken } from "../requests.js";
import { draw, legendEntry, legendNames, pictureOf } from "./counterexample.js";
import { Runner } from "./runner.js";

const LIMIT_MS = 10_000;
// If the right version ends well within the limit, a version that does not end is wrong.
const RIGHT_S = 2;

const config = JSON.parse(document.getElementById("bug-config").textContent);
const page = document.getElementById("bug");
const form = document.getElementById("bug-form");
/** @type {any[]} */
const cells = [...form.querySelectorAll(".bug-cell")];
const part = (name) => page.querySelector(`[data-part="${name}"]`);

let right = null;
let wrong = null;
let grid = "";
let isAsking = false;
const runner = new Runner({ onMessage: take, onEnd: ended });

const say = (sentence) => {
  part("status").textContent = sentence;
};

// The grid

function fill(line) {
  cells.forEach((cell, at) => {
    cell.value = "123456789".includes(line[at]) ? line[at] : "";
  });
}

const lineOf = () => cells.map(({ value }) => (/^[1-9]$/.test(value) ? value : ".")).join("");
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 };

form.addEventListener("keydown", (event) => {
  const at = cells.indexOf(event.target);
  if (at < 0 || !(event.key in STEPS) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  cells[(at + STEPS[event.key] + 81) % 81].focus();
});

form.addEventListener("focusin", ({ target }) => cells.includes(target) && target.select());
form.addEventListener("input", ({ target }) => {
  if (cells.includes(target) && !/^[1-9]?$/.test(target.value)) target.value = "";
  markCall();
});
form.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text").replace(/\s/g, "");
  if (!cells.includes(event.target) || !/^[0-9.]{81}$/.test(text)) return;
  event.preventDefault();
  fill(text);
});

page.addEventListener("click", ({ target }) => {
  const act = target.closest("[data-act]")?.dataset.act;
  if (act === "empty") fill(".".repeat(81));
  else if (act === "own") fill(config.grid);
  else if (act === "stop") runner.stop();
  if (act === "empty" || act === "own") markCall();
});

// The board of a case: its cell, and after both runs the cells that their values name.

// No role for digits left over: neither version leaves any. Differences are drawn on the boards below.
const { left: _left, ...others } = legendNames();
const LEGEND = {
  ...others,
  differs: gettext("differs"),
  rightCell: gettext("the cell of the right version"),
  wrongCell: gettext("the cell of the wrong version"),
};

/** Mark cells: `marks` has the role of each, and whether the call is about it. */
function mark(marks) {
  cells.forEach((cell, at) => {
    const { role = "", isAsked = false } = marks.get(at) ?? {};
    cell.dataset.role = role;
    cell.classList.toggle("is-asked", isAsked);
    cell.title = LEGEND[role] ?? "";
  });
  const roles = new Set([...marks.values()].flatMap(({ role, isAsked }) => [role, isAsked && "asked"]));
  part("legend")?.replaceChildren(
    ...Object.entries(LEGEND).filter(([role]) => roles.has(role)).map(([role, name]) =>
      legendEntry(role, name)
    ),
  );
}

/** Mark the cell and house of the call in the form, before a run. */
function markCall() {
  if (!config.hasGrid) return;
  const given = config.arguments.map((
    name,
  ) => (name === "position" ? `(${VALUES.position().join(", ")})` : (VALUES[name]?.() ?? "_")));
  const { marks } = pictureOf({ grid: ".".repeat(81), call: `f(${given.join(", ")})` }, config.at);
  mark(marks);
}

/** Mark where the two values differ. */
function markValues() {
  if (!config.hasGrid || !right || !wrong) return;
  const verdict = {
    grid,
    call: text(right.call),
    value: text(wrong.value),
    expected: text(right.value),
    grid_after: wrong.grid_after,
    expected_after: right.grid_after,
  };
  const { marks } = pictureOf(verdict, config.at);
  // A version that stopped with an error has no value.
  const [wrongCells, rightCells] = wrong.error ? [[], []] : [cellsIn(wrong.value), cellsIn(right.value)];
  for (const cell of rightCells) {
    if (!wrongCells.includes(cell)) marks.set(cell, { ...marks.get(cell), role: "rightCell" });
  }
  for (const cell of wrongCells) {
    if (!rightCells.includes(cell)) marks.set(cell, { ...marks.get(cell), role: "wrongCell" });
  }
  mark(marks);
}

/** The cells that a value names as pairs of a row and a column. */
function cellsIn(value) {
  return [...text(value).matchAll(/\((\d), (\d)\)/g)].map(([, row, column]) =>
    9 * Number(row) + Number(column)
  ).filter((cell) => cell < 81);
}

// A run

const number = (name) => Number(form.elements[name].value);
const VALUES = {
  row: () => number("row"),
  column: () => number("column"),
  digit: () => number("digit"),
  sens: () => form.elements.sens.checked,
  position: () => [number("row"), number("column")],
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (runner.running || isAsking) return;
  right = wrong = null;
  grid = config.hasGrid ? lineOf() : "";
  for (const box of page.querySelectorAll("[data-version]")) box.hidden = true;
  isAsking = true;
  setRunning(true);
  say(gettext("Python is loading…"));
  const refusal = await refusalOf(grid);
  isAsking = false;
  if (refusal) {
    setRunning(false);
    return say(refusal);
  }
  runner.start({
    task: "compare",
    source: config.source,
    other: config.other,
    worksheet: config.worksheet,
    exercise: config.exercise,
    case: {
      grid: config.hasGrid ? grid : null,
      arguments: config.arguments.map((name) => VALUES[name]?.() ?? null),
      is_given: form.elements.is_given?.checked ?? false,
    },
    limit_ms: LIMIT_MS,
  });
});

/** Why the versions must not run on a grid; "" if they may. */
async function refusalOf(line) {
  try {
    const answer = await fetch(`${config.caseUrl}?${new URLSearchParams({ grid: line })}`, {
      headers: { "HX-Request": "true" },
    });
    if (answer.status === 204) return "";
    if (answer.status === 403) {
      return text((await answer.json()).sentence) ||
        gettext("The site does not answer. Try again when there is a connection.");
    }
  } catch {
    /* No connection: without an answer nothing may run. */
  }
  return gettext("The site does not answer. Try again when there is a connection.");
}

function setRunning(isRunning) {
  page.querySelector("[data-run]").disabled = isRunning;
  page.querySelector("[data-stop]").disabled = !isRunning;
}

function take(message) {
  if (message.kind === "ready") say(gettext("The program runs…"));
  if (message.kind !== "compared") return;
  if (message.version === "right") right = message;
  else if (right) wrong = message;
}

const text = (value) => (typeof value === "string" ? value : "");
const isLine = (value) => /^[1-9.]{81}$/.test(text(value));

function ended(reason) {
  setRunning(false);
  if (right) show(right, "right");
  if (wrong) show(wrong, "wrong");
  markValues();
  if (reason === "failed") {
    return say(gettext("Python could not be loaded. Try again when there is a connection."));
  }
  if (reason === "stopped") return say(gettext("Stopped."));
  const isEndless = reason === "too_slow" && right && !right.fault && right.seconds < RIGHT_S;
  if (isEndless) show({ error: gettext("It did not come to an end."), call: right.call }, "wrong");
  else if (reason === "too_slow") {
    return say(gettext("The right version takes too long here. Try a grid that is easier to solve."));
  } else if (!right || right.fault) {
    return say(gettext("The worksheet says nothing of such a case. Try another one."));
  }
  const isFound = isEndless || wrong?.is_found === true;
  say(
    isFound
      ? gettext("Found: the two versions differ.")
      : gettext("Both versions do the same here. Try another case."),
  );
  report(isFound);
}

function show(message, version) {
  const box = page.querySelector(`[data-version="${version}"]`);
  box.hidden = false;
  box.querySelector("[data-call]").textContent = text(message.call);
  box.querySelector("[data-value]").textContent = text(message.error) || text(message.value) ||
    gettext("nothing");
  const printed = box.querySelector("[data-printed]");
  printed.hidden = !text(message.printed);
  printed.textContent = text(message.printed);
  const board = box.querySelector("[data-board]");
  board.toggleAttribute("hidden", !isLine(message.grid_after));
  if (isLine(message.grid_after)) draw(board, pictureAfter(message, version));
}

/** The grid after the run; the differences from the right version's grid are marked. */
function pictureAfter({ grid_after: after }, version) {
  if (version === "right" || !isLine(right?.grid_after)) return { grid, after, marks: new Map() };
  return pictureOf({ grid, grid_after: after, expected_after: right.grid_after }, config.at);
}

async function report(isFound) {
  const body = new FormData();
  if (isFound) body.set("digits", grid.replaceAll(".", "").length);
  try {
    const answer = await fetch(config.url, {
      method: "POST",
      headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
      body,
    });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    const { sentence, mistake } = await answer.json();
    if (!isFound) return;
    say(text(sentence));
    part("mistake").textContent = text(mistake);
  } catch {
    if (isFound) say(gettext("The find could not be saved. Run both again when there is a connection."));
  }
}

markCall();
form.querySelector("[data-run]").disabled = false;
page.classList.add("ready");
