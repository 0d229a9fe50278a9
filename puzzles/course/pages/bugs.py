"""The pages of the bug gallery: what has been found, and one wrong function with what its script needs."""

from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine.judge.exercises import exercise_of as exercise
from puzzles.engine.worksheets import SOLVERS
from puzzles.engine.worksheets.mutants import MUTANTS, Mutant
from puzzles.engine.worksheets.mutants.needed import functions_needed, right_program, wrong_program
from puzzles.engine.worksheets.mutants.smallest import smallest_digits

from ..access import ReferenceAccess, reference_access
from ..models import EXERCISES, BugFind, exercise_of
from ..models.bugs import WITHOUT_GRID
from ..services.bugs import Found
from .exercises import call_facts
from .reference import closed_notice
from .worksheets import SHEETS, exercise_name, exercise_number

# A file or a dialogue is no case that a grid makes: these stay the judge's own tests.
LEFT_OUT = {"lire_fichier_sudoku", "saisir_sudoku"}
# The arguments of a call in their order: what a student fills in; "" is the grid, or what follows from it.
ROW, COLUMN, DIGIT, SENS = "row", "column", "digit", "sens"
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "ligne": ("", ROW),
    "colonne": ("", COLUMN),
    "bloc": ("", ROW, COLUMN),
    "possibles": ("", ROW, COLUMN),
    "suivante": (ROW, COLUMN),
    "n_valide": (ROW, COLUMN, DIGIT),
    "test_ligne": (ROW, COLUMN, DIGIT, ""),
    "test_colonne": (ROW, COLUMN, DIGIT, ""),
    "test_carre": (ROW, COLUMN, DIGIT, ""),
    "test": (ROW, COLUMN, DIGIT, ""),
    "remplissage": (ROW, COLUMN, "", "", SENS),
    "avance_case": (ROW, COLUMN),
    "recule_case": (ROW, COLUMN),
    "is_valid": ("", DIGIT, "position"),
}
# `resoudre` of the fifth worksheet begins at a cell; the first worksheet's has no argument.
START = {("mini_projet", "resoudre"): ("", ROW, COLUMN)}


def bugs_of(worksheet: str, key: str) -> list[Mutant]:
    return [each for each in MUTANTS.get(worksheet, ()) if each.key == key and key not in LEFT_OUT]


def bug_of(worksheet: str, key: str, number: int) -> Mutant | None:
    """The bug of an exercise by its number, from 1; its name would say what is wrong."""
    bugs = bugs_of(worksheet, key)
    return bugs[number - 1] if 0 < number <= len(bugs) else None


def address_of(route: str, bug: Mutant) -> str:
    """The address of a bug under one of its routes."""
    return reverse(f"course:{route}", args=[bug.worksheet, bug.key, number_of(bug)])


def number_of(bug: Mutant) -> int:
    return bugs_of(bug.worksheet, bug.key).index(bug) + 1


def is_bug_open(bug: Mutant, access: ReferenceAccess) -> bool:
    """Whether the exercise's reference is open, and of every function that both versions call."""
    return access.is_open(bug.key) and all(map(access.is_function_open, functions_needed(bug)))


def calls_solver(bug: Mutant) -> bool:
    """Whether one of the two versions solves the grid of a case."""
    return any((bug.worksheet, function) in SOLVERS for function in functions_needed(bug))


def bugs_page(worksheet: str, user: User) -> dict[str, Any]:
    """The bugs of a worksheet by exercise."""
    access = reference_access(user, worksheet)
    finds = {
        (row.exercise, row.name): row for row in BugFind.objects.filter(student=user, worksheet=worksheet)
    }
    return {
        "worksheet": worksheet,
        "sheet": SHEETS[worksheet],
        "groups": [
            {
                "number": exercise_number(worksheet, key),
                "name": exercise_name(worksheet, key),
                "lines": [
                    {
                        "bug": bug,
                        "url": address_of("bug", bug) if is_bug_open(bug, access) else "",
                        "needs": exercises_needed(bug, access),
                        "find": finds.get((key, bug.name), BugFind()),
                    }
                    for bug in bugs
                ],
            }
            for key in EXERCISES[worksheet]
            if (bugs := bugs_of(worksheet, key))
        ],
        "closed": closed_notice(access),
        "here": reverse("course:bugs", args=[worksheet]),
    }


def exercises_needed(bug: Mutant, access: ReferenceAccess) -> list[str]:
    """The exercises that keep a bug closed, by name: both versions call their functions.

    None where the bug's own exercise keeps it closed.
    """
    if not access.is_open(bug.key):
        return []
    keys = {exercise_of(bug.worksheet, name) for name in functions_needed(bug)}
    return [
        exercise_name(bug.worksheet, key)
        for key in EXERCISES[bug.worksheet]
        if key in keys and not access.is_open(key)
    ]


def bug_context(bug: Mutant) -> dict[str, Any]:
    """What both pages of a bug show: the open one, and the one of a bug that is still closed."""
    return {
        "worksheet": bug.worksheet,
        "sheet": SHEETS[bug.worksheet],
        "exercise_number": exercise_number(bug.worksheet, bug.key),
        "name": exercise_name(bug.worksheet, bug.key),
        "number": number_of(bug),
    }


def closed_page(bug: Mutant, user: User) -> dict[str, Any]:
    return bug_context(bug) | {
        "closed": closed_notice(reference_access(user, bug.worksheet)),
        "here": address_of("bug", bug),
    }


def bug_page(bug: Mutant, user: User) -> dict[str, Any]:
    """One wrong function, the grid to fill in, and both programs for the script."""
    found = BugFind.objects.filter(
        student=user, worksheet=bug.worksheet, exercise=bug.key, name=bug.name, digits__isnull=False
    )
    has_grid = bug.key not in WITHOUT_GRID
    arguments = START.get((bug.worksheet, bug.key)) or ARGUMENTS.get(bug.key, ())
    fields = [name for name in (DIGIT, ROW, COLUMN, SENS) if name in arguments]
    if "position" in arguments:
        fields = [DIGIT, ROW, COLUMN]
    return bug_context(bug) | {
        "bug": bug,
        "has_grid": has_grid,
        "fields": fields,
        "has_two_objects": bug.key == "sudoku",
        "asks_given": bug.key == "remplissage",
        "find": found.first(),
        "goal": smallest_digits(bug.worksheet, bug.key, bug.name),
        "config": {
            "worksheet": bug.worksheet,
            "exercise": bug.key,
            "language": (get_language() or "en")[:2],
            "grid": SHEETS[bug.worksheet].grid,
            "hasGrid": has_grid,
            "arguments": arguments,
            "at": call_facts(exercise(bug.worksheet, bug.key)),
            "source": right_program(bug),
            "other": wrong_program(bug),
            "url": address_of("bug_try", bug),
            "caseUrl": address_of("bug_case", bug),
        },
    }


def found_words(bug: Mutant, seen: Found) -> dict[str, Any]:
    """What the page says of a find: with how many digits, and what the mistake is."""
    if bug.key in WITHOUT_GRID:
        sentence = _("Found!")
    elif seen.is_smaller:
        sentence = ngettext(
            "%(count)d digit; you had %(before)d. Well done!",
            "%(count)d digits; you had %(before)d. Well done!",
            seen.digits,
        ) % {"count": seen.digits, "before": seen.before}
    elif seen.before is None:
        sentence = ngettext("Found with %(count)d digit!", "Found with %(count)d digits!", seen.digits) % {
            "count": seen.digits
        }
    else:
        sentence = ngettext(
            "Found with %(count)d digit. Your best is %(before)d.",
            "Found with %(count)d digits. Your best is %(before)d.",
            seen.digits,
        ) % {"count": seen.digits, "before": seen.before}
    return {"sentence": sentence, "mistake": _(bug.mistake)}
