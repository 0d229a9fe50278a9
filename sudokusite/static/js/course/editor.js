// A textarea for Python: line numbers, indentation, errors at their line. The browser's undo keeps working, because every
// change by a key is made as if it were typed.

import { Colours } from "./colours.js";

const STEP = "    ";
const OPENS = /:\s*(#.*)?$/;
const CLOSES = /^\s*(return|break|continue|pass|raise)\b/;
// The number of line numbers drawn at once, more than any screen shows.
const FEWEST_NUMBERS = 40;

export class Editor {
  /** `onInput()` is called after each change. */
  constructor(frame, { onInput }) {
    this.frame = frame;
    this.area = frame.querySelector("textarea");
    this.numbers = frame.querySelector("[data-numbers]");
    this.band = frame.querySelector("[data-band]");
    this.colours = new Colours(frame.querySelector("[data-colours]"));
    frame.classList.add("is-coloured");
    this.onInput = onInput;
    this.tabLeaves = false;
    this.lineCount = 0;
    this.marked = 0;
    this.area.addEventListener("keydown", (event) => this.press(event));
    this.area.addEventListener("input", () => this.changed());
    this.area.addEventListener("scroll", () => this.follow(), { passive: true });
    this.area.addEventListener("blur", () => this.setTabLeaves(false));
    this.paint();
  }

  get text() {
    return this.area.value;
  }

  /** Replace the whole text. Undo does not take this back. */
  replace(text) {
    const { scrollTop, selectionStart } = this.area;
    this.area.value = text;
    this.area.setSelectionRange(selectionStart, selectionStart);
    this.area.scrollTop = scrollTop;
    this.markLine(0);
    this.paint();
  }

  // Keys

  press(event) {
    if (event.isComposing) return;
    const { key, altKey, ctrlKey, metaKey } = event;
    if (key === "Escape") return this.setTabLeaves(true);
    if (key === "Tab" && !altKey && !ctrlKey && !metaKey) return this.pressTab(event);
    if (key !== "Shift") this.setTabLeaves(false);
    if ((ctrlKey || metaKey) && key === "/") return this.done(event, () => this.toggleComment());
    if (altKey || ctrlKey || metaKey) return;
    if (key === "Enter") this.done(event, () => this.breakLine());
    else if (key === "Backspace" && this.isInIndentation()) this.done(event, () => this.removeStep());
  }

  pressTab(event) {
    // After Escape, Tab moves to the next control.
    if (this.tabLeaves) return;
    this.done(event, () => (event.shiftKey ? this.outdent() : this.indent()));
  }

  done(event, act) {
    event.preventDefault();
    act();
  }

  setTabLeaves(isLeaving) {
    this.tabLeaves = isLeaving;
    this.frame.classList.toggle("tab-leaves", isLeaving);
  }

  // Actions of keys and buttons

  indent() {
    const { selectionStart: start, selectionEnd: end } = this.area;
    if (start === end) return this.type(STEP.slice(this.columnOf(start) % STEP.length));
    this.changeLines((line) => (line.trim() ? STEP + line : line));
  }

  outdent() {
    this.changeLines((line) => line.replace(/^(\t| {1,4})/, ""));
  }

  toggleComment() {
    const isComment = this.chosenLines().every((line) => !line.trim() || /^\s*#/.test(line));
    this.changeLines((line) => {
      if (!line.trim()) return line;
      return isComment ? line.replace(/^(\s*)# ?/, "$1") : line.replace(/^(\s*)/, "$1# ");
    });
  }

  undo() {
    this.command("undo");
  }

  redo() {
    this.command("redo");
  }

  command(name) {
    this.area.focus();
    document.execCommand(name);
  }

  breakLine() {
    const before = this.text.slice(this.lineStart(this.area.selectionStart), this.area.selectionStart);
    let indent = before.match(/^[ \t]*/)[0];
    if (OPENS.test(before) && !/^\s*#/.test(before)) indent += STEP;
    else if (CLOSES.test(before)) indent = indent.replace(/(\t| {1,4})$/, "");
    this.type(`\n${indent}`);
    this.showCaret();
  }

  isInIndentation() {
    const { selectionStart: start, selectionEnd: end } = this.area;
    const before = this.text.slice(this.lineStart(start), start);
    return start === end && before.length > 1 && before.length % STEP.length === 0 && /^ +$/.test(before);
  }

  removeStep() {
    const at = this.area.selectionStart;
    this.area.setSelectionRange(at - STEP.length, at);
    this.type("");
  }

  /** Type a text over the selection, so that undo takes it back. */
  type(text) {
    this.area.focus();
    const isTyped = document.execCommand(text ? "insertText" : "delete", false, text);
    if (isTyped) return;
    const { selectionStart: start, selectionEnd: end } = this.area;
    this.area.setRangeText(text, start, end, "end");
    this.changed();
  }

  // Lines

  lineStart(at) {
    return this.text.lastIndexOf("\n", at - 1) + 1;
  }

  columnOf(at) {
    return at - this.lineStart(at);
  }

  /** The start and end of the selected lines. */
  chosenRange() {
    const { selectionStart: start, selectionEnd: end } = this.area;
    // A selection that ends at the start of a line does not include that line.
    const last = end > start && this.text[end - 1] === "\n" ? end - 1 : end;
    const after = this.text.indexOf("\n", last);
    return [this.lineStart(start), after < 0 ? this.text.length : after];
  }

  chosenLines() {
    return this.text.slice(...this.chosenRange()).split("\n");
  }

  changeLines(change) {
    const { selectionStart: start, selectionEnd: end } = this.area;
    const [from, to] = this.chosenRange();
    const lines = this.text.slice(from, to).split("\n");
    const changed = lines.map(change);
    if (changed.join("\n") === lines.join("\n")) return;
    const firstMoved = changed[0].length - lines[0].length;
    this.area.setSelectionRange(from, to);
    this.type(changed.join("\n"));
    const moved = changed.join("\n").length - (to - from);
    this.area.setSelectionRange(Math.max(from, start + firstMoved), Math.max(from, end + moved));
  }

  /** Put the caret at the start of a line, counted from 1, and show it. */
  goTo(line) {
    const lines = this.text.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(at, at + (lines[line - 1] ?? "").length);
    this.showLine(line);
  }

  /** Mark the line of an error; 0 for none. */
  markLine(line) {
    this.marked = line;
    this.lineCount = 0;
    this.paint();
    if (line) this.showLine(line);
  }

  /** Scroll until a line is the second in view. */
  scrollTo(line) {
    this.area.scrollTop = (line - 1) * this.lineHeight;
    this.follow();
  }

  showLine(line) {
    const top = (line - 1) * this.lineHeight;
    const { scrollTop, clientHeight } = this.area;
    if (top < scrollTop || top > scrollTop + clientHeight - 2 * this.lineHeight) {
      this.area.scrollTop = Math.max(0, top - clientHeight / 3);
    }
    this.follow();
  }

  showCaret() {
    const line = this.text.slice(0, this.area.selectionStart).split("\n").length;
    const bottom = line * this.lineHeight - this.area.clientHeight + this.lineHeight;
    if (bottom > this.area.scrollTop) this.area.scrollTop = bottom;
    // A new line begins at the left.
    this.area.scrollLeft = 0;
  }

  get lineHeight() {
    return Number.parseFloat(getComputedStyle(this.area).lineHeight);
  }

  // Drawing

  changed() {
    if (this.marked) this.markLine(0);
    this.paint();
    this.onInput();
  }

  paint() {
    const count = this.text.split("\n").length;
    if (count !== this.lineCount) this.drawNumbers(count);
    this.colours.show(this.text);
    this.follow();
  }

  drawNumbers(count) {
    this.lineCount = count;
    const shown = Math.max(count, FEWEST_NUMBERS);
    const numbers = Array.from({ length: shown }, (_, at) => {
      if (at >= count) return "";
      return at + 1 === this.marked ? `! ${at + 1}` : String(at + 1);
    });
    this.numbers.textContent = numbers.join("\n");
  }

  follow() {
    const { scrollLeft, scrollTop } = this.area;
    this.colours.follow(scrollLeft, scrollTop);
    this.numbers.style.translate = `0 ${-scrollTop}px`;
    this.band.hidden = !this.marked;
    if (this.marked) this.band.style.translate = `0 ${(this.marked - 1) * this.lineHeight - scrollTop}px`;
  }
}
