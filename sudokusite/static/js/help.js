// Help beside the board: its buttons and key, the hint it shows, and the cells that the hint highlights.

import { board } from "./board_state.js";
import { highlight, nodes } from "./cells.js";
import { STRANGERS } from "./outbox.js";
import { withoutColour } from "./reducer.js";
import { say } from "./status.js";

const page = document.getElementById("play");
const panel = document.getElementById("help");
const box = document.getElementById("hint");
const more = document.getElementById("help-more");
const moreButton = panel.querySelector("[data-help-more]");
const layer = document.getElementById("links");
const status = document.getElementById("status");
const hintForm = document.getElementById("help-hint");

// The hint

let positionAtHint = "";

const hint = () => box?.firstElementChild;

/** What a hint depends on: the digits, and the marks of cells in which it removes a candidate. */
function position() {
  const { digits, marks } = board.game.shown;
  const removed = drawing()?.dataset.removed.split(" ").filter(Boolean) ?? [];
  return [digits, removed.map((cell) => withoutColour(marks[Number(cell)]))].join();
}

/** Highlight the cells of the hint, and draw its links above them. */
function open() {
  positionAtHint = position();
  highlight(lit());
  draw();
  if (box?.querySelector(".ref")) import("./refs.js").then(({ attach }) => attach());
  hideRepeat();
}

const lit = () => (hint() ? JSON.parse(hint().dataset.lights) : {});

// That of the hint, or of the step that is chosen in its list.
/** @returns {HTMLTemplateElement | null | undefined} */
const drawing = () => box?.querySelector(".hint > template, [aria-pressed=true] + template");

// Loaded by the first hint with a drawing. It draws the hint that is shown when the script has arrived.
function draw() {
  if (!drawing() && !layer.childElementCount && !box?.querySelector("[data-tree]")) return;
  import("./hint_layer.js").then(async ({ drawAbove, loadHintStyle }) => {
    await loadHintStyle();
    drawAbove(drawing());
  });
}

/** Close the hint. Returns whether there was one. */
function close() {
  if (!hint()) return false;
  const hadFocus = box.contains(document.activeElement);
  box.replaceChildren();
  open();
  if (hadFocus) hintForm?.querySelector("button").focus();
  return true;
}

// The status line announces the sentence of a hint to screen readers; it is visible there only while the hint is folded.
function hideRepeat() {
  const sentence = hint()?.dataset.news;
  status.classList.toggle("is-repeated", Boolean(sentence) && status.textContent.trim() === sentence.trim());
  status.classList.toggle("is-folded", box?.querySelector(".hint-fold")?.ariaExpanded === "false");
}

function turn(fold) {
  fold.ariaExpanded = String(fold.ariaExpanded !== "true");
  hideRepeat();
}

/** Unfold a hint that came folded if it does not cover the tools. */
function unfoldBeside() {
  const fold = box.querySelector(".hint-fold[aria-expanded=false]");
  if (!fold) return;
  fold.ariaExpanded = "true";
  const tools = panel.querySelector(".help-tools").getBoundingClientRect();
  if (hint().getBoundingClientRect().top < tools.bottom) fold.ariaExpanded = "false";
}

new MutationObserver(hideRepeat).observe(status, { childList: true });

// Requests

function showMore(isOpen) {
  more?.classList.toggle("is-open", isOpen);
  moreButton?.setAttribute("aria-expanded", String(isOpen));
}

const isMoreOpen = () => more?.classList.contains("is-open") ?? false;

function closeMore() {
  if (!isMoreOpen()) return false;
  if (more.contains(document.activeElement)) moreButton.focus();
  showMore(false);
  return true;
}

document.addEventListener("board:hint", (event) => {
  if (!hintForm) return;
  event.preventDefault();
  hintForm.requestSubmit();
});

document.addEventListener("board:escape", (event) => {
  if (closeMore() || close()) event.preventDefault();
});

document.addEventListener("board:highlight", open);

document.addEventListener("board:moved", () => {
  if (hint() && position() !== positionAtHint && !hint().dataset.looking) close();
});

panel.addEventListener("click", (event) => {
  const { target, detail } = event;
  const fold = target.closest("[data-fold-hint]");
  if (fold) turn(fold);
  if (target.closest("[data-close-hint]")) close();
  if (target.closest("[data-help-more]")) showMore(!isMoreOpen());
  // Loaded by the first click on a step or a deduction: few players use them.
  if (target.closest("[data-step], .deduction")) import("./steps.js").then(({ act }) => act(target));
  // A double click is one request: the answer to its first click may be here already.
  if (detail > 1 && target.closest("[data-help]")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  // An open deduction stays, because its cells are chosen on the board.
  const isAway = !event.target.closest("#help-more, [data-help-more]") &&
    !more?.querySelector(".deduction[open]");
  if (isMoreOpen() && isAway) showMore(false);
});

// The focus stays on the cell, so that the next key still goes there.
panel.addEventListener("mousedown", (event) => {
  const isFocusOnBoard = nodes.includes(document.activeElement);
  if (isFocusOnBoard && event.target.closest(".tool, .hint button")) event.preventDefault();
});

document.addEventListener("htmx:configRequest", (event) => {
  const { elt, parameters } = event.detail;
  if (!["cell", "deduction"].includes(elt.dataset.help)) return;
  const { cell } = board.selection;
  if (cell !== null) parameters.cell = cell;
  else {
    event.preventDefault();
    say(gettext("Choose a cell first."));
  }
});

// Answers

let hadFocus = false;
let isStyled = Boolean(hint());

// The style of hints is on its way with the first request; until it is there, the first answer is hidden.
async function style() {
  await import("./hint_layer.js").then(({ loadHintStyle }) => loadHintStyle()).catch(() => {});
  isStyled = true;
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!isStyled && event.detail.elt.dataset.help) style();
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target === box) hadFocus = box.contains(document.activeElement);
});

document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target !== box) return;
  showMore(false);
  open();
  box.hidden = !isStyled;
  if (isStyled) unveil();
  else style().then(unveil);
});

function unveil() {
  box.hidden = false;
  unfoldBeside();
  hideRepeat();
  if (hadFocus) (box.querySelector("button") ?? nodes.find((node) => node.tabIndex === 0)).focus();
}

document.addEventListener("help-refused", (event) => {
  showMore(false);
  if (hint()?.dataset.looking) close();
  say(event.detail.value);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (!elt.dataset.help) return;
  // By now board.js has applied what the help changed.
  if (hint()) positionAtHint = position();
  const isAnswered = STRANGERS.includes(xhr.status) || (xhr.status >= 200 && xhr.status < 300);
  if (!isAnswered) say(gettext("Help could not be loaded. Try again."));
  if (page.classList.contains("is-finished")) document.querySelector("#finish button")?.focus();
});

if (hint()) open();
