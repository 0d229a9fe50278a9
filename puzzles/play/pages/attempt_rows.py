"""An attempt in one row: its name, how it ended, the help it had."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy, pgettext

from accounts.dates import date_format
from accounts.models import Membership, User
from puzzles.library.pages.difficulty import tier_name

from ..models import Attempt
from ..pictures.small_board import SmallBoard, TileBoard, covered_board, small_board, tile_board
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
    reader may play on. `digits` are None where the grid is covered; `own_name` is the reader's for the grid.
    `player_name` is the real name of another's game for a teacher, "" in lists.
    """

    attempt: Attempt
    digits: str | None
    mistakes: int | None
    is_read_only: bool
    server_ms: int | None
    is_own_open: bool
    own_name: str
    player_name: str = ""

    @property
    def board(self) -> SmallBoard:
        if self.digits is None:
            return covered_board()
        return small_board(self.attempt.puzzle.givens, self.digits)

    @property
    def tiles(self) -> TileBoard:
        if self.digits is None:
            return replace(tile_board("." * 81, "." * 81), label=covered_board().label)
        return tile_board(self.attempt.puzzle.givens, self.digits)

    @property
    def name(self) -> str:
        return grid_name(self.attempt, own_name=self.own_name)

    @property
    def short_name(self) -> str:
        """The name where the collection, or when the game began, is named beside it."""
        return grid_name(self.attempt, own_name=self.own_name, is_short=True)

    @property
    def names_level(self) -> bool:
        """Whether the name is the level of the grid and a day."""
        return not (self.attempt.assigned_puzzle or self.own_name) and self.attempt.number is None

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


def titled_row(attempt: Attempt, reader: User) -> AttemptRow:
    """The row at the head of the pages of one game."""
    row = attempt_row(attempt, reader)
    if attempt.player_id == reader.pk:
        return row
    names = Membership.objects.read_by(reader).filter(student=attempt.player_id).named().real_names()
    return replace(row, player_name=names.get(attempt.player_id, ""))


def attempt_row(attempt: Attempt, reader: User, *, is_read_only: bool = False) -> AttemptRow:
    """One line of the history. The attempt comes from `Attempt.objects.for_history()`."""
    # A grid that was solved holds its solution; one that was handed in, what its player knew.
    holds_solution = is_read_only and attempt.state in Attempt.COMPLETE
    digits = attempt.puzzle.givens if holds_solution else attempt.digits
    is_own = attempt.player_id == reader.pk
    is_covered = attempt.is_covered and is_own
    return AttemptRow(
        attempt=attempt,
        digits=None if is_covered else digits,
        mistakes=attempt.mistakes if sees_mistakes(attempt, reader) and not is_read_only else None,
        is_read_only=is_read_only,
        server_ms=attempt.server_ms if attempt.is_time_doubtful and not is_own else None,
        is_own_open=is_own and attempt.is_open,
        # Own grids are private to their owners.
        own_name=(attempt.own_name or "") if is_own else "",
    )


def grid_name(attempt: Attempt, *, own_name: str = "", is_short: bool = False) -> str:
    """`Grid 12 · Easy ones`, or `Grid 12`: the grid as the player knows it."""
    whole = _("Grid %(number)d · %(collection)s")
    if attempt.assigned_puzzle and attempt.assigned_puzzle.assignee.assignment.is_race:
        name = _("Grid of a race")
    elif attempt.assigned_puzzle:
        assignment = attempt.assigned_puzzle.assignee.assignment
        name = whole % {"number": attempt.assigned_puzzle.position, "collection": assignment}
    elif attempt.number is None:
        name = own_name or unnumbered_name(attempt, is_short=is_short)
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


def unnumbered_name(attempt: Attempt, *, is_short: bool = False) -> str:
    """`Easy, 26 Nov 13:20`: the level of the grid and when its game began; short, the level.

    The level of an exam is not told.
    """
    tier = attempt.puzzle.tier
    level = _("Grid") if tier is None or attempt.policy.is_exam else capfirst(tier_name(tier))
    if is_short:
        return level
    began = localtime(attempt.started_at)
    day = date_format(began, pgettext("date format: day of this year", "j M"))
    when = f"{day} {date_format(began, 'TIME_FORMAT')}"
    return _("%(level)s, %(when)s") % {"level": level, "when": when}


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
