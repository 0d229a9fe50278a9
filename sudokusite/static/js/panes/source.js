// The text that runs, as the server has written it, with the line of the last event lit.

import { OPERATION } from "../trace.js";

// Faster than this nobody reads along, and a text that jumps about would only disturb.
const READING_PACE = 10;
const SIGNS = /(?<comment>#.*$)|(?<string>"""|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<keyword>\b(?:and|break|class|continue|def|elif|else|for|from|if|import|in|is|lambda|not|or|pass|raise|return|while|with|yield|True|False|None)\b)/g;

export function create(element, run) {
  const lines = new Map();
  for (const line of element.querySelectorAll("[data-line]")) {
    lines.set(Number(line.dataset.line), line);
    colour(line.querySelector("code"));
  }
  let lit = null;
  return {
    show({ last }) {
      const line = last.operation === OPERATION.START ? null : lines.get(run.trace.lines[last.operation]);
      if (line === lit) return;
      lit?.removeAttribute("aria-current");
      lit = line ?? null;
      lit?.setAttribute("aria-current", "step");
      if (lit && run.pace <= READING_PACE) bringIntoSight(element, lit);
    },
  };
}

function bringIntoSight(frame, line) {
  const top = line.offsetTop - frame.offsetTop;
  const margin = 2 * line.offsetHeight;
  if (top >= frame.scrollTop + margin && top <= frame.scrollTop + frame.clientHeight - 2 * margin) return;
  frame.scrollTop = top - frame.clientHeight / 2;
}

/** Keywords, strings and comments each in their own look; a docstring stands on one line in the course. */
function colour(code) {
  const text = code.textContent;
  if (text.trimStart().startsWith('"""')) {
    code.className = "code-doc";
    return;
  }
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(SIGNS)) {
    const kind = Object.keys(found.groups).find((name) => found.groups[name]);
    const part = document.createElement("span");
    part.className = `code-${kind}`;
    part.textContent = found[0];
    parts.push(text.slice(from, found.index), part);
    from = found.index + found[0].length;
  }
  code.replaceChildren(...parts, text.slice(from));
}
