"""How fast files come in."""

from collections.abc import Callable
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from accounts.models import User
from puzzles.library.services.throttle import (
    ALONE,
    AMONG_PLAYERS,
    BESIDE_PLAYERS,
    PLAYING_FOR,
    current_pace,
)
from puzzles.play.models import Attempt, Move


def move(attempt: Attempt, number: int, ago: timedelta) -> None:
    Move.objects.create(attempt=attempt, number=number, kind=Move.Kind.CLEAR, made_at=timezone.now() - ago)


def test_on_an_idle_site_files_come_in_fast(attempt_of: Callable[..., Attempt], student: User) -> None:
    assert current_pace() == ALONE
    attempt = attempt_of(student)
    assert current_pace() == ALONE
    move(attempt, 1, 2 * PLAYING_FOR)
    assert current_pace() == ALONE


def test_as_soon_as_somebody_plays_files_come_in_small_pieces(
    attempt_of: Callable[..., Attempt], student: User
) -> None:
    move(attempt_of(student), 1, timedelta(seconds=1))
    pace = current_pace()
    assert pace == {"sqlite": AMONG_PLAYERS, "postgresql": BESIDE_PLAYERS}[connection.vendor]
    assert pace.store_seconds < ALONE.store_seconds
    assert pace.pauses > ALONE.pauses
