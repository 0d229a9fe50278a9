// The picture of a grid as it stood: a change is [cell, digit before, digit after, marks before, marks after].

import { centreMarksOf, colourOf, digitsOf, notesOf } from "./reducer.js";

const SVG = "http://www.w3.org/2000/svg";

export function makeBoard(picture, { givens, measures, digits: start, marks: startMarks }) {
  const digits = [...start].map((digit) => (digit === "." ? 0 : Number(digit)));
  const marks = [...startMarks];

  function step(effect, forward) {
    for (const [cell, digitBefore, digitAfter, marksBefore, marksAfter] of effect) {
      digits[cell] = forward ? digitAfter : digitBefore;
      marks[cell] = forward ? marksAfter : marksBefore;
    }
  }

  function draw(effect) {
    const { cell: size, digit: digitAt, notes: notesAt, noteBases } = measures;
    const entered = [];
    const small = [];
    for (let cell = 0; cell < 81; cell += 1) {
      if (givens[cell] !== ".") continue;
      const x = size * (cell % 9);
      const y = size * Math.floor(cell / 9);
      if (digits[cell]) entered.push([digits[cell], x + digitAt[0], y + digitAt[1]]);
      for (const digit of digitsOf(notesOf(marks[cell]))) {
        const at = digit - 1;
        small.push([digit, x + notesAt[at % 3], y + noteBases[Math.floor(at / 3)]]);
      }
    }
    write(picture, "sb-entered", entered);
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

// The centre marks of every cell, side by side around its middle.
function centred(digits, marks, size) {
  const signs = [];
  for (let cell = 0; cell < 81; cell += 1) {
    const found = digitsOf(centreMarksOf(marks[cell]));
    if (digits[cell]) continue;
    const step = Math.min(4, (size - 4) / Math.max(found.length, 1));
    found.forEach((digit, at) => {
      const x = size * (cell % 9) + size / 2 + (at - (found.length - 1) / 2) * step;
      signs.push([digit, x, size * Math.floor(cell / 9) + size * 0.6]);
    });
  }
  return signs;
}

// A colour leaves the rim of its cell free, where it is seen that the cell has changed.
function paint(picture, marks, size) {
  for (let colour = 1; colour <= 9; colour += 1) {
    const cells = [...marks.keys()].filter((cell) => colourOf(marks[cell]) === colour);
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
  const corner = (cell) => `${size * (cell % 9) + rim} ${size * Math.floor(cell / 9) + rim}`;
  return cells.map((cell) => `M${corner(cell)}h${side}v${side}h-${side}z`).join("");
}
