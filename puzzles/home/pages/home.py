"""The first page of a student and of a teacher."""

from collections.abc import Container, Mapping, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.pages.assignees import assignee_lines
from puzzles.assignments.pages.roster import FIGURE_DAYS
from puzzles.assignments.services.following import Flag, StudentFigures, figures_by_class, flags_of
from puzzles.course.pages.history import active_at_exercises
from puzzles.engine import CATALOGUE
from puzzles.lessons.models import Lesson
from puzzles.library.models import PuzzleImport
from puzzles.library.pages.difficulty import criteria_choices, technique_counts, technique_name
from puzzles.play.models import Attempt, TechniqueProgress
from puzzles.play.models.review import Mastery
from puzzles.play.pages.attempt_rows import attempt_rows
from puzzles.play.pages.collections import collection_rows
from puzzles.play.pages.statistics import week_of
from puzzles.training.models import TrainingPosition
from puzzles.training.pages.daily import daily_card
from puzzles.training.pages.today import today_view
from puzzles.training.services.goals import progress_of
from puzzles.training.services.ratings import just_right_scores, rating_of_player
from puzzles.training.services.switches import switches_of

from .classes import class_overview

# A row of cards in each window.
OPEN_SHOWN = 4
IMPORTS_SHOWN = 5
RUNNING_SHOWN = 8
FLAGGED_SHOWN = 6
# Techniques in practice that are offered beside the next new one.
PRACTISED_SHOWN = 2


def student_home(player: User) -> dict[str, Any]:
    work_lines = assignee_lines(player)
    # Without an assignment the last grid is the first thing to do, above the row of the others.
    continues_first = not work_lines
    context = playing(player, open_shown=OPEN_SHOWN + continues_first)
    switches = switches_of(player)
    context |= {"week": week_of(player), "work_lines": work_lines, "continues_first": continues_first}
    mastery = TechniqueProgress.objects.of_many([player.pk]).get(player.pk, {})
    has_work = any(line.is_to_hand_in or line.status in Assignee.TO_DO for line in work_lines)
    return context | {
        "lesson": Lesson.objects.of(player).first(),
        "offers": offers(mastery, technique_counts([row.collection for row in context["collection_rows"]])),
        "today": today_view(player),
        "daily": daily_card(player, switches),
        "goal": progress_of(player) if switches.goals and switches.goal else None,
        "just_right": just_right_scores(rating_of_player(player)) if switches.ratings else None,
        "mastered": sum(each.is_mastered for each in mastery.values()),
        "technique_count": len(CATALOGUE),
        "is_to_begin": bool(context["collection_rows"]) and not context["open_rows"] and not has_work,
    }


def teacher_home(teacher: User) -> dict[str, Any]:
    now = timezone.now()
    classrooms = list(class_overview(teacher))
    running = running_assignments(teacher, now)
    at_work = {each.classroom_id for each in running if each.due_at is None or each.due_at > now}
    return playing(teacher) | {
        "classrooms": classrooms,
        "at_work": at_work,
        "next_class": next_class([each for each in classrooms if not each.is_read_only], at_work),
        "figure_days": FIGURE_DAYS,
        "flagged": flagged_students(classrooms, now)[:FLAGGED_SHOWN],
        "imports": list(PuzzleImport.objects.owned_by(teacher).select_related("collection")[:IMPORTS_SHOWN]),
        "running": running[:RUNNING_SHOWN],
        "lessons": list(
            Lesson.objects.read_by(teacher)
            .filter(takes_place_on=timezone.localdate(now), classroom__archived_at=None)
            .select_related("classroom")[:RUNNING_SHOWN]
        ),
    }


def next_class(classrooms: Sequence[Classroom], at_work: Container[int]) -> Classroom | None:
    """The class to give something to: the one that played last of those with students and nothing to do, or
    of all.
    """
    with_students = filter(attrgetter("student_count"), classrooms)
    idle = [each for each in with_students if each.pk not in at_work]
    return latest_class(idle or classrooms)


def latest_class(classrooms: Sequence[Classroom]) -> Classroom | None:
    """The class that made the last move; the first of the list before any move."""
    last_move = attrgetter("last_move_at")
    return max(filter(last_move, classrooms), key=last_move, default=next(iter(classrooms), None))


def playing(player: User, open_shown: int = OPEN_SHOWN) -> dict[str, Any]:
    """The grids to continue, and the collections to draw from."""
    unfinished = Attempt.objects.played_by(player).at_hand().for_history().open_first()[: open_shown + 1]
    rows = attempt_rows(unfinished, player)
    collections = collection_rows(player)
    return {
        "open_rows": rows[:open_shown],
        "has_more_open": len(rows) > open_shown,
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


def flagged_students(classrooms: Sequence[Classroom], now: datetime) -> list[dict[str, Any]]:
    """Students with a flag of the class table: those who play before those who are quiet, then by name."""
    since = now - timedelta(days=FIGURE_DAYS)
    figures = figures_by_class(classrooms, since=since)
    students = {each.member.student_id for rows in figures.values() for each in rows}
    at_exercises = active_at_exercises(students, since)

    def reasons(row: StudentFigures) -> list[Flag]:
        is_active = row.member.student_id in at_exercises
        return [flag for flag in flags_of(row, now) if flag != Flag.QUIET or not is_active]

    # A student of two classes is listed once.
    rows = {
        each.member.student_id: {"member": each.member, "classroom": classroom, "flags": flags}
        for classroom in classrooms
        for each in figures.get(classroom.pk, [])
        if (flags := reasons(each))
    }
    return sorted(rows.values(), key=lambda row: (row["flags"][0] == Flag.QUIET, row["member"].sort_key))


def running_assignments(teacher: User, now: datetime) -> list[Assignment]:
    """Running assignments of the teacher's classes, those that end first before the others; then exams to
    release.
    """
    lasting = Q(due_at=None) | Q(due_at__gt=now) | Q(policy__is_exam=True)
    rows = (
        Assignment.objects.read_by(teacher)
        .handed_out()
        .listed()
        .filter(lasting, opens_at__lte=now, stopped_at=None, released_at=None, archived_at=None)
        .filter(classroom__archived_at=None)
        .with_counts()
    )
    latest = rows.order_by("-opens_at", "-pk")
    return sorted(latest, key=lambda assignment: ends_first(assignment, now))


def ends_first(assignment: Assignment, now: datetime) -> tuple[int, float]:
    """Sort key: the next due date first, then without a due date, then past."""
    if assignment.due_at is None:
        return 1, 0.0
    return (0 if assignment.due_at > now else 2), assignment.due_at.timestamp()
