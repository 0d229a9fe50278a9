"""`judge`: a student's program against the exercises of a worksheet, in a separate process."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path

from ..board import Board
from ..formats import to_grid
from ..judge import wording
from ..judge.cases import PASSED, QUESTIONS, SCRIPT
from ..judge.child_process import judge_in_child
from ..judge.exercise import Exercise
from ..judge.exercises import WORKSHEETS, exercises_of
from ..judge.notebook import NotebookError, is_notebook, program_of
from ..translation import Words, gettext_noop
from .console import Console
from .verb import EXIT_FINE, EXIT_NO, TerminalError, Verb

_FILE_LIMIT = 2_000_000
# The scripts that are called otherwise than by the first of their names.
_TITLES = {
    ("td_iteratif", "lancer"): "resolution(M)",
    ("mini_projet", "script"): gettext_noop("the whole program"),
}


def add_arguments(parser: ArgumentParser, words: Words) -> None:
    """A worksheet and a file; which exercises."""
    parser.epilog = words.gettext(
        "The program runs on this computer with your rights. It may not start other programs, use the "
        "network, or write outside its own folder. This protects against accidents, not against attacks. "
        "Judge programs by strangers on the site, where the browser isolates them."
    )
    parser.add_argument(
        "worksheet",
        type=worksheet_name(words),
        metavar=words.gettext("WORKSHEET"),
        help=words.gettext("one of %(names)s; or its number from 1 to 5") % {"names": ", ".join(WORKSHEETS)},
    )
    parser.add_argument("file", metavar=words.gettext("FILE.py"), help=words.gettext("the student's program"))
    parser.add_argument(
        "--exercise",
        action="append",
        metavar=words.gettext("NAME"),
        help=words.gettext("only this exercise; can be repeated"),
    )


def worksheet_name(words: Words) -> Callable[[str], str]:
    """A reader of a worksheet's name or number, for an argument."""

    def read(text: str) -> str:
        if text in WORKSHEETS:
            return text
        if text in ("1", "2", "3", "4", "5"):
            return WORKSHEETS[int(text) - 1]
        message = words.gettext("“%(text)s” is not a worksheet: expected %(names)s, or a number from 1 to 5")
        raise ArgumentTypeError(message % {"text": text, "names": ", ".join(WORKSHEETS)})

    return read


def run(options: Namespace, console: Console) -> int:
    """One line an exercise, the counterexample drawn below; the exit code is 0 when all pass."""
    keys = chosen_keys(options, console.words)
    source, cells = read_source(options.file, console.words, options.language)
    titles = {each.key: exercise_title(each, console.words) for each in exercises_of(options.worksheet)}
    verdicts: list[str] = []

    def receive(message: dict) -> None:
        kind = message["kind"]
        if kind == "verdict":
            verdicts.append(message["verdict"])
        if console.is_json:
            if kind in ("verdict", "note"):
                say = wording.sentence if kind == "verdict" else wording.note
                console.say_json({**message, "message": say(message, options.language)})
        elif kind == "verdict":
            show_verdict(titles[message["exercise"]], message, options.language, console)
        elif kind == "note" and not message.get("fatal"):
            console.say(wording.note(message, options.language))
        if kind == "note" and message.get("fatal"):
            console.complain(f"{options.file}: {wording.note(message, options.language)}")
        console.flush()

    if cells:
        code = "notebook" if cells > 1 else "notebook_one"
        receive({"kind": "note", "code": code, "line": None, "text": str(cells)})
    judge_in_child(source, options.worksheet, keys, receive, language=options.language)
    return EXIT_FINE if verdicts and set(verdicts) == {PASSED} else EXIT_NO


def chosen_keys(options: Namespace, words: Words) -> list[str] | None:
    """The exercises asked for by key or by the worksheet's own name. Raises TerminalError."""
    if not options.exercise:
        return None
    exercises = [each for each in exercises_of(options.worksheet) if each.kind != QUESTIONS]
    known = {each.key.lower(): each.key for each in exercises}
    for exercise in exercises:
        for name in (*exercise.names, exercise_title(exercise, words)):
            known.setdefault(name.lower(), exercise.key)
    for wanted in options.exercise:
        if wanted.lower() not in known:
            message = words.gettext("“%(name)s” is not an exercise of %(worksheet)s: expected %(names)s")
            names = ", ".join(each.key if each.kind == SCRIPT else each.names[0] for each in exercises)
            raise TerminalError(message % {"name": wanted, "worksheet": options.worksheet, "names": names})
    return [known[wanted.lower()] for wanted in options.exercise]


def exercise_title(exercise: Exercise, words: Words) -> str:
    """What the worksheet calls an exercise, as the pages show it."""
    title = _TITLES.get((exercise.worksheet, exercise.key))
    return words.gettext(title) if title else str(next(iter(exercise.names), exercise.key))


def read_source(name: str, words: Words, language: str) -> tuple[bytes | str, int]:
    """A program, and of how many code cells it was made if it is a notebook. Raises TerminalError."""
    try:
        with Path(name).open("rb") as file:
            source = file.read(_FILE_LIMIT)
    except FileNotFoundError:
        raise TerminalError(words.gettext("there is no file “%(name)s”") % {"name": name}) from None
    except OSError as error:
        message = words.gettext("the file %(name)s cannot be read: %(reason)s")
        raise TerminalError(message % {"name": name, "reason": error.strerror or error}) from None
    text = source.decode(errors="replace")
    if not is_notebook(text):
        return source, 0
    try:
        return program_of(text)
    except NotebookError as error:
        raise TerminalError(f"{name}: {wording.note({'code': error.code}, language)}") from None


def show_verdict(title: str, verdict: dict, language: str, console: Console) -> None:
    """A line for an exercise; below it the grid it fails on, and the one it left where it should not have."""
    colon = "\N{NO-BREAK SPACE}:" if language == "fr" else ":"
    console.say(f"{title}{colon} {wording.sentence(verdict, language)}")
    if verdict["verdict"] == PASSED or not verdict.get("grid"):
        return
    console.say(wording.grid_size(verdict, language))
    console.say(drawn(verdict["grid"]))
    if verdict.get("grid_after") and verdict["grid_after"] != verdict["grid"]:
        console.say(console.words.gettext("Afterwards:"))
        console.say(drawn(verdict["grid_after"]))


def drawn(line: str) -> str:
    """A grid in the course's thirteen lines; a cell that holds no digit is drawn as empty."""
    return to_grid(Board.from_line(line.replace("?", ".")))


VERB = Verb("judge", gettext_noop("judge a program against the exercises of a worksheet"), add_arguments, run)
