// The output of the program as on a console: grows with each solution, and ends with the value of the call.

import { OPERATION } from "../trace.js";

const KEPT_SOLUTIONS = 20;
const KEPT_TURNS = 5;
const READING_PACE = 10;
const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

const rowOf = (digits, row) => [...digits.subarray(9 * row, 9 * row + 9)];

const FORMS = {
  /** Nine lines of nine digits. */
  digits: (digits) => ROWS.map((row) => `${rowOf(digits, row).join("")}\n`).join(""),
  /** Nine lists. */
  lists: (digits) => ROWS.map((row) => `[${rowOf(digits, row).join(", ")}]\n`).join(""),
  /** Thirds with bars between them. */
  board: (digits) =>
    ROWS.map((row) => {
      const signs = rowOf(digits, row);
      const thirds = [0, 3, 6].map((at) => signs.slice(at, at + 3).join(" "));
      const bar = row === 3 || row === 6 ? "- ".repeat(14) + "\n" : "";
      return `${bar}${thirds.join("  | ")}\n`;
    }).join(""),
};

// For each worksheet: what its script prints before the run, at a solution, and without one; and the value of the call at
// the end of a solved run, and of an unsolved one.
const PRINTS = {
  tutoriel: {
    start: (givens) => FORMS.board(givens),
    solution: (digits) => `Solved:\n${FORMS.board(digits)}`,
    none: (givens) => `Solved:\n${FORMS.board(givens)}`,
    values: ["True", "False"],
  },
  n_valide: { solution: FORMS.digits, values: ["None", "None"] },
  td_iteratif: {
    solution: FORMS.lists,
    none: () => "Le problème n'a pas été résolu.\n",
    values: ["None", "None"],
  },
  projet_insa: { values: ["1", "0"] },
  mini_projet: {
    solution: (digits, givens) =>
      `Pour la grille :\n${FORMS.lists(givens)}La solution est :\n${FORMS.lists(digits)}`,
    none: () => "La grille n'admet pas de solution.\n",
    values: ["True", "False"],
  },
  propagation: {
    solution: FORMS.lists,
    none: () => "La grille n'admet pas de solution.\n",
    values: ["", "None"],
  },
};

export function create(element, run) {
  const prints = PRINTS[run.trace.algorithm] ?? { values: ["", ""] };
  const text = document.createElement("pre");
  text.className = "run-printed";
  text.tabIndex = 0;
  text.setAttribute("role", "group");
  text.setAttribute("aria-label", gettext("Output of the program"));
  const value = document.createElement("p");
  value.className = "small";
  const turns = run.trace.algorithm === "td_iteratif" ? turnsBox(run) : null;
  element.replaceChildren(...(turns ? [turns.label] : []), text, value);
  const printer = new Printer(run, prints);
  let shown = "";
  let shownEnding = "";
  return {
    show({ number }) {
      if (run.pace > READING_PACE && turns?.isOn) return;
      const output = turns?.isOn ? printer.turnsAt(number) + printer.at(number) : printer.at(number);
      if (output !== shown) {
        shown = output;
        text.textContent = output;
        text.scrollTop = text.scrollHeight;
      }
      const ending = printer.valueAt(number);
      if (ending !== shownEnding) value.textContent = shownEnding = ending;
    },
  };
}

/** M at each turn, which the third worksheet can print. */
function turnsBox(run) {
  const label = document.createElement("label");
  const box = document.createElement("input");
  box.type = "checkbox";
  box.autocomplete = "off";
  label.className = "small run-turns";
  label.append(box, " ", gettext("M at each turn (the last five)"));
  box.addEventListener("change", () => run.refresh());
  return {
    label,
    get isOn() {
      return box.checked;
    },
  };
}

class Printer {
  #texts = new Map();
  #length = -1;
  #solutions = [];

  constructor(run, prints) {
    this.run = run;
    this.prints = prints;
    this.cursor = run.trace.cursor();
  }

  /** The output up to state n: the solutions, only the last ones if there are many. */
  at(number) {
    const { trace, givens } = this.run;
    const before = this.#known().filter((event) => event < number);
    const last = before.slice(-KEPT_SOLUTIONS);
    const earlier = before.length - last.length;
    const parts = [this.prints.start?.(givens) ?? ""];
    if (earlier > 0) {
      parts.push(`${interpolate(gettext("(%(count)s earlier solutions)"), { count: earlier }, true)}\n`);
    }
    if (this.prints.solution) parts.push(...last.map((event) => this.#textOf(event)));
    const isOver = number === trace.length && trace.isExact && !trace.isSolved;
    if (isOver) parts.push(this.prints.none?.(givens) ?? "");
    return parts.join("");
  }

  /** The value of the call at the end of the run, if it has one. */
  valueAt(number) {
    const { trace } = this.run;
    if (number !== trace.length || !trace.isExact) return "";
    const found = this.prints.values[trace.isSolved ? 0 : 1];
    return found && interpolate(gettext("Value of the call: %(value)s"), { value: found }, true);
  }

  /** The grid at each of the last turns before state n: a turn begins at the start and after each move. */
  turnsAt(number) {
    const { trace } = this.run;
    const isTurn = ({ operation }) => operation === OPERATION.ADVANCE || operation === OPERATION.RETREAT;
    const turns = [];
    for (let from = number; turns.length < KEPT_TURNS && from >= 0;) {
      const event = trace.find(from - 1, -1, isTurn);
      const state = from > 0 && event >= 0 ? event + 1 : 0;
      if (!trace.hasState(state)) break;
      turns.unshift(state);
      if (state === 0) break;
      from = state - 1;
    }
    return turns.map((state) => this.#gridAt(state)).join("\n");
  }

  /** The solutions in the trace; a run that arrives in parts gets longer. */
  #known() {
    const { trace } = this.run;
    if (this.#length !== trace.length) {
      this.#length = trace.length;
      this.#solutions = [];
      const isSolution = ({ operation }) => operation === OPERATION.SOLUTION;
      for (let event = -1; (event = trace.find(event + 1, 1, isSolution)) >= 0;) this.#solutions.push(event);
    }
    return this.#solutions;
  }

  #textOf(event) {
    if (!this.#texts.has(event)) {
      this.cursor.seek(event);
      this.#texts.set(event, this.prints.solution(this.cursor.digits, this.run.givens));
    }
    return this.#texts.get(event);
  }

  #gridAt(state) {
    this.cursor.seek(state);
    return FORMS.lists(this.cursor.digits);
  }
}
