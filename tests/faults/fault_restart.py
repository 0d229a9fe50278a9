"""A rolling restart every thirty seconds: the answering process is replaced, or the whole site."""

import signal
import time
from collections.abc import Iterator

from .fault_kill_web import wait_until_heard
from .ground import Ground, Size
from .journal import Journal
from .rows import Row

PLAYERS = 3


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """Every other time the server is told to take a new answerer for the old; else the whole site ends."""
    times, journal = size.count(1, 10), Journal()
    players = ground.students(PLAYERS, journal)
    with ground.at_play(players):
        for turn in range(times):
            time.sleep(size.of(0.3, 30))
            wait_until_heard(players)
            if turn % 2:
                ground.stop()
                ground.start()
            else:
                replace_answerer(ground)
        wait_until_heard(players)
    yield Row(
        fault=f"a restart every {size.of(0.3, 30):g} s",
        done=f"{times} restarts",
        verdict=ground.verdict(journal, players),
        wrong=tuple(refusal for player in players for refusal in player.refused),
        noted=f"longest silence {max(player.longest_silence_s for player in players):.1f} s",
    )


def replace_answerer(ground: Ground) -> None:
    """Have the server take a new answerer, and wait for it."""
    site = ground.site
    pids = site.pids()
    site.send(pids["web"], signal.SIGHUP)
    site.wait_until(lambda: site.pids().get("answerer 1") != pids["answerer 1"] and site.is_whole())
