// The number of placements of a student's solver on several grids, compared with the worksheet's solver and propagation: a
// table, and a chart once the student's own numbers are known.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 560;
const ROW = 34;
const TOP = 22;
const LEFT = 150;
const RIGHT = 56;
// The three differ by shape as well as by colour.
const SERIES = ["mine", "reference", "beyond"];

export class Counts {
  #rows;
  #counts;
  #numbers = new Intl.NumberFormat(document.documentElement.lang);

  /** `grids` are { title, reference, beyond } in the order of the table's rows. */
  constructor(element, grids) {
    this.element = element;
    this.grids = grids;
    this.#rows = [...element.querySelectorAll("tbody tr")];
    this.clear();
  }

  clear() {
    this.#counts = this.grids.map(() => null);
    for (const row of this.#rows) this.#cell(row).textContent = "—";
    this.#draw();
  }

  /** Add the result of a run on a grid. */
  add(number, { totals, exact, ended }) {
    const placements = totals?.placements;
    if (!this.grids[number] || !Number.isSafeInteger(placements)) return;
    this.#counts[number] = { placements, isExact: exact === true };
    const count = this.#numbers.format(placements);
    const text = ended === "raised"
      ? gettext("not to its end")
      : exact
      ? count
      : interpolate(gettext("more than %(count)s"), { count }, true);
    if (ended === "raised") this.#counts[number] = null;
    this.#cell(this.#rows[number]).textContent = text;
    this.#draw();
  }

  /** Show that a run did not end in time. */
  fail(number) {
    if (this.#rows[number]) this.#cell(this.#rows[number]).textContent = gettext("not to its end");
  }

  #cell(row) {
    return row.querySelector("[data-mine]");
  }

  #draw() {
    const figure = this.element.querySelector("[data-chart]");
    const isEmpty = this.#counts.filter(Boolean).length < 3;
    figure.hidden = isEmpty;
    if (!isEmpty) figure.querySelector("svg").replaceWith(this.#picture());
  }

  #picture() {
    const most = Math.max(
      10,
      ...this.grids.flatMap((
        { reference, beyond },
        at,
      ) => [reference, beyond, this.#counts[at]?.placements ?? 0]),
    );
    const decades = Math.ceil(Math.log10(most));
    const place = (count) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.log10(Math.max(1, count))) / decades;
    const height = TOP + ROW * this.grids.length + 6;
    const svg = make("svg", {
      class: "chart-picture",
      viewBox: `0 0 ${WIDTH} ${height}`,
      width: WIDTH,
      role: "img",
      "aria-label": gettext(
        "Placements on each grid, on a scale on which each line is ten times the one before",
      ),
    });
    for (let decade = 0; decade <= decades; decade += 1) {
      this.#gridline(svg, place(10 ** decade), 10 ** decade, height);
    }
    this.grids.forEach((grid, at) => this.#row(svg, grid, at, place));
    return svg;
  }

  #gridline(svg, x, count, height) {
    svg.append(make("path", { class: "chart-line", d: `M${x} ${TOP - 6}V${height}` }));
    svg.append(text({ class: "own-axis", x, y: 10, "text-anchor": "middle" }, this.#numbers.format(count)));
  }

  #row(svg, { title, ...grid }, at, place) {
    const y = TOP + ROW * at + ROW / 2;
    const counts = { ...grid, mine: this.#counts[at]?.placements };
    svg.append(text({ class: "at-end at-middle", x: LEFT - 12, y }, title));
    for (const series of SERIES.filter((name) => counts[name] > 0)) {
      svg.append(sign(series, place(counts[series]), y));
    }
    if (!counts.mine) return;
    svg.append(make("path", { class: "own-bar", d: `M${LEFT} ${y}H${place(counts.mine)}` }));
    svg.append(text({ class: "at-end at-middle own-count", x: WIDTH, y }, this.#numbers.format(counts.mine)));
  }
}

/** A disc for the student's solver, a square for the worksheet's, a triangle for propagation. */
function sign(series, x, y) {
  const shapes = {
    mine: `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z`,
    reference: `M${x - 6} ${y - 6}h12v12h-12z`,
    beyond: `M${x} ${y - 6}l6.5 11h-13z`,
  };
  return make("path", { class: `own-sign own-${series}`, d: shapes[series] });
}

function text(attributes, words) {
  const element = make("text", attributes);
  element.textContent = words;
  return element;
}

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
