// The source that runs, as written by the server, with the line of the last event highlighted.

import { OPERATION } from "../trace.js";

// In playback faster than this (events a second) nobody can read the source: it would only flicker.
const READING_PACE = 10;
const FLICKER_PACE = 30;
const CALM_MS = 250;

export function create(element, run) {
  const lines = new Map();
  for (const line of element.querySelectorAll("[data-line]")) lines.set(Number(line.dataset.line), line);
  let lit = null;
  let litAt = 0;
  new ResizeObserver(() => lit && bringIntoSight(element, lit)).observe(element);
  return {
    show(cursor) {
      const now = performance.now();
      if (run.pace > FLICKER_PACE && now - litAt < CALM_MS) return;
      const line = cursor.last.operation === OPERATION.START ? null : lines.get(run.trace.lineAt(cursor));
      if (line === lit) return;
      lit?.removeAttribute("aria-current");
      lit = line ?? null;
      litAt = now;
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
