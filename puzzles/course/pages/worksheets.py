"""The worksheets as the site shows them: titles, grids, and the names and addresses of their exercises."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from puzzles.engine.judge import grids
from puzzles.engine.judge.exercises import exercise_of as judged_exercise

Words = str | Promise

QUESTION = _("Question %(number)s")
EXERCISE = _("Exercise %(number)s")
STEP = _("Step %(number)s")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet: how it numbers its exercises (`numbering`), and its grid as a line.

    Propagation goes beyond the five worksheets: it has number 0 and no exercises.
    """

    number: int
    title: Words
    teaches: Words
    numbering: Words = ""
    grid: str = ""


SHEETS: dict[str, Sheet] = {
    "projet_insa": Sheet(
        1,
        _("A class Sudoku and the simple method"),
        _("Write a class, read a file, answer wrong input with exceptions; then solve as a person does."),
        QUESTION,
        grids.PROJET_INSA,
    ),
    "n_valide": Sheet(
        2,
        _("Every solution, by recursion"),
        _("A function that calls itself, tries, and goes back: recursion with backtracking."),
        STEP,
        grids.N_VALIDE,
    ),
    "td_iteratif": Sheet(
        3,
        _("Forward and backward, without recursion"),
        _("The same search with one loop: small functions, each tested alone, and a flag for the direction."),
        QUESTION,
        grids.TD_ITERATIF,
    ),
    "tutoriel": Sheet(
        4,
        _("The first solution, by recursion"),
        _("A whole script, from its first line to the solved grid; a function that reports success."),
        STEP,
        grids.TUTORIEL,
    ),
    "mini_projet": Sheet(
        5,
        _("Row, column, block: the possible digits"),
        _("Build small functions on one another, then reason about a recursion: its type, its end."),
        EXERCISE,
        grids.MINI_PROJET,
    ),
    "propagation": Sheet(
        0,
        _("Smallest choice first, with propagation"),
        _("Why the order of trying matters more than speed, and how reasoning makes a search small."),
    ),
}

# Exercises whose name is not the first that the judge accepts in a program.
_NAMES: dict[tuple[str, str], Words] = {
    ("td_iteratif", "lancer"): "resolution(M)",
    ("mini_projet", "questions"): _("questions"),
    ("mini_projet", "script"): _("the whole program"),
}


def sheet_name(worksheet: str) -> str:
    """The number and title of a worksheet, for a list."""
    sheet = SHEETS[worksheet]
    return f"{sheet.number}. {sheet.title}" if sheet.number else str(sheet.title)


def exercise_number(worksheet: str, key: str) -> str:
    """The number of an exercise in the worksheet's words: Exercise 4."""
    return str(SHEETS[worksheet].numbering) % {"number": judged_exercise(worksheet, key).number}


def exercise_name(worksheet: str, key: str) -> str:
    """The name of an exercise in a program: `printSudoku`, `S`; or words where it has none."""
    return str(_NAMES.get((worksheet, key)) or judged_exercise(worksheet, key).names[0])


def is_code(worksheet: str, key: str) -> bool:
    """Whether the name of an exercise is an identifier in a program, which pages show as code."""
    return not isinstance(_NAMES.get((worksheet, key)), Promise)


def exercise_label(worksheet: str, key: str) -> str:
    """The name of an exercise as HTML."""
    name = exercise_name(worksheet, key)
    return format_html("<code>{}</code>" if is_code(worksheet, key) else "{}", name)


def exercise_address(worksheet: str, key: str, assignee_id: int | None = None) -> str:
    """The page of an exercise; `assignee_id` is the key of the assignee whose assignment it is in."""
    address = reverse("course:exercise", args=[worksheet, key])
    return f"{address}?work={assignee_id}" if assignee_id else address
