// Style sheets that a page needs only for a part of it, fetched when that part comes.

const loads = new Map();

/** Load a style sheet, once. A promise of it, kept even where it fails to load. */
export function loadStyle(href) {
  if (!loads.has(href)) {
    loads.set(href, document.querySelector(`link[href="${href}"]`) ? Promise.resolve() : append(href));
  }
  return loads.get(href);
}

function append(href) {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}
