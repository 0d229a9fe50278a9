// The tools of the menu: a pause, and light for cells with two notes.

import { nodes } from "./cells.js";

const page = () => document.getElementById("play");

/** Cover the grid until its player goes on; `setPaused(isPaused)` hears of both. */
export function pause(setPaused) {
  const rest = document.getElementById("rest");
  if (rest.open) return;
  const focused = document.activeElement;
  page().classList.add("is-resting");
  rest.showModal();
  // Once, however often: it is the same listener.
  rest.addEventListener("keydown", goOn);
  setPaused(true);
  rest.addEventListener(
    "close",
    () => {
      page().classList.remove("is-resting");
      focused.focus({ preventScroll: true });
      setPaused(false);
    },
    { once: true },
  );
}

function goOn({ key, currentTarget }) {
  if (key.toLowerCase() === "p") currentTarget.close();
}

/** Light the cells with two notes and no others, or digits again; what to say of it. */
export function lightPairs(selection) {
  selection.pairsOnly = !selection.pairsOnly;
  press("lightPairs", selection.pairsOnly);
  selection.light();
  const count = nodes.filter((node) => node.classList.contains("same")).length;
  return interpolate(
    selection.pairsOnly
      ? gettext("cells with two notes lit: %(count)s")
      : gettext("cells with two notes no longer lit"),
    { count },
    true,
  );
}

function press(act, isOn) {
  page().querySelector(`[data-act=${act}]`).setAttribute("aria-pressed", String(isOn));
}
