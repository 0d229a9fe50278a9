"""The assignment that an attempt belongs to, as its board shows it."""

from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import ngettext

from puzzles.assignments.models import Assignment

from ..models import Attempt
from ..services.corrections import wrong_cells

State = Attempt.State


class AssignedBoard(NamedTuple):
    """The place of a board in its assignment; `next` is the position of another grid to play, if any."""

    assignment: Assignment
    position: int
    total: int
    next: int | None
    is_read_only: bool


def wrong_words(attempt: Attempt) -> str:
    """`2 wrong digits, 5 empty cells`, for a grid that was handed in."""
    count = len(wrong_cells(attempt))
    words = [ngettext("%(count)d wrong digit", "%(count)d wrong digits", count) % {"count": count}]
    return ", ".join(words if attempt.is_full else [*words, empty_words(attempt)])


def empty_words(attempt: Attempt) -> str:
    empty = attempt.digits.count(".")
    return ngettext("%(count)d empty cell", "%(count)d empty cells", empty) % {"count": empty}


def assigned_board(attempt: Attempt) -> AssignedBoard | None:
    """The place of an attempt's board in its assignment: one query; None for a grid drawn, or of a race."""
    assignee = attempt.assignee
    if assignee is None or attempt.assigned_puzzle is None or assignee.assignment.is_race:
        return None
    assignment, position = assignee.assignment, attempt.assigned_puzzle.position
    grids = assignee.assigned_puzzles.order_by("position")
    found = list(grids.values_list("position", "attempt__state", "attempt__digits"))
    # As far as anybody may know: a full grid of an exam may be wrong.
    left = [
        other
        for other, state, digits in found
        if other != position and (state is None or (state == State.OPEN and "." in digits))
    ]
    coming = [other for other in left if other > position] or left
    is_read_only = assignee.is_read_only(timezone.now())
    return AssignedBoard(
        assignment, position, len(found), coming[0] if coming and not is_read_only else None, is_read_only
    )
