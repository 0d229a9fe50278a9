// The site as an app: loaded when the page is idle, over https only, since service workers need it.

// Registering may fail without a network or in a private window: the site works without it.
navigator.serviceWorker.register("/worker.js").catch(() => {});

if (document.getElementById("moves-form")) import("./board_cache.js").then(({ cacheBoard }) => cacheBoard());
