// Runs of the program on the page of an exercise: a run, or a judgement of one or all exercises. Python is loaded with the
// first, in an isolated frame (runner.js); whatever comes out of it is data.

import { csrfToken } from "../requests.js";
import { ProgramOutput } from "./program_output.js";
import { sentenceOf, text } from "./verdict_view.js";
import { storable } from "./verdicts.js";

const LIMIT_MS = 10_000;

export class ProgramRuns {
  #part;
  #page;
  #config;
  #editor;
  #view;
  #say;
  #output;
  #runner = null;
  #task = null;
  #files = {};
  // Why nothing may run, in a sentence; "" when it may.
  #suspended = "";
  // How the run ends, in a sentence for the status line.
  #ending = "";
  // Of the last judgement: its program, its verdicts by exercise, and whether the judge could read the program.
  #judged = null;
  #verdicts = new Map();
  #isUnusable = false;
  // The line that Python cannot read in the judged program; 0 for none.
  #unreadable = 0;
  #unsent = [];

  /** `view` shows verdicts, `say(sentence, { isShown })` writes the status line; the others are the page's. */
  constructor(part, { page, config, editor, view, say }) {
    this.#part = part;
    this.#page = page;
    this.#config = config;
    this.#editor = editor;
    this.#view = view;
    this.#say = say;
    this.#output = new ProgramOutput(part, (answer) => this.#answer(answer));
    for (const event of ["online", "focus"]) window.addEventListener(event, () => this.#sendVerdicts());
    this.#setRunning(false);
  }

  /** What is handed in with the program: the verdicts on just this text, and the line that cannot be read. */
  get report() {
    const isJudged = this.#judged === this.#editor.text;
    return {
      verdicts: isJudged ? [...this.#verdicts.values()].map(storable) : [],
      unreadable: isJudged && this.#unreadable ? this.#unreadable : "",
    };
  }

  /** Show the verdict of the last judgement on an exercise. */
  showVerdict(exercise) {
    const verdict = this.#verdicts.get(exercise);
    if (verdict) this.#view.show(verdict, this.#judged);
    this.#view.scrollTo();
  }

  /** Run the program. */
  run() {
    return this.#start({ task: "run" });
  }

  /** Judge the program on these exercises. */
  judge(exercises) {
    return this.#start({ task: "judge", exercises });
  }

  stop() {
    this.#runner?.stop();
  }

  /** Run nothing while the student writes an exam: stop what runs. An empty sentence ends that. */
  suspend(sentence) {
    if (sentence === this.#suspended) return;
    this.#suspended = sentence;
    if (sentence && this.#task) this.stop();
    if (sentence) this.#say(sentence);
  }

  async #start(asked) {
    if (this.#suspended) return this.#say(this.#suspended);
    if (this.#task && !this.#output.isAsked) return;
    const { worksheet, language } = this.#config;
    const task = { ...asked, source: this.#editor.text, worksheet, language, limit_ms: LIMIT_MS };
    this.#task = task;
    this.#setRunning(true);
    this.#reset(task);
    this.#say(task.task === "judge" ? gettext("Python is loading…") : gettext("The program runs…"));
    try {
      this.#runner ??= await this.#makeRunner();
      if (task.task === "run") task.files = await this.#fetchFiles();
    } catch {
      // There is no network; the program in the editor is saved in this browser all the same.
      this.#setRunning(false);
      this.#task = null;
      return this.#say(gettext("Python could not be loaded. Try again when there is a connection."));
    }
    this.#runner.start(task);
  }

  #reset({ task, source }) {
    // That a whole program cannot be judged says nothing about a run.
    if (task === "run" && this.#isUnusable) this.#view.showStored();
    this.#editor.markLine(0);
    this.#ending = gettext("The program has ended.");
    this.#isUnusable = false;
    this.#output.clear();
    if (task !== "judge") return;
    if (this.#judged !== source) this.#verdicts.clear();
    this.#judged = source;
    this.#unreadable = 0;
  }

  /** The files that the worksheet puts beside the program, by name; fetched with the first run. */
  async #fetchFiles() {
    for (const [name, url] of Object.entries(this.#config.urls.files)) {
      if (name in this.#files) continue;
      const answer = await fetch(url);
      if (answer.ok) this.#files[name] = await answer.text();
    }
    return this.#files;
  }

  async #makeRunner() {
    const { Runner } = await import("./runner.js");
    return new Runner({
      onMessage: (message) => this.#receive(message),
      onEnd: (reason) => this.#end(reason),
    });
  }

  /** A program that waits for an answer can be stopped, and another run can be started instead. */
  #setRunning(isRunning, isWaiting = false) {
    this.#page.classList.toggle("is-running", isRunning || isWaiting);
    for (const button of this.#page.querySelectorAll("[data-run]")) button.disabled = isRunning;
    this.#part("stop").disabled = !(isRunning || isWaiting);
  }

  // Messages of the run

  #receive(message) {
    const { kind } = message;
    if (kind === "begin") this.#announceExercise(message.exercise);
    else if (kind === "printed") this.#output.print(text(message.text));
    else if (kind === "cut") this.#output.note(gettext("The program prints more than is shown here."));
    else if (kind === "note") this.#note(message);
    else if (kind === "verdict") this.#addVerdict(message);
    else if (kind === "raised") this.#showError(message);
    else if (kind === "too_slow") this.#tooSlow();
    else if (kind === "ask") this.#ask(text(message.prompt));
  }

  #exercise(key) {
    return this.#config.exercises.find((each) => each.key === key);
  }

  #announceExercise(key) {
    const exercise = this.#exercise(key);
    if (exercise) this.#say(interpolate(gettext("Judging %(name)s…"), { name: exercise.name }, true));
  }

  /** A remark of the judge on the file: what it left out, or why nothing can be judged. */
  #note({ line, sentence, fatal }) {
    const remark = text(sentence).replaceAll("`", "");
    if (!fatal) return this.#output.note(remark);
    this.#isUnusable = true;
    if (this.#task?.task === "judge" && Number.isInteger(line)) this.#unreadable = line;
    this.#view.showUnusable(remark, line, this.#task?.source);
    this.#say(remark, { isShown: false });
  }

  #addVerdict(message) {
    const { exercise } = message;
    if (!this.#exercise(exercise)) return;
    this.#verdicts.set(exercise, message);
    this.#view.list(message);
    if (exercise === this.#config.exercise) this.#view.show(message, this.#judged);
    this.#unsent.push(storable(message));
  }

  #showError({ error, line, traceback }) {
    this.#ending = gettext("The program stopped with an error.");
    this.#output.print(`${text(traceback) || text(error)}\n`);
    if (Number.isInteger(line) && line > 0) this.#editor.markLine(line);
  }

  #tooSlow() {
    this.#ending = gettext("The program was stopped after 10 seconds.");
    this.#output.note(this.#ending);
  }

  #ask(prompt) {
    this.#setRunning(false, true);
    this.#say(gettext("The program waits for your answer."));
    this.#output.ask(prompt);
  }

  /** Run the program again from its beginning, with one answer more: what it printed stays. */
  #answer(answer) {
    this.#setRunning(true);
    this.#say(gettext("The program runs…"));
    this.#runner.answer(answer);
  }

  #end(reason) {
    if (reason === "asked") return;
    this.#setRunning(false);
    this.#output.close();
    const wasJudged = this.#task?.task === "judge";
    this.#task = null;
    if (wasJudged) this.#view.scrollTo({ hasSummary: this.#verdicts.size > 1 });
    if (reason === "failed" && !this.#verdicts.size) {
      return this.#say(gettext("Python could not be loaded. Try again when there is a connection."));
    }
    if (!wasJudged) return this.#say(reason === "stopped" ? gettext("Stopped.") : this.#ending);
    this.#sendVerdicts();
    this.#summarise();
  }

  #summarise() {
    const judged = [...this.#verdicts.values()];
    if (judged.length > 1) {
      const passed = judged.filter(({ verdict }) => verdict === "passed").length;
      const counts = { passed, count: judged.length };
      return this.#say(interpolate(gettext("%(passed)s of %(count)s passed."), counts, true));
    }
    if (this.#isUnusable) return;
    const [only] = judged;
    if (!only) return this.#say(gettext("There is no verdict."));
    const verdict = this.#config.verdicts[only.verdict];
    this.#say(
      interpolate(gettext("%(verdict)s. %(sentence)s"), { verdict, sentence: sentenceOf(only) }, true),
      { isShown: false },
    );
  }

  /** Send verdicts to the site; what it does not take is sent after the next judgement, or when the window is back. */
  async #sendVerdicts() {
    if (!this.#unsent.length) return;
    const sent = this.#unsent.splice(0);
    try {
      const response = await fetch(this.#config.urls.verdicts, {
        method: "POST",
        headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true", "Content-Type": "application/json" },
        body: JSON.stringify(sent),
      });
      if (response.status === 401 || response.status >= 500) this.#unsent.unshift(...sent);
      else if (response.ok && (await response.json()).opened?.includes(this.#config.exercise)) {
        this.#part("reference").hidden = false;
      }
    } catch {
      this.#unsent.unshift(...sent);
    }
  }
}
