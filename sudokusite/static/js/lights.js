// Cells lit by help: each part has a class of its own, .hint-area .hint-cause .hint-pattern .hint-target .hint-wrong.

import { markHinted, nodes } from "./cells.js";
import { word } from "./words.js";

const PARTS = ["area", "cause", "pattern", "target", "wrong"];

/** Light the cells of a hint, `{ area: [0, 1], target: [40], ... }`, and put out what was lit before. */
export function light(parts = {}) {
  for (const part of PARTS) {
    const cells = new Set(parts[part] ?? []);
    nodes.forEach((node, cell) => node.classList.toggle(`hint-${part}`, cells.has(cell)));
  }
  const named = PARTS.flatMap((part) => (parts[part] ?? []).map((cell) => [cell, part]));
  markHinted(new Map(named.map(([cell, part]) => [cell, word(part === "wrong" ? "wrong" : "hint")])));
}
