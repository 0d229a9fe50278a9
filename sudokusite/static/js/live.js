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

// Pixels that a card needs beside its board, and above and below it; the smallest board worth the layout.
const PROJECTOR = { beside: 116, around: 48, smallest: 48 };
const TALL = { className: "live-tall", beside: 18, around: 88, smallest: 176 };
const WIDE = { className: "live-wide", beside: 176, around: 26, smallest: 110 };
const COMPACT = { beside: 92, around: 58, smallest: 78 };
const GAP_PX = 8;
const BELOW_PX = 40;
// Height of the names of absent students that is visible below the cards.
const ABSENT_PX = 24;

/** The side of a board if so many cards lie in so many columns of a room of this size. */
function boardIn({ cards, columns, width, height }, { beside, around }) {
  const rows = Math.ceil(cards / columns);
  return Math.floor(
    Math.min(
      (width - GAP_PX * (columns - 1)) / columns - beside,
      (height - GAP_PX * (rows - 1)) / rows - around,
    ),
  );
}

/** Choose the layout and the columns with the largest boards that fit into the window. */
function fillHeight() {
  const list = document.querySelector(".live-cards");
  if (!list) return;
  list.removeAttribute("style");
  list.classList.remove(TALL.className, WIDE.className);
  const isProjector = document.body.classList.contains("projector");
  if (!isProjector && innerWidth < 600) return;
  const absent = document.querySelector(".live-absent")?.offsetHeight ?? 0;
  const room = {
    cards: list.querySelectorAll(".live-card").length,
    width: list.clientWidth,
    height: innerHeight - list.getBoundingClientRect().top - scrollY - BELOW_PX -
      (isProjector ? absent : Math.min(absent, ABSENT_PX)),
  };
  const [best] = (isProjector ? [PROJECTOR] : [TALL, WIDE, COMPACT])
    .flatMap((layout) =>
      Array.from({ length: room.cards }, (_, index) => {
        const columns = index + 1;
        return { layout, columns, board: boardIn({ ...room, columns }, layout) };
      })
    )
    .filter(({ layout, board }) => board >= layout.smallest)
    .sort((one, other) => other.board - one.board);
  if (!best) return;
  const { layout, columns, board } = best;
  if (layout.className) list.classList.add(layout.className);
  list.style.setProperty("--columns", String(columns));
  list.style.setProperty("--column", layout === TALL ? `${board + TALL.beside}px` : "minmax(0, 1fr)");
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
