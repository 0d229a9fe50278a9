"""Steps as far as they are found while somebody waits."""

import time
from functools import lru_cache

from puzzles.engine import CATALOGUE, Position, Step, next_step

Techniques = frozenset[str] | None

# Techniques whose search may take seconds.
LONG = frozenset({"nested_trial"})
# Above it are assumptions, of which there are always many: they are not listed.
LISTED_TIER = 4
AT_ONCE_SECONDS = 1.0
STEPS_KEPT = 256

LISTED = frozenset(technique.id for technique in CATALOGUE if technique.tier <= LISTED_TIER)
_AT_ONCE = frozenset(technique.id for technique in CATALOGUE) - LONG


@lru_cache(maxsize=STEPS_KEPT)
def step_at_once(position: Position, techniques: Techniques) -> Step | None:
    """The next step by these techniques, unless only a long search finds one."""
    return next_step(position, techniques=among(techniques, _AT_ONCE))


def steps_at_once(
    start: Position, techniques: Techniques, seconds: float = AT_ONCE_SECONDS
) -> tuple[list[Step], bool]:
    """The steps from here on that are found in so many seconds, and whether there may be more."""
    deadline = time.monotonic() + seconds
    usable, position = among(techniques, _AT_ONCE), start
    steps: list[Step] = []
    while not position.is_complete:
        if time.monotonic() > deadline:
            return steps, True
        step = next_step(position, techniques=usable)
        if step is None:
            return steps, takes_long(techniques)
        steps.append(step)
        position = position.apply(step)
    return steps, False


def takes_long(techniques: Techniques) -> bool:
    """Whether these techniques may take seconds to find a step."""
    return techniques is None or not LONG.isdisjoint(techniques)


def among(techniques: Techniques, some: frozenset[str]) -> frozenset[str]:
    """Those of some techniques that may be used."""
    return some if techniques is None else some & techniques
