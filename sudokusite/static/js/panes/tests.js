// The tests between the last event and the next: the digits tried there, and the houses that refuse them.

import { boxOf, cellName, columnOf, PEERS, rowOf } from "../reducer.js";
import { OPERATION } from "../trace.js";

const READING_PACE = 30;
const HOUSES = [
  { name: () => gettext("row"), sign: "↔", houseOf: rowOf },
  { name: () => gettext("column"), sign: "↕", houseOf: columnOf },
  { name: () => gettext("box"), sign: "▢", houseOf: boxOf },
];
const UNTRIED = { look: "untried", signs: "", words: "" };

export function create(element, run) {
  const caption = document.createElement("p");
  const list = document.createElement("ol");
  const chips = Array.from({ length: 9 }, (_, index) => new Chip(list, index + 1));
  list.className = "trials";
  element.replaceChildren(caption, list, legend(run));
  let shown = -1;
  let limit = Infinity;
  return {
    show(cursor) {
      const isFast = run.pace > READING_PACE;
      element.classList.toggle("stale", isFast);
      if (isFast || (cursor.number === shown && run.limit === limit)) return;
      shown = cursor.number;
      limit = run.limit;
      const trials = run.number >= run.limit
        ? { text: gettext("Shown after your prediction."), tried: [] }
        : describe(cursor, run);
      caption.textContent = trials.text;
      // Their places stay where nothing was tried, only not for the ear.
      list.setAttribute("aria-hidden", !trials.tried.length);
      chips.forEach((chip, index) => chip.draw(trials.tried[index]));
    },
  };
}

/** One digit: not tried, refused, or good. Signs to see, words for screen readers. */
class Chip {
  #signs = document.createElement("span");
  #words = document.createElement("span");
  #item = document.createElement("li");
  #key = "";

  constructor(list, digit) {
    const number = document.createElement("b");
    number.textContent = digit;
    this.#signs.setAttribute("aria-hidden", "true");
    this.#words.className = "visually-hidden";
    this.#item.append(number, this.#signs, this.#words);
    this.#item.className = "untried";
    list.append(this.#item);
  }

  draw({ look, signs, words } = UNTRIED) {
    const key = `${look} ${words}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#item.className = look;
    this.#signs.textContent = signs;
    this.#words.textContent = words;
  }
}

/** The tests before the next event: a sentence, and the result for each digit 1-9. */
function describe(cursor, run) {
  const trials = cursor.trialsBefore();
  if (!trials) return { text: sentenceOfNone(cursor), tried: [] };
  if (!trials.length) return { text: gettext("None: the next step follows at once."), tried: [] };
  if (run.facts.letter === "C") return describeScan(cursor, trials);
  const cell = trials[0][0];
  const name = cellName(cell);
  if (run.facts.letter === "E") return describeChoice(cursor, trials[0], name);
  const tried = Array(9);
  for (const [, digit] of trials) tried[digit - 1] = judged(cursor, cell, digit);
  return {
    text: interpolate(
      run.facts.letter === "D"
        ? gettext("Possible digits looked for in %(cell)s")
        : gettext("Digits tried in %(cell)s"),
      { cell: name },
      true,
    ),
    tried,
  };
}

/** Why there are no tests to show: the next event is not stored, there is none, or the recording ended before it. */
function sentenceOfNone({ number, trace }) {
  if (number < trace.length) return gettext("The next step is not kept.");
  return trace.isExact
    ? gettext("The run is at its end.")
    : gettext("The solver is not at its end: it is followed only up to here.");
}

function judged({ digits }, cell, digit) {
  const holders = PEERS[cell].filter((peer) => digits[peer] === digit);
  const houses = HOUSES.filter(({ houseOf }) => holders.some((peer) => houseOf(peer) === houseOf(cell)));
  if (!houses.length) return good(gettext("fits"));
  return {
    look: "refused",
    signs: houses.map(({ sign }) => sign).join(" "),
    words: houses.map(({ name }) => name()).join(", "),
  };
}

function good(words) {
  return { look: "good", signs: "✓", words };
}

/** C examines one empty cell after the other until one has a single digit left. */
function describeScan({ masks, trace, number }, trials) {
  const { operation, cell } = trace.event(number);
  if (operation !== OPERATION.PLACE) {
    return {
      text: interpolate(gettext("Empty cells looked at: %(count)s. In none does M leave one digit."), {
        count: trials.length,
      }, true),
      tried: [],
    };
  }
  const values = { count: trials.length, cell: cellName(cell) };
  const tried = Array.from(
    { length: 9 },
    (_, index) =>
      masks[cell] & (1 << index) ? { look: "refused", signs: "M", words: "M" } : good(gettext("fits")),
  );
  return {
    text: interpolate(
      gettext("Empty cells looked at: %(count)s. In %(cell)s, M leaves one digit."),
      values,
      true,
    ),
    tried,
  };
}

/** E guesses one of the candidates of its cell. */
function describeChoice({ masks }, [cell, digit], name) {
  const tried = Array(9);
  for (let each = 1; each <= 9; each += 1) {
    if (masks[cell] & (1 << (each - 1))) {
      tried[each - 1] = { look: "possible", signs: "", words: gettext("possible") };
    }
  }
  tried[digit - 1] = good(gettext("tried"));
  return {
    text: interpolate(
      gettext("Nothing is certain; in %(cell)s the choice is smallest"),
      { cell: name },
      true,
    ),
    tried,
  };
}

/** The legend of the signs, for algorithms that use them. */
function legend(run) {
  const line = document.createElement("p");
  line.className = "trials-legend";
  line.setAttribute("aria-hidden", "true");
  if (!"ABD".includes(run.facts.letter)) return line;
  const parts = [...HOUSES.map(({ name, sign }) => [sign, name()]), ["✓", gettext("fits")]];
  line.textContent = parts.map(([sign, word]) => `${sign} ${word}`).join("   ");
  return line;
}
