"""What a draw, a history and a report cost when there are a thousand grids, and when there are a million.

The libraries stand side by side, each in a process and a database of its own, and are asked in turns: what
else the machine does falls on all of them alike. Cost is CPU, of the site and of its database.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from statistics import quantiles

from ..postgres import NoPostgresError
from .databases import each_database, missing
from .growing import Growing, growing
from .rows import Note, Row

FEW = 1_000
MANY, ALL = [100_000], [10_000, 100_000, 1_000_000]
# How much dearer it may become.
GROWTH = 1.3
TURNS = 24
# A draw is an answer to a click, also where what is wished for is rare.
WISH_MS = 100


def rows(size: int | None) -> Iterator[Row | Note]:
    """For each database what is asked of a large library against a small one, and draws of what is rare."""
    try:
        for database, url in each_database():
            yield from library_rows(database, url, MANY if size else ALL)
    except NoPostgresError as error:
        yield missing(error)


def library_rows(database: str, url: str, sizes: list[int]) -> Iterator[Row]:
    with ExitStack() as stack:
        few, *others = [stack.enter_context(growing(grids, url)) for grids in (FEW, *sizes)]
        yield from growth_rows(database, few, others)
        yield from rare_rows(database, others[-1])


def growth_rows(database: str, few: Growing, others: list[Growing]) -> Iterator[Row]:
    """A row for everything that should cost the same, with the library where it costs most."""
    for name in few.asks:
        times: dict[Growing, list[float]] = {library: [] for library in (few, *others)}
        for _turn in range(TURNS):
            for library, spent in times.items():
                spent.append(library.milliseconds(name))
        cost = {library: quantiles(spent, n=4)[0] for library, spent in times.items()}
        dearest = max(others, key=lambda library: cost[library])
        yield Row(
            figure=f"{name}, CPU, {dearest.grids:,} grids, lower quartile of {TURNS}, {database}",
            measured=cost[dearest],
            reference=cost[few],
            unit="ms",
            against=f"{FEW:,} grids",
            at_most=GROWTH,
        )


def rare_rows(database: str, library: Growing) -> Iterator[Row]:
    """A row for each draw of something rare."""
    for name in library.rare_draws:
        spent = [library.milliseconds(name) for _turn in range(TURNS)]
        yield Row(
            figure=f"{name}, CPU, {library.grids:,} grids, lower quartile of {TURNS}, {database}",
            measured=quantiles(spent, n=4)[0],
            reference=WISH_MS,
            unit="ms",
            against="allowed",
            at_most=1.0,
        )
