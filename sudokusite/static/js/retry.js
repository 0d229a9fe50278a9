// Repeats GET requests of htmx a few times after a 503, with doubled pauses, if their target is still on the page. More
// tries of all open pages would keep a busy site busy.

const MOST_RETRIES = 3;

/** Repeat a request after a 503 with Retry-After; `detail` is that of htmx's event. */
export function retry({ elt, xhr, requestConfig }) {
  const retryAfterS = Number(xhr.getResponseHeader("Retry-After") ?? 0);
  if (!retryAfterS || requestConfig.verb !== "get" || elt.matches("[hx-trigger*=every]")) return;
  // Adding the same listener again has no effect.
  document.addEventListener("htmx:afterRequest", forget);
  const retries = Number(elt.dataset.retries ?? 0);
  if (retries === MOST_RETRIES) {
    delete elt.dataset.retries;
    return;
  }
  elt.dataset.retries = retries + 1;
  const again = () => elt.isConnected && window.htmx.ajax("get", requestConfig.path, { source: elt });
  setTimeout(again, 1000 * retryAfterS * 2 ** retries);
}

function forget(/** @type {Event} */ { detail }) {
  if (detail.successful) delete detail.elt.dataset.retries;
}
