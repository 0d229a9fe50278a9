// Tools of the menu: pause, and highlighting cells with two notes.

import { nodes } from "./cells.js";

const page = () => document.getElementById("play");

/** Cover the grid until the player continues; `setPaused(isPaused)` is called for both. */
export function pause(setPaused) {
  const rest = document.getElementById("rest");
  if (rest.open) return;
  const focused = document.activeElement;
  page().classList.add("is-resting");
  rest.showModal();
  // Adding the same listener again has no effect.
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

/** Switch between highlighting the cells with two notes and highlighting digits. Returns the sentence to announce. */
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
