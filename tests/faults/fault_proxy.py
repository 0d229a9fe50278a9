"""A proxy before the site that fails, hangs, cuts and drops; and one that doubles, delays and shuffles."""

import time
from collections.abc import Iterator

from .ground import Ground, Size
from .journal import Journal
from .proxy import (
    Mischief,
    Proxy,
    cut_answer,
    double,
    drop,
    drop_answer,
    hang,
    overtaken,
    refuse,
    refuse_done,
    replay_later,
)
from .rows import Row

PLAYERS = 3
# So many requests of ten are treated badly where the issue of a fault names no share.
SHARE = 0.3


def rows(ground: Ground, size: Size) -> Iterator[Row]:
    """Each row is a proxy with a few mischiefs, and students who play through it."""
    seconds, wait = size.of(1, 60), size.of(0.6, 30)
    lame = {"500": refuse, "502": refuse_done, "cut": drop_answer, "cut half-way": cut_answer}
    yield through(ground, "a proxy that answers 500, or cuts", lame, SHARE, seconds)
    yield through(ground, "a proxy that drops 10 %", {"dropped": drop}, 0.1, seconds)
    late: dict[str, Mischief] = {"hung": hang(wait)}
    yield through(ground, f"a proxy that hangs {wait:g} s", late, 0.05, seconds, patience_s=wait / 2)
    unruly = {
        "doubled": double,
        "replayed": replay_later(size.of(0.5, 5)),
        "overtaken": overtaken(size.of(0.5, 5)),
    }
    yield through(ground, "requests doubled, replayed, shuffled", unruly, 0.5, seconds)


def through(
    ground: Ground,
    fault: str,
    mischiefs: dict[str, Mischief],
    share: float,
    seconds: float,
    *,
    patience_s: float = 15.0,
) -> Row:
    """The row of one proxy."""
    journal = Journal()
    with Proxy(ground.site.port, mischiefs, share=share) as proxy:
        players = ground.students(PLAYERS, journal, port=proxy.port, timeout_s=patience_s)
        with ground.at_play(players):
            time.sleep(seconds)
            ground.site.wait_until(lambda: all(proxy.done[name] > 1 for name in mischiefs))
        proxy.settle()
        verdict = ground.verdict(journal, players)
    return Row(
        fault=fault,
        done=f"{proxy.done.total()} requests in {seconds:g} s",
        verdict=verdict,
        wrong=tuple(refusal for player in players for refusal in player.refused),
        noted=", ".join(f"{count} {name}" for name, count in proxy.done.items() if name),
    )
