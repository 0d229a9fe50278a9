// A reason in one's own words stays in this browser until it is sent: a reload or a lost session loses nothing.

const PREFIX = "sudoku-reason:";

for (const area of document.querySelectorAll("[data-storage-key]")) {
  const key = PREFIX + area.dataset.storageKey;
  const stored = read(key);
  if (stored !== null && stored !== area.value) area.value = stored;
  area.addEventListener("input", () => write(key, area.value));
  // Sent, it comes back from the site; where it did not arrive, the text stays in the page that the browser shows again.
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
    /* Storage is full or switched off: the page alone has it. */
  }
}

function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    /* As above. */
  }
}
