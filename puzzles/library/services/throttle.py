"""How fast files come in: as fast as they can on an idle site, and out of the way of those who play."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.utils import timezone

# Whoever thinks for longer than this between two moves waits for one batch of an idle site once.
PLAYING_FOR = timedelta(seconds=15)


class Pace(NamedTuple):
    """So long a batch may take to be looked into, then to be stored, and a pause `pauses` times as long.

    While a batch is stored, all others who write to SQLite wait. Of `least_lines` plain lines it may take
    longer to store: on a slow disk batches would become so small that all is lost in their number.
    """

    look_seconds: float
    store_seconds: float
    least_lines: int
    pauses: float


ALONE = Pace(look_seconds=0.25, store_seconds=0.25, least_lines=3000, pauses=0.0)
AMONG_PLAYERS = Pace(look_seconds=0.1, store_seconds=0.01, least_lines=350, pauses=0.75)
# PostgreSQL lets them write side by side; then only the processors are shared.
BESIDE_PLAYERS = Pace(look_seconds=0.1, store_seconds=0.1, least_lines=1000, pauses=0.5)


def _nobody_plays() -> datetime | None:
    return None


# When the newest move was made. Play, which the library does not know, puts its own answer here.
newest_move: Callable[[], datetime | None] = _nobody_plays


def current_pace() -> Pace:
    """The pace for the next batch."""
    newest = newest_move()
    is_played = newest is not None and newest > timezone.now() - PLAYING_FOR
    if not is_played:
        return ALONE
    return BESIDE_PLAYERS if connection.vendor == "postgresql" else AMONG_PLAYERS
