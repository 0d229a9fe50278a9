"""Why the reference solutions of some exercises are closed to a reader, and which these are."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.dates import date_format

from ..access import ReferenceAccess
from ..models import EXERCISES, ReferenceRule
from .worksheets import exercise_address, exercise_label

Opens = ReferenceRule.Opens


@dataclass(frozen=True, slots=True)
class ClosedExercise:
    """An exercise whose reference is closed: its name as HTML, and its page.

    `ask_url` is where its reader may ask for the solution, empty where they may not.
    """

    label: str
    url: str
    ask_url: str


@dataclass(frozen=True, slots=True)
class ClosedNotice:
    """Why a reference is closed, or when it opens, and for which exercises."""

    sentence: str
    exercises: tuple[ClosedExercise, ...]


def closed_notice(access: ReferenceAccess) -> ClosedNotice | None:
    """What a page says about closed solutions; None where all are open."""
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
    return ClosedNotice(closed_reason(access), exercises) if exercises else None


def closed_reason(access: ReferenceAccess) -> str:
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
