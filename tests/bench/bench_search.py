"""The search against the textbook solver, on random minimal, 17-clue and the hardest known puzzles."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from time import process_time
from typing import TypeVar

from puzzles.engine import search_line

from . import textbook
from .rows import CannotMeasureError, Row

PUZZLES = Path(__file__).parents[2] / "../shared/data/puzzles"
# The file, the ratio wanted, and what part of `size` is measured: the hardest take ten times as long.
SETS = [("minimal.txt", 10, 1.0), ("clue17.txt", 5, 1.0), ("forum_hardest_se11.txt", 4, 0.2)]
TURN = 100

Answer = TypeVar("Answer")


def rows(size: int | None) -> Iterator[Row]:
    """One row a file, over so many puzzles spread evenly over it, or all of them."""
    for name, at_least, part in SETS:
        lines = puzzles(name, size and max(1, round(size * part)))
        ours, textbooks = seconds_of_both(lines)
        yield Row(
            figure=f"search, {name}, {len(lines):,} puzzles, each shown to have one solution",
            measured=len(lines) / ours,
            reference=len(lines) / textbooks,
            unit="puzzles/s",
            against="textbook, first solution only",
            at_least=at_least,
        )


def puzzles(name: str, size: int | None) -> list[str]:
    """So many lines spread evenly over a file of the data folder, or all of them."""
    if not (PUZZLES / name).exists():
        raise CannotMeasureError(f"the data folder with puzzles/{name} is not beside the project")
    lines = (PUZZLES / name).read_text("ascii").split()
    return lines if size is None else lines[:: max(1, len(lines) // size)][:size]


def seconds_of_both(lines: list[str]) -> tuple[float, float]:
    """Processor seconds of search and textbook. They take turns, so that a busy machine slows both alike."""
    ours = textbooks = 0.0
    remaining = iter(lines)
    while turn := list(islice(remaining, TURN)):
        found, seconds = timed(search_line, turn)
        ours += seconds
        expected, seconds = timed(textbook.solve, turn)
        textbooks += seconds
        if found != [(1, solution) for solution in expected]:
            raise AssertionError(f"search and textbook disagree among {turn}")
    return ours, textbooks


def timed(solve: Callable[[str], Answer], lines: list[str]) -> tuple[list[Answer], float]:
    """The answers for these lines, and the processor seconds they took."""
    start = process_time()
    answers = [solve(line) for line in lines]
    return answers, process_time() - start
