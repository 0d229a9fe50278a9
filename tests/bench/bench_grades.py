"""The order of our grades beside that of two other graders: Spearman's rank correlation, ties shared.

The two do not agree with each other either: what they reach is the reference.
"""

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import correlation

from puzzles.engine import Board, Grade, grade

from .rows import CannotMeasureError, Row

RATED = Path(__file__).parents[2] / "../shared/data/techniques/rated_puzzles.csv"


def rows(size: int | None) -> Iterator[Row]:
    """Our score beside each grader, then our rating, over the puzzles that both have graded."""
    rated = rated_puzzles(size)
    grades = [grade(Board.from_line(row["puzzle"])) for row in rated]
    scores = [float(row["hodoku_score"]) for row in rated]
    ratings = [float(row["se_er"]) for row in rated]
    agreement = rank_correlation(scores, ratings)
    own_scores = [one.score for one in grades]
    yield _row("our score and HoDoKu's", rank_correlation(own_scores, scores), agreement, grades)
    yield _row("our score and Sudoku Explainer's", rank_correlation(own_scores, ratings), agreement, grades)
    own_ratings = [one.se for one in grades]
    yield _row(
        "our “about” and Sudoku Explainer's", rank_correlation(own_ratings, ratings), agreement, grades
    )


def rated_puzzles(size: int | None) -> list[dict[str, str]]:
    """So many puzzles that both have graded, spread evenly, or all of them."""
    if not RATED.exists():
        raise CannotMeasureError(f"the data folder with techniques/{RATED.name} is not beside the project")
    with RATED.open(encoding="utf-8", newline="") as file:
        both = [row for row in csv.DictReader(file) if row["hodoku_score"] and row["se_er"]]
    return both if size is None else both[:: max(1, len(both) // size)][:size]


def rank_correlation(values: Sequence[float], others: Sequence[float]) -> float:
    """Spearman's rank correlation: 1 for the same order, -1 for the opposite one."""
    return correlation(ranks(values), ranks(others))


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 0; equal values share the mean of their ranks."""
    order = sorted(values)
    first = {value: index for index, value in reversed(list(enumerate(order)))}
    last = {value: index for index, value in enumerate(order)}
    return [(first[value] + last[value]) / 2 for value in values]


def _row(pair: str, measured: float, agreement: float, grades: Sequence[Grade]) -> Row:
    return Row(
        figure=f"rank correlation, {pair}, {len(grades):,} puzzles",
        measured=measured,
        reference=agreement,
        unit="",
        against="the two graders with each other",
        at_least=1,
    )
