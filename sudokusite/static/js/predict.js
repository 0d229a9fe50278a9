// Predict: the run stops before an event, and asks what it will be. At most ten questions make a round; the server
// marks each answer too, and its mark is what the history keeps.

import { Answers } from "./answers.js";
import { digitOf } from "./keys.js";
import { isRight, nextQuestion } from "./predicting.js";
import { reasonOf } from "./reasons.js";
import { fill } from "./sentences.js";
import { PLACEMENTS } from "./trace.js";

const ROUND = 10;
const GLIDE_STEPS = 12;
const GLIDE_MS = 45;

/** Let a run ask. `element` is the place on the page (_predict.html), `go(number)` shows a state. */
export function attach(run, { element, go }) {
  return new Predict(run, { element, go });
}

class Predict {
  // off, going (on the way to a question), asking, told (the answer is shown), over (the round has ended)
  #phase = "off";
  #event = -1;
  #from = 0;
  #hadFocus = false;
  #timer = 0;

  constructor(run, { element, go }) {
    Object.assign(this, { run, element, go });
    this.words = run.words.predict;
    // The simple method takes nothing back.
    this.neverGoesBack = run.trace.algorithm === "projet_insa";
    this.say = Object.assign((name, values) => fill(this.words[name], values), {
      cell: (cell) => run.cellName(cell),
      house: (house) => fill(this.words[["row", "column", "box"][Math.floor(house / 9)]], { number: (house % 9) + 1 }),
    });
    this.plurals = new Intl.PluralRules(document.documentElement.lang);
    this.answers = new Answers(run.facts.predictUrl, {
      onMark: (answer, mark) => this.#mark(answer, mark),
      onTrouble: (trouble, count) => this.#warn(trouble, count),
    });
    this.#newRound();
    this.#listen();
  }

  #part(name) {
    return this.element.querySelector(`[data-predict-${name}]`);
  }

  #listen() {
    this.#part("toggle").addEventListener("click", () => (this.#phase === "off" ? this.#start() : this.#stop()));
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
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, dialog")) return;
    if (!event.target.closest("[data-viewer]")) return;
    const handled = this.#phase === "asking" ? this.#keyWhileAsking(event) : this.#keyBetween(event);
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #keyWhileAsking(event) {
    const digit = digitOf(event)?.digit;
    if (digit) this.#answerDigit(digit);
    else if (event.key.toLowerCase() === "r" && !this.#part("back").hidden) this.#answer({ cell: null, digit: null });
    else return false;
    return true;
  }

  #keyBetween(event) {
    const isNext = event.key.toLowerCase() === "n" || (event.key === "Enter" && !event.target.closest("button, a, summary"));
    if (!isNext || !["told", "over"].includes(this.#phase)) return false;
    this.#goOn();
    return true;
  }

  // Rounds and questions

  #newRound() {
    const token = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
    this.round = { token: token.join(""), asked: new Set(), right: 0, streak: 0, longest: 0 };
    this.#showScore();
  }

  #start() {
    this.run.pause();
    if (this.round.asked.size === ROUND) this.#newRound();
    this.#setPhase("going");
    this.#ask(0);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.run.limit = Infinity;
    this.run.refresh();
    this.#setPhase("off");
    this.#tell("");
  }

  #goOn() {
    if (this.#phase === "over") return this.#start();
    if (this.round.asked.size === ROUND) return this.#endRound("");
    this.#ask(Number(this.#part("every").value) - 1);
  }

  /** Ask the next question but so many. */
  #ask(skipped) {
    const { trace, number } = this.run;
    let left = skipped;
    let event = nextQuestion(trace, number);
    while (event >= 0 && (left > 0 || this.round.asked.has(event))) {
      left -= 1;
      event = nextQuestion(trace, event + 1);
    }
    if (event < 0) return this.#noQuestion();
    this.#setPhase("going");
    this.#event = event;
    this.#from = number;
    this.run.limit = event;
    this.#tell("");
    this.#glide(event);
  }

  /** Behind the last question: the round ends, or the first one begins at the start of the run. */
  #noQuestion() {
    if (this.round.asked.size) return this.#endRound(this.say("runOver"));
    if (nextQuestion(this.run.trace, 0) < 0) {
      this.#setPhase("told");
      return this.#tell(this.say("nothing"));
    }
    this.run.limit = Infinity;
    this.go(0);
    return this.#ask(0);
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
    this.#part("count").textContent = this.say("number", { number: this.round.asked.size + 1, count: ROUND });
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
    const number = this.#event;
    // The reason is told of the state before, the board shows the one after.
    run.limit = Infinity;
    this.go(number);
    const event = run.trace.event(number);
    const reason = reasonOf(run.cursor, event, this.say);
    const right = isRight(event, given);
    round.asked.add(number);
    round.right += right ? 1 : 0;
    round.streak = right ? round.streak + 1 : 0;
    round.longest = Math.max(round.longest, round.streak);
    this.answers.add({
      grid: run.trace.puzzle,
      token: round.token,
      event: number,
      cell: given.cell ?? "",
      digit: given.digit ?? "",
    });
    this.go(number + 1);
    this.#setPhase("told");
    this.#showScore();
    this.#tellAnswer({ right, given, event, reason });
  }

  #tellAnswer({ right, given, event, reason }) {
    const truth = PLACEMENTS.has(event.operation)
      ? this.say("placement", { cell: this.say.cell(event.cell), digit: event.digit })
      : this.say("back");
    const yours =
      given.cell === null ? this.say("back") : this.say("placement", { cell: this.say.cell(given.cell), digit: given.digit });
    const said = right ? this.say("right", { truth }) : this.say("wrong", { truth, yours });
    this.#tell(said, reason, right ? "right" : "wrong");
    const isLast = this.round.asked.size === ROUND;
    this.#part("next").querySelector("[data-word]").textContent = this.say(isLast ? "toSummary" : "next");
  }

  #endRound(why) {
    const { asked, right, longest } = this.round;
    this.run.limit = Infinity;
    this.#setPhase("over");
    this.#part("count").textContent = "";
    const result = this.#counted("summary", asked.size, { right, count: asked.size, longest });
    this.#tell(why ? `${why} ${result}` : result, this.say("waysOn"));
    this.#part("next").querySelector("[data-word]").textContent = this.say("again");
    this.#newRound();
  }

  // What the server says

  #mark(answer, mark) {
    if (answer.token !== this.round.token || mark.asked !== this.round.asked.size) return;
    this.round.right = mark.right;
    this.#showScore();
  }

  #warn(trouble, count) {
    const line = this.#part("alert");
    let sentence = "";
    if (trouble === "refused") sentence = this.say("refused");
    else if (trouble) sentence = `${this.#counted("waiting", count, { count })} ${this.say(trouble)}`;
    if (line.textContent !== sentence) line.textContent = sentence;
  }

  // What is seen

  #setPhase(phase) {
    this.#hadFocus ||= this.#part("panel").contains(document.activeElement);
    this.#phase = phase;
    const isOn = phase !== "off";
    this.element.dataset.phase = phase;
    this.#part("toggle").setAttribute("aria-pressed", String(isOn));
    this.#part("panel").hidden = !isOn;
    this.#part("pace").hidden = !isOn;
    this.#part("answer").hidden = phase !== "asking";
    this.#part("next").hidden = phase !== "told" && phase !== "over";
    this.#part("cell").textContent = "";
    this.#moveFocus();
  }

  /** Who answers by buttons finds the next one without a search: the one that had the focus has gone. */
  #moveFocus() {
    if (!this.#hadFocus || this.#phase === "going") return;
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
    this.#part("score").textContent = asked.size
      ? this.say("score", { right, asked: asked.size, streak })
      : "";
  }

  #counted(name, count, values) {
    const forms = this.words[name];
    return fill(forms[this.plurals.select(count)] ?? forms.other, values);
  }
}
