"""Throttle of imports: full speed on an idle site, small batches with pauses while somebody plays."""

from datetime import timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from ..signals import newest_move_asked

# A player who thinks for longer than this waits once, for one batch at full speed.
PLAYING_FOR = timedelta(seconds=15)


class Pace(NamedTuple):
    """Time limits of a batch for checking and storing; a pause `pauses` times as long follows it.

    While a batch is stored, all other writers to SQLite wait. A batch of `least_lines` lines may take longer:
    on a slow disk, smaller ones would spend their time on commits.
    """

    look_seconds: float
    store_seconds: float
    least_lines: int
    pauses: float


ALONE = Pace(look_seconds=0.25, store_seconds=0.25, least_lines=3000, pauses=0.0)
AMONG_PLAYERS = Pace(look_seconds=0.1, store_seconds=0.01, least_lines=350, pauses=0.75)
# PostgreSQL has concurrent writers: only the processors are shared.
BESIDE_PLAYERS = Pace(look_seconds=0.1, store_seconds=0.1, least_lines=1000, pauses=0.5)


def current_pace() -> Pace:
    """The pace for the next batch."""
    limit = timezone.now() - PLAYING_FOR
    answers: list[tuple[Any, Any]] = newest_move_asked.send(Pace)
    if not any(newest and newest > limit for _receiver, newest in answers):
        return ALONE
    return BESIDE_PLAYERS if connection.vendor == "postgresql" else AMONG_PLAYERS
