"""A draw from two collections of a million grids against the same draw from a thousand."""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter

import django

from .rows import Row

FEW, MANY = 1_000, 1_000_000


def rows(size: int | None) -> Iterator[Row]:
    """One row, over at most 300 draws of each, by players who begin with a hundred grids played."""
    draws = min(size or 300, 300)
    with empty_database():
        few = seconds_a_draw(FEW, draws)
        many = seconds_a_draw(MANY, draws)
    yield Row(
        figure=f"a draw from {MANY:,} grids, {draws} draws, median",
        measured=1000 * many,
        reference=1000 * few,
        unit="ms",
        against=f"from {FEW:,} grids",
        at_most=1.5,
    )


@contextmanager
def empty_database() -> Iterator[None]:
    """A database of its own for the time of the measurement."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    from django.db import connection

    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def seconds_a_draw(grids: int, draws: int) -> float:
    """The median time of a draw over all collections when there are so many grids."""
    from puzzles.services.draws import draw_puzzle

    rng = random.Random(grids)
    player = new_player(grids)
    times = []
    for _draw in range(100 + draws):
        start = perf_counter()
        draw_puzzle(player=player, rng=rng)
        times.append(perf_counter() - start)
    return median(times[100:])


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

    made_up = {"clue_count": 7, "solution_count": 1, "solution": "1" * 81, "solving_class": "singles"}
    Puzzle.objects.bulk_create(
        (Puzzle(givens=f"{number:07d}".replace("0", ".") + "." * 74, **made_up) for number in range(count)),
        batch_size=5000,
        ignore_conflicts=True,
    )
    return list(Puzzle.objects.order_by("pk").values_list("pk", flat=True)[:count])
