"""How fast files come in: as fast as they can on an idle site, and out of the way of those who play."""

from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from ...models import Move

# Whoever thinks for longer than this between two moves waits for one batch of an idle site once.
PLAYING_FOR = timedelta(seconds=15)


class Pace(NamedTuple):
    """So long a batch may take to be looked into, then to be stored; and so long is the pause after it.

    While a batch is stored, all others who write to SQLite wait.
    """

    look_seconds: float
    store_seconds: float
    pause_seconds: float


ALONE = Pace(look_seconds=0.25, store_seconds=0.25, pause_seconds=0.0)
AMONG_PLAYERS = Pace(look_seconds=0.1, store_seconds=0.01, pause_seconds=0.02)


def current_pace() -> Pace:
    """The pace for the next batch."""
    newest = Move.objects.order_by("-pk").values_list("made_at", flat=True).first()
    is_played = newest is not None and newest > timezone.now() - PLAYING_FOR
    return AMONG_PLAYERS if is_played else ALONE
