"""The database locked by somebody else: for ten seconds, and for longer than the site is ready to wait."""

import time
from collections.abc import Iterator

from .fault_kill_web import wait_until_heard
from .ground import Ground, Size
from .journal import Journal
from .outbox import MAX_OPS
from .rows import Row

PLAYERS = 3


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """Pages give up waiting and send again meanwhile, so that many of the same moves stand in line."""
    yield locked(ground, size.of(1.5, 10), patience_s=size.of(0.5, 3))
    if size.is_long:
        # SQLITE_OPTIONS waits 30 seconds for its turn; what comes later is an error 500.
        yield locked(ground, 40, patience_s=15)


def locked(ground: Ground, seconds: float, *, patience_s: float) -> Row:
    """The row of a lock that is held for so long while students play."""
    journal = Journal()
    players = ground.students(PLAYERS, journal, timeout_s=patience_s)
    with ground.at_play(players):
        wait_until_heard(players)
        with ground.connected() as other:
            other.execute("BEGIN IMMEDIATE")
            before = sum(player.stored for player in players)
            time.sleep(seconds)
            during = sum(player.stored for player in players) - before
            other.execute("ROLLBACK")
        wait_until_heard(players)
    # What was answered as the lock was taken may have been stored before it.
    wrong = ("moves were acknowledged while nobody could write",) if during > PLAYERS * MAX_OPS else ()
    return Row(
        fault=f"the database locked for {seconds:g} s",
        done="once",
        verdict=ground.verdict(journal, players),
        wrong=tuple(refusal for player in players for refusal in player.refused) + wrong,
        noted=f"{sum(player.failures.total() for player in players)} requests without an answer",
    )
