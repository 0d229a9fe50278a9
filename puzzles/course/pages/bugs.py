"""The pages of the bug gallery: what has been found, and one wrong function with what its script needs."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine.worksheets import SOLVERS
from puzzles.engine.worksheets.mutants import MUTANTS, Mutant
from puzzles.engine.worksheets.mutants.needed import functions_needed, right_program, wrong_program
from puzzles.engine.worksheets.mutants.smallest import smallest_digits

from ..access import ReferenceAccess, reference_access
from ..models import BugFind, exercise_of
from ..services.bugs import Found
from .bug_words import MISTAKES
from .exercises import SHEETS, label_of
from .reference import closed_notice

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
WITHOUT_GRID = {"suivante", "avance_case", "recule_case"}


@dataclass(frozen=True, slots=True)
class BugLine:
    """A bug in the list; `url` is "" while it is closed.

    `needs` names what else must be open, where the exercise itself is: both versions call these functions.
    """

    number: int
    name: str
    url: str
    needs: list[str]
    is_found: bool
    found: str
    mistake: str


@dataclass(frozen=True, slots=True)
class BugGroup:
    label: str
    name: str
    lines: list[BugLine]


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
    access = reference_access(user, worksheet)
    rows = {
        (row.exercise, row.name): row for row in BugFind.objects.filter(student=user, worksheet=worksheet)
    }
    sheet = SHEETS[worksheet]
    groups = []
    for key, facts in sheet.exercises.items():
        lines = [
            _line(bug, number, rows.get((key, bug.name)), access)
            for number, bug in enumerate(bugs_of(worksheet, key), 1)
        ]
        if lines:
            groups.append(BugGroup(label_of(worksheet, key), str(facts.name), lines))
    return {
        "worksheet": worksheet,
        "sheet": sheet,
        "groups": groups,
        "closed": closed_notice(access),
        "here": reverse("course:bugs", args=[worksheet]),
    }


def _line(bug: Mutant, number: int, row: BugFind | None, access: ReferenceAccess) -> BugLine:
    digits = row.digits if row else None
    return BugLine(
        number=number,
        name=bug.name,
        url=address_of("bug", bug) if is_bug_open(bug, access) else "",
        needs=_needs(bug, access),
        is_found=digits is not None,
        found=find_words(row) if row else pgettext("a bug", "not found"),
        mistake="" if digits is None else str(MISTAKES[bug.name]),
    )


def _needs(bug: Mutant, access: ReferenceAccess) -> list[str]:
    """The exercises that keep a bug closed, by name; none where its own exercise does."""
    if not access.is_open(bug.key):
        return []
    keys = {exercise_of(bug.worksheet, name) for name in functions_needed(bug)}
    exercises = SHEETS[bug.worksheet].exercises
    return [str(exercises[key].name) for key in exercises if key in keys and not access.is_open(key)]


def find_words(find: BugFind) -> str:
    """Whether a bug was found, and with how many digits."""
    if find.digits is None:
        return pgettext("a bug", "not found")
    return _("found") if find.exercise in WITHOUT_GRID else _found_with(find.digits)


def _found_with(digits: int) -> str:
    return ngettext("found with %(count)d digit", "found with %(count)d digits", digits) % {"count": digits}


def closed_page(bug: Mutant, user: User) -> dict[str, Any]:
    return _context(bug) | {
        "closed": closed_notice(reference_access(user, bug.worksheet)),
        "here": address_of("bug", bug),
    }


def _context(bug: Mutant) -> dict[str, Any]:
    sheet = SHEETS[bug.worksheet]
    return {
        "worksheet": bug.worksheet,
        "sheet": sheet,
        "label": label_of(bug.worksheet, bug.key),
        "name": str(sheet.exercises[bug.key].name),
        "number": number_of(bug),
    }


def bug_page(bug: Mutant, user: User) -> dict[str, Any]:
    """One wrong function, the grid to fill in, and both programs for the script."""
    row = BugFind.objects.filter(
        student=user, worksheet=bug.worksheet, exercise=bug.key, name=bug.name
    ).first()
    digits = row.digits if row else None
    has_grid = bug.key not in WITHOUT_GRID
    arguments = START.get((bug.worksheet, bug.key)) or ARGUMENTS.get(bug.key, ())
    fields = [name for name in (DIGIT, ROW, COLUMN, SENS) if name in arguments]
    if "position" in arguments:
        fields = [DIGIT, ROW, COLUMN]
    goal = smallest_digits(bug.worksheet, bug.key, bug.name)
    return _context(bug) | {
        "lines": bug.text.strip().splitlines(),
        "has_grid": has_grid,
        "numbers": range(9),
        "cells": [(cell // 9, cell % 9) for cell in range(81)],
        "fields": fields,
        "has_two_objects": bug.key == "sudoku",
        "asks_given": bug.key == "remplissage",
        "found": find_words(row) if row and digits is not None else "",
        "mistake": "" if digits is None else str(MISTAKES[bug.name]),
        "goal": ""
        if goal is None
        else ngettext("Goal: %(count)d digit is enough.", "Goal: %(count)d digits are enough.", goal)
        % {"count": goal},
        "config": {
            "worksheet": bug.worksheet,
            "exercise": bug.key,
            "language": (get_language() or "en")[:2],
            "grid": SHEETS[bug.worksheet].grid,
            "hasGrid": has_grid,
            "arguments": arguments,
            "at": SHEETS[bug.worksheet].exercises[bug.key].place.for_script(),
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
    return {"sentence": sentence, "mistake": str(MISTAKES[bug.name])}
