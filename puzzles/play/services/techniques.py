"""The techniques that a player's hints may use, and the steps that are found by them while somebody waits."""

import time
from collections.abc import Iterable
from functools import lru_cache

from accounts.models import User
from puzzles.engine import CATALOGUE, Position, Step, next_step

from ..models import Preferences

# The ids of techniques; None for all of them.
Techniques = frozenset[str] | None

# Techniques whose search may take seconds.
LONG = frozenset({"nested_trial"})
# Above it are assumptions, of which there are always many: they are not listed.
LISTED_TIER = 4
AT_ONCE_SECONDS = 1.0
STEPS_KEPT = 256

ALL = frozenset(technique.id for technique in CATALOGUE)
LISTED = frozenset(technique.id for technique in CATALOGUE if technique.tier <= LISTED_TIER)


def techniques_off(player_id: int) -> frozenset[str]:
    """The ids of the techniques that a player has switched off."""
    off = Preferences.objects.filter(player=player_id).values_list("techniques_off", flat=True).first()
    return frozenset(off or ())


def techniques_for(player_id: int) -> Techniques:
    """The techniques that a player's hints may use."""
    off = techniques_off(player_id)
    return ALL - off if off else None


def switch_techniques(*, player: User, on: Iterable[str]) -> Preferences:
    """Let a player's hints use these techniques, and no others."""
    wanted = set(on)
    off = [technique.id for technique in CATALOGUE if technique.id not in wanted]
    preferences, _created = Preferences.objects.update_or_create(
        player=player, defaults={"techniques_off": off}
    )
    return preferences


@lru_cache(maxsize=STEPS_KEPT)
def step_at_once(position: Position, techniques: Techniques) -> Step | None:
    """The next step by these techniques, unless only a long search finds one."""
    return next_step(position, techniques=among(techniques, ALL - LONG))


def steps_at_once(
    start: Position, techniques: Techniques, seconds: float = AT_ONCE_SECONDS
) -> tuple[list[Step], bool]:
    """The steps from here on that are found in this many seconds, and whether there may be more."""
    deadline = time.monotonic() + seconds
    usable, position = among(techniques, ALL - LONG), start
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
