// The live board of a class: minutes run on between two answers, and a board that hears nothing says so.

// So long without an answer, and what stands there may be old.
const SILENCE_MS = 15_000;

const begun = new WeakMap();
const alertLine = document.getElementById("live-alert");
const poll = document.getElementById("live-news");
let heardAt = Date.now();
// A window that was hidden has heard little; it has some seconds to ask.
let patientUntil = 0;

/** The time since a moment that lay so many seconds back when its element came, as the filter `since` writes it. */
function runOn() {
  for (const element of document.querySelectorAll("[data-since]")) {
    if (!begun.has(element)) begun.set(element, Date.now() - 1000 * Number(element.dataset.since));
    const minutes = Math.max(0, Math.floor((Date.now() - begun.get(element)) / 60_000));
    const [minute, hour, day] = element.dataset.units.split(" ");
    const text = minutes < 60
      ? `${minutes} ${minute}`
      : minutes < 24 * 60
      ? `${Math.floor(minutes / 60)} ${hour}`
      : `${Math.floor(minutes / (24 * 60))} ${day}`;
    if (element.textContent !== text) element.textContent = text;
  }
}

function tellSilence() {
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
  tellSilence();
});

// A window that comes back to the front asks at once.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  patientUntil = Date.now() + 5000;
  window.htmx.trigger(poll, "look");
});

runOn();
setInterval(() => {
  runOn();
  tellSilence();
}, 1000);
