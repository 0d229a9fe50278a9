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
LOOKED_UP = ngettext_lazy("%d right digit looked up", "%d right digits looked up")


@dataclass(frozen=True)
class AttemptRow:
    """An attempt as a line of the history. `mistakes` is None where the reader may not know them.

    `server_ms` is for teachers, where the solve time is much shorter than that. `is_read_only`: an assignment
    keeps its player from looking back; an earlier attempt then shows the givens only. `is_own_open`: the
    reader may play on.
    """

    attempt: Attempt
    board: SmallBoard
    mistakes: int | None
    is_read_only: bool
    server_ms: int | None
    is_own_open: bool

    @property
    def name(self) -> str:
        return grid_name(self.attempt)

    @property
    def short_name(self) -> str:
        """The name where the collection is named beside it."""
        return grid_name(self.attempt, is_short=True)

    @property
    def hides_difficulty(self) -> bool:
        """Whether it is an exam whose results the reader does not know yet."""
        return self.attempt.policy.is_exam and self.mistakes is None

    @property
    def is_to_continue(self) -> bool:
        """Whether the row leads to the board; a grid that was set aside is taken up first."""
        return self.is_own_open and not self.attempt.is_set_aside

    @property
    def help(self) -> str:
        return help_words(self.attempt)

    @property
    def all_help(self) -> str:
        """The help, and the right digits that were looked up afterwards."""
        corrections = counted(LOOKED_UP, len(self.attempt.corrected_cells))
        return ", ".join(filter(None, [self.help, corrections]))


def attempt_rows(attempts: Iterable[Attempt], reader: User) -> list[AttemptRow]:
    listed = list(attempts)
    unreadable = unreadable_attempts(reader, listed)
    return [attempt_row(attempt, reader, is_read_only=attempt.pk in unreadable) for attempt in listed]


def attempt_row(attempt: Attempt, reader: User, *, is_read_only: bool = False) -> AttemptRow:
    """One line of the history. The attempt comes from `Attempt.objects.for_history()`."""
    # A grid that was solved holds its solution; one that was handed in, what its player knew.
    holds_solution = is_read_only and attempt.state in Attempt.COMPLETE
    digits = attempt.puzzle.givens if holds_solution else attempt.digits
    is_own = attempt.player_id == reader.pk
    is_covered = attempt.is_covered and is_own
    return AttemptRow(
        attempt=attempt,
        board=covered_board() if is_covered else small_board(attempt.puzzle.givens, digits),
        mistakes=attempt.mistakes if sees_mistakes(attempt, reader) and not is_read_only else None,
        is_read_only=is_read_only,
        server_ms=attempt.server_ms if attempt.is_time_doubtful and not is_own else None,
        is_own_open=is_own and attempt.is_open,
    )


def grid_name(attempt: Attempt, *, is_short: bool = False) -> str:
    """`Grid 12 · Easy ones`, or `Grid 12`: the grid as the player knows it."""
    whole = _("Grid %(number)d · %(collection)s")
    if attempt.assigned_puzzle:
        assignment = attempt.assigned_puzzle.assignee.assignment
        name = whole % {"number": attempt.assigned_puzzle.position, "collection": assignment}
    elif attempt.number is None:
        name = unnumbered_name(attempt)
    elif is_short or attempt.assignment_name:
        name = _("Grid %(number)d") % {"number": attempt.number}
    else:
        name = whole % {"number": attempt.number, "collection": attempt.collection}
    if attempt.assignment_name and not (is_short or attempt.assigned_puzzle):
        name = f"{name} · {attempt.assignment_name}"
    return practice_name(attempt, name)


def practice_name(attempt: Attempt, name: str) -> str:
    """The name of a grid; that of a practice copy says so."""
    return _("%(name)s (practice copy)") % {"name": name} if attempt.is_practice else name


def unnumbered_name(attempt: Attempt) -> str:
    return _("Grid of %(count)d given digits") % {"count": attempt.puzzle.clue_count}


def sees_mistakes(attempt: Attempt, reader: User) -> bool:
    """Whether the reader may know how many wrong digits there were.

    Before the end the number would be a check that nobody recorded: the player has to ask for one.
    """
    return attempt.has_ended or attempt.player_id != reader.pk


def help_words(attempt: Attempt) -> str:
    """`3 hints (1 nudge, 2 steps), 4 cells filled in`; empty when there was no help."""
    hints = counted(HINTS, attempt.hint_count)
    # Each hint is counted at its last rung.
    if depths := ", ".join(filter(None, map(counted, RUNGS, attempt.hints_by_rung))):
        hints = f"{hints} ({depths})"
    return ", ".join(filter(None, [hints, *_other_help(attempt)]))


def short_help_words(attempt: Attempt) -> str:
    """`3 hints, 4 cells filled in, 2 right digits looked up`; empty when there was no help."""
    hints, corrections = counted(HINTS, attempt.hint_count), counted(LOOKED_UP, len(attempt.corrected_cells))
    return ", ".join(filter(None, [hints, *_other_help(attempt), corrections]))


def _other_help(attempt: Attempt) -> list[str]:
    return [
        counted(ngettext_lazy("%d cell filled in", "%d cells filled in"), attempt.cells_shown),
        counted(ngettext_lazy("%d check", "%d checks"), attempt.checks),
    ]


def counted(words: Any, count: int) -> str:
    """Words with their number; empty for none. `words` is what `ngettext_lazy` gives."""
    return words % count if count else ""
