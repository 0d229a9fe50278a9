"""`python -m tests.month.memory`: the schedule of reviews against fixed ones, over a school year.

The learners forget by another law than the one that FSRS supposes: recall halves with each half-life, which
grows with each step found and shrinks with each missed, both differently for each learner and technique.
"""

import os
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import django

LEARNERS, TECHNIQUES, DAYS = 200, 20, 180
START = datetime(2026, 9, 7, 8, tzinfo=UTC)
FIXED = (1, 3, 7, 14, 30, 60, 120)

# Reviews so far, whether each was found -> the days until the next one.
Schedule = Callable[[list[tuple[int, bool]]], int]


@dataclass(frozen=True, slots=True)
class Year:
    """One technique of one learner: reviews, those found, recall on an average day and at the end."""

    reviews: int
    found: int
    mean_recall: float
    last_recall: float


def weekly(_reviews: list[tuple[int, bool]]) -> int:
    return 7


def fixed(reviews: list[tuple[int, bool]]) -> int:
    """Longer after each step found; from the beginning after one that was missed."""
    row = 0
    for _day, is_found in reviews:
        row = row + 1 if is_found else 0
    return FIXED[min(row, len(FIXED) - 1)]


def by_site(reviews: list[tuple[int, bool]]) -> int:
    """As the site schedules them."""
    from fsrs import Card, Rating

    from puzzles.training.services.memory import SCHEDULER

    card, now = Card(card_id=0, due=START), START
    for day, is_found in reviews:
        now = START + timedelta(days=day)
        card, _log = SCHEDULER.review_card(card, Rating.Good if is_found else Rating.Again, now)
    return max(1, (card.due - now).days)


def year_of(schedule: Schedule, seed: int) -> Year:
    """One technique of one learner, who forgets by chance: the same for each schedule."""
    chance = random.Random(seed)
    half_life = chance.lognormvariate(1.4, 0.6)
    growth, loss = chance.uniform(1.5, 3), chance.uniform(0.3, 0.7)
    reviews: list[tuple[int, bool]] = [(0, True)]
    last, due, recalls = 0, schedule(reviews), []
    for day in range(1, DAYS + 1):
        recall = 2 ** -((day - last) / half_life)
        recalls.append(recall)
        if day < due:
            continue
        is_found = chance.random() < recall
        reviews.append((day, is_found))
        # What is still well known is strengthened little.
        half_life *= 1 + (growth - 1) * (1 - recall) * 4 if is_found else loss
        half_life = max(half_life, 1)
        last, due = day, day + schedule(reviews)
    found = sum(is_found for _day, is_found in reviews[1:])
    return Year(len(reviews) - 1, found, sum(recalls) / DAYS, recalls[-1])


def years(schedule: Schedule, learners: int = LEARNERS) -> list[Year]:
    return [year_of(schedule, seed) for seed in range(learners * TECHNIQUES)]


def lines(learners: int = LEARNERS) -> Iterator[str]:
    yield f"{learners} learners, {TECHNIQUES} techniques each, {DAYS} days"
    for name, schedule in (("the site", by_site), ("fixed, growing", fixed), ("weekly", weekly)):
        rows = years(schedule, learners)
        count, reviews = len(rows), sum(row.reviews for row in rows)
        yield (
            f"{name:15} {reviews / count:5.1f} reviews a technique,"
            f" {sum(row.found for row in rows) / reviews:4.0%} found,"
            f" recall {sum(row.mean_recall for row in rows) / count:4.0%} on an average day,"
            f" {sum(row.last_recall for row in rows) / count:4.0%} at the end"
        )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    django.setup()
    sys.stdout.writelines(f"{line}\n" for line in lines())
