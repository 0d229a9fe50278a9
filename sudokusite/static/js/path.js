// The solution path: arrow keys for its steps, and the current step in view in the list.

const page = document.querySelector("[data-path]");
const lines = [...page.querySelectorAll(".move")];
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

let focused = "";

function showPlace() {
  const number = Number(document.getElementById("path-place").dataset.number);
  for (const line of lines) {
    if (line.value === number) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  }
  const line = lines[number - 1];
  const list = line.closest(".moves");
  list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 2;
}

const link = (name) => page.querySelector(`[data-go=${name}]`);

document.addEventListener("keydown", (event) => {
  const name = KEYS[event.key];
  if (
    !name || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")
  ) return;
  event.preventDefault();
  link(name)?.click();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "path-place") focused = document.activeElement?.dataset.go ?? "";
});

// The links were replaced: the focus returns to the one that was used, or else to the one back.
document.addEventListener("htmx:afterSwap", (event) => {
  if (focused) (link(focused) ?? link("back") ?? link("on"))?.focus();
  showPlace();
  // A step chosen in the list, which is below the board on a phone.
  const board = page.querySelector(".run-board");
  if (event.detail.requestConfig.elt.matches(".path-line") && board.getBoundingClientRect().top < 0) {
    board.scrollIntoView();
  }
});

showPlace();
