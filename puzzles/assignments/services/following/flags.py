"""What a teacher may want to look at: facts about a student's last days, and no judgement."""

from datetime import datetime, timedelta
from enum import StrEnum

from .table import Progress

QUIET_DAYS = 7


class Flag(StrEnum):
    """A reason to look."""

    QUIET = "quiet"
    STUCK = "stuck"
    HELPED = "helped"
    FAST = "fast"


def flags_of(progress: Progress, now: datetime) -> list[Flag]:
    """The reasons there are for one student, in the order in which a teacher would ask."""
    reasons = {
        Flag.QUIET: is_quiet(progress, now),
        Flag.STUCK: progress.is_stuck,
        Flag.HELPED: 2 * progress.by_help > progress.filled,
        Flag.FAST: progress.fast > 0,
    }
    return [flag for flag, holds in reasons.items() if holds]


def is_quiet(progress: Progress, now: datetime) -> bool:
    """Whether there was no sign for so long. Who came into the class since then is not quiet yet."""
    last = progress.last_active or progress.member.joined_at
    return now - last >= timedelta(days=QUIET_DAYS)
