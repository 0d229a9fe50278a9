"""The traces of the course's solvers: a run of 65,000 placements and returns, made and packed to be sent."""

import gzip
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from puzzles.engine import Board
from puzzles.engine.runs import trace_run, trace_to_bytes
from puzzles.engine.worksheets import DEMOS, namespace_of

from .rows import Row

LARGEST_SENT = 20_000
# To record a run should cost no more than the plain run of the text that students read.
AT_MOST = 1.0
TURNS = 3
SOLVERS: dict[str, Callable[[dict[str, Any], list[list[int]]], Any]] = {
    "tutoriel": lambda sheet, grid: sheet["solve"](grid),
    "td_iteratif": lambda sheet, grid: sheet["resolution"](grid),
    "mini_projet": lambda sheet, grid: sheet["resoudre"](grid, 0, 0),
}


def rows(size: int | None) -> Iterator[Row]:
    """Two rows an algorithm: seconds to make and pack the trace, bytes sent; the run has always one size."""
    puzzle = next(demo.puzzle for demo in DEMOS["tutoriel"] if demo.key == "slow")
    for name in SOLVERS:
        made, plain, sent = measured(name, Board.from_line(puzzle))
        yield Row(
            figure=f"trace, {name}, 65,000 placements and returns, made and packed",
            measured=made,
            reference=plain,
            unit="s",
            against="the course's text, not traced",
            at_most=AT_MOST,
        )
        yield Row(
            figure=f"trace, {name}, 65,000 placements and returns, sent",
            measured=sent,
            reference=LARGEST_SENT,
            unit="bytes",
            against="the largest allowed",
            at_most=1.0,
        )


def measured(name: str, board: Board) -> tuple[float, float, int]:
    """Processor seconds of trace and text, the least of some turns taken in turn, and the bytes sent."""
    made, plain, sent = [], [], b""
    for _ in range(TURNS):
        start = process_time()
        trace = trace_run(name, board)
        sent = gzip.compress(trace_to_bytes(trace), 6)
        made.append(process_time() - start)
        if trace.totals.placements + trace.totals.returns < 65_000:
            raise AssertionError(f"the run of {name} is too short to be measured")
        plain.append(seconds_of_text(name, board, trace.final.digits))
    return min(made), min(plain), len(sent)


def seconds_of_text(name: str, board: Board, solution: bytes) -> float:
    """Processor seconds of the course's own text for the same run."""
    sheet = namespace_of(name)
    sheet["print"] = lambda *values, **options: None
    grid = [list(board.digits[start : start + 9]) for start in range(0, 81, 9)]
    start = process_time()
    SOLVERS[name](sheet, grid)
    seconds = process_time() - start
    if bytes(digit for row in grid for digit in row) != solution:
        raise AssertionError(f"the trace of {name} ends with another grid than the text")
    return seconds
