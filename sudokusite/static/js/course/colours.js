// Syntax colours in the editor: a coloured copy of the text over the textarea, whose text is transparent. Only changed
// lines are created again.

import { lineOf } from "./source_lines.js";

export class Colours {
  #element;
  // Of each line: its text, the quotes of a string that is open before and after it, its node.
  #lines = [];

  constructor(element) {
    this.#element = element;
    element.hidden = false;
  }

  show(text) {
    const old = this.#lines;
    const texts = text.split("\n");
    let first = 0;
    while (first < texts.length && first < old.length && texts[first] === old[first].text) first += 1;
    let behind = 0;
    const most = Math.min(texts.length, old.length) - first;
    while (behind < most && texts.at(-1 - behind) === old.at(-1 - behind).text) behind += 1;
    const lines = old.slice(0, first);
    const reusedFrom = texts.length - behind;
    for (let at = first; at < texts.length; at += 1) {
      const before = lines.at(-1)?.after ?? "";
      const reused = at >= reusedFrom ? old[at - texts.length + old.length] : null;
      lines.push(reused?.before === before ? reused : makeLine(texts[at], before));
    }
    this.#lines = lines;
    const nodes = new Set(lines.map(({ node }) => node));
    for (const { node } of old.slice(first)) if (!nodes.has(node)) node.remove();
    for (let at = first; at < lines.length; at += 1) {
      const next = at ? lines[at - 1].node.nextSibling : this.#element.firstChild;
      if (next !== lines[at].node) this.#element.insertBefore(lines[at].node, next);
    }
  }

  follow(left, top) {
    this.#element.style.translate = `${-left}px ${-top}px`;
  }
}

function makeLine(text, before) {
  const { nodes, open } = lineOf(text, before);
  const node = document.createElement("span");
  node.append(...nodes, "\n");
  return { text, before, after: open, node };
}
