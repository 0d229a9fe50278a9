// The keys under the board: how many of each digit are left, what a digit is written as, and a finger that rests
// on one.

import { DIGITS } from "./reducer.js";
import { word } from "./words.js";

const page = document.getElementById("play");
const keys = new Map(DIGITS.map((digit) => [digit, page.querySelector(`[data-digit="${digit}"]`)]));
const tool = (name) => page.querySelector(`[data-act="${name}"]`);

const LONG_MS = 450;
// A finger that lies still moves a little all the same.
const SLACK_PX = 10;
const MODES = ["digit", "notes", "centre", "colour"];

export class Keypad {
  mode = "digit";

  /** Write digits as one of digit, notes, centre and colour. */
  setMode(mode) {
    this.mode = mode;
    for (const name of MODES) {
      page.classList.toggle(`${name}-mode`, name === mode && mode !== "digit");
      tool(`${name}Mode`)?.setAttribute("aria-pressed", String(name === mode));
    }
    tool("notes").setAttribute("aria-pressed", String(mode === "notes"));
    if (this.last) this.show(...this.last);
  }

  /** Whether a mode may be had: digits and notes always, the others where the player wishes for them. */
  offers(mode) {
    return mode === "digit" || mode === "notes" || tool(`${mode}Mode`) !== null;
  }

  /** Show which digit is held; 0 for none. */
  hold(held) {
    for (const [digit, key] of keys) {
      if (digit === held) key.setAttribute("aria-pressed", "true");
      else key.removeAttribute("aria-pressed");
    }
  }

  show(state, isOpen) {
    this.last = [state, isOpen];
    for (const [digit, key] of keys) {
      const count = Math.max(9 - state.digits.filter((held) => held === digit).length, 0);
      const label = this.mode === "colour" ? word("coloured", { digit }) : word("left", { digit, count });
      if (key.ariaLabel === label) continue;
      key.dataset.left = count;
      key.ariaLabel = label;
      key.querySelector(".key-left").textContent = count || "";
    }
    setDisabled(tool("undo"), !isOpen || !state.undo.length);
    setDisabled(tool("redo"), !isOpen || !state.redo.length);
    setDisabled(tool("goBack"), !isOpen || !state.point);
  }
}

const menu = document.getElementById("tools-menu");

/** Close the menu of the tools, and leave the focus beside it. */
export function closeMenu() {
  if (!menu?.open) return;
  const hadFocus = menu.contains(document.activeElement);
  menu.open = false;
  if (hadFocus) menu.querySelector("summary").focus();
}

// Before the board hears of it: it would let go of the cell.
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  event.stopPropagation();
  closeMenu();
});

// Not the attribute `disabled`: it would throw the focus away.
function setDisabled(button, isDisabled) {
  const text = String(isDisabled);
  if (button.getAttribute("aria-disabled") !== text) button.setAttribute("aria-disabled", text);
}

/** Tell `onLong(key)` when a pointer rests on one of the keys; the click after it is none. */
export function restOnKeys(onLong) {
  const keypad = page.querySelector(".keypad");
  let timer = 0;
  let start = null;
  let isLong = false;

  keypad.addEventListener("pointerdown", (event) => {
    const key = event.target.closest("[data-digit]");
    isLong = false;
    start = event;
    clearTimeout(timer);
    if (!key || event.button) return;
    timer = setTimeout(() => {
      isLong = true;
      onLong(key);
    }, LONG_MS);
  });

  keypad.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > SLACK_PX) clearTimeout(timer);
  });

  for (const end of ["pointerup", "pointercancel", "pointerleave"]) keypad.addEventListener(end, () => clearTimeout(timer));

  keypad.addEventListener("contextmenu", (event) => event.preventDefault());

  keypad.addEventListener(
    "click",
    (event) => {
      if (isLong && event.detail) event.stopPropagation();
      isLong = false;
    },
    true,
  );
}
