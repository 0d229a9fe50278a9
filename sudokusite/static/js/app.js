// The site as an app: fetched when the page has come to rest, where there may be a service worker at all (https).

// Without a network, or in a browser that wants no workers, the site goes on without.
navigator.serviceWorker.register("/worker.js").catch(() => {});

if (document.getElementById("moves-form")) import("./board_cache.js").then(({ cacheBoard }) => cacheBoard());
