// Proofs on pages whose boards are pictures: each is shown step by step on the board beside it.

import { follow } from "./tree.js";

const SVG = "http://www.w3.org/2000/svg";
const PLACES = ".example, .path-place";

function attach() {
  for (const tree of document.querySelectorAll("[data-tree]:not([data-followed])")) {
    const board = tree.closest(PLACES).querySelector(".step-board");
    tree.dataset.followed = "";
    const [ground, layer] = [group(board), group(board)];
    follow(tree, layer, (lit) => {
      board.classList.add("is-stepped");
      ground.replaceChildren(
        ...Object.entries(lit).flatMap(([look, cells]) => cells.map((cell) => lightOf(cell, look))),
      );
    });
  }
}

// A cell is twenty units of the picture, ten of the drawing.
function group(board) {
  const made = document.createElementNS(SVG, "g");
  made.setAttribute("transform", "scale(2)");
  return board.appendChild(made);
}

function lightOf(cell, look) {
  const made = document.createElementNS(SVG, "rect");
  const inset = look === "area" ? 0 : 0.5;
  const sizes = {
    x: 10 * (cell % 9) + inset,
    y: 10 * Math.floor(cell / 9) + inset,
    width: 10 - 2 * inset,
    height: 10 - 2 * inset,
    rx: look === "cause" ? 4.5 : 0,
  };
  for (const [name, value] of Object.entries(sizes)) made.setAttribute(name, value);
  made.setAttribute("class", `tree-light tree-light-${look}`);
  return made;
}

document.addEventListener("htmx:afterSettle", attach);
attach();
