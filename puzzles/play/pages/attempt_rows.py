"""An attempt in one row: its name, how it ended, the help it had."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from accounts.models import User

from ..models import Attempt
from ..pictures.small_board import SmallBoard, covered_board, small_board
from ..services.access import unreadable_attempts

# How deep a hint went, by rung.
RUNGS = (
    ngettext_lazy("%d nudge", "%d nudges"),
    ngettext_lazy("%d place", "%d places"),
    ngettext_lazy("%d reason", "%d reasons"),
    ngettext_lazy("%d step", "%d steps"),
)


HINTS = ngettext_lazy("%d hint", "%d hints")


@dataclass(frozen=True)
class AttemptRow:
    """An attempt as a line of the history. `slips` is None where the reader is not told; so is `server_ms`,
    which a teacher sees where the solve time is much shorter than that.

    `is_shut` says that an assignment keeps its player from looking back: an earlier attempt then shows the
    givens only.
    """

    attempt: Attempt
    name: str
    short_name: str
    board: SmallBoard
    help: str
    slips: int | None
    is_shut: bool = False
    server_ms: int | None = None


def attempt_rows(attempts: Iterable[Attempt], reader: User) -> list[AttemptRow]:
    listed = list(attempts)
    shut = unreadable_attempts(reader, listed)
    return [attempt_row(attempt, reader, is_shut=attempt.pk in shut) for attempt in listed]


def attempt_row(attempt: Attempt, reader: User, *, is_shut: bool = False) -> AttemptRow:
    """One line of the history. The attempt comes from `Attempt.objects.for_history()`."""
    # What stands in a grid that was solved is its solution; in one that was handed in, what its player knew.
    tells_solution = is_shut and attempt.state in Attempt.COMPLETE
    digits = attempt.puzzle.givens if tells_solution else attempt.digits
    is_covered = attempt.is_covered and attempt.player_id == reader.pk
    return AttemptRow(
        attempt=attempt,
        name=grid_name(attempt),
        short_name=short_name(attempt),
        board=covered_board() if is_covered else small_board(attempt.puzzle.givens, digits),
        help=help_words(attempt),
        slips=attempt.slips if tells_slips(attempt, reader) and not is_shut else None,
        is_shut=is_shut,
        server_ms=attempt.server_ms if attempt.is_time_doubtful and reader.pk != attempt.player_id else None,
    )


def grid_name(attempt: Attempt) -> str:
    """`Grid 12 · Easy ones`: what the player knows the grid by, as long as its collection stands."""
    return named_practice(attempt, name_in_earnest(attempt))


def named_practice(attempt: Attempt, name: str) -> str:
    """The name of a grid, which says so where an attempt is a practice copy."""
    return _("%(name)s (practice copy)") % {"name": name} if attempt.is_practice else name


def name_in_earnest(attempt: Attempt) -> str:
    if attempt.assigned_puzzle:
        return _("Grid %(number)d · %(collection)s") % {
            "collection": attempt.assigned_puzzle.assignee.assignment,
            "number": attempt.assigned_puzzle.position,
        }
    if attempt.assignment_name:
        return f"{short_in_earnest(attempt)} · {attempt.assignment_name}"
    if attempt.number is None:
        return unnumbered_name(attempt)
    return _("Grid %(number)d · %(collection)s") % {
        "collection": attempt.collection,
        "number": attempt.number,
    }


def short_name(attempt: Attempt) -> str:
    """`Grid 12`: the name where the collection stands beside it."""
    return named_practice(attempt, short_in_earnest(attempt))


def short_in_earnest(attempt: Attempt) -> str:
    if attempt.assigned_puzzle:
        return name_in_earnest(attempt)
    if attempt.number is None:
        return unnumbered_name(attempt)
    return _("Grid %(number)d") % {"number": attempt.number}


def unnumbered_name(attempt: Attempt) -> str:
    return _("Grid of %(count)d given digits") % {"count": attempt.puzzle.clue_count}


def tells_slips(attempt: Attempt, reader: User) -> bool:
    """Whether the reader may know how many wrong digits there were.

    In an attempt that has not ended the number would be a check that nobody recorded: its player has to ask
    for one.
    """
    return attempt.has_ended or attempt.player_id != reader.pk


def help_words(attempt: Attempt) -> str:
    """`3 hints (1 nudge, 2 steps), 4 cells filled in`; empty when there was no help."""
    return ", ".join(filter(None, [hint_words(attempt), *_other_help(attempt)]))


def short_help_words(attempt: Attempt) -> str:
    """`3 hints, 4 cells filled in, 2 right digits looked up`; empty when there was no help."""
    looked_up = ngettext_lazy("%d right digit looked up", "%d right digits looked up")
    hints, corrections = counted(HINTS, attempt.hint_count), counted(looked_up, len(attempt.corrected_cells))
    return ", ".join(filter(None, [hints, *_other_help(attempt), corrections]))


def _other_help(attempt: Attempt) -> list[str]:
    return [
        counted(ngettext_lazy("%d cell filled in", "%d cells filled in"), attempt.cells_shown),
        counted(ngettext_lazy("%d check", "%d checks"), attempt.checks),
    ]


def hint_words(attempt: Attempt) -> str:
    """How many hints, and how deep they went: each is told at the last rung that was asked for."""
    depths = ", ".join(filter(None, map(counted, RUNGS, attempt.hints_by_rung)))
    hints = counted(HINTS, attempt.hint_count)
    return f"{hints} ({depths})" if depths else hints


def counted(words: Any, count: int) -> str:
    """Words with their number; empty for none. `words` is what `ngettext_lazy` gives."""
    return words % count if count else ""
