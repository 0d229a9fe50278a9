// The last events in words, the newest first, for screen readers.

const KEPT = 50;
const READING_PACE = 10;

export function create(element, run) {
  const list = document.createElement("ol");
  list.className = "run-log";
  element.replaceChildren(list);
  let shown = -1;
  return {
    show({ number }) {
      const isFast = run.pace > READING_PACE;
      element.classList.toggle("stale", isFast);
      if (isFast || number === shown) return;
      if (number === shown + 1 && list.childElementCount === KEPT) list.prepend(list.lastElementChild);
      else fit(list, countOf(run, number));
      const changed = Math.min(number === shown + 1 ? 1 : KEPT, list.childElementCount);
      for (let index = 0; index < changed; index += 1) write(list.children[index], run, number - 1 - index);
      shown = number;
    },
  };
}

/** The number of events before state n that can be listed, up to fifty. */
function countOf(run, number) {
  let count = 0;
  while (count < KEPT && run.trace.hasEvent(number - 1 - count)) count += 1;
  return count;
}

function fit(list, count) {
  while (list.childElementCount > count) list.lastElementChild.remove();
  while (list.childElementCount < count) list.prepend(document.createElement("li"));
}

function write(item, run, number) {
  item.value = number + 1;
  item.textContent = run.describe(run.trace.event(number));
}
