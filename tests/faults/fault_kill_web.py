"""`kill -9` of the web process, at any moment of a request."""

import os
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence

from .ground import Ground, Size
from .journal import Journal
from .players import Player
from .rows import Row

PLAYERS = 3


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """Kill what answers, and every fifth time the server that looks after it, while students play."""
    kills, journal, rng = size.count(2, 200), Journal(), random.Random(1)
    players = ground.students(PLAYERS, journal)
    away = []
    with ground.at_play(players):
        for kill in range(kills):
            wait_until_heard(players)
            time.sleep(rng.uniform(0, 0.2))
            away.append(kill_web(ground, "web" if kill % 5 == 1 else "answerer 1"))
        wait_until_heard(players)
    yield Row(
        fault="kill -9 of the web process",
        done=f"{kills} kills",
        verdict=ground.verdict(journal, players),
        wrong=tuple(refusal for player in players for refusal in player.refused),
        noted=f"back after {sorted(away)[len(away) // 2]:.1f} s, at most {max(away):.1f} s",
    )


def kill_web(ground: Ground, role: str, *, when: Callable[[], None] = lambda: None) -> float:
    """Kill a process beyond any appeal, as soon as `when` returns; after how many seconds the site answers
    again.
    """
    site = ground.site
    pid = site.pids()[role]
    when()
    began = time.monotonic()
    os.kill(pid, signal.SIGKILL)
    time.sleep(0.05)
    site.wait_until(site.is_whole)
    return time.monotonic() - began


def wait_until_heard(players: Sequence[Player], seconds: float = 60.0) -> None:
    """Wait until each player has had more moves stored, or was refused."""
    before = [player.stored for player in players]
    deadline = time.monotonic() + seconds
    while any(p.stored == old and not p.refused for p, old in zip(players, before, strict=True)):
        assert time.monotonic() < deadline, f"silence: {[dict(player.failures) for player in players]}"
        time.sleep(0.01)
