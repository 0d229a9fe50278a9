// The strip of the 81 cells for a student's own program: the cell it wrote last, and whether it placed or took back.

import { StripPane } from "../panes/strip.js";
import { OPERATION } from "../trace.js";
import { cellName } from "../reducer.js";

const { RETURN, OVER } = OPERATION;

export function create(element, run) {
  return new DirectionPane(element, run);
}

class DirectionPane extends StripPane {
  isForward(operation) {
    return operation !== RETURN && operation !== OVER;
  }

  showPlace(at, isForward) {
    this.place.set(at < 0 || at > 80 ? "" : cellName(at));
    this.sense.set("");
    this.direction.set(isForward ? gettext("goes forward") : gettext("goes back"));
    this.direction.element.dataset.direction = isForward ? "forward" : "backward";
  }
}
