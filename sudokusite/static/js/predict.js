// Predict: the run stops before an event, and asks what it will be. At most ten questions make a round; the server
// marks each answer too, and its mark is what the history keeps.
//
// Until the round ends nothing behind the next question is shown, also while the last answer is read. In a free round
// the page holds the whole run and marks the answers itself. Of an assigned run it holds what comes before the next
// question: the server marks each answer, and then sends the run up to the question after it.

import { randomHex } from "./requests.js";
import { Answers } from "./answers.js";
import { digitOf } from "./keys.js";
import { isRight, nextQuestion } from "./predicting.js";
import { reasonOf } from "./reasons.js";
import { fill } from "./words.js";
import { fetchTrace, PLACEMENTS } from "./trace.js";

const ROUND = 10;
const GLIDE_STEPS = 12;
const GLIDE_MS = 45;

/**
 * Let a run ask. `element` is the place on the page (_predict.html), `go(number)` shows a state. `asks` begins at once;
 * `assigned` is what an assignment asks for: how many predictions are wanted, asked and right, and where its page is.
 * `onAsking(isAsking)` is told whether answers must not be seen, `onGrowth()` that more of the run is known.
 */
export function attach(run, options) {
  return new Predict(run, options);
}

class Predict {
  element;
  run;
  assigned;
  go;
  onGrowth;
  onAsking;

  // off, going (on the way to a question), asking, sent (an assigned answer waits for its mark), told (the answer is
  // shown), over (the round has ended)
  #phase = "off";
  #event = -1;
  #from = 0;
  #hadFocus = false;
  #timer = 0;

  constructor(run, { element, go, asks, assigned, onAsking, onGrowth }) {
    Object.assign(this, { run, element, go, assigned, onAsking, onGrowth });
    this.words = run.words.predict;
    // The simple method takes nothing back.
    this.neverGoesBack = run.trace.algorithm === "projet_insa";
    this.say = Object.assign((name, values) => fill(this.words[name], values), {
      cell: (cell) => run.cellName(cell),
      house: (house) =>
        fill(this.words[["row", "column", "box"][Math.floor(house / 9)]], { number: (house % 9) + 1 }),
    });
    this.plurals = new Intl.PluralRules(document.documentElement.lang);
    this.answers = new Answers(run.facts.predictUrl, {
      onMark: (answer, mark) => this.#mark(answer, mark),
      onTrouble: (trouble, count) => this.#warn(trouble, count),
    });
    this.#newRound();
    this.#listen();
    if (asks || assigned) this.#start();
  }

  #part(name) {
    return this.element.querySelector(`[data-predict-${name}]`);
  }

  #listen() {
    this.#part("toggle")?.addEventListener(
      "click",
      () => (this.#phase === "off" ? this.#start() : this.#stop()),
    );
    this.#part("answer").addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button?.dataset.digit) this.#answerDigit(Number(button.dataset.digit));
      else if (button) this.#answer({ cell: null, digit: null });
    });
    this.#part("next").addEventListener("click", () => this.#goOn());
    this.run.element.addEventListener("cell-chosen", (event) => this.#choose(event.detail.cell));
    // Before the keys of the viewer, some of which are the same.
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  #key(event) {
    if (
      event.ctrlKey || event.altKey || event.metaKey ||
      event.target.closest("input, select, textarea, dialog")
    ) return;
    if (!event.target.closest("[data-viewer]")) return;
    const handled = this.#phase === "asking" ? this.#keyWhileAsking(event) : this.#keyBetween(event);
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #keyWhileAsking(event) {
    const digit = digitOf(event)?.digit;
    if (digit) this.#answerDigit(digit);
    else if (event.key.toLowerCase() === "r" && !this.#part("back").hidden) {
      this.#answer({ cell: null, digit: null });
    } else return false;
    return true;
  }

  #keyBetween(event) {
    const isNext = event.key.toLowerCase() === "n" ||
      (event.key === "Enter" && !event.target.closest("button, a, summary"));
    if (!isNext || !["told", "over"].includes(this.#phase)) return false;
    this.#goOn();
    return true;
  }

  // Rounds and questions

  #newRound() {
    const { wanted = ROUND, asked = 0, right = 0 } = this.assigned ?? {};
    this.round = { token: randomHex(16), size: wanted, asked, right, streak: 0, longest: 0 };
    this.#showScore();
  }

  #start() {
    this.run.pause();
    if (this.round.asked === this.round.size && !this.assigned) this.#newRound();
    this.#setPhase("going");
    if (this.assigned && this.round.asked === this.round.size) return this.#endRound("");
    return this.#ask(0);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.run.unlimit();
    this.#setPhase("off");
    this.#tell("");
  }

  #goOn() {
    if (this.#phase === "over") return this.assigned ? location.assign(this.assigned.workUrl) : this.#start();
    if (this.round.asked === this.round.size) return this.#endRound("");
    return this.#ask(Number(this.#part("every")?.value ?? 1) - 1);
  }

  /** Ask the next question but so many. */
  #ask(skipped) {
    const event = this.assigned ? this.run.trace.length : this.#nextOf(skipped);
    if (event < 0) return this.#noQuestion();
    this.#setPhase("going");
    this.#event = event;
    this.#from = this.run.number;
    this.run.limit = event;
    this.#tell("");
    return this.#glide(event);
  }

  /** What the page has shown already is no question any more. */
  #nextOf(skipped) {
    const { trace, number, seen } = this.run;
    let event = nextQuestion(trace, Math.max(number, seen + 1));
    for (let left = skipped; event >= 0 && left > 0; left -= 1) event = nextQuestion(trace, event + 1);
    return event;
  }

  /** Behind the last question the round ends; without any there is nothing to predict. */
  #noQuestion() {
    if (this.round.asked) return this.#endRound(this.say("runOver"));
    this.run.unlimit();
    this.#setPhase("over");
    this.#part("next").hidden = true;
    return this.#tell(this.say(nextQuestion(this.run.trace, 0) < 0 ? "nothing" : "allSeen"));
  }

  /** Go there in a few steps that can be seen, or at once for who wants no motion. */
  #glide(event) {
    const left = event - this.run.number;
    const step = Math.ceil((event - this.#from) / GLIDE_STEPS);
    if (left <= step || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#open(event);
    // The time of the page stands meanwhile: it would tell each of these states in words.
    this.run.show(this.run.number + step);
    this.#timer = setTimeout(() => this.#glide(event), GLIDE_MS);
  }

  #open(event) {
    this.go(event);
    this.#setPhase("asking");
    this.#part("count").textContent = this.say("number", {
      number: this.round.asked + 1,
      count: this.round.size,
    });
    this.#part("back").hidden = this.neverGoesBack;
    this.#tell(this.say(this.neverGoesBack ? "questionTable" : "question"));
    if (this.run.chosen >= 0) this.#showCell(this.run.chosen);
  }

  #choose(cell) {
    if (this.#phase !== "asking") return;
    // Whoever has looked back at what came before comes back to the question.
    if (this.run.number !== this.#event) this.go(this.#event);
    this.#showCell(cell);
  }

  #showCell(cell) {
    this.#part("cell").textContent = this.say("chosen", { cell: this.say.cell(cell) });
  }

  #answerDigit(digit) {
    const focused = document.activeElement?.closest("[data-cell]")?.dataset.cell;
    const cell = this.run.chosen >= 0 ? this.run.chosen : Number(focused ?? -1);
    if (cell < 0) this.#part("cell").textContent = this.say("chooseCell");
    else this.#answer({ cell, digit });
  }

  #answer(given) {
    const { run, round } = this;
    const answer = { event: this.#event, cell: given.cell ?? "", digit: given.digit ?? "" };
    if (this.assigned) {
      this.#setPhase("sent");
      this.answers.add(answer);
    } else {
      this.answers.add({ ...answer, grid: run.trace.puzzle, token: round.token });
      this.#judged(given, isRight(run.trace.event(this.#event), given));
    }
  }

  /** Show the event that was asked for, but nothing behind it. */
  #judged(given, right) {
    const { run, round } = this;
    const number = this.#event;
    run.limit = number + 1;
    // The reason is told of the state before, the board shows the one after.
    this.go(number);
    const event = run.trace.event(number);
    const reason = reasonOf(run.cursor, event, this.say);
    round.asked += 1;
    round.right += right ? 1 : 0;
    round.streak = right ? round.streak + 1 : 0;
    round.longest = Math.max(round.longest, round.streak);
    this.go(number + 1);
    this.#setPhase("told");
    this.#showScore();
    this.#tellAnswer({ right, given, event, reason });
  }

  #tellAnswer({ right, given, event, reason }) {
    const truth = PLACEMENTS.has(event.operation)
      ? this.say("placement", { cell: this.say.cell(event.cell), digit: event.digit })
      : this.say("back");
    const yours = given.cell === null
      ? this.say("back")
      : this.say("placement", { cell: this.say.cell(given.cell), digit: given.digit });
    const said = right ? this.say("right", { truth }) : this.say("wrong", { truth, yours });
    this.#tell(said, reason, right ? "right" : "wrong");
    const isLast = this.round.asked === this.round.size;
    this.#part("next").querySelector("[data-word]").textContent = this.say(isLast ? "toSummary" : "next");
  }

  #endRound(why) {
    const { asked, right, longest } = this.round;
    this.run.unlimit();
    this.#setPhase("over");
    this.#part("count").textContent = "";
    const name = this.assigned ? "result" : "summary";
    const result = asked ? this.#counted(name, asked, { right, count: asked, longest }) : this.say("nothing");
    this.#tell(why ? `${why} ${result}` : result, this.say(this.assigned ? "waysBack" : "waysOn"));
    this.#part("next").querySelector("[data-word]").textContent = this.say(
      this.assigned ? "toWork" : "again",
    );
    if (!this.assigned) this.#newRound();
  }

  // What the server says

  #mark(answer, mark) {
    if (this.assigned) return this.#take(answer, mark);
    if (answer.token !== this.round.token || mark.asked !== this.round.asked) return undefined;
    this.round.right = mark.right;
    return this.#showScore();
  }

  /** An assigned answer is marked: now its event is known, and all before the next question. */
  async #take(answer, mark) {
    try {
      this.run.trace.extend(await fetchTrace(this.run.facts.traceUrl));
    } catch {
      this.#part("alert").textContent = this.run.word("failed");
      return;
    }
    this.onGrowth();
    const given = answer.digit ? { cell: answer.cell, digit: answer.digit } : { cell: null, digit: null };
    // An answer that was given in another window counts, not this one.
    this.round.asked = mark.asked - 1;
    this.round.right = mark.right - (mark.isRight ? 1 : 0);
    this.#judged(given, mark.isRight);
  }

  #warn(trouble, count) {
    const line = this.#part("alert");
    let sentence = "";
    if (trouble === "refused") sentence = this.say(this.assigned ? "refusedHere" : "refused");
    else if (trouble) sentence = `${this.#counted("waiting", count, { count })} ${this.say(trouble)}`;
    if (line.textContent !== sentence) line.textContent = sentence;
  }

  // What is seen

  #setPhase(phase) {
    this.#hadFocus ||= this.#part("panel").contains(document.activeElement);
    this.#phase = phase;
    const isOn = phase !== "off";
    this.element.dataset.phase = phase;
    this.#part("toggle")?.setAttribute("aria-pressed", String(isOn));
    this.#part("panel").hidden = !isOn;
    if (this.#part("pace")) this.#part("pace").hidden = !isOn;
    this.onAsking(isOn && phase !== "over");
    this.#part("answer").hidden = phase !== "asking";
    this.#part("next").hidden = phase !== "told" && phase !== "over";
    this.#part("cell").textContent = "";
    this.#moveFocus();
  }

  /** Who answers by buttons finds the next one without a search: the one that had the focus has gone. */
  #moveFocus() {
    if (!this.#hadFocus || this.#phase === "going" || this.#phase === "sent") return;
    this.#hadFocus = false;
    const { activeElement, body } = document;
    if (activeElement !== body && !this.#part("panel").contains(activeElement)) return;
    const next = this.#phase === "asking" ? this.#part("answer").querySelector("button") : this.#part("next");
    next.focus({ preventScroll: true });
  }

  #tell(said, reason = "", verdict = "") {
    this.#part("said").textContent = said;
    this.#part("why").textContent = reason;
    this.#part("said").dataset.verdict = verdict;
  }

  #showScore() {
    const { asked, right, streak } = this.round;
    this.#part("score").textContent = asked ? this.say("score", { right, asked, streak }) : "";
  }

  #counted(name, count, values) {
    const forms = this.words[name];
    return fill(forms[this.plurals.select(count)] ?? forms.other, values);
  }
}
