"""The order of our grades beside that of two other graders: Spearman's rank correlation, ties shared.

The two do not agree with each other either; what they reach is told beside each figure.
"""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import correlation

from puzzles.engine import Board, grade
from puzzles.engine.grading import HARDEST_TIER

from .rows import CannotMeasureError, Row

RATED = Path(__file__).parents[2] / "../shared/data/techniques/rated_puzzles.csv"
WANTED = 0.92
# Fewer puzzles of the hardest tier tell nothing about their order.
FEWEST_HARDEST = 10


def rows(size: int | None) -> Iterator[Row]:
    """Our score beside each grader, then our rating, over the puzzles that both have graded.

    The last row is about those of the hardest tier alone, whose rating gives them their degrees.
    """
    rated = rated_puzzles(size)
    grades = [grade(Board.from_line(row["puzzle"])) for row in rated]
    hodoku = [float(row["hodoku_score"]) for row in rated]
    explainer = [float(row["se_er"]) for row in rated]
    scores = [each.score for each in grades]
    ratings = [each.se for each in grades]
    beside = f"wanted; the two with each other: {rank_correlation(hodoku, explainer):.3f}"
    yield _row("our score and HoDoKu's", scores, hodoku, beside)
    yield _row("our score and Sudoku Explainer's", scores, explainer, beside)
    yield _row("our “about” and Sudoku Explainer's", ratings, explainer, beside)
    hardest = [at for at, each in enumerate(grades) if each.tier == HARDEST_TIER]
    if len(hardest) >= FEWEST_HARDEST:
        own, others, scored = ([values[at] for at in hardest] for values in (ratings, explainer, hodoku))
        agreement = rank_correlation(others, scored)
        yield Row(
            figure=f"the same in tier {HARDEST_TIER} alone, {len(hardest):,} puzzles",
            measured=rank_correlation(own, others),
            reference=agreement,
            unit="",
            against="the two with each other there",
            at_least=1,
        )


def rated_puzzles(size: int | None) -> list[dict[str, str]]:
    """So many puzzles that both have graded, spread evenly, or all of them."""
    if not RATED.exists():
        raise CannotMeasureError(f"the data folder with techniques/{RATED.name} is not beside the project")
    with RATED.open(encoding="utf-8", newline="") as file:
        both = [row for row in csv.DictReader(file) if row["hodoku_score"] and row["se_er"]]
    count = len(both) if size is None else min(size, len(both))
    return [both[number * len(both) // count] for number in range(count)]


def rank_correlation(values: Sequence[float], others: Sequence[float]) -> float:
    """Spearman's rank correlation: 1 for the same order, -1 for the opposite one."""
    return correlation(ranks(values), ranks(others))


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 0; equal values share the mean of their ranks."""
    order = sorted(values)
    first = {value: index for index, value in reversed(list(enumerate(order)))}
    last = {value: index for index, value in enumerate(order)}
    return [(first[value] + last[value]) / 2 for value in values]


def _row(pair: str, values: Sequence[float], others: Sequence[float], beside: str) -> Row:
    return Row(
        figure=f"rank correlation, {pair}, {len(values):,} puzzles",
        measured=rank_correlation(values, others),
        reference=WANTED,
        unit="",
        against=beside,
        at_least=1,
    )
