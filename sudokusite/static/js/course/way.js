// The strip of the 81 cells for a student's own program: where it has written last, and whether it placed or took back.

import { StripPane } from "../panes/strip.js";
import { OPERATION } from "../trace.js";

const { RETURN, OVER } = OPERATION;

export function create(element, run) {
  return new WayPane(element, run);
}

class WayPane extends StripPane {
  isForward(operation) {
    return operation !== RETURN && operation !== OVER;
  }

  tell(at, isForward) {
    this.place.set(at < 0 || at > 80 ? "" : this.run.cellName(at));
    this.sense.set("");
    this.way.set(this.run.word(isForward ? "stripForward" : "stripBackward"));
    this.way.element.dataset.way = isForward ? "forward" : "backward";
  }
}
