"""Results of a class on one grid: solvers, times, and the cells at which they needed help."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from django.db.models import Count, Q
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Classroom, Membership
from puzzles.engine import column_of, row_of
from puzzles.engine.translation import cell_label
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.library.pages.durations import clock
from puzzles.play.models import Attempt, Move
from puzzles.play.pages.attempt_rows import help_words
from puzzles.play.pictures.small_board import CELL, SmallBoard, small_board
from puzzles.training.services.ratings import learned_score

from ..models import AssignedPuzzle
from ..services.following.live import members_of
from ..services.results import ResultStatus, result_status
from .class_table import RUNG_TITLES

# The last shade begins at three quarters of the largest count.
SHADES = 4
MAX_SHOWN = 99


@dataclass
class Trouble:
    """Mistakes and help at one cell: each wrong digit with its count, hints begun, fills by help."""

    cell: int
    wrong: Counter[int] = field(default_factory=Counter)
    hints: int = 0
    fills: int = 0

    @property
    def mistakes(self) -> int:
        return self.wrong.total()

    @property
    def helps(self) -> int:
        return self.hints + self.fills

    @property
    def total(self) -> int:
        return self.mistakes + self.helps


@dataclass(frozen=True)
class HeatSquare:
    """A cell of the heat map with its two numbers, "" for 0. `shade` goes from 1 to SHADES."""

    x: int
    y: int
    shade: int
    mistakes: str
    helps: str


@dataclass(frozen=True)
class TroubleLine:
    cell: str
    wrong: str
    trouble: Trouble


@dataclass(frozen=True)
class HeatMap:
    board: SmallBoard
    squares: list[HeatSquare]
    lines: list[TroubleLine]
    description: str


@dataclass(frozen=True)
class AttemptLine:
    """An attempt of a student of the class."""

    attempt: Attempt
    member: Membership
    status: ResultStatus
    help: str


@dataclass(frozen=True)
class PuzzlePage:
    puzzle: Puzzle
    learned_score: int | None
    tried: int
    solved: int
    shown: int
    students: int
    median: str
    hints: list[tuple[str, int]]
    cells: int
    mistakes: int
    heat: HeatMap
    attempts: list[AttemptLine]


def puzzle_page(classroom: Classroom, puzzle_id: int) -> PuzzlePage:
    """The results of the class on a grid. Raises Puzzle.DoesNotExist for one that the class never had."""
    members = {member.student_id: member for member in members_of(classroom)}
    rows = Attempt.objects.of_class(classroom).counting()
    rows = rows.filter(player__in=list(members), puzzle=puzzle_id)
    rows = rows.defer("marks", "checkpoint", "undo_stack", "redo_stack")
    attempts = list(rows.order_by("-last_move_at", "-pk"))
    puzzle = met_puzzle(classroom, puzzle_id, is_played=bool(attempts))
    statuses = {attempt.pk: result_status(attempt) for attempt in attempts}
    solved = [each for each in attempts if statuses[each.pk] in (ResultStatus.SOLVED, ResultStatus.RIGHT)]
    # The help of a game that is started over is counted in the new one.
    kept = [each for each in attempts if each.state != Attempt.State.RESTARTED]
    hints = (
        map(sum, zip(*[each.hints_by_rung for each in kept], strict=True)) if kept else [0] * len(RUNG_TITLES)
    )
    return PuzzlePage(
        puzzle=puzzle,
        learned_score=learned_score(puzzle),
        tried=len({attempt.player_id for attempt in attempts}),
        solved=len({attempt.player_id for attempt in solved}),
        shown=len({each.player_id for each in attempts if statuses[each.pk] == ResultStatus.SHOWN}),
        students=len(members),
        median=clock(round(median([attempt.elapsed_ms for attempt in solved]))) if solved else "",
        hints=[(str(title), count) for title, count in zip(RUNG_TITLES, hints, strict=True)],
        cells=sum(attempt.cells_shown for attempt in kept),
        mistakes=sum(attempt.mistakes for attempt in attempts),
        heat=heat_map(puzzle, troubles(attempts)),
        attempts=sorted(
            [
                AttemptLine(each, members[each.player_id], statuses[each.pk], help_words(each))
                for each in attempts
            ],
            key=lambda line: line.member.sort_key,
        ),
    )


def met_puzzle(classroom: Classroom, puzzle_id: int, *, is_played: bool) -> Puzzle:
    """The grid, if the class has played it or has it in an assignment; its solution is not loaded."""
    puzzles = Puzzle.objects.defer("solution")
    if not is_played:
        assigned = AssignedPuzzle.objects.filter(assignee__assignment__classroom=classroom).values("puzzle")
        puzzles = puzzles.filter(pk__in=assigned)
    return puzzles.get(pk=puzzle_id)


# Heat map


def troubles(attempts: Sequence[Attempt]) -> list[Trouble]:
    """The cells with mistakes or help, the largest counts first.

    A hint counts once, at the cell where it began; a whole solution shown counts nowhere.
    """
    begun = Q(kind=Move.Kind.HINT, rung=HelpPolicy.Rung.NUDGE)
    moves = Move.objects.filter(attempt__in=attempts, cell__isnull=False)
    moves = moves.filter(begun | Q(mistake=True) | Q(kind=Move.Kind.SHOW_CELL))
    counts = moves.order_by().values_list("cell", "kind", "mistake", "digit").annotate(count=Count("pk"))
    found: dict[int, Trouble] = {}
    for cell, kind, mistake, digit, count in counts:
        trouble = found.setdefault(cell, Trouble(cell))
        if mistake:
            trouble.wrong[digit] += count
        elif kind == Move.Kind.HINT:
            trouble.hints += count
        else:
            trouble.fills += count
    return sorted(found.values(), key=lambda trouble: (-trouble.total, trouble.cell))


def heat_map(puzzle: Puzzle, found: Sequence[Trouble]) -> HeatMap:
    most = max((trouble.total for trouble in found), default=1)
    return HeatMap(
        board=small_board(puzzle.givens, puzzle.givens),
        squares=[heat_square(trouble, most) for trouble in found],
        lines=[
            TroubleLine(cell_label(each.cell, translation), digits_words(each.wrong), each) for each in found
        ],
        description=description(found),
    )


def heat_square(trouble: Trouble, most: int) -> HeatSquare:
    return HeatSquare(
        x=CELL * column_of(trouble.cell),
        y=CELL * row_of(trouble.cell),
        shade=min(SHADES, 1 + SHADES * trouble.total // (most + 1)),
        mistakes=number(trouble.mistakes),
        helps=number(trouble.helps),
    )


def number(count: int) -> str:
    """A number that fits into the corner of a cell; "" for 0."""
    if count > MAX_SHOWN:
        return f"{MAX_SHOWN}+"
    return str(count or "")


def digits_words(wrong: Counter[int]) -> str:
    """`5 (3 ×), 7`: the wrong digits, the most frequent first."""
    by_count = sorted(wrong.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{digit} ({count} ×)" if count > 1 else str(digit) for digit, count in by_count)


def description(found: Sequence[Trouble]) -> str:
    """The heat map in words, for screen readers."""
    if not found:
        return _("No mistakes and no hints at any cell.")
    cells = ", ".join(cell_label(trouble.cell, translation) for trouble in found[:3])
    return _("Most mistakes and hints are at %(cells)s; the table below lists every cell.") % {"cells": cells}
