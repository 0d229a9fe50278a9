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

function group(board) {
  return board.appendChild(document.createElementNS(SVG, "g"));
}

function lightOf(cell, look) {
  const made = document.createElementNS(SVG, "rect");
  const inset = look === "area" ? 0 : 1;
  const sizes = {
    x: 20 * (cell % 9) + inset,
    y: 20 * Math.floor(cell / 9) + inset,
    width: 20 - 2 * inset,
    height: 20 - 2 * inset,
  };
  for (const [name, value] of Object.entries(sizes)) made.setAttribute(name, value);
  made.setAttribute("class", `tree-light part-${look}`);
  return made;
}

document.addEventListener("htmx:afterSettle", attach);
attach();
