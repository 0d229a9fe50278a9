// Cells lit by a hint: each part it plays has a class of its own, .hint-area .hint-cause .hint-pattern .hint-target.

import { markHinted, nodes } from "./cells.js";

const PARTS = ["area", "cause", "pattern", "target"];

/** Light the cells of a hint, `{ area: [0, 1], target: [40], ... }`, and put out what was lit before. */
export function light(parts = {}) {
  for (const part of PARTS) {
    const cells = new Set(parts[part] ?? []);
    nodes.forEach((node, cell) => node.classList.toggle(`hint-${part}`, cells.has(cell)));
  }
  markHinted(PARTS.flatMap((part) => parts[part] ?? []));
}
