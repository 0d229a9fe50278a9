// For every page: the CSRF token of htmx requests, menus that close, forms that are sent once.

import { csrfToken } from "./requests.js";

// A login in another window changes the token: the one in the form may be out of date.
document.addEventListener("htmx:configRequest", (event) => {
  event.detail.headers["X-CSRFToken"] = csrfToken();
  delete event.detail.parameters.csrfmiddlewaretoken;
});

document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("[name=csrfmiddlewaretoken]");
  if (field && csrfToken()) field.value = csrfToken();
});

// A busy site answers with Retry-After.
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.xhr.status === 503) import("./retry.js").then(({ retry }) => retry(detail), () => {});
});

// A menu closes when something else is pressed or has the focus: it must not cover that.
for (const type of ["click", "focusin"]) {
  document.addEventListener(type, ({ target }) => {
    for (const menu of document.querySelectorAll("[data-menu][open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector("summary").focus();
  }
});

// Moves and drafts may still be in this browser only. They are sent first, by a script that is loaded only then.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-logout], [data-hand-in]") || !hasStored(/^sudoku-(op|program|reason):/)) return;
  event.preventDefault();
  import("./logout.js").then(({ submitAfterMoves }) => submitAfterMoves(form)).catch(() => form.submit());
});

// The next page sends what a closed or offline board left.
const account = document.querySelector("[data-logout]");
if (account && hasStored(/^sudoku-(op|program):/) && !document.querySelector("#moves-form, #program-form")) {
  import("./logout.js").then(({ sendLocal }) => sendLocal(account)).catch(() => {});
}

function hasStored(kind) {
  try {
    return Object.keys(localStorage).some((key) => kind.test(key));
  } catch {
    return false;
  }
}

// Service workers need https. Loaded when the page is idle.
if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => setTimeout(() => import("./app.js"), 1500));
}

// A double click on "new grid" must not start two of them.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "1";
});

// A page restored from the browser's history may send its form again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-once][data-sent]")) delete form.dataset.sent;
});
