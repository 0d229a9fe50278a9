"""The reference text as one person may read it, and why some of it is closed."""

from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.dates import date_format
from puzzles.engine.worksheets import bodies_of, source_of

from ..access import ReferenceAccess
from ..models import EXERCISES, ReferenceRule
from .worksheets import exercise_address, exercise_label

Opens = ReferenceRule.Opens


@dataclass(frozen=True, slots=True)
class ClosedExercise:
    """An exercise whose reference is closed: its name as HTML, where it is done, and where it is asked for
    ("" where not)."""

    label: str
    url: str
    ask_url: str


@dataclass(frozen=True, slots=True)
class ClosedNotice:
    """Why parts of a reference are closed, or when they open, and which exercises they answer."""

    sentence: str
    exercises: tuple[ClosedExercise, ...]


@cache
def hidden_bodies(module: str, closed: frozenset[str]) -> tuple[range, ...]:
    """The lines of a module that do what the closed exercises ask for, in their order."""
    functions = {name for key in closed for name in EXERCISES[module][key]}
    bodies = [lines for name, lines in bodies_of(module).items() if name in functions and lines]
    return tuple(sorted(bodies, key=lambda lines: lines.start))


def reference_text(access: ReferenceAccess) -> str:
    """The text of a worksheet's functions; a closed one keeps its heading and docstring."""
    lines = source_of(access.worksheet).splitlines(keepends=True)
    for hidden in reversed(hidden_bodies(access.worksheet, access.closed)):
        first = lines[hidden.start - 1]
        indent = first[: len(first) - len(first.lstrip())]
        lines[hidden.start - 1 : hidden.stop - 1] = [f"{indent}...\n"]
    return "".join(lines)


def closed_notice(access: ReferenceAccess) -> ClosedNotice | None:
    """What a page says where something is closed; None where everything is open."""
    if access.is_whole:
        return None
    closed = access.closed
    exercises = tuple(
        ClosedExercise(
            exercise_label(access.worksheet, key),
            exercise_address(access.worksheet, key),
            reverse("course:show_reference", args=[access.worksheet, key]) if access.may_ask else "",
        )
        for key, functions in EXERCISES[access.worksheet].items()
        if key in closed and functions
    )
    return ClosedNotice(_why(access), exercises) if exercises else None


def _why(access: ReferenceAccess) -> str:
    match access.rule:
        case Opens.FROM_DATE if access.opens_at:
            moment = pgettext("date format: day, year and hour", "j F Y, H:i")
            date = date_format(localtime(access.opens_at), moment)
            return _("Your teacher opens the reference solutions on %(date)s.") % {"date": date}
        case Opens.FROM_DATE | Opens.NEVER:
            return _("Your teacher keeps the reference solutions closed.")
    if access.may_ask:
        return _("A reference solution opens when your own version passes, or when you ask for it.")
    return _("A reference solution opens when your own version passes.")
