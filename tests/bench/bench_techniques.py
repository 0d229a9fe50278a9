"""Solving as a person does: the time of a step over whole paths, and of a grade, against what is allowed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from puzzles.engine import Board, Position, SolvePath, grade, solve_path

from .rows import CannotMeasureError, Row

PUZZLES = Path(__file__).parents[2] / "../shared/data/puzzles"
STEP_MS = {"tiers 1 and 2": 0.1, "tier 3": 0.3}
GRADE_MS = 15
# Of the bank's puzzles, what it rates so high is nearly always of our tier 2, and of our tier 3.
HIGHEST_OF_TIER_2, HIGHEST_OF_TIER_3 = 3.4, 5.0


def rows(size: int | None) -> Iterator[Row]:
    """The mean time of a step by tier, then of a grade: of ordinary puzzles, of all kinds."""
    easy, hard = ordinary_puzzles(size)
    for (name, allowed), boards in zip(STEP_MS.items(), (easy, hard), strict=True):
        yield _row(
            f"a step, {name}, mean over whole paths of {len(boards):,} puzzles", step_ms(boards), allowed
        )
    times = [timed_ms(grade, board) for board in easy + hard]
    yield _row(f"a grade, mean of {len(times):,} ordinary puzzles", mean(times), GRADE_MS)
    hopeless = puzzles("forum_hardest_se11.txt", size and max(1, size // 5))
    hard_times = [timed_ms(grade, board) for board in puzzles("minimal.txt", size) + hopeless]
    yield _row(f"a grade, mean of {len(hard_times):,} puzzles of all kinds", mean(hard_times), GRADE_MS)


def mean(values: list[float]) -> float:
    """The arithmetic mean."""
    return sum(values) / len(values)


def step_ms(boards: list[Board]) -> float:
    """Processor milliseconds of one step of the boards' paths."""
    steps, seconds = 0, 0.0
    for board in boards:
        start = process_time()
        steps += len(path_of(board).steps)
        seconds += process_time() - start
    return 1000 * seconds / steps


def path_of(board: Board) -> SolvePath:
    """The path of a puzzle that is known to have one solution."""
    return solve_path(Position.from_board(board, is_unique=True))


def timed_ms(answer: Callable[[Board], object], board: Board) -> float:
    """Processor milliseconds of one answer."""
    start = process_time()
    answer(board)
    return 1000 * (process_time() - start)


def ordinary_puzzles(size: int | None) -> tuple[list[Board], list[Board]]:
    """Puzzles of tiers 1 and 2, and of tier 3: so many of each."""
    half = size and max(1, size // 2)
    bank = [line.split(",") for line in lines("exchange_rated.csv")]
    middle = [puzzle for puzzle, rating in bank if float(rating) <= HIGHEST_OF_TIER_2]
    hard = [puzzle for puzzle, rating in bank if HIGHEST_OF_TIER_2 < float(rating) <= HIGHEST_OF_TIER_3]
    easy = puzzles("singles.txt", half) + spread(middle, half)
    return easy, spread(hard, size)


def puzzles(name: str, size: int | None) -> list[Board]:
    """So many puzzles of a file of the data folder, or all of them."""
    return spread(lines(name), size)


def spread(found: list[str], size: int | None) -> list[Board]:
    """So many of these lines as boards, spread evenly over them."""
    chosen = found if size is None else found[:: max(1, len(found) // size)][:size]
    return [Board.from_line(line) for line in chosen]


def lines(name: str) -> list[str]:
    """The lines of a file of the data folder."""
    if not (PUZZLES / name).exists():
        raise CannotMeasureError(f"the data folder with puzzles/{name} is not beside the project")
    return (PUZZLES / name).read_text("ascii").split()


def _row(figure: str, measured: float, allowed: float) -> Row:
    return Row(figure=figure, measured=measured, reference=allowed, unit="ms", against="allowed", at_most=1)
