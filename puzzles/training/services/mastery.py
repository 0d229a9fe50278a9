"""Mastery by drills: the step found at the first try, in position after position, and not on one day alone.

A technique is mastered by drills once it was found at the first try in the last DRILLS drills that count,
answered on DAYS days or more. A drill counts where nothing was shown (the whole grid, or one of three
techniques), in a position that was new to the player. Any other first answer begins the count anew.

How many it takes follows from what a guess hits. Over the examples and the paths of 606 grids, one mark at
random hits with these probabilities, of the mean position of a technique:

where to look is shown   up to 1: a full house has one empty cell. It never counts.
the whole grid           0.01 to 0.12; almost locked set chains, the worst by far, 0.20 (`GUESS`)
which of three           no more than the whole grid: the mark has to hit, too

Of 100 guesses, the expected number of series of n hits is at most 100 (1 - p) p^n. With p = 0.2 and n = 8
that is 0.0002 for a player and 0.006 for a class of 30. Who knows the solution, from a solver, hits a chain
of almost locked sets in 0.32 of the cases, and has 20 positions of it: 0.03 for the class.
"""

from collections.abc import Iterable
from datetime import date

from django.utils import timezone

from puzzles.play.models import TechniqueProgress
from puzzles.play.models.review import CHANCES

from ..models import DrillAnswer

DRILLS = 8
DAYS = 2
# The probability that a blind mark hits in the whole grid, where that is most likely.
GUESS = 0.2


def drilled_progress(drills: Iterable[tuple[bool, date]]) -> int:
    """The progress in steps up to CHANCES, from (found at the first try, day) of drills, the newest first."""
    days: list[date] = []
    for is_at_once, day in drills:
        if not is_at_once or len(days) == DRILLS:
            break
        days.append(day)
    most = CHANCES if len(set(days)) >= DAYS else CHANCES - 1
    return min(CHANCES * len(days) // DRILLS, most)


def keep_mastery(drill: DrillAnswer) -> None:
    """Store what the first answer of a drill means for mastery, if it counts; in the caller's transaction."""
    if not drill.is_new or drill.level == DrillAnswer.Level.HOUSE:
        return
    counted = DrillAnswer.objects.of(drill.player).exclude(level=DrillAnswer.Level.HOUSE)
    last = counted.filter(technique=drill.technique, is_new=True).order_by("-created_at", "-pk")[:DRILLS]
    progress = drilled_progress((each.is_at_once, timezone.localdate(each.created_at)) for each in last)
    TechniqueProgress.objects.keep_drilled(drill.player_id, drill.technique, progress)
