"""A move, on the server and in the browser, and what the page of an attempt weighs."""

from collections.abc import Iterator
from statistics import quantiles

from django.test import override_settings

from .bench_draws import empty_database
from .move_requests import answer_sizes, cpu_times
from .rows import Row

ANSWER_BYTES = 400
# Against a bare view that does the same select, insert and update.
CPU_RATIO = 1.5


def rows(size: int | None) -> Iterator[Row]:
    """At most so many moves for the server's CPU time."""
    with empty_database(), override_settings(ROOT_URLCONF="tests.bench.bare_site"):
        yield move_cpu(min(size or 1_000, 1_000))
    with empty_database():
        yield move_answer()


def move_cpu(turns: int) -> Row:
    """The server's CPU time of a move. Lower quartiles: what else the machine does only ever adds."""
    moves, bare = cpu_times(turns)
    return Row(
        figure=f"a move, server CPU, {turns} requests, lower quartile",
        measured=quantiles(moves, n=4)[0],
        reference=quantiles(bare, n=4)[0],
        unit="ms",
        against="bare view, same select, insert, update",
        at_most=CPU_RATIO,
    )


def move_answer() -> Row:
    """The largest answer to a move that changes one cell."""
    return Row(
        figure="answer to a move, one changed cell, as sent, largest",
        measured=max(answer_sizes()),
        reference=ANSWER_BYTES,
        unit="bytes",
        against="allowed",
        at_most=1.0,
    )
