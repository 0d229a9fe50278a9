"""The first page of a student and of a teacher."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.pages.assignees import assignee_lines
from puzzles.assignments.pages.roster import FIGURE_DAYS
from puzzles.assignments.services.following import Flag, class_progress, flags_of
from puzzles.engine import CATALOGUE
from puzzles.library.models import PuzzleImport
from puzzles.library.pages.difficulty import criteria_choices, technique_counts, technique_name
from puzzles.play.models import Attempt, TechniqueProgress
from puzzles.play.models.review import Mastery
from puzzles.play.pages.attempt_rows import attempt_rows
from puzzles.play.pages.collections import collection_rows
from puzzles.play.pages.statistics import week_of
from puzzles.training.models import TrainingPosition

from .classes import class_overview

OPEN_SHOWN = 6
IMPORTS_SHOWN = 5
RUNNING_SHOWN = 8
FLAGGED_SHOWN = 6
# Techniques in practice that are offered beside the next new one.
PRACTISED_SHOWN = 2


def student_home(player: User) -> dict[str, Any]:
    context = playing(player) | {"week": week_of(player), "work_lines": assignee_lines(player)}
    mastery = TechniqueProgress.objects.of_many([player.pk]).get(player.pk, {})
    has_work = any(line.is_to_hand_in or line.status in Assignee.TO_DO for line in context["work_lines"])
    return context | {
        "offers": offers(mastery, technique_counts([row.collection for row in context["collection_rows"]])),
        "mastered": sum(each.is_mastered for each in mastery.values()),
        "technique_count": len(CATALOGUE),
        "continues_first": not context["work_lines"],
        "is_to_begin": bool(context["collection_rows"]) and not context["open_rows"] and not has_work,
    }


def teacher_home(teacher: User) -> dict[str, Any]:
    now = timezone.now()
    classrooms = list(class_overview(teacher))
    return playing(teacher) | {
        "classrooms": classrooms,
        "latest_class": latest_class(classrooms),
        "figure_days": FIGURE_DAYS,
        "flagged": flagged_students(classrooms, now)[:FLAGGED_SHOWN],
        "imports": list(PuzzleImport.objects.owned_by(teacher).select_related("collection")[:IMPORTS_SHOWN]),
        "running": running_assignments(teacher, now),
    }


def latest_class(classrooms: Sequence[Classroom]) -> Classroom | None:
    """The class that made the last move; the first of the list before any move."""
    last_move = attrgetter("last_move_at")
    return max(filter(last_move, classrooms), key=last_move, default=next(iter(classrooms), None))


def playing(player: User) -> dict[str, Any]:
    """The grids to continue, and the collections to draw from."""
    unfinished = Attempt.objects.played_by(player).at_hand().for_history().open_first()[: OPEN_SHOWN + 1]
    rows = attempt_rows(unfinished, player)
    collections = collection_rows(player)
    return {
        "open_rows": rows[:OPEN_SHOWN],
        "has_more_open": len(rows) > OPEN_SHOWN,
        "collection_rows": collections,
        "criteria": criteria_choices(
            *[row.collection for row in collections], positions=TrainingPosition.objects.counts()
        ),
    }


def offers(mastery: dict[str, Mastery], grids: Mapping[str, int | None]) -> list[dict[str, Any]]:
    """The easiest techniques in practice and the easiest new one; none before the first review.

    Techniques that no grid of the player's collections needs are left out; `grids` has None for unknown.
    """
    if not mastery:
        return []
    needed = [each.id for each in CATALOGUE if grids[each.id] != 0]
    practised = [each for each in needed if each in mastery and not mastery[each].is_mastered]
    new = [each for each in needed if each not in mastery]
    chosen = practised[:PRACTISED_SHOWN] + new[:1]
    return [
        {"id": each, "name": technique_name(each), "mastery": mastery.get(each), "grids": grids[each]}
        for each in chosen
    ]


def flagged_students(classrooms: Iterable[Classroom], now: datetime) -> list[dict[str, Any]]:
    """Students with a flag of the class table: those who play before those who are quiet, then by name."""
    since = now - timedelta(days=FIGURE_DAYS)
    # A student of two classes is listed once.
    rows = {
        each.member.student_id: {"member": each.member, "classroom": classroom, "flags": flags}
        for classroom in classrooms
        for each in class_progress(classroom, since=since, now=now)
        if (flags := flags_of(each, now))
    }
    return sorted(rows.values(), key=lambda row: (row["flags"][0] == Flag.QUIET, row["member"].real_name))


def running_assignments(teacher: User, now: datetime) -> list[Assignment]:
    """Running assignments of the teacher's classes, those that end first before the others; then exams to
    release.
    """
    lasting = Q(due_at=None) | Q(due_at__gt=now) | Q(policy__is_exam=True)
    rows = (
        Assignment.objects.taught_by(teacher)
        .handed_out()
        .filter(lasting, opens_at__lte=now, stopped_at=None, released_at=None, archived_at=None)
        .filter(classroom__archived_at=None)
        .with_counts()
    )
    latest = rows.order_by("-opens_at", "-pk")
    return sorted(latest, key=lambda assignment: ends_first(assignment, now))[:RUNNING_SHOWN]


def ends_first(assignment: Assignment, now: datetime) -> tuple[int, float]:
    """Sort key: the next due date first, then without a due date, then past."""
    if assignment.due_at is None:
        return 1, 0.0
    return (0 if assignment.due_at > now else 2), assignment.due_at.timestamp()
