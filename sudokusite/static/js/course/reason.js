// Saves a written reason in this browser until it is sent, so that a reload or an ended session loses nothing.

const PREFIX = "sudoku-reason:";

for (const area of document.querySelectorAll("[data-storage-key]")) {
  const key = PREFIX + area.dataset.storageKey;
  const stored = read(key);
  if (stored !== null && stored !== area.value) area.value = stored;
  area.addEventListener("input", () => write(key, area.value));
  // Once sent, the site's page has the same text, and the copy here is removed.
  if (stored !== null && stored === area.defaultValue) forget(key);
}

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    /* Storage is full or switched off: the text is only in the page. */
  }
}

function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    /* As above. */
  }
}
