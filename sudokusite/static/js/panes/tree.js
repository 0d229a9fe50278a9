// The search tree (E), from the first open choice to the last: beside each open digit the other options, dead ones crossed
// out with the number of their choices, untried ones hollow. Only the deepest choices are drawn.

import { OPERATION } from "../trace.js";
import { addLegend, Line, openPane } from "./frame.js";
import { ink, Picture } from "./picture.js";
import { searchTree } from "./search_tree.js";
import { cellName } from "../reducer.js";

let numbers = null;
const inWords = (count) => (numbers ??= new Intl.NumberFormat(document.documentElement.lang)).format(count);

const ROWS = 6;
const ROW_HEIGHT = 46;
const RADIUS = 13;
const LABEL = 54;
const TOP = 30;

export function create(element, run) {
  return new TreePane(element, run);
}

class TreePane {
  constructor(element, run) {
    this.run = run;
    // A run has at most as many open choices as choices; many have none.
    const { isExact, totals } = run.trace;
    this.height = TOP + (isExact ? Math.min(ROWS, totals.tests) : ROWS) * ROW_HEIGHT;
    this.tree = searchTree(run.trace);
    this.rows = [];
    this.hidden = 0;
    this.shown = "";
    this.drawing = 0;
    openPane(element, { className: "search-tree", title: gettext("Search tree") });
    this.caption = new Line("p", "pane-caption", element);
    this.path = new Line("p", "visually-hidden", element);
    this.picture = new Picture({
      label: gettext("Search tree"),
      count: 1,
      layout: () => this.height,
      paint: () => this.#paint(),
    });
    this.picture.appendTo(element);
    addLegend(element, [
      ["open", gettext("open choice")],
      ["dead", gettext("dead end (and its choices)")],
      ["untried", gettext("not tried yet")],
    ]);
  }

  show(cursor) {
    // The tree depends on these only.
    const { tests, returns } = cursor.counters;
    const shown = `${tests} ${returns} ${cursor.last.operation === OPERATION.RETURN}`;
    if (shown === this.shown) return;
    this.shown = shown;
    const rows = this.tree.branch(cursor);
    const open = rows.filter(({ digit }) => digit);
    this.hidden = Math.max(0, rows.length - ROWS);
    this.rows = rows.slice(this.hidden);
    this.earlier = rows.slice(0, this.hidden);
    const counts = { open: open.length, dead: inWords(returns) };
    this.caption.set(
      interpolate(
        rows.length
          ? gettext("Open choices: %(open)s. Dead ends: %(dead)s.")
          : gettext("No choice is open: all digits so far were forced."),
        counts,
        true,
      ),
    );
    this.path.set(open.map(({ cell, digit }) => `${cellName(cell)} = ${digit}`).join(", "));
    this.picture.set(0, this.drawing += 1);
  }

  #paint() {
    const { picture } = this;
    picture.pen.clearRect(0, 0, picture.width, picture.height);
    let parent = { x: LABEL + (picture.width - LABEL) / 2, y: 12 };
    this.#paintRoot(parent);
    this.rows.forEach((row, depth) => {
      const y = TOP + depth * ROW_HEIGHT + ROW_HEIGHT / 2;
      const places = this.#places(row.options.length, parent.x);
      picture.text(cellName(row.cell), 2, y, "--text-soft", {
        size: 13,
        weight: 600,
        align: "left",
      });
      const open = row.options.findIndex(({ state }) => state === "open");
      row.options.forEach((option, nth) =>
        nth !== open && this.#paintLink(parent, { x: places[nth], y }, option)
      );
      // The open path is drawn over the others.
      if (open >= 0) this.#paintLink(parent, { x: places[open], y }, row.options[open]);
      row.options.forEach((option, nth) => this.#paintOption(places[nth], y, option));
      if (open >= 0) parent = { x: places[open], y };
    });
  }

  #paintRoot({ x, y }) {
    const { picture } = this;
    if (!this.hidden) return picture.shape([[x - 6, y], [x, y - 6], [x + 6, y], [x, y + 6]], "--ring");
    const digits = this.earlier.map(({ digit }) => digit).join(" ");
    const caption = interpolate(gettext("Earlier: %(count)s"), { count: this.hidden }, true);
    picture.text(caption, 2, y, "--text-soft", { size: 13, align: "left" });
    picture.text(`⋯ ${digits.slice(-13)}`, x, y, "--entered", { size: 13, weight: 700 });
  }

  /** Side by side under their parent, inside the picture. */
  #places(count, middle) {
    const room = this.picture.width - LABEL - 2 * RADIUS - 34;
    const step = Math.min(4.2 * RADIUS, room / Math.max(1, count - 1));
    const least = LABEL + RADIUS + 24;
    const most = this.picture.width - RADIUS - 10 - step * (count - 1);
    const first = Math.max(least, Math.min(most, middle - (step * (count - 1)) / 2));
    return Array.from({ length: count }, (_, nth) => first + nth * step);
  }

  #paintLink(parent, child, { state }) {
    const from = [parent.x, parent.y + (parent.y < 20 ? 7 : RADIUS)];
    const to = [child.x, child.y - RADIUS];
    const middle = (from[1] + to[1]) / 2;
    const points = [from, [from[0], middle], [to[0], middle], to];
    if (state === "open") this.picture.line(points, "--ring", { thickness: 3 });
    else this.picture.line(points, "--line-thin", { thickness: 1, dash: state === "dead" ? [] : [3, 3] });
  }

  #paintOption(x, y, { digit, state, size }) {
    const { picture } = this;
    const { pen } = picture;
    pen.beginPath();
    pen.arc(x, y, RADIUS, 0, 2 * Math.PI);
    this.#colour(state);
    pen.fill();
    pen.stroke();
    pen.setLineDash([]);
    const tokens = { open: "--accent-text", dead: "--conflict-digit", untried: "--text-soft" };
    picture.text(digit, x, y, tokens[state], { size: 15, weight: state === "open" ? 700 : 500 });
    if (state !== "dead") return;
    picture.line([[x - 8, y + 8], [x + 8, y - 8]], "--conflict-wedge", { thickness: 1.5 });
    if (size > 1) {
      picture.text(size, x - RADIUS - 3, y, "--conflict-digit", { size: 11, weight: 600, align: "right" });
    }
  }

  #colour(state) {
    const { pen } = this.picture;
    const fills = { open: "--ring", dead: "--conflict-fill", untried: "--cell-fill" };
    const strokes = { open: "--ring", dead: "--conflict-wedge", untried: "--text-soft" };
    pen.fillStyle = ink(fills[state]);
    pen.strokeStyle = ink(strokes[state]);
    pen.lineWidth = 1;
    pen.setLineDash(state === "untried" ? [3, 2] : []);
  }
}
