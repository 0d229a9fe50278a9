// The picture of a grid during the replay of its moves.

import {
  CELLS,
  centreMarksOf,
  colourOf,
  columnOf,
  digitsOf,
  inverse,
  newGame,
  notesOf,
  readDigits,
  rowOf,
  withEffect,
} from "./reducer.js";

const SVG = "http://www.w3.org/2000/svg";

/** The board of a replay: `step` applies an effect or takes it back, `draw` shows the state and its last effect. The
 * digits of `helped` cells are not drawn as the player's own. */
export function makeBoard(picture, { givens, measures, digits: start, marks: startMarks }) {
  let state = { ...newGame(readDigits(givens)), digits: readDigits(start), marks: startMarks };

  function step(effect, forward) {
    state = withEffect(state, forward ? effect : inverse(effect));
  }

  function draw(effect, helped) {
    const { cell: size, digit: digitAt, notes: notesAt, noteBases } = measures;
    const { digits, marks } = state;
    const entered = [];
    const shown = [];
    const small = [];
    for (const cell of CELLS) {
      if (state.givens[cell]) continue;
      const [x, y] = [size * columnOf(cell), size * rowOf(cell)];
      if (digits[cell]) {
        (helped.has(cell) ? shown : entered).push([digits[cell], x + digitAt[0], y + digitAt[1]]);
      }
      for (const digit of digitsOf(notesOf(marks[cell]))) {
        const at = digit - 1;
        small.push([digit, x + notesAt[at % 3], y + noteBases[Math.floor(at / 3)]]);
      }
    }
    write(picture, "sb-entered", entered);
    write(picture, "sb-helped", shown);
    write(picture, "sb-note", small);
    write(picture, "sb-centre", centred(digits, marks, size));
    paint(picture, marks, size);
    light(picture, size, effect.map((change) => change[0]));
  }

  return { step, draw };
}

function write(picture, name, signs) {
  picture.querySelector(`.${name}`)?.remove();
  if (!signs.length) return;
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("class", name);
  text.setAttribute("x", signs.map((sign) => sign[1]).join(" "));
  text.setAttribute("y", signs.map((sign) => sign[2]).join(" "));
  text.textContent = signs.map((sign) => sign[0]).join("");
  picture.append(text);
}

// The centre marks of each cell, in a row around its middle.
function centred(digits, marks, size) {
  const signs = [];
  for (const cell of CELLS) {
    const found = digitsOf(centreMarksOf(marks[cell]));
    if (digits[cell]) continue;
    const step = Math.min(4, (size - 4) / Math.max(found.length, 1));
    found.forEach((digit, at) => {
      const x = size * columnOf(cell) + size / 2 + (at - (found.length - 1) / 2) * step;
      signs.push([digit, x, size * rowOf(cell) + size * 0.6]);
    });
  }
  return signs;
}

// A colour leaves the edge of its cell free: there, a frame marks a changed cell.
function paint(picture, marks, size) {
  for (let colour = 1; colour <= 9; colour += 1) {
    const cells = CELLS.filter((cell) => colourOf(marks[cell]) === colour);
    const name = `sb-colour-${colour}`;
    if (cells.length || picture.querySelector(`.${name}`)) fill(picture, name, squares(cells, size, 2.5));
  }
}

function light(picture, size, cells) {
  fill(picture, "sb-changed", squares(cells, size, 0));
}

function fill(picture, name, shape) {
  let path = picture.querySelector(`.${name}`);
  if (!path) {
    path = document.createElementNS(SVG, "path");
    path.setAttribute("class", name);
    if (name === "sb-changed") picture.querySelector(".sb-paper").after(path);
    else picture.querySelector(".sb-thin").before(path);
  }
  path.setAttribute("d", shape);
}

function squares(cells, size, rim) {
  const side = size - 2 * rim;
  const corner = (cell) => `${size * columnOf(cell) + rim} ${size * rowOf(cell) + rim}`;
  return cells.map((cell) => `M${corner(cell)}h${side}v${side}h-${side}z`).join("");
}
