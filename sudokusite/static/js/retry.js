// What was only read is asked for a few times more where the site is busy, if it is still wanted, each time after twice
// as long. Else all open pages would keep a busy site busy.

const MOST_RETRIES = 3;

/** Ask again later, after an answer 503 that says when; `detail` is that of htmx's event. */
export function retry({ elt, xhr, requestConfig }) {
  const retryAfterS = Number(xhr.getResponseHeader("Retry-After") ?? 0);
  if (!retryAfterS || requestConfig.verb !== "get" || elt.matches("[hx-trigger*=every]")) return;
  // Once, however often: it is the same listener.
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
