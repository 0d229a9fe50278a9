// The live board of a class: counts minutes between two answers, and warns when answers fail to come.

// After this time without an answer the board may be out of date.
const SILENCE_MS = 15_000;

const startedAt = new WeakMap();
const alertLine = document.getElementById("live-alert");
const poll = document.getElementById("live-news");
let heardAt = Date.now();
// No warning before this time: a window that was hidden first needs some seconds to ask.
let patientUntil = 0;

/** Update times counted from `data-since`, seconds when the element arrived, in the words of the filter `since`. */
function runOn() {
  for (const element of document.querySelectorAll("[data-since]")) {
    if (!startedAt.has(element)) startedAt.set(element, Date.now() - 1000 * Number(element.dataset.since));
    const minutes = Math.max(0, Math.floor((Date.now() - startedAt.get(element)) / 60_000));
    const [minute, hour, day] = element.dataset.units.split(" ");
    const text = minutes < 60
      ? `${minutes} ${minute}`
      : minutes < 24 * 60
      ? `${Math.floor(minutes / 60)} ${hour}`
      : `${Math.floor(minutes / (24 * 60))} ${day}`;
    if (element.textContent !== text) element.textContent = text;
  }
}

function showSilence() {
  const isSilent = Date.now() - heardAt > SILENCE_MS && Date.now() > patientUntil;
  if (isSilent === !alertLine.hidden) return;
  alertLine.querySelector("[data-time]").textContent = new Date(heardAt).toLocaleTimeString(
    document.documentElement.lang,
    { hour: "2-digit", minute: "2-digit" },
  );
  alertLine.hidden = !isSilent;
  document.getElementById("live-board").classList.toggle("is-old", isSilent);
}

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt === poll && event.detail.successful) heardAt = Date.now();
  showSilence();
});

// A window that is shown again asks at once.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  patientUntil = Date.now() + 5000;
  window.htmx.trigger(poll, "look");
});

// On a projector: beside a board its words, above it a name and a bar; between cards and below them a gap.
const WORDS_PX = 116;
const NAME_PX = 48;
const GAP_PX = 8;
const BELOW_PX = 40;
const SMALLEST_BOARD_PX = 48;

/** The side of a board if so many cards lie in so many columns of a room of this size. */
function boardIn({ cards, columns, width, height }) {
  const rows = Math.ceil(cards / columns);
  return Math.floor(
    Math.min(
      (width - GAP_PX * (columns - 1)) / columns - WORDS_PX,
      (height - GAP_PX * (rows - 1)) / rows - NAME_PX,
    ),
  );
}

/** Choose the columns with the largest boards that fit into the window. */
function fillHeight() {
  const list = document.querySelector(".projector .live-board > ul");
  if (!list) return;
  const below = document.querySelector(".live-absent")?.offsetHeight ?? 0;
  const room = {
    cards: list.children.length,
    width: list.clientWidth,
    height: innerHeight - list.getBoundingClientRect().top - scrollY - below - BELOW_PX,
  };
  const sizes = Array.from(list.children, (_, index) => boardIn({ ...room, columns: index + 1 }));
  const board = Math.max(...sizes);
  if (board < SMALLEST_BOARD_PX) return;
  list.style.setProperty("--columns", String(sizes.indexOf(board) + 1));
  list.style.setProperty("--live-board", `${board}px`);
}

addEventListener("resize", fillHeight);
document.addEventListener("htmx:oobAfterSwap", fillHeight);
fillHeight();

runOn();
setInterval(() => {
  runOn();
  showSilence();
}, 1000);
