// Predictions: the run stops before an event and asks what it will be. A round has at most ten questions; the server
// marks each answer, and its mark is stored in the history.
//
// Until the round ends, nothing after the next question is shown. In a free round the page has the whole run and marks the
// answers at once. Of an assigned run it has only the part before the next question: the server marks each answer, and then
// sends the run up to the following question.

import { randomHex } from "./requests.js";
import { PredictionQueue } from "./prediction_queue.js";
import { digitOf } from "./keys.js";
import { isRight, nextQuestion } from "./prediction_events.js";
import { reasonOf } from "./reasons.js";
import { cellName } from "./reducer.js";
import { fetchTrace, PLACEMENTS } from "./trace.js";

const ROUND = 10;
const GLIDE_STEPS = 12;
const GLIDE_MS = 45;

/**
 * Add predictions to a run. `element` is the panel (_predict.html), `go(number)` shows a state. With `asks` a round begins
 * at once. `assigned` is for an assignment: the numbers of predictions wanted, asked and right, and its address.
 * `onAsking(isAsking)` is called when answers must be hidden or may be shown, `onGrowth()` when more of the run is known.
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

  // off, going (on the way to a question), asking, sent (an assigned answer waits for its mark), answered (the answer is
  // shown), over (the round has ended)
  #phase = "off";
  #event = -1;
  #from = 0;
  #hadFocus = false;
  #timer = 0;

  constructor(run, { element, go, asks, assigned, onAsking, onGrowth }) {
    Object.assign(this, { run, element, go, assigned, onAsking, onGrowth });
    // The simple method takes nothing back.
    this.neverGoesBack = run.trace.algorithm === "projet_insa";
    this.answers = new PredictionQueue(run.facts.predictUrl, {
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
    // Before the viewer's listener, which uses some of the same keys.
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
    if (!isNext || !["answered", "over"].includes(this.#phase)) return false;
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
    this.#announce("");
  }

  #goOn() {
    if (this.#phase === "over") return this.assigned ? location.assign(this.assigned.workUrl) : this.#start();
    if (this.round.asked === this.round.size) return this.#endRound("");
    return this.#ask(Number(this.#part("every")?.value ?? 1) - 1);
  }

  /** Ask the next question, after skipping some. */
  #ask(skipped) {
    const event = this.assigned ? this.run.trace.length : this.#nextOf(skipped);
    if (event < 0) return this.#noQuestion();
    this.#setPhase("going");
    this.#event = event;
    this.#from = this.run.number;
    this.run.limit = event;
    this.#announce("");
    return this.#glide(event);
  }

  /** The event of the next question; events that the page has shown already are passed over. */
  #nextOf(skipped) {
    const { trace, number, seen } = this.run;
    let event = nextQuestion(trace, Math.max(number, seen + 1));
    for (let left = skipped; event >= 0 && left > 0; left -= 1) event = nextQuestion(trace, event + 1);
    return event;
  }

  /** After the last question the round ends; without any question there is nothing to predict. */
  #noQuestion() {
    if (this.round.asked) return this.#endRound(gettext("The run has no more questions."));
    this.run.unlimit();
    this.#setPhase("over");
    this.#part("next").hidden = true;
    return this.#announce(
      nextQuestion(this.run.trace, 0) < 0
        ? gettext("There is nothing to predict in this run.")
        : gettext("You have already seen this run. Reload the page, or choose another grid to predict."),
    );
  }

  /** Go to an event in a few visible steps, or at once with reduced motion. */
  #glide(event) {
    const left = event - this.run.number;
    const step = Math.ceil((event - this.#from) / GLIDE_STEPS);
    if (left <= step || matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#open(event);
    // Not by the page's clock, which would announce each of these states.
    this.run.show(this.run.number + step);
    this.#timer = setTimeout(() => this.#glide(event), GLIDE_MS);
  }

  #open(event) {
    this.go(event);
    this.#setPhase("asking");
    this.#part("count").textContent = interpolate(gettext("Question %(number)s of %(count)s"), {
      number: this.round.asked + 1,
      count: this.round.size,
    }, true);
    this.#part("back").hidden = this.neverGoesBack;
    this.#announce(
      this.neverGoesBack
        ? gettext(
          "Which digit does it write first? Several cells may have a single digit left: it takes the first of them in reading order. Choose a cell and a digit.",
        )
        : gettext("What does it do next? Choose a cell and a digit, or say that it goes back."),
    );
    if (this.run.chosen >= 0) this.#showCell(this.run.chosen);
  }

  #choose(cell) {
    if (this.#phase !== "asking") return;
    // The reader may have gone back to earlier states.
    if (this.run.number !== this.#event) this.go(this.#event);
    this.#showCell(cell);
  }

  #showCell(cell) {
    this.#part("cell").textContent = interpolate(gettext("%(cell)s: now the digit."), {
      cell: cellName(cell),
    }, true);
  }

  #answerDigit(digit) {
    const focused = document.activeElement?.closest("[data-cell]")?.dataset.cell;
    const cell = this.run.chosen >= 0 ? this.run.chosen : Number(focused ?? -1);
    if (cell < 0) this.#part("cell").textContent = gettext("Choose a cell on the grid first.");
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

  /** Show the event that was asked for, but nothing after it. */
  #judged(given, right) {
    const { run, round } = this;
    const number = this.#event;
    run.limit = number + 1;
    // The reason is about the state before the event, the board shows the state after it.
    this.go(number);
    const event = run.trace.event(number);
    const reason = reasonOf(run.cursor, event);
    round.asked += 1;
    round.right += right ? 1 : 0;
    round.streak = right ? round.streak + 1 : 0;
    round.longest = Math.max(round.longest, round.streak);
    this.go(number + 1);
    this.#setPhase("answered");
    this.#showScore();
    this.#announceAnswer({ right, given, event, reason });
  }

  #announceAnswer({ right, given, event, reason }) {
    const truth = PLACEMENTS.has(event.operation)
      ? interpolate(
        gettext("%(digit)s in %(cell)s"),
        { cell: cellName(event.cell), digit: event.digit },
        true,
      )
      : gettext("it goes back");
    const yours = given.cell === null ? gettext("it goes back") : interpolate(
      gettext("%(digit)s in %(cell)s"),
      { cell: cellName(given.cell), digit: given.digit },
      true,
    );
    const sentence = right
      ? interpolate(gettext("Right: %(truth)s."), { truth }, true)
      : interpolate(gettext("No: %(truth)s. You said: %(yours)s."), { truth, yours }, true);
    this.#announce(sentence, reason, right ? "right" : "wrong");
    const isLast = this.round.asked === this.round.size;
    this.#part("next").querySelector("[data-word]").textContent = isLast
      ? gettext("How did I do?")
      : gettext("Next question");
  }

  #endRound(why) {
    const { asked, right, longest } = this.round;
    this.run.unlimit();
    this.#setPhase("over");
    this.#part("count").textContent = "";
    const sentence = !this.assigned && asked > 1
      ? gettext("%(right)s of %(count)s predictions were right; the longest streak was %(longest)s.")
      : ngettext(
        "%(right)s of %(count)s prediction was right.",
        "%(right)s of %(count)s predictions were right.",
        asked,
      );
    const result = asked
      ? interpolate(sentence, { right, count: asked, longest }, true)
      : gettext("There is nothing to predict in this run.");
    this.#announce(
      why ? `${why} ${result}` : result,
      this.assigned
        ? gettext("They count for your assignment. The run can now be watched.")
        : gettext("Your history keeps this round."),
    );
    this.#part("next").querySelector("[data-word]").textContent = this.assigned
      ? gettext("Back to the assignment")
      : gettext("Another round");
    if (!this.assigned) this.#newRound();
  }

  // Marks of the server

  #mark(answer, mark) {
    if (this.assigned) return this.#take(answer, mark);
    if (answer.token !== this.round.token || mark.asked !== this.round.asked) return undefined;
    this.round.right = mark.right;
    return this.#showScore();
  }

  /** An assigned answer was marked: load its event, and all events before the next question. */
  async #take(answer, mark) {
    try {
      this.run.trace.extend(await fetchTrace(this.run.facts.traceUrl));
    } catch {
      this.#part("alert").textContent = gettext("The run could not be loaded. Reload the page.");
      return;
    }
    this.onGrowth();
    const given = answer.digit ? { cell: answer.cell, digit: answer.digit } : { cell: null, digit: null };
    // If another window has answered this question, that answer counts.
    this.round.asked = mark.asked - 1;
    this.round.right = mark.right - (mark.isRight ? 1 : 0);
    this.#judged(given, mark.isRight);
  }

  #warn(trouble, count) {
    const line = this.#part("alert");
    let sentence = "";
    if (trouble === "refused") {
      sentence = this.assigned
        ? gettext("This answer was not accepted. Reload the page.")
        : gettext("This answer could not be saved and does not count.");
    } else if (trouble) sentence = `${sentenceOfWaiting(count)} ${sentenceOfTrouble(trouble)}`;
    if (line.textContent !== sentence) line.textContent = sentence;
  }

  // Display

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
    this.#part("next").hidden = phase !== "answered" && phase !== "over";
    this.#part("cell").textContent = "";
    this.#moveFocus();
  }

  /** Move the focus to the next button to use: the one that had it is hidden. */
  #moveFocus() {
    if (!this.#hadFocus || this.#phase === "going" || this.#phase === "sent") return;
    this.#hadFocus = false;
    const { activeElement, body } = document;
    if (activeElement !== body && !this.#part("panel").contains(activeElement)) return;
    const next = this.#phase === "asking" ? this.#part("answer").querySelector("button") : this.#part("next");
    next.focus({ preventScroll: true });
  }

  #announce(sentence, reason = "", verdict = "") {
    this.#part("sentence").textContent = sentence;
    this.#part("why").textContent = reason;
    this.#part("sentence").dataset.verdict = verdict;
  }

  #showScore() {
    const { asked, right, streak } = this.round;
    this.#part("score").textContent = asked
      ? interpolate(
        gettext("%(right)s of %(asked)s right · %(streak)s in a row"),
        { right, asked, streak },
        true,
      )
      : "";
  }
}

function sentenceOfWaiting(count) {
  const sentence = ngettext(
    "%(count)s answer is not saved yet.",
    "%(count)s answers are not saved yet.",
    count,
  );
  return interpolate(sentence, { count }, true);
}

function sentenceOfTrouble(trouble) {
  return {
    offline: gettext("The site does not answer: sending again. Keep this page open."),
    sessionEnded: gettext("Your session has ended. Log in in another window and keep this page open."),
    heldBack: gettext("The site is busy: sending again. Keep this page open."),
  }[trouble];
}
