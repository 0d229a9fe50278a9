// What a program prints, what the judge remarks on it, and the answers that it asks for.

const LONGEST_OUTPUT = 20_000;
const MOST_NOTES = 20;

export class ProgramOutput {
  #part;
  #onAnswer;
  #waiting = "";
  #frame = 0;
  // Answers typed before they are asked for: the program runs from its beginning for each.
  #typed = [];
  #isAsked = false;

  /** `onAnswer(text)` is called with the next answer, once the program asks for it. */
  constructor(part, onAnswer) {
    this.#part = part;
    this.#onAnswer = onAnswer;
    part("ask").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#typed.push(part("answer").value);
      part("answer").value = "";
      this.#answer();
    });
  }

  /** Whether the program waits for an answer. */
  get isAsked() {
    return this.#isAsked;
  }

  clear() {
    this.close();
    this.#part("notes").replaceChildren();
    this.#waiting = this.#part("output").textContent = "";
    this.print("");
  }

  /** Append text to the output; in the next frame, since a program may print thousands of times a second. */
  print(text) {
    this.#waiting += text;
    this.#frame ||= requestAnimationFrame(() => {
      const pane = this.#part("output");
      const all = pane.textContent + this.#waiting;
      this.#frame = 0;
      this.#waiting = "";
      pane.textContent = all.length > LONGEST_OUTPUT ? `…\n${all.slice(-LONGEST_OUTPUT)}` : all;
      pane.scrollTop = pane.scrollHeight;
      this.#part("output-box").classList.toggle("is-empty", !pane.textContent);
    });
  }

  /** Add a remark below the output. */
  note(sentence) {
    const notes = this.#part("notes");
    if (!sentence || notes.childElementCount >= MOST_NOTES) return;
    const line = document.createElement("li");
    line.textContent = sentence;
    notes.append(line);
  }

  /** Ask for an answer to the program's question. */
  ask(prompt) {
    this.#isAsked = true;
    const box = this.#part("ask");
    const wasHidden = box.hidden;
    box.hidden = false;
    this.#part("prompt").textContent = prompt.trim() || gettext("The program asks:");
    this.#part("prompt").dataset.asked = prompt;
    if (wasHidden) {
      this.#part("answer").value = "";
      this.#part("answer").focus();
    }
    // The runner reports the question before it reports that the run has paused.
    if (this.#typed.length) queueMicrotask(() => this.#answer());
  }

  /** End the questions. */
  close() {
    this.#isAsked = false;
    this.#typed.length = 0;
    // The focus goes to what the program printed.
    if (document.activeElement === this.#part("answer")) this.#part("output").focus();
    this.#part("ask").hidden = true;
  }

  #answer() {
    if (!this.#isAsked || !this.#typed.length) return;
    this.#isAsked = false;
    const answer = this.#typed.shift();
    this.print(`${this.#part("prompt").dataset.asked}${answer}\n`);
    this.#onAnswer(answer);
  }
}
