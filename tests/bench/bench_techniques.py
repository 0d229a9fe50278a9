"""Solving as a person does: the time of a step over whole paths, and of a grade, against what is allowed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from puzzles.engine import TECHNIQUES, Board, Position, SolvePath, grade, next_step, solve_path

from .rows import CannotMeasureError, Row

PUZZLES = Path(__file__).parents[2] / "../shared/data/puzzles"
STEP_MS = {"tiers 1 and 2": 0.1, "tier 3": 0.3}
# By the tier of a puzzle: a step on average over its path, and a hint wherever it is asked for.
HARD_STEP_MS = {4: 10.0, 5: 1000.0}
HINT_MS = {4: 50.0, 5: 1000.0}
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
    yield from rows_of_hard_puzzles(size)
    times = [timed_ms(grade, board) for board in easy + hard]
    yield _row(f"a grade, mean of {len(times):,} ordinary puzzles", mean(times), GRADE_MS)
    times = [timed_ms(grade, board) for board in puzzles("minimal.txt", size)]
    yield _row(f"a grade, mean of {len(times):,} random minimal puzzles", mean(times), GRADE_MS)


def rows_of_hard_puzzles(size: int | None) -> Iterator[Row]:
    """The mean time of a step of tier 4 and of tier 5, and the slowest step, which a hint waits for."""
    walks = [walk(board) for board in hard_puzzles(size)]
    for tier, allowed in HARD_STEP_MS.items():
        paths = [step_times for own_tier, step_times in walks if own_tier == tier]
        times = [ms for path in paths for ms in path]
        if times:
            whole = f"over whole paths of {len(paths):,} puzzles"
            yield _row(f"a step, tier {tier}, mean {whole}", mean(times), allowed)
            yield _row(f"a hint, tier {tier}, the slowest {whole}", max(times), HINT_MS[tier])


def walk(board: Board) -> tuple[int, list[float]]:
    """The tier of a puzzle, and the processor milliseconds of each step of its path."""
    position = Position.from_board(board, is_unique=True)
    tier, times = 1, []
    while True:
        start = process_time()
        step = next_step(position)
        times.append(1000 * (process_time() - start))
        if step is None:
            return tier, times
        tier = max(tier, TECHNIQUES[step.technique].tier)
        position = position.apply(step)


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


def hard_puzzles(size: int | None) -> list[Board]:
    """Puzzles that take chains: of the bank, of a well-known list, and some of the hardest known."""
    bank = [line.split(",") for line in lines("exchange_rated.csv")]
    chained = [puzzle for puzzle, rating in bank if float(rating) > HIGHEST_OF_TIER_3]
    size = min(size or len(chained), len(chained))
    hardest = puzzles("forum_hardest_1106.txt", size // 50) if size >= 50 else []
    return spread(chained, size) + puzzles("top1465.txt", max(1, size // 5)) + hardest


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
