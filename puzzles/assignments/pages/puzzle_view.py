"""A grid as a class met it: who solved it, how long that took, and the cells where it was hard."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from django.db.models import Count, Q
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.fields import plain_letters
from accounts.models import Classroom, Membership
from puzzles.engine import column_of, row_of
from puzzles.engine.translation import cell_label
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt, Move
from puzzles.play.pages.attempt_rows import help_words
from puzzles.play.pictures.small_board import CELL, SmallBoard, small_board

from ..models import AssignedPuzzle
from ..services.following.live import members_of
from ..services.results import Outcome, outcome_of
from .class_table import RUNG_TITLES, clock
from .results import OUTCOME_WORDS, SIGNS

# So many shades, the last from three quarters of the most on.
SHADES = 4
MORE = 99


@dataclass
class Trouble:
    """What happened at a cell: wrong digits by how often, hints that began there, fills by help."""

    cell: int
    wrong: Counter[int] = field(default_factory=Counter)
    hints: int = 0
    fills: int = 0

    @property
    def slips(self) -> int:
        return self.wrong.total()

    @property
    def helps(self) -> int:
        return self.hints + self.fills

    @property
    def total(self) -> int:
        return self.slips + self.helps


@dataclass(frozen=True)
class HeatSquare:
    """A cell of the picture with its numbers; empty where there were none. `shade` goes from 1 to SHADES."""

    x: int
    y: int
    shade: int
    slips: str
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
    """An attempt of the class; the replay is one press away."""

    attempt: Attempt
    name: str
    username: str
    sign: str
    word: str
    time: str
    help: str


@dataclass(frozen=True)
class PuzzlePage:
    puzzle: Puzzle
    tried: int
    solved: int
    shown: int
    students: int
    median: str
    hints: list[tuple[str, int]]
    cells: int
    slips: int
    heat: HeatMap
    attempts: list[AttemptLine]


def puzzle_page(classroom: Classroom, puzzle_id: int) -> PuzzlePage:
    """A grid as the class met it. Raises Puzzle.DoesNotExist for one that it never had."""
    members = {member.student_id: member for member in members_of(classroom)}
    rows = Attempt.objects.counting().filter(player__in=list(members), puzzle=puzzle_id)
    attempts = list(rows.defer("marks", "point", "undo_stack", "redo_stack").order_by("-last_move_at", "-pk"))
    puzzle = met_puzzle(classroom, puzzle_id, is_played=bool(attempts))
    outcomes = {attempt.pk: outcome_of(attempt) for attempt in attempts}
    solved = [each for each in attempts if outcomes[each.pk] in (Outcome.SOLVED, Outcome.RIGHT)]
    # The help of a game that is started over is counted in the new one.
    kept = [each for each in attempts if each.state != Attempt.State.RESTARTED]
    hints = (
        map(sum, zip(*[each.hints_by_rung for each in kept], strict=True)) if kept else [0] * len(RUNG_TITLES)
    )
    return PuzzlePage(
        puzzle=puzzle,
        tried=len({attempt.player_id for attempt in attempts}),
        solved=len({attempt.player_id for attempt in solved}),
        shown=len({each.player_id for each in attempts if outcomes[each.pk] == Outcome.SHOWN}),
        students=len(members),
        median=clock(round(median([attempt.elapsed_ms for attempt in solved]))) if solved else "",
        hints=[(str(title), count) for title, count in zip(RUNG_TITLES, hints, strict=True)],
        cells=sum(attempt.cells_shown for attempt in kept),
        slips=sum(attempt.slips for attempt in attempts),
        heat=heat_map(puzzle, troubles(attempts)),
        attempts=attempt_lines(attempts, outcomes, members),
    )


def met_puzzle(classroom: Classroom, puzzle_id: int, *, is_played: bool) -> Puzzle:
    """The grid, if the class played it or was given it; its solution stays where it is."""
    puzzles = Puzzle.objects.defer("solution")
    if not is_played:
        given = AssignedPuzzle.objects.filter(assignee__assignment__classroom=classroom).values("puzzle")
        puzzles = puzzles.filter(pk__in=given)
    return puzzles.get(pk=puzzle_id)


def attempt_lines(
    attempts: Iterable[Attempt], outcomes: dict[int, Outcome], members: dict[int, Membership]
) -> list[AttemptLine]:
    """The attempts, by the names of the students."""
    lines = []
    for attempt in attempts:
        member, outcome = members[attempt.player_id], outcomes[attempt.pk]
        lines.append(
            AttemptLine(
                attempt=attempt,
                name=member.real_name or member.student.username,
                username=member.student.username,
                sign=SIGNS[outcome],
                word=str(OUTCOME_WORDS[outcome]),
                time=clock(attempt.elapsed_ms),
                help=help_words(attempt),
            )
        )
    return sorted(lines, key=lambda line: plain_letters(line.name))


# Where it was hard


def troubles(attempts: Sequence[Attempt]) -> list[Trouble]:
    """What happened at each cell where something did, the most first.

    A hint counts once, where it was begun; solutions shown whole count nowhere.
    """
    begun = Q(kind=Move.Kind.HINT, rung=HelpPolicy.Rung.NUDGE)
    moves = Move.objects.filter(attempt__in=attempts, cell__isnull=False)
    moves = moves.filter(begun | Q(slip=True) | Q(kind=Move.Kind.SHOW_CELL))
    counts = moves.order_by().values_list("cell", "kind", "slip", "digit").annotate(count=Count("pk"))
    found: dict[int, Trouble] = {}
    for cell, kind, slip, digit, count in counts:
        trouble = found.setdefault(cell, Trouble(cell))
        if slip:
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
        lines=[TroubleLine(name_of(each.cell), digits_words(each.wrong), each) for each in found],
        description=description(found),
    )


def heat_square(trouble: Trouble, most: int) -> HeatSquare:
    return HeatSquare(
        x=CELL * column_of(trouble.cell),
        y=CELL * row_of(trouble.cell),
        shade=min(SHADES, 1 + SHADES * trouble.total // (most + 1)),
        slips=number(trouble.slips),
        helps=number(trouble.helps),
    )


def number(count: int) -> str:
    """A number that fits into its corner; nothing for 0."""
    if count > MORE:
        return f"{MORE}+"
    return str(count or "")


def name_of(cell: int) -> str:
    return cell_label(cell, translation)


def digits_words(wrong: Counter[int]) -> str:
    """`5 (3 ×), 7`: the wrong digits, the most frequent first."""
    told = sorted(wrong.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{digit} ({count} ×)" if count > 1 else str(digit) for digit, count in told)


def description(found: Sequence[Trouble]) -> str:
    """What the picture shows, for who cannot see it."""
    if not found:
        return _("No slip and no hint at any cell.")
    cells = ", ".join(name_of(trouble.cell) for trouble in found[:3])
    return _("Most slips and hints are at %(cells)s; the table below tells of every cell.") % {"cells": cells}
