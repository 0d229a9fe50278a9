"""A draw from two collections of a million grids against the same draw from a thousand, also with a wish."""

import random
from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Any

from .databases import empty_database
from .rows import Row

FEW, MANY = 1_000, 1_000_000
# Every so many puzzles one is of tier 2, and one needs an X-Wing.
TIER_2_EVERY, X_WING_EVERY = 5, 5_000
# A draw is an answer to a click.
WISH_MS = 100


def rows(size: int | None) -> Iterator[Row]:
    """At most 300 draws of each, by players who begin with a hundred grids played; then with wishes."""
    draws = min(size or 300, 300)
    with empty_database():
        few = seconds_a_draw(new_player(FEW), FEW, draws)
        player = new_player(MANY)
        many = seconds_a_draw(player, MANY, draws)
        yield Row(
            figure=f"a draw from {MANY:,} grids, {draws} draws, median",
            measured=1000 * many,
            reference=1000 * few,
            unit="ms",
            against=f"from {FEW:,} grids",
            at_most=1.5,
        )
        for name, wish, every in wishes():
            yield Row(
                figure=f"a draw from {MANY:,} grids by a wish, {name} (one in {every:,}), median",
                measured=1000 * seconds_a_draw(player, MANY, min(draws, 40), wish),
                reference=WISH_MS,
                unit="ms",
                against="allowed",
                at_most=1.0,
            )


def wishes() -> list[tuple[str, object, int]]:
    """The wishes that are measured, with their names and how rare the grids are that meet them."""
    from puzzles.services.draws import Wish

    return [
        ("tier 2", Wish(tier=2), TIER_2_EVERY),
        ("X-Wing", Wish(hardest="x_wing"), X_WING_EVERY),
        ("its score", Wish(score_from=1_000), X_WING_EVERY),
        ("its given digits", Wish(clues_from=30), X_WING_EVERY),
    ]


def seconds_a_draw(player: Any, grids: int, draws: int, wish: Any = None) -> float:
    """The median time of a draw over all collections when there are so many grids."""
    from puzzles.services.draws import ANY_GRID, draw_puzzle

    rng = random.Random(grids)
    before = 0 if wish else 100
    times = []
    for _draw in range(before + draws):
        start = perf_counter()
        draw_puzzle(player=player, wish=wish or ANY_GRID, rng=rng)
        times.append(perf_counter() - start)
    return median(times[before:])


def new_player(grids: int) -> object:
    """A player with two collections of their own: all the grids, and half of them once more."""
    from accounts.models import User
    from puzzles.models import Collection, Entry, HelpPolicy

    player = User.objects.create(username=f"player-{grids}", role="student")
    policy, _created = HelpPolicy.objects.get_or_create()
    keys = made_up_puzzles(grids)
    for name, count in (("all", grids), ("half", grids // 2)):
        collection = Collection.objects.create(
            owner=player, name=name, policy=policy, audience="nobody", entry_count=count, drawable_count=count
        )
        Entry.objects.bulk_create(
            (
                Entry(collection=collection, puzzle_id=key, number=place, line=place, position=place)
                for place, key in enumerate(keys[:count], 1)
            ),
            batch_size=5000,
        )
    return player


def made_up_puzzles(count: int) -> list[int]:
    """The keys of so many puzzles that differ in their first digits and that nobody has solved."""
    from puzzles.models import Puzzle

    made_up = {"solution_count": 1, "solution": "1" * 81, "solving_class": "singles", "grader": 1}
    Puzzle.objects.bulk_create(
        (
            Puzzle(givens=f"{number:07d}".replace("0", ".") + "." * 74, **made_up, **made_up_grade(number))
            for number in range(count)
        ),
        batch_size=5000,
        ignore_conflicts=True,
    )
    return list(Puzzle.objects.order_by("pk").values_list("pk", flat=True)[:count])


def made_up_grade(number: int) -> dict[str, object]:
    """The grade and the clues of a puzzle that nobody has graded; the rare ones lie spread over the table."""
    if number % X_WING_EVERY == 7:
        return {"tier": 3, "score": 1_500, "hardest": "x_wing", "rating": 4.0, "clue_count": 31}
    tier, hardest = (1, "naked_single") if number % TIER_2_EVERY else (2, "naked_pair")
    return {"tier": tier, "score": number % 900, "hardest": hardest, "rating": 3.0, "clue_count": 7}
