"""The page of the weekly goal."""

from typing import Any

from accounts.models import User

from ..models import WeeklyGoal
from ..services.goals import DRILLS_A_DAY, progress_of
from ..services.switches import switches_of

# So many weeks are listed.
WEEKS_SHOWN = 12


def goal_page(player: User) -> dict[str, Any]:
    """The goal to choose, this week, and the weeks before, the newest first."""
    progress = progress_of(player)
    return {
        "choices": WeeklyGoal.CHOICES,
        "goal": progress.this_week.goal if progress else 0,
        "progress": progress,
        "weeks": progress.weeks[:-1][::-1][:WEEKS_SHOWN] if progress else [],
        "drills": DRILLS_A_DAY,
        "has_storm": switches_of(player).storm,
    }
