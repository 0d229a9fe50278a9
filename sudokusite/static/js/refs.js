// Coordinates in the sentence of a hint: one that is pointed at lights its cell or house on the board beside it, or in
// the picture. To a screen reader they are words of the sentence. By keyboard the sentence is one stop, and the arrow
// keys go from one to the next.

const SVG = "http://www.w3.org/2000/svg";
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };

let lit = null;
let frame = null;

/** Let the keyboard reach the sentences on the page. */
export function attach() {
  for (const ref of document.querySelectorAll(".ref")) {
    const sentence = ref.closest("p");
    if (sentence.tabIndex === 0) continue;
    sentence.tabIndex = 0;
    sentence.addEventListener("keydown", (event) => go(event, sentence));
    sentence.addEventListener("blur", putOut);
  }
}

function go(event, sentence) {
  const by = KEYS[event.key];
  // With a mouse the arrow keys stay with the board.
  if (!by || event.altKey || event.ctrlKey || event.metaKey || !sentence.matches(":focus-visible")) return;
  event.preventDefault();
  event.stopPropagation();
  const refs = [...sentence.querySelectorAll(".ref")];
  const at = refs.indexOf(lit);
  light(refs[at < 0 ? (by > 0 ? 0 : refs.length - 1) : Math.min(Math.max(at + by, 0), refs.length - 1)]);
}

function light(ref) {
  putOut();
  frame = document.createElementNS(SVG, "path");
  const [left, top, width, height] = ref.dataset.frame.split(" ").map((size) => 20 * Number(size));
  frame.setAttribute("class", "ref-frame");
  frame.setAttribute("d", `M${left} ${top}h${width}v${height}h-${width}z`);
  document.querySelector("#links, .step-board").append(frame);
  ref.classList.add("is-lit");
  lit = ref;
}

function putOut() {
  frame?.remove();
  lit?.classList.remove("is-lit");
  lit = null;
}

const isMouse = (event) => event.pointerType === "mouse";

document.addEventListener("pointerover", (event) => {
  const ref = event.target.closest?.(".ref");
  if (isMouse(event) && ref) light(ref);
});

document.addEventListener("pointerout", (event) => {
  if (isMouse(event) && event.target.closest?.(".ref")) putOut();
});

// A finger lights one until it touches elsewhere.
document.addEventListener("click", (event) => {
  const ref = event.target.closest?.(".ref");
  if (ref) light(ref);
  else if (lit) putOut();
});

document.addEventListener("htmx:afterSettle", attach);
attach();
