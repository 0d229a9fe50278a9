"""What a player has in practice: teachers can switch parts of it off for a class."""

from dataclasses import dataclass

from django.db.models import Subquery

from accounts.models import Classroom, Membership, User

from ..models import WeeklyGoal


@dataclass(frozen=True, slots=True)
class Switches:
    """What a player has: off where one of their current classes has it off.

    `classroom` is the current class they joined last, None without one. `goal` is a student's weekly goal, 0
    for none.
    """

    storm: bool = True
    daily: bool = True
    goals: bool = True
    ratings: bool = True
    classroom: Classroom | None = None
    goal: int = 0

    @property
    def daily_class(self) -> Classroom | None:
        """The class whose grids of the day the player has."""
        return self.classroom if self.daily else None


EVERYTHING = Switches()


def switches_of(player: User) -> Switches:
    """What a player has: one query for a student, none for others, who have everything."""
    if not player.is_student:
        return EVERYTHING
    goals = WeeklyGoal.objects.filter(player=player).order_by("-week").values_list("days", flat=True)
    members = list(
        Membership.objects.filter(student=player, classroom__archived_at=None)
        .select_related("classroom")
        .annotate(goal=Subquery(goals[:1]))
        .order_by("-pk")
    )
    if not members:
        return Switches(goal=goals.first() or 0)
    classes = [member.classroom for member in members]
    return Switches(
        storm=all(each.has_storm for each in classes),
        daily=all(each.has_daily for each in classes),
        goals=all(each.has_goals for each in classes),
        ratings=all(each.has_ratings for each in classes),
        classroom=classes[0],
        goal=members[0].goal or 0,
    )
