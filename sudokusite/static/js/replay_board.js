// The picture of a grid as it stood: a change is [cell, digit before, digit after, marks before, marks after].

const SVG = "http://www.w3.org/2000/svg";

// What of the marks of a cell is its notes: the lowest nine bits, digit d being bit d - 1.
export function cornerNotes(mask) {
  return mask & 511;
}

export function makeBoard(picture, { givens, measures }) {
  const digits = [...givens].map((given) => (given === "." ? 0 : Number(given)));
  const marks = new Array(81).fill(0);

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
      const notes = cornerNotes(marks[cell]);
      for (let at = 0; at < 9; at += 1) {
        if (notes & (1 << at)) small.push([at + 1, x + notesAt[at % 3], y + noteBases[Math.floor(at / 3)]]);
      }
    }
    write(picture, "sb-entered", entered);
    write(picture, "sb-note", small);
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

function light(picture, size, cells) {
  let path = picture.querySelector(".sb-changed");
  if (!path) {
    path = document.createElementNS(SVG, "path");
    path.setAttribute("class", "sb-changed");
    picture.querySelector(".sb-paper").after(path);
  }
  const squares = cells.map((cell) => `M${size * (cell % 9)} ${size * Math.floor(cell / 9)}h${size}v${size}h-${size}z`);
  path.setAttribute("d", squares.join(""));
}
