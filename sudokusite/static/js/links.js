// What a hint draws above the cells: the links of a chain, the candidates they join, and those that fall. It is
// for the eye alone; the sentence of the hint tells the same. Ten units are a cell, so it grows with the board.

import { light } from "./cells.js";
import { columnOf, rowOf } from "./reducer.js";

const SVG = "http://www.w3.org/2000/svg";
// Where the notes of a cell stand, as board.css places them, the lines between cells allowed for.
const NOTE_AT = [1.87, 4.92, 7.97];
const RADIUS = 1.45;
// A line that comes so near to another candidate of the drawing is bent around it.
const TOO_NEAR = 1.2;
const BEND = 0.14;

let style = null;

/** The style comes with the script, before anything is drawn: without a hint nobody needs it. A promise of it. */
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
 * Draw this, and take away what was drawn before: links [digit, cells, next digit, next cells, strong],
 * candidates [cell, digit] that are ringed or removed, and the letters of sets [cell, letter]. `lit` are cells by
 * look: a candidate's ring has the shape of its cell's. A proof that is a tree can be followed from now on.
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
  const looks = lookOfCells(lit);
  const layer = document.getElementById("links");
  layer.replaceChildren(
    ...links.flatMap((link) => lines(link, places)),
    ...[...nodes.values()].flatMap(([cell, digit]) => ring(cell, digit, looks.get(cell), true)),
    ...ringed.flatMap(([cell, digit]) => (noteOf(cell, digit) ? ring(cell, digit, looks.get(cell)) : [])),
    ...removed.flatMap(strike),
    ...letters.flatMap(([cell, letter]) => badge(cell, letter, looks.get(cell))),
  );
  if (hasTree) followTree();
}

function followTree() {
  const tree = document.querySelector("#hint [data-tree]:not([data-followed])");
  if (!tree) return;
  tree.dataset.followed = "";
  import("./tree.js").then(({ follow }) => follow(tree, document.getElementById("links"), light));
}

function lookOfCells(lit) {
  const ranked = ["pattern", "second", "third", "fourth"];
  return new Map(ranked.flatMap((look) => (lit[look] ?? []).map((cell) => [cell, look])));
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

// A halo below each line keeps it apart from the digits it crosses.
function lines([digit, cells, nextDigit, nextCells, isStrong], places) {
  const [from, to] = nearest(
    cells.map((cell) => placeOf([cell, digit])),
    nextCells.map((cell) => placeOf([cell, nextDigit])),
  );
  const d = pathBetween(from, to, places);
  const kind = isStrong ? "link-strong" : "link-weak";
  return d ? [node("path", { class: "link-halo", d }), node("path", { class: `link ${kind}`, d })] : [];
}

/** The two places nearest to each other, one of each list: where groups of candidates are joined. */
function nearest(some, others) {
  const pairs = some.flatMap((one) => others.map((other) => [one, other]));
  return pairs.reduce((best, pair) => (distance(...pair) < distance(...best) ? pair : best));
}

function distance([x, y], [toX, toY]) {
  return Math.hypot(toX - x, toY - y);
}

function pathBetween(from, to, places) {
  const length = distance(from, to);
  // Two rings of a group may share a candidate: nothing lies between.
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

function ring(cell, digit, look = "pattern", isLinked = false) {
  const [x, y] = placeOf([cell, digit]);
  const isSquare = look === "second" || look === "fourth";
  const size = 2 * RADIUS - 0.3;
  const shape = isSquare
    ? node("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 0.4 })
    : node("circle", { cx: x, cy: y, r: RADIUS });
  shape.setAttribute("class", `ringed ringed-${look}`);
  return isLinked && !noteOf(cell, digit) ? [shape, sign(digit, x, y, "ringed-digit")] : [shape];
}

/** A candidate that falls: its digit on a ground of its own, struck through. */
function strike([cell, digit]) {
  const [x, y] = placeOf([cell, digit]);
  const line = { class: "removed-line", x1: x - 1.5, y1: y + 1.2, x2: x + 1.5, y2: y - 1.2 };
  return [
    node("circle", { class: "removed", cx: x, cy: y, r: 1.5 }),
    sign(digit, x, y, "removed-digit"),
    node("line", line),
  ];
}

/** The letter of a cell's set, at its corner, where no note stands. */
function badge(cell, letter, look = "pattern") {
  const [x, y] = [10 * columnOf(cell) + 9.6, 10 * rowOf(cell) + 0.6];
  return [
    node("circle", { class: `badge badge-${look}`, cx: x, cy: y, r: 1.25 }),
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
