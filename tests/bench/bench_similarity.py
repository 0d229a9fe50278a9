"""The canonical form of solution grids, compiled, against the reference in Python."""

from collections.abc import Callable, Iterator
from time import process_time

from puzzles.engine import search_implementation, search_line
from puzzles.engine.similarity import canonical_line
from tests.reference import in_python

from .bench_search import puzzles
from .rows import CannotMeasureError, Row

AT_LEAST = 40.0
# The reference remembers what it found out about a pair of rows: the first grids are slower.
WARM_UP = 200


def rows(size: int | None) -> Iterator[Row]:
    """One row, over the solutions of so many puzzles of 17 clues."""
    if search_implementation() != "compiled":
        raise CannotMeasureError("the search is not compiled here")
    lines = [search_line(line)[1] or "" for line in puzzles("clue17.txt", size)]
    reference = in_python(canonical_line)
    if list(map(canonical_line, lines[:WARM_UP])) != list(map(reference, lines[:WARM_UP])):
        raise AssertionError("compiled form and reference disagree")
    yield Row(
        figure=f"canonical form, compiled, {len(lines):,} solution grids",
        measured=len(lines) / seconds(canonical_line, lines),
        reference=len(lines) / seconds(reference, lines),
        unit="grids/s",
        against="in Python",
        at_least=AT_LEAST,
    )


def seconds(form_of: Callable[[str], str], lines: list[str]) -> float:
    start = process_time()
    for line in lines:
        form_of(line)
    return process_time() - start
