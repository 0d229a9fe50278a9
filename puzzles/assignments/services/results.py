"""What came of an assignment: for each student and grid how it ended, in what time, and with what help."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils import timezone

from puzzles.course.models import round_of
from puzzles.engine import CELLS, Board, is_valid
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, Move

from ..models import AssignedPuzzle, AssignedPuzzleQuerySet, Assignee, Assignment

State = Attempt.State
NO_HINTS = (0, 0, 0, 0)


class Outcome(StrEnum):
    """How a grid ended, or where it stands; what was handed in is judged by the rules."""

    NEW = "new"
    OPEN = "open"
    SOLVED = "solved"
    HELPED = "helped"
    SHOWN = "shown"
    RIGHT = "right"
    WRONG = "wrong"
    UNFINISHED = "unfinished"
    PREDICTED = "predicted"
    RESTARTED = "restarted"


@dataclass(frozen=True)
class GridResult:
    """A student's grid, or run. `attempt` is the key of the attempt, None where there is none.

    `hints` counts by the last rung asked for. `wrong` are the wrong digits as they were entered: (cell,
    digit). `own_right` of the `to_fill` cells stand right without being filled by a help. `right` of the
    `asked` predictions held, where `wanted` are asked for.
    """

    position: int
    puzzle: Puzzle
    outcome: Outcome = Outcome.NEW
    is_late: bool = False
    attempt: int | None = None
    elapsed_ms: int = 0
    hints: tuple[int, ...] = NO_HINTS
    cells: int = 0
    checks: int = 0
    slips: int = 0
    wrong: tuple[tuple[int, int], ...] = ()
    own_right: int = 0
    to_fill: int = 0
    last_at: datetime | None = None
    asked: int = 0
    right: int = 0
    wanted: int = 0

    @property
    def is_solved(self) -> bool:
        return self.outcome in (Outcome.SOLVED, Outcome.RIGHT)

    @property
    def is_done(self) -> bool:
        return self.outcome not in (Outcome.NEW, Outcome.OPEN)

    @property
    def hint_count(self) -> int:
        return sum(self.hints)


@dataclass(frozen=True)
class StudentResult:
    """A student's grids in their order, and sums over them."""

    assignee: Assignee
    grids: list[GridResult]

    @property
    def is_excluded(self) -> bool:
        return self.assignee.excluded_at is not None

    @property
    def done(self) -> int:
        return sum(grid.is_done for grid in self.grids)

    @property
    def solved(self) -> int:
        return sum(grid.is_solved for grid in self.grids)

    @property
    def elapsed_ms(self) -> int:
        return sum(grid.elapsed_ms for grid in self.grids)

    @property
    def hints(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(NO_HINTS, *[grid.hints for grid in self.grids], strict=True)))

    @property
    def cells(self) -> int:
        return sum(grid.cells for grid in self.grids)

    @property
    def slips(self) -> int:
        return sum(grid.slips for grid in self.grids)

    @property
    def asked(self) -> int:
        return sum(grid.asked for grid in self.grids)

    @property
    def right(self) -> int:
        return sum(grid.right for grid in self.grids)


def results_of(assignment: Assignment, now: datetime | None = None) -> list[StudentResult]:
    """Everybody's results, in a fixed number of questions. For the eyes of the teachers."""
    now = now or timezone.now()
    parts = {part.pk: part for part in assignment.assignees.select_related("student").order_by("pk")}
    for part in parts.values():
        part.assignment = assignment
    assigned_puzzles = AssignedPuzzle.objects.filter(assignee__assignment=assignment).order_by(
        "assignee", "position"
    )
    judge = judge_runs if assignment.algorithm else judge_grids
    grids: dict[int, list[GridResult]] = defaultdict(list)
    for part_key, grid in judge(assignment, assigned_puzzles, parts, now):
        grids[part_key].append(grid)
    return [StudentResult(part, grids[key]) for key, part in parts.items()]


# Grids that are played


def judge_grids(
    assignment: Assignment,
    assigned_puzzles: AssignedPuzzleQuerySet,
    parts: Mapping[int, Assignee],
    now: datetime,
) -> Iterable[tuple[int, GridResult]]:
    """(key of the student's part, result) for each grid."""
    wrong = wrong_digits(assignment)
    rows = assigned_puzzles.select_related("puzzle", "attempt").defer(
        "attempt__marks", "attempt__point", "attempt__undo_stack", "attempt__redo_stack"
    )
    for row in rows:
        attempt = row.attempt_or_none
        if attempt is None:
            yield row.assignee_id, GridResult(row.position, row.puzzle)
        else:
            part = parts[row.assignee_id]
            yield row.assignee_id, judged(row, attempt, part, tuple(wrong[attempt.pk]), now)


def judged(
    row: AssignedPuzzle, attempt: Attempt, part: Assignee, wrong: tuple[tuple[int, int], ...], now: datetime
) -> GridResult:
    last_at = attempt.finished_at or attempt.last_move_at
    cells = attempt.cells_shown + taken_over(row.puzzle, attempt)
    return GridResult(
        position=row.position,
        puzzle=row.puzzle,
        outcome=outcome_of(attempt, is_shut=part.is_shut(now)),
        is_late=is_late(part, last_at),
        attempt=attempt.pk,
        elapsed_ms=attempt.elapsed_ms,
        hints=attempt.hints_by_rung,
        cells=cells,
        checks=attempt.checks,
        slips=attempt.slips,
        wrong=wrong,
        own_right=max(0, right_cells(row.puzzle, attempt.digits) - cells),
        to_fill=row.puzzle.givens.count("."),
        last_at=last_at,
    )


def outcome_of(attempt: Attempt, *, is_shut: bool = False) -> Outcome:
    """How an attempt ended. An open one that takes no more moves counts as handed in."""
    if attempt.state == State.HANDED_IN or (attempt.is_open and is_shut):
        if not attempt.is_full:
            return Outcome.UNFINISHED
        return Outcome.RIGHT if is_valid(Board.from_line(attempt.digits)) else Outcome.WRONG
    return Outcome(attempt.state)


def is_late(part: Assignee, at: datetime) -> bool:
    """Whether something came after the time was up; in an exam nothing that counts does."""
    ends = part.times_out_at
    return ends is not None and at > ends and not part.assignment.is_exam


def right_cells(puzzle: Puzzle, digits: str) -> int:
    """How many cells that were not given hold the digit of the solution."""
    if not puzzle.solution:
        return 0
    return sum(puzzle.givens[cell] == "." and digits[cell] == puzzle.solution[cell] for cell in CELLS)


def taken_over(puzzle: Puzzle, attempt: Attempt) -> int:
    """How many right digits that the site showed were entered after the game was reopened."""
    return sum(attempt.digits[cell] == puzzle.solution[cell] for cell in attempt.corrected_cells)


def wrong_digits(assignment: Assignment) -> dict[int, list[tuple[int, int]]]:
    """attempt -> (cell, digit) of each wrong digit, as they were entered."""
    slips = Move.objects.filter(attempt__assigned_puzzle__assignee__assignment=assignment, slip=True)
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for attempt, cell, digit in slips.order_by("attempt", "number").values_list("attempt", "cell", "digit"):
        found[attempt].append((cell or 0, digit))
    return found


# Runs that are predicted


def judge_runs(
    assignment: Assignment,
    assigned_puzzles: AssignedPuzzleQuerySet,
    parts: Mapping[int, Assignee],
    now: datetime,
) -> Iterable[tuple[int, GridResult]]:
    """(key of the student's part, result) for each run."""
    for row in assigned_puzzles.select_related("puzzle", "prediction_round"):
        round_ = round_of(row)
        if round_ is None:
            yield row.assignee_id, GridResult(row.position, row.puzzle, wanted=assignment.predictions)
            continue
        yield (
            row.assignee_id,
            GridResult(
                position=row.position,
                puzzle=row.puzzle,
                outcome=Outcome.PREDICTED if round_.is_finished else Outcome.OPEN,
                is_late=round_.asked > 0 and is_late(parts[row.assignee_id], round_.last_at),
                last_at=round_.last_at,
                asked=round_.asked,
                right=round_.right,
                wanted=round_.wanted or 0,
            ),
        )
