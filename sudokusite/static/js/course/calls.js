// The open calls of a student's own program: the newest on top, each with the numbers it was called with.

import { Line, openPane } from "../panes/frame.js";
import { Row } from "../panes/stack.js";

const NEWEST = 6;

export function create(element, run) {
  openPane(element, { className: "own-calls", title: run.word("stackTitle") });
  const list = document.createElement("ol");
  list.className = "calls";
  element.append(list);
  const rows = Array.from({ length: NEWEST }, () => new Row(list, "call"));
  const older = document.createElement("li");
  older.className = "calls-older";
  const count = new Line("span", "calls-count", older);
  list.append(older);
  const first = new Row(list, "call");
  return {
    show({ number }) {
      const { trace } = run;
      const calls = trace.callsAt(number, NEWEST);
      rows.forEach((row, place) => row.show(seen(calls[place], place === 0)));
      const left = calls.length < NEWEST ? 0 : calls.at(-1).level - 1;
      older.classList.toggle("none", left < 2);
      count.set(run.word("stackOlder", { count: left - 1 }));
      first.show(left ? seen(trace.firstCall(number), false) : null);
    },
  };
}

function seen(call, isTop) {
  return call ? { level: call.level, call: call.text, place: "", value: "", look: "", isTop } : null;
}
