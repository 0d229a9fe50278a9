// The counters of a run: so far, and in total.

const COUNTERS = {
  A: ["tests", "placements", "returns", "depth"],
  B: ["tests", "placements", "returns", "forward", "backward"],
  C: ["tests", "placements", "writes", "useful_writes"],
  D: ["tests", "placements", "returns", "depth"],
  E: ["tests", "placements", "returns", "writes", "depth"],
  own: ["placements", "returns", "calls", "depth"],
};

/** The name of a counter; some have another name for one algorithm. */
function counterName(name, letter) {
  const names = {
    tests: gettext("tests"),
    tests_C: gettext("cells looked at"),
    tests_D: gettext("digits looked for"),
    tests_E: gettext("digits tried"),
    placements: gettext("placements"),
    returns: gettext("returns"),
    returns_own: gettext("taken back"),
    forward: gettext("forward"),
    backward: gettext("backward"),
    writes: gettext("writes to M"),
    writes_E: gettext("candidates removed"),
    useful_writes: gettext("useful writes"),
    solutions: gettext("solutions"),
    depth: gettext("open calls"),
    calls: gettext("calls of your functions"),
  };
  return names[`${name}_${letter}`] ?? names[name];
}

let numbers = null;
const inWords = (count) => (numbers ??= new Intl.NumberFormat(document.documentElement.lang)).format(count);

export function create(element, run) {
  const { letter, algorithm } = run.facts;
  const names = algorithm === "n_valide" ? [...COUNTERS[letter], "solutions"] : COUNTERS[letter];
  const drawn = new Map();
  const texts = new Map();
  const list = document.createElement("dl");
  list.className = "counters";
  for (const name of names) {
    const text = document.createTextNode("");
    list.append(line(run, name, text));
    texts.set(name, text);
  }
  element.replaceChildren(list);
  return {
    show(cursor) {
      for (const name of names) {
        const count = name === "depth" ? cursor.depth : cursor.counters[name];
        if (count === drawn.get(name)) continue;
        drawn.set(name, count);
        texts.get(name).data = inWords(count);
      }
    },
  };
}

function line(run, name, text) {
  const group = document.createElement("div");
  const term = document.createElement("dt");
  const count = document.createElement("dd");
  const number = document.createElement("b");
  term.textContent = counterName(name, run.facts.letter);
  number.append(text);
  count.append(number);
  const { totals, isExact, areTotalsExact = isExact } = run.trace;
  // A count of 0 means nothing in a run that was not recorded to its end.
  if (name in totals && (areTotalsExact || totals[name])) {
    const total = document.createElement("span");
    const sentence = areTotalsExact ? gettext("of %(total)s") : gettext("of more than %(total)s");
    total.textContent = interpolate(sentence, { total: inWords(totals[name]) }, true);
    count.append(" ", total);
  }
  group.append(term, count);
  return group;
}
