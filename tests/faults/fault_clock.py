"""The server's clock jumps while students play: an hour ahead, an hour back, a day ahead, and right again."""

import sqlite3
import time
from collections.abc import Iterator

from .fault_kill_web import wait_until_heard
from .ground import Ground, Size
from .journal import Journal
from .outbox import OP_MS
from .rows import Row

PLAYERS = 3
HOUR = 3600
JUMPS = (HOUR, -HOUR, 24 * HOUR, -24 * HOUR, 0)
IS_VARIANT = True


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """After a day a session is over: who plays logs in again, and nothing is lost by it."""
    journal = Journal()
    players = ground.students(PLAYERS, journal)
    with ground.at_play(players):
        for jump in JUMPS:
            wait_until_heard(players)
            ground.turn("clock", jump)
            time.sleep(size.of(0.1, 10))
            wait_until_heard(players)
    ground.forget_logins()
    with ground.connected() as database:
        wrong = tuple(wrong_times(database, journal.attempts))
    yield Row(
        fault="the clock jumps by an hour and a day",
        done=f"{len(JUMPS)} jumps",
        verdict=ground.verdict(journal, players),
        wrong=tuple(refusal for player in players for refusal in player.refused) + wrong,
        noted=f"{sum(player.failures['session ended'] for player in players)} logins again",
    )


def wrong_times(database: sqlite3.Connection, attempts: set[int]) -> Iterator[str]:
    """What the jumps have done to the solve times: these go by what the pages counted."""
    query = "SELECT elapsed_ms FROM play_move WHERE attempt_id = ? ORDER BY number"
    for attempt in sorted(attempts):
        times = [ms for (ms,) in database.execute(query, [attempt])]
        if times != sorted(times):
            yield f"the solve time of attempt {attempt} runs backwards"
        if times and times[-1] > OP_MS * len(times):
            yield f"attempt {attempt} counts {times[-1]} ms for {len(times)} moves of {OP_MS} ms"
