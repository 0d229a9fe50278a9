"""No fault of the site: a variant that acknowledges moves before it commits them must be found out.

Without a kill nobody could tell, and that is shown too: it is the oracle that finds it, and nothing else.
"""

import time
from collections.abc import Iterator

from .fault_kill_web import kill_web, wait_until_heard
from .ground import Ground, Size
from .journal import Journal
from .oracle import Verdict, judge
from .rows import Row

PLAYERS = 3
DELAY_S = 0.3
IS_VARIANT = True


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """Kill a server that promises too much, until it is found out; a row that is kept says that it was."""
    quiet, killed = early_answers(ground, kills=0), early_answers(ground, kills=size.count(1, 10))
    wrong = []
    if not quiet.is_clean:
        wrong.append("the variant is found out without a kill")
    if not killed.lost:
        wrong.append("moves that were never committed are not missed")
    yield Row(
        fault="answers before the commit (a variant)",
        done=f"{size.count(1, 10)} kills",
        verdict=quiet,
        wrong=tuple(wrong),
        noted=f"found out: {killed.lost} of {killed.acknowledged} acknowledged moves lost",
    )


def early_answers(ground: Ground, *, kills: int) -> Verdict:
    """The verdict on a server that commits late, killed so many times."""
    journal = Journal()
    ground.turn("early", DELAY_S)
    players = ground.students(PLAYERS, journal)
    with ground.at_play(players):
        wait_until_heard(players)
        for _ in range(kills):
            # Whoever was heard just now is not committed yet.
            kill_web(ground, "answerer 1", when=lambda: wait_until_heard(players))
        wait_until_heard(players)
    ground.turn("early", 0)
    # What was acknowledged last is committed by then, if it ever is.
    time.sleep(2 * DELAY_S)
    if not kills:
        with ground.connected() as database:
            ground.site.wait_until(lambda: not judge(database, journal).lost)
    return ground.verdict(journal, players)
