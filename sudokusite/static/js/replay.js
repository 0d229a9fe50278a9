// Steps through the moves of an attempt. Every move carries its full effect, so no rule of play is needed here:
// [cell, digit before, digit after, notes before, notes after] for each cell it changed.

const PLAY_MS = 500;
const SVG = "http://www.w3.org/2000/svg";

const page = document.querySelector("[data-replay]");
const controls = page.querySelector("[data-controls]");
if (controls) start(JSON.parse(document.getElementById("replay-data").textContent));

function start({ givens, effects, measures }) {
  const board = page.querySelector(".small-board");
  const slider = controls.querySelector("input");
  const play = controls.querySelector("[data-go=play]");
  const lines = [...page.querySelectorAll(".move")];
  const digits = [...givens].map((given) => (given === "." ? 0 : Number(given)));
  const notes = new Array(81).fill(0);
  let at = 0;
  let timer = 0;

  function step(effect, forward) {
    for (const [cell, digitBefore, digitAfter, notesBefore, notesAfter] of effect) {
      digits[cell] = forward ? digitAfter : digitBefore;
      notes[cell] = forward ? notesAfter : notesBefore;
    }
  }

  function show(number) {
    const target = Math.max(0, Math.min(effects.length, number));
    while (at < target) step(effects[at++], true);
    while (at > target) step(effects[--at], false);
    draw(board, measures, givens, digits, notes, at ? effects[at - 1] : []);
    slider.value = at;
    controls.querySelector("[data-count]").textContent = `${at} / ${effects.length}`;
    tell(lines[at - 1]);
  }

  function tell(line) {
    for (const other of lines) other.removeAttribute("aria-current");
    const words = line ? line.firstElementChild.textContent : "";
    slider.setAttribute("aria-valuetext", `${at}: ${words}`);
    controls.querySelector("[data-words]").textContent = timer ? "" : words;
    if (!line) return;
    line.setAttribute("aria-current", "step");
    const list = line.parentElement;
    list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  }

  function run() {
    if (at === effects.length) show(0);
    timer = setInterval(() => {
      show(at + 1);
      if (at === effects.length) stop();
    }, PLAY_MS);
    play.setAttribute("aria-pressed", "true");
  }

  const go = {
    first: () => show(0),
    back: () => show(at - 1),
    forward: () => show(at + 1),
    last: () => show(effects.length),
  };

  controls.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (!button) return;
    const wasPlaying = Boolean(timer);
    stop();
    if (button !== play) go[button.dataset.go]();
    else if (!wasPlaying) run();
  });
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  page.querySelector("[data-moves]").addEventListener("click", (event) => {
    const line = event.target.closest(".move");
    if (!line) return;
    stop();
    show(line.value);
  });

  controls.hidden = false;
  show(effects.length);
}

function draw(board, measures, givens, digits, notes, effect) {
  const { cell: size, digit: digitAt, notes: notesAt, noteBases } = measures;
  const entered = [];
  const small = [];
  for (let cell = 0; cell < 81; cell += 1) {
    if (givens[cell] !== ".") continue;
    const x = size * (cell % 9);
    const y = size * Math.floor(cell / 9);
    if (digits[cell]) entered.push([digits[cell], x + digitAt[0], y + digitAt[1]]);
    for (let digit = 1; digit <= 9; digit += 1) {
      if (!(notes[cell] & (1 << (digit - 1)))) continue;
      small.push([digit, x + notesAt[(digit - 1) % 3], y + noteBases[Math.floor((digit - 1) / 3)]]);
    }
  }
  write(board, "sb-entered", entered);
  write(board, "sb-note", small);
  light(board, size, effect.map((change) => change[0]));
}

function write(board, name, signs) {
  board.querySelector(`.${name}`)?.remove();
  if (!signs.length) return;
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("class", name);
  text.setAttribute("x", signs.map((sign) => sign[1]).join(" "));
  text.setAttribute("y", signs.map((sign) => sign[2]).join(" "));
  text.textContent = signs.map((sign) => sign[0]).join("");
  board.append(text);
}

function light(board, size, cells) {
  let path = board.querySelector(".sb-changed");
  if (!path) {
    path = document.createElementNS(SVG, "path");
    path.setAttribute("class", "sb-changed");
    board.querySelector(".sb-paper").after(path);
  }
  const squares = cells.map((cell) => `M${size * (cell % 9)} ${size * Math.floor(cell / 9)}h${size}v${size}h-${size}z`);
  path.setAttribute("d", squares.join(""));
}
