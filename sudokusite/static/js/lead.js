// The room of a teacher: the bar above each page, and where the class is led, sent whenever it changes.

import { csrfToken } from "./requests.js";
import { loadStyle } from "./styles.js";

const PAUSE_MS = 150;
const RETRY_MS = 2000;
const SCROLL_PAUSE_MS = 300;
const SCROLLED_PX = 24;
const PARTS = "main *:is(section, h2, h3, dt, article, .source-function)[id]";
const LEADS = "room-leads";

let step = null;
let sent = "";
let isSending = false;
let timer = 0;

const bar = () => document.querySelector("#room[data-room]");

/** The address of this page, at the step and the section that are shown. */
function address() {
  const here = new URL(location.href);
  if (step !== null) here.searchParams.set("step", step);
  const part = partInView();
  return here.pathname + here.search + (part && `#${part}`);
}

/** The section that is read: the last one that begins in the upper third, "" at the top of a page. */
function partInView() {
  if (scrollY < SCROLLED_PX) return "";
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const line = isAtEnd ? innerHeight / 2 : innerHeight / 3;
  const begun = [...document.querySelectorAll(PARTS)].filter((each) =>
    each.getBoundingClientRect().top <= line
  );
  return begun.at(-1)?.id ?? "";
}

/** Whether this window leads: another one of the same teacher must not lead the class away. */
const isLeading = () => bar()?.dataset.leading && sessionStorage.getItem(LEADS) === bar().dataset.room;

function sendSoon(pauseMs = PAUSE_MS) {
  if (!timer && isLeading()) timer = setTimeout(send, pauseMs);
}

/** Send the newest address; one request at a time, so that the last one counts. */
async function send() {
  timer = 0;
  const newest = address();
  if (isSending || newest === sent || !isLeading()) return;
  isSending = true;
  sent = newest;
  let isHeard = false;
  try {
    const answer = await fetch(bar().dataset.leadUrl, {
      method: "POST",
      headers: { "X-CSRFToken": csrfToken(), "HX-Request": "true" },
      body: new URLSearchParams({ address: newest }),
    });
    // What the site refuses it refuses again.
    isHeard = answer.status < 500;
  } catch {
    // A site that starts again hears of the step later.
  }
  isSending = false;
  if (!isHeard) sent = "";
  if (address() !== sent) sendSoon(isHeard ? PAUSE_MS : RETRY_MS);
}

document.addEventListener("viewer:step", ({ detail }) => {
  step = detail;
  sendSoon();
});

for (const name of ["htmx:pushedIntoHistory", "htmx:replacedInHistory"]) {
  document.addEventListener(name, () => sendSoon());
}
addEventListener("popstate", () => sendSoon());
addEventListener("scroll", () => sendSoon(SCROLL_PAUSE_MS), { passive: true });

// A form of the bar is about the page as it is now.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!detail.elt.closest(".room-acts")) return;
  for (const name of ["address", "at"]) if (detail.formData.has(name)) detail.formData.set(name, address());
});

document.addEventListener("htmx:afterSwap", () => {
  const found = bar();
  if (!found) return;
  loadStyle(found.dataset.style);
  if (!found.dataset.leading) sessionStorage.removeItem(LEADS);
  else sendSoon();
});

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.elt.matches("[data-lead]")) sessionStorage.setItem(LEADS, bar().dataset.room);
});

// A form of a page that leads to another one.
document.addEventListener("submit", ({ target }) => {
  if (bar() && target.matches("[data-leads]")) sessionStorage.setItem(LEADS, bar().dataset.room);
});

// The reason of a refusal.
document.addEventListener("htmx:responseError", ({ detail }) => {
  const line = document.querySelector("[data-room-error]");
  if (!line || !detail.elt.closest("#room") || detail.xhr.status === 503) return;
  line.textContent = detail.xhr.status < 500 ? detail.xhr.responseText : "";
  line.hidden = false;
});

window.htmx?.ajax("GET", `/room/bar/?at=${encodeURIComponent(address())}`, {
  target: "#room",
  swap: "outerHTML",
});
