"""The difficulty that ratings learn from a simulated school, beside the engine's score.

How hard its puzzles are in truth is known: about as the engine's score has it.
"""

import random
from collections.abc import Iterator
from math import exp

from .bench_grades import rank_correlation
from .rows import Row

SEED = 1
STUDENTS = 300
ANSWERS = 100
# Scores of the sample grids: from singles alone to chains, most of them easy.
LOG_SCORES = (4.0, 9.0)


def rows(size: int | None) -> Iterator[Row]:
    """Two rows: the learned order is as far from the score's as the true one, and nearer to the truth."""
    from .databases import empty_database

    count = min(size or 3000, 3000)
    with empty_database():
        learned, true, engine = difficulties(count)
    yield Row(
        figure=f"rank correlation, learned difficulty and the engine's score, {count:,} simulated puzzles",
        measured=rank_correlation(learned, engine),
        reference=rank_correlation(true, engine),
        unit="",
        against="true difficulty and the engine's score",
        at_least=0.95,
    )
    yield Row(
        figure="rank correlation, learned difficulty and the true one",
        measured=rank_correlation(learned, true),
        reference=rank_correlation(engine, true),
        unit="",
        against="the engine's score and the true one",
        at_least=1.02,
    )


def difficulties(count: int) -> tuple[list[float], list[float], list[float]]:
    """Learned, true, and by the engine's score, of so many puzzles after a simulated term."""
    from puzzles.training.services.ratings import Estimate, puzzle_prior
    from tests.ratings.simulation import School

    def prior_of(rng: random.Random) -> Estimate:
        return puzzle_prior(round(exp(rng.uniform(*LOG_SCORES))))

    school = School.of(students=STUDENTS, items=count, seed=SEED, prior_of=prior_of)
    school.play(ANSWERS)
    known = [each for each in school.items if each.believed.count]
    return (
        [each.believed.mean for each in known],
        [each.true for each in known],
        [each.prior.mean for each in known],
    )
