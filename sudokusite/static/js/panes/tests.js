// The tests between the last event and the next: the digits tried there, and what refuses them.

import { boxOf, columnOf, PEERS, rowOf } from "../reducer.js";
import { OPERATION } from "../trace.js";

const READING_PACE = 30;

export function create(element, run) {
  const caption = document.createElement("p");
  const list = document.createElement("ol");
  const chips = Array.from({ length: 9 }, (_, index) => new Chip(list, index + 1));
  list.className = "trials";
  element.replaceChildren(caption, list);
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

/** One digit: not tried, refused by something, or good. */
class Chip {
  #why = document.createElement("span");
  #item = document.createElement("li");
  #key = "";

  constructor(list, digit) {
    const sign = document.createElement("b");
    sign.textContent = digit;
    this.#item.append(sign, this.#why);
    list.append(this.#item);
  }

  draw({ look, why } = { look: "untried", why: "" }) {
    const key = `${look} ${why}`;
    if (key === this.#key) return;
    this.#key = key;
    this.#item.className = look;
    this.#why.textContent = why;
  }
}

/** The tests before the next event: a sentence, and for each digit 1-9 what became of it. */
function tell(cursor, run) {
  const trials = cursor.trialsBefore() ?? [];
  if (!trials.length) return { text: run.word("testsNone"), tried: [] };
  if (run.facts.letter === "C") return tellLooks(cursor, run, trials);
  const cell = trials[0][0];
  const name = run.cellName(cell);
  if (run.facts.letter === "E") return tellChoice(cursor, run, trials[0], name);
  const tried = Array(9);
  for (const [, digit] of trials) tried[digit - 1] = judged(cursor, run, cell, digit);
  return { text: run.word(run.facts.letter === "D" ? "testsListed" : "testsTried", { cell: name }), tried };
}

function judged({ digits }, run, cell, digit) {
  const holders = PEERS[cell].filter((peer) => digits[peer] === digit);
  const houses = [
    ["row", rowOf],
    ["column", columnOf],
    ["box", boxOf],
  ].filter(([, houseOf]) => holders.some((peer) => houseOf(peer) === houseOf(cell)));
  if (!houses.length) return { look: "good", why: run.word("fits") };
  return { look: "refused", why: houses.map(([name]) => run.words.houses[name]).join(", ") };
}

/** C looks at one empty cell after the other until one has a single digit left. */
function tellLooks({ masks, trace, number }, run, trials) {
  const { operation, cell } = trace.event(number);
  if (operation !== OPERATION.PLACE) return { text: run.word("testsLookedAll", { count: trials.length }), tried: [] };
  const values = { count: trials.length, cell: run.cellName(cell) };
  const tried = Array.from({ length: 9 }, (_, index) =>
    masks[cell] & (1 << index) ? { look: "refused", why: "M" } : { look: "good", why: run.word("fits") },
  );
  return { text: run.word("testsLooked", values), tried };
}

/** E tries without certainty one of the candidates of its cell. */
function tellChoice({ masks }, run, [cell, digit], name) {
  const tried = Array(9);
  for (let each = 1; each <= 9; each += 1) {
    if (masks[cell] & (1 << (each - 1))) tried[each - 1] = { look: "possible", why: run.word("possible") };
  }
  tried[digit - 1] = { look: "good", why: run.word("tried") };
  return { text: run.word("testsChosen", { cell: name }), tried };
}
