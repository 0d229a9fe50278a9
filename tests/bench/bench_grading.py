"""Grades as the background gives them: found, written and counted."""

from collections.abc import Iterator
from time import perf_counter

from .bench_search import puzzles
from .databases import empty_database
from .rows import Row

# The file, what part of `size` is measured, and how long a puzzle may take.
SETS = [("singles.txt", 1.0, 15.0), ("minimal.txt", 0.3, 15.0), ("top1465.txt", 0.2, 250.0)]


def rows(size: int | None) -> Iterator[Row]:
    """One row a file, over so many puzzles spread evenly over it."""
    for name, part, ms in SETS:
        lines = puzzles(name, max(1, round(min(size or 10_000, 10_000) * part)))
        with empty_database():
            store(lines)
            seconds = seconds_of_grading()
        yield Row(
            figure=f"background grading, {name}, {len(lines):,} puzzles, a puzzle",
            measured=1000 * seconds / len(lines),
            reference=ms,
            unit="ms",
            against=f"allowed; {len(lines) / seconds:,.0f} puzzles/s",
            at_most=1.0,
        )


def store(lines: list[str]) -> None:
    """Put puzzles into the table, each with one solution that nobody looks at."""
    from puzzles.library.models import Puzzle

    fields = {"solution_count": 1, "solution": "1" * 81, "canonical_key": 1, "solving_class": "singles"}
    Puzzle.objects.bulk_create(
        Puzzle(givens=line.replace("0", "."), clue_count=81 - line.count(".") - line.count("0"), **fields)
        for line in set(lines)
    )


def seconds_of_grading() -> float:
    """Seconds for all of them, in slices; grades are written and counted, the breaths left out."""
    from puzzles.library.models import Puzzle
    from puzzles.library.services.difficulty import grade_slice

    start = perf_counter()
    while grade_slice(breath_seconds=0):
        pass
    seconds = perf_counter() - start
    if Puzzle.objects.filter(tier=None).exists():
        raise AssertionError("some puzzles were not graded")
    return seconds
