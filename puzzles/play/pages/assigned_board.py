"""The work that an attempt belongs to, as its board shows it."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.assignments.models import AssignedPuzzle, Assignee

from ..models import Attempt
from ..services.corrections import wrong_cells

State = Attempt.State


@dataclass(frozen=True)
class BoardWork:
    """What a board tells of the work it belongs to. `next_address` is empty when no other grid is left.

    `is_told` says whether right and wrong may be told: always, but not in an exam before its release.
    """

    name: str
    address: str
    position: int
    total: int
    is_exam: bool
    is_told: bool
    next_address: str
    hand_in_address: str


def verdict_words(attempt: Attempt) -> str:
    """`Wrong: 2 wrong digits`: of a grid that was handed in."""
    status = AssignedPuzzle.Status.WRONG if attempt.is_full else AssignedPuzzle.Status.UNFINISHED
    state = capfirst(str(status.label))
    return _("%(state)s: %(wrong)s") % {"state": state, "wrong": wrong_words(attempt)}


def wrong_words(attempt: Attempt) -> str:
    """`2 wrong digits, 5 empty cells`: of a grid that was handed in."""
    count = len(wrong_cells(attempt))
    words = [ngettext("%(count)d wrong digit", "%(count)d wrong digits", count) % {"count": count}]
    return ", ".join(words if attempt.is_full else [*words, empty_words(attempt)])


def empty_words(attempt: Attempt) -> str:
    empty = attempt.digits.count(".")
    return ngettext("%(count)d empty cell", "%(count)d empty cells", empty) % {"count": empty}


def open_address(part: Assignee, position: int) -> str:
    return reverse("assignments:work_open", args=[part.assignment_id, position])


def board_work(attempt: Attempt) -> BoardWork | None:
    """What the board of an attempt tells of its work: one query; None for a grid the player drew."""
    part = attempt.assignee
    if part is None or attempt.assigned_puzzle is None:
        return None
    assignment, position = part.assignment, attempt.assigned_puzzle.position
    grids = part.assigned_puzzles.order_by("position").values_list(
        "position", "attempt__state", "attempt__digits"
    )
    found = list(grids)
    left = [other for other, state, digits in found if other != position and is_left(state, digits)]
    coming = [other for other in left if other > position] or left
    is_shut = part.is_shut(timezone.now())
    return BoardWork(
        name=assignment.name,
        address=reverse("assignments:work", args=[assignment.pk]),
        position=position,
        total=len(found),
        is_exam=assignment.is_exam,
        is_told=not assignment.is_unreleased_exam,
        next_address=open_address(part, coming[0]) if coming and not is_shut else "",
        hand_in_address="" if is_shut else reverse("assignments:work_hand_in", args=[assignment.pk]),
    )


def is_left(state: str | None, digits: str | None) -> bool:
    """Whether there is still something to do on a grid, as far as anybody may know."""
    return state is None or (state == State.OPEN and "." in (digits or ""))
