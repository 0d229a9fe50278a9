// The replay of an attempt. Every move has its full effect, so no rules of play are needed here.

import { makeBoard } from "./replay_board.js";
import { makeLine } from "./replay_line.js";
import { makeRhythm } from "./replay_rhythm.js";

const page = document.querySelector("[data-replay]");
const player = page.querySelector("[data-player]");
const controls = page.querySelector("[data-controls]");
if (controls) start(JSON.parse(document.getElementById("replay-data").textContent));

function start(data) {
  const { effects, jumps, earlier } = data;
  const last = effects.length;
  const byHelp = new Set(data.helped);
  const picture = player.querySelector(".small-board");
  const slider = controls.querySelector(".viewer-slider");
  const play = controls.querySelector("[data-go=play]");
  const practice = page.querySelector("[data-practice]");
  const lines = [...page.querySelectorAll(".move")];
  const board = makeBoard(picture, data);
  const line = makeLine(page.querySelector("[data-line]"), data.points);
  let at = 0;

  const rhythm = makeRhythm(data.times, data.startMs, {
    forward: () => show(at + 1),
    isOver: () => at === last,
    onStop: () => {
      showPlaying(false);
      sayWords();
    },
  });

  function showPlaying(isPlaying) {
    play.setAttribute("aria-pressed", String(isPlaying));
    play.classList.toggle("playing", isPlaying);
  }

  function show(number) {
    const target = Math.max(0, Math.min(last, number));
    while (at < target) board.step(effects[at++], true);
    while (at > target) board.step(effects[--at], false);
    board.draw(at ? effects[at - 1] : [], helpedCells());
    line.show(at);
    slider.value = earlier + at;
    const count = controls.querySelector("[data-count]");
    count.textContent = count.textContent.replace(/\d+/, earlier + at);
    markLine();
    sayWords();
    if (practice) offerPractice();
    return at;
  }

  // The cells whose digit came from help, by the last move that changed it.
  function helpedCells() {
    const helped = new Set();
    for (let number = 0; number < at; number += 1) {
      for (const [cell, before, after] of effects[number]) {
        if (before === after) continue;
        if (byHelp.has(number)) helped.add(cell);
        else helped.delete(cell);
      }
    }
    return helped;
  }

  function markLine() {
    for (const other of lines) other.removeAttribute("aria-current");
    const current = lines[at - 1];
    const list = lines[0].parentElement;
    current?.setAttribute("aria-current", "step");
    list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }

  // During playback nothing is announced: a screen reader would fall behind.
  function sayWords() {
    const words = at ? lines[at - 1].firstElementChild.textContent : "";
    slider.setAttribute("aria-valuetext", `${earlier + at}: ${words}`);
    controls.querySelector("[data-words]").textContent = rhythm.isPlaying() ? "" : words;
  }

  function offerPractice() {
    practice.elements.move.value = earlier + at;
    practice.querySelector("button").disabled = Boolean(data.solved) && at >= data.solved;
  }

  function toggle() {
    if (rhythm.isPlaying()) {
      rhythm.stop();
      return;
    }
    if (at === last) show(0);
    rhythm.start(at);
    showPlaying(true);
    sayWords();
  }

  function goTo(number) {
    if (rhythm.isPlaying()) rhythm.stop();
    show(number);
  }

  // Mistakes: always to the first. Other kinds: to the next, and after the last to the first.
  function jump(kind) {
    const numbers = jumps[kind];
    const next = kind === "mistake" ? undefined : numbers.find((number) => number > at);
    goTo(next ?? numbers[0]);
  }

  const go = {
    play: toggle,
    first: () => goTo(0),
    back: () => goTo(at - 1),
    forward: () => goTo(at + 1),
    last: () => goTo(last),
  };
  const keys = { ArrowLeft: go.back, ArrowRight: go.forward, Home: go.first, End: go.last };

  function onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const hasOwnKeys = event.target.matches("button, summary, input[type=radio]");
    if (event.key === " " && !hasOwnKeys) toggle();
    else if (keys[event.key] && event.target !== slider && event.target.type !== "radio") keys[event.key]();
    else return;
    event.preventDefault();
  }

  controls.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go], [data-jump]");
    if (button?.dataset.go) go[button.dataset.go]();
    else if (button) jump(button.dataset.jump);
  });
  controls.querySelector("[data-speeds]").addEventListener("change", (event) => {
    rhythm.setSpeed(Number(event.target.value), at);
  });
  player.addEventListener("keydown", onKey);
  slider.addEventListener("input", () => goTo(Number(slider.value) - earlier));
  line.onPoint(goTo);
  // After a click on the board, keys move the slider.
  picture.addEventListener("click", () => slider.focus({ preventScroll: true }));
  page.querySelector("[data-moves]").addEventListener("click", (event) => {
    const move = event.target.closest(".move");
    if (move) goTo(move.value - earlier);
  });

  controls.hidden = false;
  show(data.at);
}
