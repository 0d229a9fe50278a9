"""Ratings that learn: how hard a position or a puzzle is, and what a player solves unaided.

The model is that of Rasch, as Glicko keeps it: a result is a game between a player and an item, the player
succeeds with probability 1 / (1 + exp(difficulty - ability)), and each result moves the estimates of both,
which are normal distributions. The formulas are those of M. E. Glickman, "Parameter estimation in large
dynamic paired comparison experiments", Applied Statistics 48 (1999), with logits for his points (q = 1). One
result costs a few multiplications, so it can be counted at once. Glicko-2 adds a volatility, which takes
rating periods of many games each; openskill ranks teams; a model of several parameters an item takes far more
answers than a class gives.

What counts, once for each player and item:

- a drill in the whole grid or among three techniques, by its first answer: found, or not. A sound step of
  another technique is neither; a step that is shown at once is not found. Never a drill that shows where to
  look, or one in a position that the player had met in a drill or whose puzzle they had played;
- a game on a grid never begun before: solved without any help, or not, because help was asked for. Never a
  practice copy, an exam, or a game that its review does not believe.

What keeps ratings from being farmed:

- an item counts once, and successes that are nearly certain only win back what the day has lost by slips: so
  easy items, however many, lift nobody beyond where they are nearly certain;
- a position that is passed over counts as not found, once another is answered in its place;
- a day lifts a player by MOST_A_DAY at most, whoever sat at the keyboard;
- an item learns little from a player of whom little is known, so a new account moves nothing.

Assumed: a blind answer to a drill hits with a chance of about 1 in 25 (the share of the candidates that a
step of the technique removes, over the examples), so no parameter for guessing is kept; to tell one technique
among three is DECOYS_HARDER than to find one that is named.
"""

from dataclasses import asdict, dataclass, replace
from datetime import date, datetime, timedelta
from functools import cache
from math import exp, log, pi, sqrt
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from puzzles.engine import rate
from puzzles.engine.techniques import example_of
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt

from ..models import (
    DrillAnswer,
    PlayerRating,
    PositionRating,
    PuzzleRating,
    RatedResult,
    Rating,
    TechniqueMemory,
    TrainingPosition,
)
from .bank import DRILLED

# A new player finds every second naked single, give or take a lot.
NEW_PLAYER_DEVIATION = 1.5
# A player learns: the estimate never becomes so sure that it stays behind.
LEAST_DEVIATION = 0.25
# What a day without results adds to the variance: a month makes a sure estimate about half as sure.
VARIANCE_A_DAY = 0.005
MOST_A_DAY = 1.0
NEARLY_CERTAIN = 0.95

# The scale: 0 is an SE rating of 2.5, as of a naked single, and a puzzle of score 100, solved by singles.
SE_AT_ZERO, LOGITS_A_RATING = 2.5, 0.7
SCORE_AT_ZERO = 100
POSITION_DEVIATION, PUZZLE_DEVIATION = 0.8, 1.2
DECOYS_HARDER = 0.4

# What is just right succeeds three times of four.
JUST_RIGHT = 0.75
# With no more uncertainty a player's rating is sure enough to choose a grid by.
SURE = 0.6
# A learned difficulty is shown from so many results on.
LEAST_RESULTS = 5
# Puzzles whose score is this many times lower or higher are right too.
SCORE_SPREAD = 1.5


@dataclass(frozen=True, slots=True)
class Estimate:
    """A normal distribution in logits, and the number of results it comes from."""

    mean: float
    deviation: float
    count: int = 0

    def shifted(self, logits: float) -> "Estimate":
        return replace(self, mean=self.mean + logits)


NEW_PLAYER = Estimate(0.0, NEW_PLAYER_DEVIATION)


# The formulas


def expected_success(player: Estimate, item: Estimate) -> float:
    """The probability that the player succeeds, both uncertainties included."""
    return _expected(player.mean - item.mean, _weight(player.deviation**2 + item.deviation**2))


def _weight(variance: float) -> float:
    """How much a difference counts when an opponent is so uncertain: g(RD) of Glicko."""
    return 1 / sqrt(1 + 3 * variance / pi**2)


def _expected(difference: float, weight: float) -> float:
    return 1 / (1 + exp(-weight * difference))


def moved(own: Estimate, other: Estimate, score: float, *, least: float = 0.0) -> Estimate:
    """The own estimate after a result against the other; its deviation stays at `least` or more."""
    weight = _weight(other.deviation**2)
    expected = _expected(own.mean - other.mean, weight)
    information = weight**2 * expected * (1 - expected)
    variance = 1 / (1 / own.deviation**2 + information)
    mean = own.mean + variance * weight * (score - expected)
    return Estimate(mean, max(sqrt(variance), least), own.count + 1)


def rested(player: Estimate, days: float) -> Estimate:
    """The estimate after so many days without a result."""
    variance = player.deviation**2 + VARIANCE_A_DAY * max(days, 0.0)
    return replace(player, deviation=min(sqrt(variance), max(player.deviation, NEW_PLAYER_DEVIATION)))


def after_result(
    player: Estimate, item: Estimate, *, is_success: bool, day_mean: float
) -> tuple[Estimate, Estimate]:
    """Both estimates after a result. `day_mean` is the player's mean at the beginning of the day."""
    is_nearly_certain = expected_success(player, item) >= NEARLY_CERTAIN
    most = day_mean + (0.0 if is_nearly_certain else MOST_A_DAY)
    new_player = moved(player, item, is_success, least=LEAST_DEVIATION)
    new_item = moved(item, player, not is_success)
    return replace(new_player, mean=min(new_player.mean, max(most, player.mean))), new_item


# What the engine says, before anybody has played


@cache
def technique_difficulty(technique: str) -> float:
    """The difficulty of the positions of a technique by the engine: that of its example."""
    return LOGITS_A_RATING * (rate(example_of(technique).step) - SE_AT_ZERO)


def position_prior(technique: str) -> Estimate:
    return Estimate(technique_difficulty(technique), POSITION_DEVIATION)


def puzzle_prior(score: int | None) -> Estimate:
    """The difficulty of a puzzle by its score; very uncertain before it has one."""
    if not score:
        return Estimate(0.0, NEW_PLAYER_DEVIATION)
    return Estimate(log(score / SCORE_AT_ZERO), PUZZLE_DEVIATION)


def score_at(difficulty: float) -> int:
    """The score of a puzzle that is so difficult: the inverse of the prior."""
    return round(SCORE_AT_ZERO * exp(difficulty))


def reached_difficulty(player: Estimate) -> float:
    """The difficulty that is just right for a player."""
    return player.mean - log(JUST_RIGHT / (1 - JUST_RIGHT))


def mean_at(technique: str) -> float:
    """The mean of a player who finds steps of a technique three times of four."""
    return technique_difficulty(technique) + log(JUST_RIGHT / (1 - JUST_RIGHT))


def reached_technique(mean: float) -> str:
    """The hardest technique whose step a player of this mean finds three times of four; "" for none."""
    known = [name for name in DRILLED if mean_at(name) <= mean]
    return max(known, key=technique_difficulty, default="")


# Counting results


def rate_drill(drill: DrillAnswer) -> None:
    """Count the first answer of a drill, or that its step was shown instead; in the caller's transaction.

    Where to look is no question of the rating: a drill that shows it says nothing. A position that the player
    had met before says nothing either.
    """
    if drill.level == DrillAnswer.Level.HOUSE or drill.position is None or not drill.is_new:
        return
    is_named = drill.level == DrillAnswer.Level.BOARD
    if is_named and drill.verdict == DrillAnswer.Verdict.OTHER:
        return
    _count(
        drill.player_id,
        PositionRating,
        position_prior(drill.position.technique),
        is_success=drill.is_found,
        now=drill.created_at,
        harder=0.0 if is_named else DECOYS_HARDER,
        position=drill.position,
    )


def rate_passed(*, player: User, position: TrainingPosition, now: datetime) -> None:
    """Count a new position that was shown, and passed over for another; in the caller's transaction."""
    prior = position_prior(position.technique)
    _count(player.pk, PositionRating, prior, is_success=False, now=now, position=position)


def rate_game(attempt: Attempt, *, is_first: bool, is_believed: bool) -> None:
    """Count a game that has just been reviewed; in the transaction of its review.

    `is_first` says that its player did not know the grid, `is_believed` that it was solved in human time and
    by what the grid asks for.
    """
    if not is_first or attempt.is_practice or attempt.policy.is_exam:
        return
    is_success = attempt.state == Attempt.State.SOLVED and attempt.last_help_at is None
    if (is_success and not is_believed) or (not is_success and attempt.last_help_at is None):
        return
    _count(
        attempt.player_id,
        PuzzleRating,
        puzzle_prior(attempt.puzzle.score),
        is_success=is_success,
        now=attempt.finished_at or timezone.now(),
        puzzle=attempt.puzzle,
    )


def take_game(*, attempt: Attempt, is_first: bool, is_believed: bool, **_signal: Any) -> None:
    """Count a reviewed game: the receiver of `game_reviewed`."""
    rate_game(attempt, is_first=is_first, is_believed=is_believed)


@transaction.atomic
def _count(
    player_id: int,
    model: type[PositionRating] | type[PuzzleRating],
    prior: Estimate,
    *,
    is_success: bool,
    now: datetime,
    harder: float = 0.0,
    **item: TrainingPosition | Puzzle,
) -> None:
    """Count a result of a player with an item, unless the item counted before: always the same queries."""
    today = timezone.localdate(now)
    # Locks the player, so that two results at once are counted one after the other.
    rating, _is_new = PlayerRating.objects.select_for_update().get_or_create(
        player_id=player_id,
        defaults={**_fields(NEW_PLAYER), "rated_at": now, "day": today, "day_mean": NEW_PLAYER.mean},
    )
    if RatedResult.objects.filter(player_id=player_id, **item).exists():
        return
    row, _is_new = model.objects.select_for_update().get_or_create(**item, defaults=_fields(prior))
    if rating.day != today:
        rating.day, rating.day_mean = today, rating.mean
    player, other = after_result(
        current(rating, now),
        estimate_of(row).shifted(harder),
        is_success=is_success,
        day_mean=rating.day_mean,
    )
    _store(rating, player, rated_at=max(now, rating.rated_at), day=rating.day, day_mean=rating.day_mean)
    _store(row, other.shifted(-harder))
    RatedResult.objects.create(
        player_id=player_id,
        is_success=is_success,
        mean=player.mean,
        deviation=player.deviation,
        created_at=now,
        **item,
    )


def _fields(estimate: Estimate) -> dict[str, float]:
    return asdict(estimate)


def _store(row: Rating, estimate: Estimate, **more: date | datetime | float) -> None:
    fields = _fields(estimate) | more
    for name, value in fields.items():
        setattr(row, name, value)
    row.save(update_fields=list(fields))


def estimate_of(row: Rating) -> Estimate:
    return Estimate(row.mean, row.deviation, row.count)


def current(rating: PlayerRating, now: datetime) -> Estimate:
    """The estimate of a player now: less sure than at their last result."""
    return rested(estimate_of(rating), (now - rating.rated_at) / timedelta(days=1))


# Reading


def rating_of_player(player: User, now: datetime | None = None) -> Estimate:
    """The rating of a player now: one query."""
    rating = PlayerRating.objects.filter(player=player).first()
    return current(rating, now or timezone.now()) if rating else NEW_PLAYER


def just_right_scores(player: Estimate) -> tuple[int, int] | None:
    """The scores of the puzzles that are just right for a player; None while their rating is not sure enough.

    There is nothing easier than the easiest puzzles.
    """
    if player.count == 0 or player.deviation > SURE:
        return None
    middle = score_at(reached_difficulty(player))
    if middle < SCORE_AT_ZERO:
        return 0, SCORE_AT_ZERO
    return round(middle / SCORE_SPREAD), round(middle * SCORE_SPREAD)


def positions_by_success(player: User) -> list[tuple[int, float]]:
    """(position, expected success) of what would count, of techniques the player has begun: two queries."""
    rating = rating_of_player(player)
    begun = TechniqueMemory.objects.filter(player=player).values("technique")
    answered = DrillAnswer.objects.of(player).filter(position__isnull=False).values("position")
    counted = RatedResult.objects.filter(player=player, position__isnull=False).values("position")
    played = Attempt.objects.played_by(player).order_by().values("puzzle__givens")
    rows = (
        TrainingPosition.objects.filter(technique__in=begun)
        .exclude(pk__in=answered)
        .exclude(pk__in=counted)
        .exclude(givens__in=played)
        .values_list("pk", "technique", "rating__mean", "rating__deviation")
    )
    return [
        (key, expected_success(rating, Estimate(mean, deviation) if deviation else position_prior(technique)))
        for key, technique, mean, deviation in rows
    ]


def learned_score(puzzle: Puzzle) -> int | None:
    """The score that a puzzle would have by how it was played; None after too few results: one query."""
    row = PuzzleRating.objects.filter(puzzle=puzzle).first()
    if row is None or row.count < LEAST_RESULTS:
        return None
    return score_at(row.mean)
