// A proof, step by step on the board: an assumption, what follows from it, and the contradiction.
//
// The lines are nested lists on the page. A line is shown with everything that holds there: the lines above it in its
// list, and the lines above in the lists around it. A cell is twenty units of the drawing.

const SVG = "http://www.w3.org/2000/svg";
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
// Where notes are, as puzzles/play/pictures/small_board.py places them.
const NOTE_AT = [4.4, 9.9, 15.4];

/** Add controls to a tree: `layer` is an svg element to draw in, `light(cells by role)` highlights cells. */
export function follow(tree, layer, light) {
  const lines = [...tree.querySelectorAll("[data-line]")];
  const bar = tree.querySelector("[data-tree-bar]");
  let here = -1;

  function show(index) {
    here = Math.min(Math.max(index, 0), lines.length - 1);
    const line = lines[here];
    for (const one of lines) one.removeAttribute("aria-current");
    line.setAttribute("aria-current", "step");
    for (let around = line.parentElement.closest("[data-line] > details"); around;) {
      around.open = true;
      around = around.parentElement.closest("details:not([data-tree-all])");
    }
    bar.querySelector("[data-tree-count]").textContent = `${here + 1} / ${lines.length}`;
    bar.querySelector("[data-tree-now]").textContent = line.querySelector(".tree-words").textContent;
    mark();
    layer.replaceChildren(...draw(line));
    light(JSON.parse(line.dataset.lights));
    // A line that lights no cell is a part of the hint too: what is chosen steps back.
    layer.parentElement.querySelector(".board")?.classList.add("is-hinting");
    keepInSight(line);
  }

  function mark() {
    for (const button of bar.querySelectorAll("[data-tree-go]")) {
      const isEnd = Number(button.dataset.treeGo) > 0 ? here === lines.length - 1 : here <= 0;
      button.setAttribute("aria-disabled", String(isEnd));
    }
  }

  tree.addEventListener("click", (event) => {
    const button = event.target.closest("[data-tree-go]");
    const line = event.target.closest(".tree-words")?.closest("[data-line]");
    // From then on the arrow keys move in the proof, not on the board.
    button?.focus({ preventScroll: true });
    if (button) show(here + Number(button.dataset.treeGo));
    else if (line) show(lines.indexOf(line));
  });

  tree.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    show(here + by);
  });

  bar.hidden = false;
  bar.querySelector("[data-tree-count]").textContent = `0 / ${lines.length}`;
  mark();
}

// Scrolls the list only, never the page.
function keepInSight(line) {
  const list = line.closest("[data-tree-all]");
  if (!list.open) return;
  const box = list.querySelector(".tree-lists");
  const [top, height] = [
    line.getBoundingClientRect().top - box.getBoundingClientRect().top,
    box.clientHeight,
  ];
  if (top < 0 || top > height - 40) box.scrollTop += top - height / 3;
}

/** The lines that hold at a line, each with its depth in nested trials. */
function standing(line) {
  const found = [];
  for (let at = line; at; at = at.parentElement.closest("[data-line]")) {
    const above = [];
    for (let one = at; one; one = one.previousElementSibling) above.unshift(one);
    if (at !== line) above.pop();
    found.unshift(above);
  }
  return found.flatMap((lines, depth) => lines.map((one) => ({ line: one, depth })));
}

function draw(line) {
  if (line.dataset.line === "end") return [];
  return standing(line).flatMap(({ line: one, depth }) => shapes(one, depth, one === line));
}

function shapes(line, depth, isNow) {
  const { line: kind, at, frame } = line.dataset;
  if (kind === "gap") return [framed(frame)];
  const candidates = at ? candidatesOf(at) : [];
  const drawn = candidates.flatMap((each) => {
    if (kind === "fall" || kind === "deny") return struck(each);
    // One of several cells holds it: each shows the candidate, none the digit.
    return candidates.length > 1 ? [circled(each, isNow)] : supposed({ ...each, kind, depth, isNow });
  });
  return line.dataset.origin
    ? [arrow(candidatesOf(line.dataset.origin), candidates, isNow), ...drawn]
    : drawn;
}

/** Where each of these candidates is: the corner of its cell, and the middle of its note. */
function candidatesOf(text) {
  return text.split(" ").map((one) => {
    const [cell, digit] = one.split(".").map(Number);
    const [x, y] = [20 * (cell % 9), 20 * Math.floor(cell / 9)];
    const [left, top] = [x + NOTE_AT[(digit - 1) % 3], y + NOTE_AT[Math.floor((digit - 1) / 3)]];
    return { x, y, left, top, digit };
  });
}

// An assumption has a dashed frame, which is round inside another trial; a consequence has a thin frame.
function supposed({ x, y, digit, kind, depth, isNow }) {
  const names = ["tree-cell", `tree-cell-${kind}`, depth ? "tree-deep" : "", isNow ? "tree-new" : ""];
  const text = node("text", { class: "tree-digit", x: x + 10, y: y + 14.4 });
  text.textContent = digit;
  const group = node("g", { class: names.filter(Boolean).join(" ") });
  group.append(
    node("rect", { x: x + 1.8, y: y + 1.8, width: 16.4, height: 16.4, rx: depth ? 8.2 : 2 }),
    text,
  );
  return [group];
}

function circled({ left, top, digit }, isNow) {
  const group = node("g", { class: `tree-note${isNow ? " tree-new" : ""}` });
  const text = node("text", { x: left, y: top + 1.9 });
  text.textContent = digit;
  group.append(node("circle", { cx: left, cy: top, r: 2.5 }), text);
  return group;
}

function struck({ left, top, digit }) {
  const text = node("text", { class: "removed-digit", x: left, y: top + 1.9 });
  text.textContent = digit;
  const line = { class: "removed-line", x1: left - 2.7, y1: top + 2.1, x2: left + 2.7, y2: top - 2.1 };
  return [node("circle", { class: "removed", cx: left, cy: top, r: 2.5 }), text, node("line", line)];
}

/** From what a line follows from to what it says, by the shortest way between their candidates. */
function arrow(origins, candidates, isNow) {
  let best = null;
  for (const from of origins) {
    for (const to of candidates) {
      const [across, down] = [to.left - from.left, to.top - from.top];
      const length = Math.hypot(across, down);
      if (length > 0 && (!best || length < best.length)) best = { from, to, across, down, length };
    }
  }
  if (!best) return node("g", {});
  const { from, to, length } = best;
  const [across, down] = [best.across / length, best.down / length];
  const [tipX, tipY] = [to.left - 3.4 * across, to.top - 3.4 * down];
  const [baseX, baseY] = [tipX - 2.8 * across, tipY - 2.8 * down];
  const group = node("g", { class: isNow ? "tree-arrow tree-new" : "tree-arrow" });
  group.append(
    node("line", { x1: from.left + 3 * across, y1: from.top + 3 * down, x2: baseX, y2: baseY }),
    node("path", {
      d: `M${tipX} ${tipY}L${baseX - 1.5 * down} ${baseY + 1.5 * across}L${baseX + 1.5 * down} ${
        baseY - 1.5 * across
      }z`,
    }),
  );
  return group;
}

function framed(frame) {
  const [x, y, width, height] = frame.split(" ").map((size) => 20 * Number(size));
  return node("rect", {
    class: "tree-hole",
    x: x + 0.6,
    y: y + 0.6,
    width: width - 1.2,
    height: height - 1.2,
  });
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
