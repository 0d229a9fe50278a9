// The page of an exercise: its editor, its saved draft, and handing in. Runs are in program_runs.js, verdicts are shown by
// verdict_view.js.

import { Editor } from "./editor.js";
import { ProgramDraft } from "./program.js";
import { ProgramRuns } from "./program_runs.js";
import { VerdictView } from "./verdict_view.js";

const config = JSON.parse(document.getElementById("exercise-config").textContent);
const page = document.getElementById("exercise");
const form = document.getElementById("program-form");
const part = (name) => page.querySelector(`[data-part="${name}"]`);

// On a phone a statement scrolls in its box, and a program that is begun comes before it.
const statement = page.querySelector(".exercise-statement");
if (matchMedia("(width < 600px)").matches) {
  statement.open = !("begun" in statement.dataset);
  const text = statement.querySelector(".statement");
  Object.assign(text, { tabIndex: 0, role: "region" });
  text.setAttribute("aria-labelledby", "statement-title");
}

const editor = new Editor(part("editor"), {
  onInput() {
    draft.changed();
    view.markStale();
  },
});
const view = new VerdictView(part, { page, config, editor });
const runs = new ProgramRuns(part, { page, config, editor, view, say });
const draft = new ProgramDraft(editor, config.program, {
  onState: showState,
  onConflict: showConflict,
  onReplaced() {
    say(gettext("This program was changed on another page. You now see the new text."));
    view.markStale();
  },
  onSuspended: (sentence) => runs.suspend(sentence),
});

const judgeable = config.exercises.filter(({ kind }) => kind !== "questions").map(({ key }) => key);
const RUNS = {
  judge: () => runs.judge([config.exercise]),
  "judge-all": () => runs.judge(judgeable),
  run: () => runs.run(),
  stop: () => runs.stop(),
};

/** Write the status line; `isShown` is false for a sentence that the verdict shows: it is for screen readers only. */
function say(sentence, { isShown = true } = {}) {
  const line = part("status");
  line.classList.toggle("visually-hidden", !isShown);
  line.textContent = line.textContent === sentence ? `${sentence}\u00a0` : sentence;
}

function showState(state, trouble) {
  const line = part("saving");
  line.dataset.state = state;
  const text = {
    saved: gettext("Saved"),
    saving: gettext("Saving…"),
    waiting: gettext("Not saved yet: kept in this browser"),
    conflict: gettext("Two texts: choose one"),
  }[state];
  if (line.textContent !== text) line.textContent = text;
  const alert = part("alert");
  const sentence = {
    offline: gettext("No connection. Your text is saved in this browser and sent later."),
    sessionEnded: gettext(
      "Your session has ended. Your text is saved in this browser: log in again to send it.",
    ),
    otherAccount: gettext(
      "Another account is logged in. Your text is saved in this browser for yours.",
    ),
    tooLong: gettext("This program is longer than 100 KB: it is not saved."),
  }[trouble] ?? "";
  if (alert.dataset.sentence === sentence) return;
  alert.dataset.sentence = sentence;
  alert.textContent = sentence;
  if (trouble !== "sessionEnded" && trouble !== "otherAccount") return;
  const link = Object.assign(document.createElement("a"), {
    href: config.urls.login,
    target: "_blank",
    textContent: gettext("Log in"),
  });
  alert.append(" ", link);
}

const time = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

function showConflict({ text, saved }) {
  const box = part("conflict");
  box.hidden = false;
  part("their-text").textContent = text;
  part("their-time").textContent = interpolate(gettext("text of %(time)s"), { time: saved }, true);
  part("our-time").textContent = interpolate(
    gettext("text of %(time)s"),
    { time: time.format(new Date()) },
    true,
  );
  box.focus();
}

/** Show the text that was not chosen below the editor; at the next visit it is in the list of copies there. */
function showAside(text, from) {
  part("aside").hidden = false;
  part("aside-title").textContent = from;
  part("aside-text").textContent = text;
}

page.addEventListener("click", async ({ target }) => {
  const act = target.closest("[data-act]")?.dataset.act;
  if (act === "keep-ours" || act === "take-theirs") {
    const [other, from] = act === "keep-ours" ? [draft.theirs.text, "their-time"] : [editor.text, "our-time"];
    await (act === "keep-ours" ? draft.keepOurs() : draft.takeTheirs());
    part("conflict").hidden = !draft.theirs;
    if (!draft.theirs) {
      showAside(other, part(from).textContent);
      view.markStale();
      editor.area.focus();
    }
  } else if (act === "indent" || act === "outdent" || act === "undo" || act === "redo") {
    editor[act]();
  } else if (act === "go-to-line") {
    editor.goTo(Number(target.closest("[data-line]").dataset.line));
  } else if (act === "show-verdict") {
    runs.showVerdict(target.closest("[data-exercise]").dataset.exercise);
  } else if (act in RUNS) {
    RUNS[act]();
  }
});

// On a phone the keyboard closes when the focus leaves the editor: the keys beside it do not take the focus.
part("touch-keys").addEventListener(
  "pointerdown",
  (event) => event.target.closest("button") && event.preventDefault(),
);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !form.contains(event.target)) return;
  event.preventDefault();
  RUNS[event.shiftKey ? "judge-all" : "judge"]();
});

// Handing in

// The form sends the text in the editor. Without a connection the browser would leave the page and hand in nothing.
let isReached = false;
let waitsForNetwork = null;

form.addEventListener("submit", async (event) => {
  const { verdicts, unreadable } = runs.report;
  form.elements.verdicts.value = JSON.stringify(verdicts);
  form.elements.unreadable.value = unreadable;
  if (isReached) return;
  event.preventDefault();
  const { submitter } = event;
  isReached = await reachesSite();
  if (isReached) form.requestSubmit(submitter);
  else offerLater(submitter);
});

async function reachesSite() {
  try {
    return (await fetch(`${config.program.url}?version=${draft.base}`, { cache: "no-store" })).status < 500;
  } catch {
    return false;
  }
}

function offerLater(submitter) {
  part("not-handed-in").hidden = false;
  part("not-handed-in-words").textContent = waitsForNetwork
    ? gettext(
      "Not handed in yet: your program will be sent when the connection is back. Keep this page open.",
    )
    : gettext("Nothing was handed in: there is no connection.");
  part("hand-in-later").hidden = waitsForNetwork !== null;
  part("hand-in-later").onclick = () => {
    waitsForNetwork = submitter;
    offerLater(submitter);
  };
}

window.addEventListener("online", () => waitsForNetwork && form.requestSubmit(waitsForNetwork));
window.addEventListener("pageshow", () => (isReached = false));

/** Scroll to the function of this exercise, if the program has it. */
function showOwnFunction() {
  const { name, kind } = config.exercises.find(({ key }) => key === config.exercise);
  const heads = { class: `class ${name}`, variable: `${name} =`, script: "if __name__" };
  const head = heads[kind] ?? `def ${name}(`;
  const line = editor.text.split("\n").findIndex((each) => each.trimStart().startsWith(head));
  if (line > 0) editor.scrollTo(line);
}

view.showWorksheetGrid();
showOwnFunction();
page.classList.add("ready");
draft.begin();
