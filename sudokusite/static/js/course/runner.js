// Runs students' programs in the isolated frame (puzzles/course/views/sandbox.py): starts and stops jobs, limits their
// time, and passes on their messages. Anything from the frame is untrusted: texts that are read as JSON and checked. Show
// their strings as text only.

const LIMIT_MS = 10_000;
// Loading Brython does not count as time of the program.
const LOADING_MS = 90_000;
// The frame ends a worker within milliseconds. If it does not answer, the frame is removed with its worker.
const GONE_MS = 500;
const MOST_CHARACTERS = 64 * 1024;
const MOST_TRACE_CHARACTERS = 32 * 1024 * 1024;
// All texts of one job together: what is printed ends at 200,000 characters, a trace comes in a few large ones.
const MOST_OF_ALL = 4 * 1024 * 1024;
const MOST_OF_A_TRACE = 64 * 1024 * 1024;

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const areTexts = (value) => Array.isArray(value) && value.every(isText);
const orNothing = (check) => (value) => value === undefined || value === null || check(value);
// A question mark is a cell in which a program left something that is not a digit.
const isGrid = (value) => isText(value) && /^[0-9.?]{81}$/.test(value);
const VERDICTS = [
  "passed",
  "wrong",
  "raised",
  "printed_wrong",
  "changed",
  "not_defined",
  "too_slow",
  "stopped",
];
// Checks for the fields of each kind of message that the page uses.
const FIELDS = {
  begin: { exercise: isText },
  case: { exercise: isText, call: orNothing(isText) },
  printed: { text: isText },
  ask: { prompt: isText },
  raised: { error: isText, line: orNothing(isCount), traceback: orNothing(isText) },
  verdict: {
    exercise: isText,
    verdict: (value) => VERDICTS.includes(value),
    name: orNothing(isText),
    call: orNothing(isText),
    value: orNothing(isText),
    expected: orNothing(isText),
    grid: orNothing(isGrid),
    grid_after: orNothing(isGrid),
    expected_after: orNothing(isGrid),
    printed: orNothing(isText),
    expected_printed: orNothing(isText),
    error: orNothing(isText),
    line: orNothing(isCount),
    cases: orNothing(isCount),
    digits: orNothing(isCount),
    sentence: orNothing(isText),
    detail: orNothing(isText),
    answers: orNothing(areTexts),
  },
};

/** The message in a text from the frame; null if it is invalid. Only a job that records sends a long one, its trace. */
export function messageIn(text, { mayTrace = false } = {}) {
  if (!isText(text) || text.length > (mayTrace ? MOST_TRACE_CHARACTERS : MOST_CHARACTERS)) return null;
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  if (message === null || typeof message !== "object" || Array.isArray(message)) return null;
  if (!isText(message.kind) || !/^[a-z_]{1,20}$/.test(message.kind)) return null;
  if (message.kind !== "trace" && text.length > MOST_CHARACTERS) return null;
  const fields = Object.hasOwn(FIELDS, message.kind) ? FIELDS[message.kind] : {};
  return Object.entries(fields).every(([name, check]) => check(message[name])) ? message : null;
}

export class Runner {
  #frame;
  #scripts;
  #worksheet;
  #onMessage;
  #onEnd;
  #opened = null;
  #element = null;
  #port = null;
  #run = 0;
  #job = null;
  #clock = 0;
  #gone = 0;
  #shown = 0;
  #asked = false;
  #begun = null;
  // The parts that have started the clock in this run: a program may send "begin" any number of times.
  #clocked = new Set();
  #call = null;

  /**
   * `frame` and `scripts`, the addresses, and `worksheet`, whose exercises are imported ahead, are read from the page
   * (course/_sandbox.html) unless they are given.
   * @param {{ frame?: string, scripts?: string[], worksheet?: string, onMessage?: Function, onEnd?: Function }} asked
   */
  constructor({ frame, scripts, worksheet, onMessage = () => {}, onEnd = () => {} } = {}) {
    const given = document.getElementById("sandbox")?.dataset;
    this.#frame = frame ?? given.frame;
    this.#scripts = scripts ?? given.scripts.split(" ");
    this.#worksheet = worksheet ?? given?.worksheet ?? "";
    this.#onMessage = onMessage;
    this.#onEnd = onEnd;
  }

  get running() {
    return this.#job !== null && !this.#asked;
  }

  /** Load Brython into a worker that waits for the next job. */
  async prepare() {
    try {
      await this.#open();
      this.#port?.postMessage(["prepare"]);
    } catch {
      // Offline, perhaps: starting a job shows it.
    }
  }

  /** Start a job; a running one is dropped without a message. */
  start(job) {
    this.#drop();
    this.#shown = 0;
    this.#begin({ seed: Math.floor(Math.random() * 2 ** 31), answers: [], ...job });
  }

  /** After `ask`: run again from the start with one more answer. Output that was sent already is skipped. */
  answer(text) {
    if (!this.#asked) return;
    this.#begin({ ...this.#job, answers: [...this.#job.answers, String(text)], skip: this.#shown });
  }

  /** End the job. The exercise that was begun has the verdict `stopped`. */
  stop() {
    if (this.#job === null) return;
    if (this.#begun !== null) this.#verdict("stopped");
    this.#finish("stopped");
  }

  async #begin(job) {
    this.#job = job;
    this.#asked = false;
    this.#begun = this.#call = null;
    this.#clocked.clear();
    const run = (this.#run += 1);
    this.#watch(LOADING_MS, () => this.#finish("failed"));
    try {
      await this.#open();
    } catch {
      if (run === this.#run) this.#finish("failed");
      return;
    }
    if (run !== this.#run) return;
    const most = job.task === "record" ? MOST_OF_A_TRACE : MOST_OF_ALL;
    this.#port.postMessage(["start", run, JSON.stringify(job), most]);
  }

  #watch(limit, then) {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(then, limit);
  }

  /** Start the clock of the program, or of one exercise: once for each, or a program could run for ever. */
  #watchProgram(part) {
    if (this.#clocked.has(part)) return;
    this.#clocked.add(part);
    this.#watch(this.#job.limit_ms ?? LIMIT_MS, () => this.#tooSlow());
  }

  // The frame

  #open() {
    this.#opened ??= this.#make().catch((error) => {
      this.#discard();
      throw error;
    });
    return this.#opened;
  }

  async #make() {
    const element = document.createElement("iframe");
    this.#element = element;
    // The response has the same policy, in case it is opened in a window.
    element.setAttribute("sandbox", "allow-scripts");
    element.setAttribute("aria-hidden", "true");
    element.tabIndex = -1;
    element.hidden = true;
    element.src = this.#frame;
    const loaded = new Promise((resolve) => element.addEventListener("load", resolve, { once: true }));
    document.body.append(element);
    const [scripts] = await Promise.all([this.#fetchScripts(), loaded]);
    if (this.#element !== element) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => this.#receive(data);
    this.#port = port1;
    // The frame's origin is opaque, so the target is "*". Nothing in the message is secret.
    element.contentWindow.postMessage(scripts, "*", [port2]);
  }

  /** All scripts as one text, so that the frame's policy can forbid it to fetch any. */
  async #fetchScripts() {
    const parts = await Promise.all(
      this.#scripts.map(async (address) => {
        const answer = await fetch(address);
        if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
        return answer.blob();
      }),
    );
    // Without a path Brython would parse the address of the blob, and fail.
    const ahead = [
      "judge.verdicts",
      "judge.wording",
      ...(/^\w+$/.test(this.#worksheet) ? [`judge.exercises.${this.#worksheet}`] : []),
    ];
    const first = `self.__BRYTHON__ = { brython_path: "sandbox:/" };\nself.importAhead = ${
      JSON.stringify(ahead)
    };\n`;
    return new Blob([first, ...parts.flatMap((part) => [part, "\n;\n"])], { type: "text/javascript" });
  }

  /** Remove the frame with everything that runs in it. The next job creates another. */
  #discard() {
    clearTimeout(this.#gone);
    if (this.#port) this.#port.onmessage = null;
    this.#port?.close();
    this.#element?.remove();
    this.#port = this.#element = this.#opened = null;
  }

  // Messages

  #receive(data) {
    if (!Array.isArray(data)) return;
    const [run, text, ended] = data;
    if (ended === "stopped") clearTimeout(this.#gone);
    if (run !== this.#run || !this.running) return;
    if (isText(ended)) {
      this.#finish("failed");
    } else {
      const message = messageIn(text, { mayTrace: this.#job.task === "record" });
      if (message) this.#take(message);
    }
  }

  #take(message) {
    switch (message.kind) {
      case "ready":
        this.#watchProgram("ready");
        break;
      case "begin":
        if (this.#job.exercises && !this.#job.exercises.includes(message.exercise)) return;
        this.#begun = message.exercise;
        this.#call = null;
        // A job without a list of exercises has no exercise to begin.
        if (this.#job.exercises) this.#watchProgram(`begin ${message.exercise}`);
        break;
      case "case":
        this.#call = message.call ?? null;
        break;
      case "verdict":
        this.#judged(message);
        return;
      case "printed":
        this.#shown += message.text.length;
        break;
      case "ask":
        // A program that catches every error would ask for ever.
        this.#end();
        this.#asked = true;
        this.#onMessage(message);
        this.#onEnd("asked");
        return;
      case "end":
        return;
      case "done":
        this.#onMessage({ kind: "end" });
        this.#finish("finished");
        return;
      case "failed":
        console.error(message.error);
        this.#finish("failed");
        return;
    }
    this.#onMessage(message);
  }

  /** Accept one verdict for each exercise of the job, and no others. */
  #judged(message) {
    const { exercises } = this.#job;
    if (exercises && !exercises.includes(message.exercise)) return;
    if (exercises) {
      this.#job = {
        ...this.#job,
        exercises: exercises.filter((key) => key !== message.exercise),
      };
    }
    this.#begun = this.#call = null;
    this.#onMessage(message);
  }

  #verdict(verdict) {
    this.#judged({ kind: "verdict", exercise: this.#begun, verdict, call: this.#call });
  }

  #tooSlow() {
    if (this.#job.task !== "judge") {
      this.#onMessage({ kind: "too_slow" });
      this.#finish("too_slow");
      return;
    }
    const hasBegun = this.#begun !== null;
    if (hasBegun) this.#verdict("too_slow");
    const left = this.#job.exercises ?? [];
    if (!hasBegun) {
      // Loading the program takes too long: no exercise can be judged.
      for (const exercise of left) {
        this.#judged({ kind: "verdict", exercise, verdict: "too_slow", call: null });
      }
    } else if (left.length > 0) {
      this.#end();
      this.#begin(this.#job);
      return;
    }
    this.#onMessage({ kind: "end" });
    this.#finish("finished");
  }

  // The end

  #finish(reason) {
    this.#drop();
    // Load Brython for the next job.
    this.#port?.postMessage(["prepare"]);
    this.#onEnd(reason);
  }

  #drop() {
    if (this.#job === null) return;
    this.#end();
    this.#job = null;
    this.#asked = false;
    this.#begun = this.#call = null;
  }

  /** End the worker by the frame; if that does not answer, remove the frame. */
  #end() {
    clearTimeout(this.#clock);
    clearTimeout(this.#gone);
    const run = this.#run;
    this.#run += 1;
    if (!this.#port) return;
    this.#port.postMessage(["stop", run]);
    this.#gone = setTimeout(() => this.#discard(), GONE_MS);
  }
}
