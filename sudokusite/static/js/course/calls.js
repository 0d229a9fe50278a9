// The open calls of a student's own program, the newest on top: each with its arguments and the digit it wrote last.

import { Line, openPane } from "../panes/frame.js";
import { Row } from "../panes/stack.js";
import { cellName } from "../reducer.js";

const NEWEST = 6;

export function create(element, run) {
  openPane(element, { className: "own-calls", title: gettext("Call stack") });
  const list = document.createElement("ol");
  list.className = "calls";
  const none = document.createElement("p");
  none.className = "soft small";
  none.textContent = gettext("No call is open: the run has not begun, or is over.");
  element.append(none, list);
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
      none.hidden = calls.length > 0;
      list.classList.toggle("empty", !calls.length);
      rows.forEach((row, place) => row.show(seen(calls[place], place === 0)));
      const left = calls.length < NEWEST ? 0 : calls.at(-1).level - 1;
      older.classList.toggle("none", left < 2);
      count.set(interpolate(gettext("Older calls: %(count)s"), { count: left - 1 }, true));
      first.show(left ? seen(trace.firstCall(number), false) : null);
    },
  };
}

function seen(call, isTop) {
  if (!call) return null;
  const { level, text, cell, digit } = call;
  return {
    level,
    call: text,
    place: cell < 0 ? "" : cellName(cell),
    value: digit || "",
    look: "",
    isTop,
  };
}
