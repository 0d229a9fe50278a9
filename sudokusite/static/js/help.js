// Help beside the board: its buttons and its key, what it told last, and the cells that this lights.

import { attachCells, light, nodes } from "./cells.js";
import { STRANGERS } from "./outbox.js";
import { say } from "./status.js";

const page = document.getElementById("play");
const panel = document.getElementById("help");
const box = document.getElementById("hint");
const more = document.getElementById("help-more");
const moreButton = panel.querySelector("[data-help-more]");
const layer = document.getElementById("links");
const status = document.getElementById("status");
const hintForm = document.getElementById("help-hint");

attachCells();

// What is told

let toldOn = "";

const told = () => box?.firstElementChild;

/**
 * The digits on the board: a note leaves what was told standing, a digit does not. Where notes were taken away,
 * they count as well.
 */
function digits() {
  const removed = drawing()?.dataset.removed.split(" ") ?? [];
  const text = (
    node,
    cell,
  ) => (node.firstElementChild && !removed.includes(`${cell}`) ? "" : node.textContent);
  return nodes.map(text).join();
}

/** Light the cells of what was told, and draw its links above them. */
function open() {
  toldOn = digits();
  light(lit());
  draw();
  if (box?.querySelector(".ref")) import("./refs.js").then(({ attach }) => attach());
  hideSaid();
}

const lit = () => (told() ? JSON.parse(told().dataset.lights) : {});

// That of the hint, or of the step that is chosen in its list.
const drawing = () => box?.querySelector(".hint > template, [aria-pressed=true] + template");

// Few hints draw: the script is fetched by the first that does. What it draws is what is told by then.
function draw() {
  if (!drawing() && !layer.childElementCount && !box?.querySelector("[data-tree]")) return;
  import("./links.js").then(async ({ drawAbove, styled }) => {
    await styled();
    drawAbove(drawing());
  });
}

/** Close what was told; whether there was anything. */
function close() {
  if (!told()) return false;
  const hadFocus = box.contains(document.activeElement);
  box.replaceChildren();
  open();
  if (hadFocus) hintForm?.querySelector("button").focus();
  return true;
}

// The status line speaks the sentence of a hint; it need not be seen twice. Where the hint is folded on a phone, it is
// seen there alone.
function hideSaid() {
  const sentence = told()?.dataset.news;
  status.classList.toggle("is-told", Boolean(sentence) && status.textContent.trim() === sentence.trim());
  status.classList.toggle("is-folded", box?.querySelector(".hint-fold")?.ariaExpanded === "false");
}

function turn(fold) {
  fold.ariaExpanded = String(fold.ariaExpanded !== "true");
  hideSaid();
}

/** Unfold what came folded where it leaves the tools free. */
function unfoldBeside() {
  const fold = box.querySelector(".hint-fold[aria-expanded=false]");
  if (!fold) return;
  fold.ariaExpanded = "true";
  const tools = panel.querySelector(".help-tools").getBoundingClientRect();
  if (told().getBoundingClientRect().top < tools.bottom) fold.ariaExpanded = "false";
}

new MutationObserver(hideSaid).observe(status, { childList: true });

// What is asked

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

document.addEventListener("board:told", open);

document.addEventListener("board:moved", () => {
  if (told() && digits() !== toldOn && !told().dataset.looking) close();
});

panel.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-hint]")) close();
  const fold = event.target.closest("[data-fold-hint]");
  if (fold) turn(fold);
  if (event.target.closest("[data-help-more]")) showMore(!isMoreOpen());
});

// Few ask for steps or tell a deduction: the script is fetched by the first click there.
panel.addEventListener("click", (event) => {
  if (event.target.closest("[data-step], .deduction")) {
    import("./steps.js").then(({ act }) => act(event.target));
  }
});

document.addEventListener("click", (event) => {
  // A deduction names cells of the board.
  const isAway = !event.target.closest("#help-more, [data-help-more]") &&
    !more?.querySelector(".deduction[open]");
  if (isMoreOpen() && isAway) showMore(false);
});

// The second half of a double click is no second wish: the answer to the first may be here already.
panel.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("[data-help]")) event.preventDefault();
});

// The focus stays on the cell, so that typing goes on there.
panel.addEventListener("mousedown", (event) => {
  const isFocusOnBoard = nodes.includes(document.activeElement);
  if (isFocusOnBoard && event.target.closest(".tool, .hint button")) event.preventDefault();
});

document.addEventListener("htmx:configRequest", (event) => {
  const { elt, parameters } = event.detail;
  if (!["cell", "deduction"].includes(elt.dataset.help)) return;
  const cell = nodes.findIndex((node) => node.classList.contains("selected"));
  if (cell >= 0) parameters.cell = cell;
  else {
    event.preventDefault();
    say(gettext("Choose a cell first."));
  }
});

// What comes back

let hadFocus = false;
let isStyled = Boolean(told());

// The style of hints is on its way with the first request; until it is there, the first answer is hidden.
async function style() {
  await import("./links.js").then(({ styled }) => styled()).catch(() => {});
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
  hideSaid();
  if (hadFocus) (box.querySelector("button") ?? nodes.find((node) => node.tabIndex === 0)).focus();
}

document.addEventListener("help-refused", (event) => {
  showMore(false);
  if (told()?.dataset.looking) close();
  say(event.detail.value);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  if (!elt.dataset.help) return;
  // The board has taken in by now what the help has changed.
  if (told()) toldOn = digits();
  const isTold = STRANGERS.includes(xhr.status) || (xhr.status >= 200 && xhr.status < 300);
  if (!isTold) say(gettext("Help could not be loaded. Try again."));
  if (page.classList.contains("is-finished")) document.querySelector("#finish button")?.focus();
});

if (told()) open();
