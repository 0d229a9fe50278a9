"""The grids of the day: one for each tier, the same for all students of a class, chosen on first need.

They are uniform among the grids that every student of the class may draw, except those of an assignment of
the class, those that an exam reserves, and those of the last 60 days. Chance depends on the class, the day,
the tier and the secret of the site alone, and the database keeps one grid a tier: a race changes nothing.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Min
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import Classroom, Membership, User
from accounts.refusals import Refusal
from puzzles.engine import Position, Step, rate
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services.access import assigned_in_class, require_unlocked, reserved_for_exams
from puzzles.play.services.draws import (
    FEW,
    ROUNDS,
    Span,
    batches,
    first_collections,
    puzzles_at,
    random_places,
    start_attempt,
)
from puzzles.play.services.hints import explain

from ..models import DailyPuzzle, daily_games

# A grid comes back after so many days at the earliest.
DAYS_APART = 60
# The last day with grids is discussed if it is not longer ago.
DISCUSSED_DAYS = 7
# From so many players on it is shown how many of them have solved a grid.
LEAST_PLAYERS = 5
SALT = "training.daily"


class DailyError(Refusal):
    """Why a grid of the day cannot be played; the text is for the player."""


@dataclass(frozen=True, slots=True)
class HardestStep:
    """The hardest step on the solution path of a grid, from 1, with the position before it."""

    number: int
    position: Position
    step: Step


# Choosing


def grids_of_day(*, classroom: Classroom, player: User) -> list[DailyPuzzle]:
    """The grids of today of a class, the easiest first, with the player's own games: one query.

    They are chosen at the first request of the day.
    """
    today = timezone.localdate()
    rows = DailyPuzzle.objects.of_day(classroom, today).select_related("puzzle").with_play_of(player)
    found = list(rows)
    if not found and choose_grids(classroom=classroom, day=today):
        found = list(rows.all())
    return found


def choose_grids(*, classroom: Classroom, day: date) -> list[DailyPuzzle]:
    """Choose and store the grids of a class for a day; those that are stored already stay."""
    collections = list(Collection.objects.drawable_in(classroom).filter(drawable_count__gt=0).order_by("pk"))
    chosen = []
    for tier in DailyPuzzle.TIERS:
        spans = [Span(each.pk, each.drawable_count) for each in collections if _has_tier(each, tier)]
        if found := _random_puzzle(classroom, day, tier, spans):
            puzzle_id, collection_id = found
            chosen.append(
                DailyPuzzle(
                    classroom=classroom,
                    day=day,
                    tier=tier,
                    puzzle_id=puzzle_id,
                    collection_id=collection_id,
                )
            )
    return DailyPuzzle.objects.bulk_create(chosen, ignore_conflicts=True)


def _has_tier(collection: Collection, tier: int) -> bool:
    return collection.tier_counts.get(str(tier), 0) > 0


def _random_puzzle(classroom: Classroom, day: date, tier: int, spans: list[Span]) -> tuple[int, int] | None:
    """(puzzle, collection) for a class, each that may be chosen equally likely; None when none is left."""
    rng = random.Random(salted_hmac(SALT, f"{classroom.pk}/{day}/{tier}").hexdigest())
    if sum(span.length for span in spans) > FEW:
        for tries in ROUNDS:
            places = random_places(spans, tries, rng)
            puzzle_at = puzzles_at(places)
            graded = Puzzle.objects.filter(pk__in=set(puzzle_at.values()), tier=tier)
            fit = _fit(set(graded.values_list("pk", flat=True)), classroom, day)
            first = first_collections(fit, spans) if fit else {}
            for place in places:
                puzzle_id = puzzle_at.get(place)
                if puzzle_id in fit and first[puzzle_id] == place[0]:
                    return puzzle_id, place[0]
    remaining = _puzzles_of_tier(spans, tier)
    for some in batches(rng.sample(remaining, len(remaining))):
        fit = _fit({puzzle_id for puzzle_id, _collection in some}, classroom, day)
        for found in some:
            if found[0] in fit:
                return found
    return None


def _puzzles_of_tier(spans: list[Span], tier: int) -> list[tuple[int, int]]:
    """(puzzle, first collection) of every puzzle of a tier; the query starts from the shorter side."""
    length = sum(span.length for span in spans)
    if length > FEW:
        rare = list(Puzzle.objects.filter(tier=tier).order_by().values_list("pk", flat=True)[:length])
        if len(rare) < length:
            return sorted(
                found for some in batches(rare) for found in first_collections(set(some), spans).items()
            )
    entries = Entry.objects.drawable().filter(
        collection__in=[span.collection_id for span in spans], puzzle__tier=tier
    )
    return sorted(entries.order_by().values_list("puzzle_id").annotate(first=Min("collection_id")))


def _fit(puzzle_ids: set[int], classroom: Classroom, day: date) -> set[int]:
    """Select the puzzles that may be the grid of a day."""
    if not puzzle_ids:
        return set()
    recent = DailyPuzzle.objects.filter(classroom=classroom, day__gt=day - timedelta(days=DAYS_APART))
    fit = puzzle_ids - set(recent.values_list("puzzle_id", flat=True))
    return fit - reserved_for_exams(fit) - assigned_in_class(fit, classroom)


# Playing


def play_daily(*, player: User, classroom: Classroom, tier: int) -> Attempt:
    """The player's game on a grid of today: the one that has ended, the open one, or a new one.

    Raises DailyError without such a grid, and LockedError where an assignment locks it.
    """
    rows = grids_of_day(classroom=classroom, player=player)
    row = next((each for each in rows if each.tier == tier), None)
    if row and row.attempt_id:
        ended = daily_games().ended().filter(player=player, pk=row.attempt_id).first()
        if ended is not None:
            return ended
    drawable = Collection.objects.drawable_by(player)
    collection = drawable.filter(daily_puzzles=row).first() if row else None
    if row is None or collection is None:
        raise DailyError(_("There is no such grid of the day."))
    require_unlocked(player=player, puzzle=row.puzzle)
    return start_attempt(player=player, puzzle=row.puzzle, collection=collection)


# Looking back


def latest_grids(*, classroom: Classroom, player: User) -> list[DailyPuzzle]:
    """The grids of the last day before today that had some, the hardest first, with the player's games."""
    today = timezone.localdate()
    rows = DailyPuzzle.objects.filter(
        classroom=classroom, day__lt=today, day__gte=today - timedelta(days=DISCUSSED_DAYS)
    )
    rows = rows.select_related("puzzle").with_play_of(player).order_by("-day", "-tier")
    found = list(rows[: len(DailyPuzzle.TIERS)])
    return [row for row in found if row.day == found[0].day]


def grids_of_days(*, classroom: Classroom, days: int) -> list[DailyPuzzle]:
    """The grids of a class today and on the days before, the newest first, the easiest of each day first."""
    first = timezone.localdate() - timedelta(days=days - 1)
    rows = DailyPuzzle.objects.filter(classroom=classroom, day__gte=first)
    return list(rows.order_by("-day", "tier"))


def hardest_step(puzzle: Puzzle) -> HardestStep | None:
    """The first of the hardest steps of a puzzle; None while its path is not found in whole.

    It is part of the solution: the caller decides who may see it.
    """
    explanation = explain(puzzle.givens)
    if not explanation.is_whole:
        return None
    numbered = enumerate(explanation.steps, 1)
    number, (position, step) = max(numbered, key=lambda each: rate(each[1][1]))
    return HardestStep(number, position, step)


def players_of(*, classroom: Classroom, rows: Iterable[DailyPuzzle]) -> dict[int, dict[int, bool]]:
    """Row -> student who has played its grid on its day -> whether they have solved it: one query.

    A game counts if it was begun by the end of the day, and had a move since the beginning of the day.
    """
    rows = list(rows)
    members = Membership.objects.filter(classroom=classroom, student__role=User.Role.STUDENT)
    games = daily_games().filter(
        puzzle__in={row.puzzle_id for row in rows}, player__in=members.values("student"), move_count__gt=0
    )
    fields = ("player_id", "puzzle_id", "state", "started_at", "last_move_at")
    played = [
        (player, puzzle, state == Attempt.State.SOLVED, timezone.localdate(begun), timezone.localdate(last))
        for player, puzzle, state, begun, last in games.values_list(*fields)
    ]
    found: dict[int, dict[int, bool]] = {row.pk: {} for row in rows}
    for row in rows:
        for player, puzzle, is_solved, first, last in played:
            if puzzle == row.puzzle_id and first <= row.day <= last:
                found[row.pk][player] = is_solved or found[row.pk].get(player, False)
    return found
