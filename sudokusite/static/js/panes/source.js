// The text that runs, as the server has written it, with the line of the last event lit.

import { OPERATION } from "../trace.js";

// Faster than this nobody reads along, and a text that jumps about would only disturb.
const READING_PACE = 10;

export function create(element, run) {
  const lines = new Map();
  for (const line of element.querySelectorAll("[data-line]")) lines.set(Number(line.dataset.line), line);
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
