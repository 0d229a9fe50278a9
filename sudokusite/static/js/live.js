// The live board of a class: counts minutes between two answers, and warns when answers fail to come.

// After this time without an answer the board may be out of date.
const SILENCE_MS = 15_000;

const startedAt = new WeakMap();
const alertLine = document.getElementById("live-alert");
const poll = document.getElementById("live-news");
let heardAt = Date.now();
// No warning before this time: a window that was hidden first needs some seconds to ask.
let patientUntil = 0;

/** Update minutes counted from `data-since`: seconds between the moment and the arrival of its element. */
function runOn() {
  for (const element of document.querySelectorAll("[data-since]")) {
    if (!startedAt.has(element)) startedAt.set(element, Date.now() - 1000 * Number(element.dataset.since));
    const minutes = String(Math.max(0, Math.floor((Date.now() - startedAt.get(element)) / 60_000)));
    const text = element.textContent.replace(/\d+/, minutes);
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

runOn();
setInterval(() => {
  runOn();
  showSilence();
}, 1000);
