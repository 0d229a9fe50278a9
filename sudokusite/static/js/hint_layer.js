// What a hint draws above the cells: the server has drawn it in a template beside the sentence, which says the same.

import { highlight } from "./cells.js";
import { loadStyle } from "./styles.js";

const layer = () => document.getElementById("links");

/** The style of hints comes with the first one: others need none. A promise of it. */
export const loadHintStyle = () => loadStyle(layer().dataset.style);

/**
 * Draw this template, and take away what was drawn before. A proof in the hint can be followed from now on.
 * @param {HTMLTemplateElement | null | undefined} drawing
 */
export function drawAbove(drawing) {
  const drawn = drawing ? document.importNode(drawing.content, true).firstElementChild.childNodes : [];
  // The frame of a coordinate that is pointed at meanwhile stays: see refs.js.
  const frame = document.querySelector(".ref.is-lit") ? layer().querySelectorAll(".ref-frame") : [];
  layer().replaceChildren(...drawn, ...frame);
  followTree();
}

function followTree() {
  const tree = document.querySelector("#hint [data-tree]:not([data-followed])");
  if (!tree) return;
  tree.dataset.followed = "";
  import("./tree.js").then(({ follow }) => follow(tree, layer(), highlight));
}
