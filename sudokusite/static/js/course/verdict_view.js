// A verdict on the page of an exercise: its sentence, its values, and the grid of the case on a board. All of it comes
// out of the sandbox, so it is shown as text.

import { digitsInWords, draw, legendEntry, legendNames, pictureOf } from "./counterexample.js";

const PASSED = "passed";
// On a phone the verdict moves to the top, so that its board is in view with it.
const isNarrow = () => window.matchMedia("(width < 900px)").matches;

/** A value of a message that is to be a text; "" for anything else. */
export const text = (value) => (typeof value === "string" ? value : "");

/** A verdict in a sentence, as the judge words it; a judge that was stopped gives none. */
export function sentenceOf(message) {
  if (text(message.sentence)) return judgeSentence(message).replaceAll("`", "");
  return {
    too_slow: gettext("It took longer than 10 seconds: look for a loop that does not end."),
    stopped: gettext("It was stopped."),
  }[message.verdict] ?? "";
}

/** The judge's sentence, without the word "Passed" at its start: the page shows that word before it. */
function judgeSentence({ verdict, sentence }) {
  return verdict === PASSED ? text(sentence).replace(/^[^.:]*[.:]\s*/u, "") : text(sentence);
}

export class VerdictView {
  #part;
  #page;
  #config;
  #editor;
  // The program that the verdict on the page is about.
  #program;

  /** `part(name)` is an element of the page; `config` and `editor` are the page's. */
  constructor(part, { page, config, editor }) {
    this.#part = part;
    this.#page = page;
    this.#config = config;
    this.#editor = editor;
    this.#program = config.program.text;
  }

  /** Show a verdict on a program. */
  show(message, program) {
    this.#program = program;
    const isPassed = message.verdict === PASSED;
    const exercise = this.#exercise(message.exercise);
    // Values are easier to compare one above the other than in a sentence.
    const isPlain = message.verdict === "wrong" && (!message.detail || message.detail === "value");
    this.#head({
      state: isPassed ? PASSED : "failed",
      title: `${exercise.name}${gettext(": ")}${this.#config.verdicts[message.verdict]}`,
      sentence: isPlain ? [] : withCode(judgeSentence(message) || sentenceOf(message)),
      values: isPassed ? [] : valuesOf(message, isPlain),
      line: message.line,
    });
    if (typeof message.grid === "string" && !isPassed) this.#showGrid(message, exercise);
    else this.showWorksheetGrid();
  }

  /** Show why a whole program cannot be judged. */
  showUnusable(sentence, line, program) {
    this.#program = program;
    this.#head({
      state: "failed",
      title: gettext("Nothing can be judged"),
      sentence: [sentence],
      values: [],
      line,
    });
  }

  /** Show the stored verdict again, instead of why a program could not be judged. */
  showStored() {
    const { exercise } = this.#config;
    const row = this.#row(exercise);
    const verdict = row.querySelector("[data-state-word]").textContent;
    this.#head({
      state: row.dataset.state === PASSED ? PASSED : "none",
      title: `${this.#exercise(exercise).name}${gettext(": ")}${verdict}`,
      sentence: [],
      values: [],
      line: 0,
    });
  }

  #head({ state, title, sentence, values, line }) {
    this.#part("verdict").dataset.state = state;
    this.#part("verdict-name").textContent = title;
    this.#part("verdict-sentence").replaceChildren(...sentence);
    listValues(this.#part("facts"), values);
    this.markStale();
    this.#linkLine(line);
  }

  /** Show whether the program has been changed since the verdict on the page. */
  markStale() {
    const box = this.#part("verdict");
    const isStale = box.dataset.state !== "none" && this.#editor.text !== this.#program;
    box.classList.toggle("is-stale", isStale);
    this.#part("stale").hidden = !isStale;
  }

  /** Show a verdict in the list of all exercises. */
  list(message) {
    const { exercise, verdict, grid } = message;
    const row = this.#row(exercise);
    if (!row) return;
    const isPassed = verdict === PASSED;
    // The verdict of the page's own exercise is shown above, with its board.
    const isAbove = exercise === this.#config.exercise;
    row.dataset.state = isPassed ? PASSED : "tried";
    row.querySelector("[data-state-word]").textContent = this.#config.verdicts[text(verdict)];
    row.querySelector("[data-sentence]").textContent = isPassed || isAbove ? "" : sentenceOf(message);
    row.querySelector("[data-act=show-verdict]").hidden = isPassed || isAbove || typeof grid !== "string";
  }

  /** Scroll to the verdict; on a phone, after several verdicts, to the line with how many passed. */
  scrollTo({ hasSummary = false } = {}) {
    const first = hasSummary && isNarrow() ? this.#part("status").parentElement : this.#part("verdict");
    first.scrollIntoView({ block: isNarrow() ? "start" : "nearest" });
  }

  #exercise(key) {
    return this.#config.exercises.find((each) => each.key === key);
  }

  #row(exercise) {
    return this.#page.querySelector(`[data-exercise="${exercise}"]`);
  }

  /** Mark the line of an error, with a button that leads to it. */
  #linkLine(named) {
    const line = Number.isInteger(named) && named > 0 ? named : 0;
    const link = this.#part("line-link");
    link.hidden = !line;
    link.dataset.line = line;
    link.textContent = line ? interpolate(gettext("Go to line %(line)s"), { line }, true) : "";
    this.#editor.markLine(line);
  }

  // The board

  #showGrid(message, { at, kind }) {
    const picture = pictureOf(message, at);
    const roles = new Set(
      [...picture.marks.values()].flatMap(({ role, isAsked }) => [role, isAsked && "asked"]),
    );
    const digits = digitsInWords(
      picture.grid,
      (row, column, digit) =>
        interpolate(gettext("Row %(row)s, column %(column)s: %(digit)s."), { row, column, digit }, true),
    );
    this.#draw(picture, {
      title: titleOf(message, kind, countOf(picture.grid)),
      legend: Object.entries(legendNames()).filter(([role]) => roles.has(role)),
      digits: digits ?? [],
    });
  }

  /** Show the worksheet's grid, where no verdict has a grid to show. */
  showWorksheetGrid() {
    const { grid } = this.#config;
    this.#draw({ grid, after: grid, marks: new Map() }, {
      title: gettext("The worksheet’s grid"),
      legend: [],
      digits: [],
    });
  }

  #draw(picture, { title, legend, digits }) {
    const board = this.#part("board");
    draw(board, picture);
    board.setAttribute("aria-label", [gridSentence(countOf(picture.grid)), ...digits].join(" "));
    this.#part("legend").replaceChildren(...legend.map(([role, name]) => legendEntry(role, name)));
    this.#part("board-title").textContent = title;
  }
}

const countOf = (grid) => grid.replaceAll(".", "").length;

const gridSentence = (count) =>
  count
    ? interpolate(ngettext("Grid of one digit.", "Grid of %(count)s digits.", count), { count }, true)
    : gettext("An empty grid.");

/** Only a function that gets a grid is wrong on it; variables, dialogues and scripts have no such argument. */
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

/** The parts of a sentence; what is between two backticks is code. */
function withCode(sentence) {
  return sentence.split("`").map((piece, at) => {
    if (at % 2 === 0) return piece;
    return Object.assign(document.createElement("code"), { textContent: piece });
  });
}

/** What was called, given and expected, as pairs of a name and a text. */
function valuesOf(
  { verdict, call, answers, value, expected, printed, expected_printed: expectedPrinted },
  isPlain,
) {
  const values = isPlain ? [["call", call], ["value", value], ["expected", expected]] : [];
  if (Array.isArray(answers)) values.push(["answers", answers.join("\n")]);
  if (verdict === "printed_wrong") {
    values.push(["printed", printed ?? gettext("nothing")], ["expectedPrinted", expectedPrinted]);
  }
  return values.filter(([, each]) => typeof each === "string" && each !== "");
}

function listValues(list, pairs) {
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
