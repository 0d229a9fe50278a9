// The drawing of a hint above the cells: links of a chain, the candidates they join, and those eliminated. The sentence of
// the hint says the same, so it is hidden from screen readers. A cell is ten units wide.

import { highlight } from "./cells.js";
import { columnOf, rowOf } from "./reducer.js";

const SVG = "http://www.w3.org/2000/svg";
// The positions of notes in a cell as board.css places them, including the lines between cells.
const NOTE_AT = [1.87, 4.92, 7.97];
const RADIUS = 1.45;
// A line that comes this near to another candidate of the drawing bends around it.
const TOO_NEAR = 1.2;
const BEND = 0.14;

let style = null;

/** Load the style sheet of drawings. A promise, resolved before anything is drawn. */
export function styled() {
  style ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = document.getElementById("links").dataset.style;
    for (const end of ["load", "error"]) link.addEventListener(end, resolve);
    document.head.append(link);
  });
  return style;
}

/**
 * Replace the drawing: links [digit, cells, next digit, next cells, strong], candidates [cell, digit] that are ringed or
 * removed, and the letters of sets [cell, letter]. `lit` are highlighted cells by role: a candidate's ring has the shape
 * of its cell's role. A proof that is a tree gets its controls.
 * @param {any} drawing
 */
export function drawAbove(
  { links = [], ringed = [], removed = [], letters = [], has_tree: hasTree } = {},
  lit = {},
) {
  const nodes = new Map();
  for (const [digit, cells, nextDigit, nextCells] of links) {
    for (const cell of cells) nodes.set(`${cell}.${digit}`, [cell, digit]);
    for (const cell of nextCells) nodes.set(`${cell}.${nextDigit}`, [cell, nextDigit]);
  }
  const places = [...nodes.values()].map(placeOf);
  const roles = rolesOf(lit);
  const layer = document.getElementById("links");
  layer.replaceChildren(
    ...links.flatMap((link) => lines(link, places)),
    ...[...nodes.values()].flatMap(([cell, digit]) => ring(cell, digit, roles.get(cell), true)),
    ...ringed.flatMap(([cell, digit]) => (noteOf(cell, digit) ? ring(cell, digit, roles.get(cell)) : [])),
    ...removed.flatMap(strike),
    ...letters.flatMap(([cell, letter]) => badge(cell, letter, roles.get(cell))),
  );
  if (hasTree) followTree();
}

function followTree() {
  const tree = document.querySelector("#hint [data-tree]:not([data-followed])");
  if (!tree) return;
  tree.dataset.followed = "";
  import("./tree.js").then(({ follow }) => follow(tree, document.getElementById("links"), highlight));
}

function rolesOf(lit) {
  const ranked = ["pattern", "second", "third", "fourth"];
  return new Map(ranked.flatMap((role) => (lit[role] ?? []).map((cell) => [cell, role])));
}

function placeOf([cell, digit]) {
  return [
    10 * columnOf(cell) + NOTE_AT[(digit - 1) % 3],
    10 * rowOf(cell) + NOTE_AT[Math.floor((digit - 1) / 3)],
  ];
}

function noteOf(cell, digit) {
  return document.querySelector(`#c${cell} > .n${digit}`);
}

// A halo below each line separates it from the digits it crosses.
function lines([digit, cells, nextDigit, nextCells, isStrong], places) {
  const [from, to] = nearest(
    cells.map((cell) => placeOf([cell, digit])),
    nextCells.map((cell) => placeOf([cell, nextDigit])),
  );
  const d = pathBetween(from, to, places);
  const kind = isStrong ? "link-strong" : "link-weak";
  return d ? [node("path", { class: "link-halo", d }), node("path", { class: `link ${kind}`, d })] : [];
}

/** The two nearest places, one of each list: there, groups of candidates are joined. */
function nearest(some, others) {
  const pairs = some.flatMap((one) => others.map((other) => [one, other]));
  return pairs.reduce((best, pair) => (distance(...pair) < distance(...best) ? pair : best));
}

function distance([x, y], [toX, toY]) {
  return Math.hypot(toX - x, toY - y);
}

function pathBetween(from, to, places) {
  const length = distance(from, to);
  // Two groups may share a candidate: no line is needed.
  if (length < 2 * RADIUS) return "";
  const along = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const start = from.map((value, axis) => value + RADIUS * along[axis]);
  const end = to.map((value, axis) => value - RADIUS * along[axis]);
  if (!places.some((place) => isBetween(place, from, along, length))) return `M${point(start)}L${point(end)}`;
  const aside = [-along[1], along[0]];
  const middle = from.map((value, axis) => (value + to[axis]) / 2 + 2 * BEND * length * aside[axis]);
  return `M${point(start)}Q${point(middle)} ${point(end)}`;
}

function isBetween([x, y], from, along, length) {
  const [right, down] = [x - from[0], y - from[1]];
  const far = right * along[0] + down * along[1];
  return far > RADIUS && far < length - RADIUS && Math.abs(down * along[0] - right * along[1]) < TOO_NEAR;
}

function point(place) {
  return place.map((value) => value.toFixed(2)).join(" ");
}

function ring(cell, digit, role = "pattern", isLinked = false) {
  const [x, y] = placeOf([cell, digit]);
  const isSquare = role === "second" || role === "fourth";
  const size = 2 * RADIUS - 0.3;
  const shape = isSquare
    ? node("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 0.4 })
    : node("circle", { cx: x, cy: y, r: RADIUS });
  shape.setAttribute("class", `ringed ringed-${role}`);
  return isLinked && !noteOf(cell, digit) ? [shape, sign(digit, x, y, "ringed-digit")] : [shape];
}

/** An eliminated candidate: its digit on a disc, struck through. */
function strike([cell, digit]) {
  const [x, y] = placeOf([cell, digit]);
  const line = { class: "removed-line", x1: x - 1.5, y1: y + 1.2, x2: x + 1.5, y2: y - 1.2 };
  return [
    node("circle", { class: "removed", cx: x, cy: y, r: 1.5 }),
    sign(digit, x, y, "removed-digit"),
    node("line", line),
  ];
}

/** The letter of a cell's set, at its corner, where there is no note. */
function badge(cell, letter, role = "pattern") {
  const [x, y] = [10 * columnOf(cell) + 9.6, 10 * rowOf(cell) + 0.6];
  return [
    node("circle", { class: `badge badge-${role}`, cx: x, cy: y, r: 1.25 }),
    sign(letter, x, y, "badge-letter"),
  ];
}

function sign(digit, x, y, name) {
  const text = node("text", { class: name, x, y });
  text.textContent = digit;
  return text;
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
