"""Whole paths of the hardest puzzles known: how many end solved, each step proved, and how long they take."""

from collections.abc import Iterator
from time import process_time
from typing import NamedTuple

from puzzles.engine import Board, Position, SolvePath, search, solve_path, verify

from .bench_techniques import mean, puzzles
from .rows import Row

SECONDS_ALLOWED = 10.0
# The file, what part of `size` is measured, and how many puzzles if all are.
SETS = [("forum_hardest_1106.txt", 0.02, None), ("top1465.txt", 0.2, None), ("clue17.txt", 0.2, 2000)]


class Walk(NamedTuple):
    """One puzzle: the processor seconds its path took, and whether proved steps end in its solution."""

    seconds: float
    is_proved: bool


def rows(size: int | None) -> Iterator[Row]:
    """Two rows a file: how many puzzles are solved, and the time of the slowest."""
    for name, part, most in SETS:
        boards = puzzles(name, most if size is None else max(1, round(size * part)))
        walks = [walk(board) for board in boards]
        seconds = [each.seconds for each in walks]
        yield Row(
            figure=f"solved by steps that are all proved, {name}",
            measured=sum(each.is_proved for each in walks),
            reference=len(walks),
            unit="puzzles",
            against="all",
            at_least=1,
        )
        yield Row(
            figure=f"a whole path, {name}, the slowest of {len(walks):,}",
            measured=max(seconds),
            reference=SECONDS_ALLOWED,
            unit="s",
            against=f"allowed; mean {mean(seconds):.2g} s",
            at_most=1,
        )


def walk(board: Board) -> Walk:
    """The puzzle solved, and then its path replayed step by step."""
    start = Position.from_board(board, is_unique=True)
    clock = process_time()
    path = solve_path(start)
    return Walk(process_time() - clock, is_proved(path, start))


def is_proved(path: SolvePath, position: Position) -> bool:
    """Whether each step is proved where it is taken, and the last leads to the only solution."""
    solution = search(position.board).solution
    for step in path.steps:
        if not verify(step, position):
            return False
        position = position.apply(step)
    return position.board == solution
