// The tests between the last event and the next: the digits tried there, and what refuses them.

import { boxOf, columnOf, PEERS, rowOf } from "../reducer.js";
import { OPERATION } from "../trace.js";

const READING_PACE = 30;
const HOUSES = [
  { name: "row", sign: "↔", houseOf: rowOf },
  { name: "column", sign: "↕", houseOf: columnOf },
  { name: "box", sign: "▢", houseOf: boxOf },
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
      const told = run.number >= run.limit ? { text: run.word("testsHidden"), tried: [] } : tell(cursor, run);
      caption.textContent = told.text;
      list.hidden = !told.tried.length;
      chips.forEach((chip, index) => chip.draw(told.tried[index]));
    },
  };
}

/** One digit: not tried, refused by something, or good. Signs for the eye, words for who hears them. */
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

/** The tests before the next event: a sentence, and for each digit 1-9 what became of it. */
function tell(cursor, run) {
  const trials = cursor.trialsBefore();
  if (!trials) return { text: run.word(wordOfNone(cursor)), tried: [] };
  if (!trials.length) return { text: run.word("testsNone"), tried: [] };
  if (run.facts.letter === "C") return tellLooks(cursor, run, trials);
  const cell = trials[0][0];
  const name = run.cellName(cell);
  if (run.facts.letter === "E") return tellChoice(cursor, run, trials[0], name);
  const tried = Array(9);
  for (const [, digit] of trials) tried[digit - 1] = judged(cursor, run, cell, digit);
  return { text: run.word(run.facts.letter === "D" ? "testsListed" : "testsTried", { cell: name }), tried };
}

/** Why no tests are told: the next event is not kept, there is none, or nobody went on to it. */
function wordOfNone({ number, trace }) {
  if (number < trace.length) return "testsUnknown";
  return trace.isExact ? "testsOver" : "testsCut";
}

function judged({ digits }, run, cell, digit) {
  const holders = PEERS[cell].filter((peer) => digits[peer] === digit);
  const houses = HOUSES.filter(({ houseOf }) => holders.some((peer) => houseOf(peer) === houseOf(cell)));
  if (!houses.length) return good(run, "fits");
  return {
    look: "refused",
    signs: houses.map(({ sign }) => sign).join(" "),
    words: houses.map(({ name }) => run.words.houses[name]).join(", "),
  };
}

function good(run, word) {
  return { look: "good", signs: "✓", words: run.word(word) };
}

/** C looks at one empty cell after the other until one has a single digit left. */
function tellLooks({ masks, trace, number }, run, trials) {
  const { operation, cell } = trace.event(number);
  if (operation !== OPERATION.PLACE) {
    return { text: run.word("testsLookedAll", { count: trials.length }), tried: [] };
  }
  const values = { count: trials.length, cell: run.cellName(cell) };
  const tried = Array.from(
    { length: 9 },
    (_, index) =>
      masks[cell] & (1 << index) ? { look: "refused", signs: "M", words: "M" } : good(run, "fits"),
  );
  return { text: run.word("testsLooked", values), tried };
}

/** E tries without certainty one of the candidates of its cell. */
function tellChoice({ masks }, run, [cell, digit], name) {
  const tried = Array(9);
  for (let each = 1; each <= 9; each += 1) {
    if (masks[cell] & (1 << (each - 1))) {
      tried[each - 1] = { look: "possible", signs: "", words: run.word("possible") };
    }
  }
  tried[digit - 1] = good(run, "tried");
  return { text: run.word("testsChosen", { cell: name }), tried };
}

/** What the signs mean, where they are used. */
function legend(run) {
  const line = document.createElement("p");
  line.className = "trials-legend";
  line.setAttribute("aria-hidden", "true");
  if (!"ABD".includes(run.facts.letter)) return line;
  const parts = [...HOUSES.map(({ name, sign }) => [sign, run.words.houses[name]]), ["✓", run.word("fits")]];
  line.textContent = parts.map(([sign, word]) => `${sign} ${word}`).join("   ");
  return line;
}
