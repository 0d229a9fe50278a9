"""Packs and lessons as pages show them: the plan with its times, links and progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.pages.assignees import AssigneeLine, assignee_line
from puzzles.course.models import ExerciseProgress
from puzzles.course.pages.explorer import call_address
from puzzles.course.pages.viewer import with_grid
from puzzles.course.pages.worksheets import exercise_name, sheet_name
from puzzles.engine.runs import ALGORITHMS
from puzzles.library.pages.difficulty import technique_name

from ..models import Lesson, LessonActivity, LessonPack
from ..services.activities import ASSIGNED, Activity, Kind, from_json
from ..services.packs import Pack, built_in_packs, pack_of

# How long a lesson of a French school is.
LESSON_MINUTES = 55
LESSONS_SHOWN = 12
# The activities whose page is the same for everybody, and questions.
SHOWN = frozenset({Kind.READ, Kind.WATCH, Kind.TABLE, Kind.PREDICT, Kind.CALL, Kind.EXERCISES, Kind.QUESTION})


@dataclass(frozen=True, kw_only=True)
class PlanStep:
    """An activity with its number, its minutes in the lesson, where it is done, and what it is about.

    In a lesson `row` is the activity of the class, and `line` the progress of the student who reads.
    """

    number: int
    activity: Activity
    begins: int
    ends: int
    url: str = ""
    about: str = ""
    row: LessonActivity | None = None
    line: AssigneeLine | None = None

    @property
    def width(self) -> int:
        return self.ends - self.begins

    @property
    def shows_right(self) -> bool:
        """Whether students see the right choice: once it is done in class. An assignment shows its own."""
        return self.row is not None and self.row.done_at is not None and self.row.assignment_id is None

    @property
    def can_be_shown(self) -> bool:
        """Whether a room can show it on all screens."""
        return self.activity.kind in SHOWN


def plan_steps(activities: Sequence[Activity]) -> list[PlanStep]:
    """The activities one after another; those at home take no time of the lesson."""
    steps, now = [], 0
    for number, activity in enumerate(activities, start=1):
        ends = now if activity.is_homework else now + activity.minutes
        steps.append(
            PlanStep(
                number=number,
                activity=activity,
                begins=now,
                ends=ends,
                url=activity_address(activity),
                about=about(activity),
            )
        )
        now = ends
    return steps


def activity_address(activity: Activity) -> str:
    """The page of an activity, "" if it has none."""
    match activity.kind:
        case Kind.READ if activity.worksheet:
            return reverse("course:worksheet", args=[activity.worksheet])
        case Kind.READ:
            return reverse("training:technique", args=[activity.technique])
        case Kind.WATCH:
            return with_grid("course:viewer", activity.algorithm, activity.grid)
        case Kind.TABLE:
            return with_grid("course:trace_table", activity.algorithm, activity.grid)
        case Kind.PREDICT:
            return with_grid("course:viewer", activity.algorithm, activity.grid, predict=1)
        case Kind.CALL:
            return call_address(*activity.function.split(".", 1), grid=activity.grid)
        case Kind.EXERCISES:
            return reverse("course:exercises", args=[activity.worksheet])
        case Kind.DRILL:
            return reverse("training:drill", args=[activity.technique])
        case Kind.GAME:
            return reverse("play:first_game")
    return ""


def about(activity: Activity) -> str:
    """What an activity is about, in a line under its title."""
    count = activity.count
    match activity.kind:
        case Kind.READ if activity.worksheet:
            return sheet_name(activity.worksheet)
        case Kind.READ:
            return technique_name(activity.technique)
        case Kind.WATCH | Kind.TABLE:
            return _(ALGORITHMS[activity.algorithm].title)
        case Kind.PREDICT:
            words = ngettext("%(count)d prediction", "%(count)d predictions", count) % {"count": count}
            return f"{words} · {_(ALGORITHMS[activity.algorithm].title)}"
        case Kind.CALL:
            return activity.function.split(".", 1)[1] + "()"
        case Kind.EXERCISES:
            return ", ".join(exercise_name(activity.worksheet, key) for key in activity.exercises)
        case Kind.GRIDS:
            words = ngettext("%(count)d grid of tier %(tier)d", "%(count)d grids of tier %(tier)d", count)
            return words % {"count": count, "tier": activity.tier}
        case Kind.DRILL:
            words = ngettext("%(count)d position", "%(count)d positions", count) % {"count": count}
            return f"{words} · {technique_name(activity.technique)}"
    return ""


def pack_page(pack: Pack, reader: User) -> dict[str, Any]:
    """A pack for a teacher: its plan, and whether it is the reader's own."""
    steps = plan_steps(pack.activities)
    return {
        "pack": pack,
        "steps": steps,
        "in_class": [each for each in steps if not each.activity.is_homework],
        "at_home": [each for each in steps if each.activity.is_homework],
        "total": max(pack.minutes, LESSON_MINUTES),
        "asks_exercises": any(each.kind == Kind.EXERCISES for each in pack.activities),
        "is_too_long": pack.minutes > LESSON_MINUTES,
        "is_own": pack.row is not None and pack.row.owner_id == reader.pk,
    }


def pack_list(teacher: User, class_key: str = "") -> dict[str, Any]:
    """All packs that a teacher may read, and the last lessons of their classes, or of one of them."""
    rows = list(LessonPack.objects.readable_by(teacher).select_related("owner"))
    lessons = Lesson.objects.read_by(teacher).select_related("classroom")
    lessons = lessons.filter(classroom__archived_at=None)
    if class_key:
        lessons = lessons.filter(classroom=int(class_key))
    return {
        "built_in": built_in_packs(),
        "own": [pack_of(row) for row in rows if row.owner_id == teacher.pk],
        "shared": [pack_of(row) for row in rows if row.owner_id != teacher.pk],
        "lessons": list(lessons[:LESSONS_SHOWN]),
        "class_key": class_key,
    }


def unticked_first(classrooms: Sequence[Classroom], pack: Pack, most: int) -> list[int]:
    """The classes with students that have not had the pack, if there are few: they are ticked at once."""
    had = set(
        Lesson.objects.filter(classroom__in=classrooms, pack=pack.key).values_list("classroom", flat=True)
    )
    new = [each.pk for each in classrooms if getattr(each, "student_count", 0) and each.pk not in had]
    return new if len(new) <= most else []


def lesson_page(lesson: Lesson) -> dict[str, Any]:
    """A lesson for its teachers: each activity with what the class was given for it."""
    rows = list(lesson.activities.select_related("assignment"))
    steps = [
        replace(step, row=row, url=row.assignment.get_absolute_url() if row.assignment else step.url)
        for step, row in zip(plan_steps([from_json(row.data) for row in rows]), rows, strict=True)
    ]
    return steps_context(lesson, steps) | {
        "drafts": sum(row.assignment is not None and row.assignment.is_draft for row in rows),
        "next_step": next((step for step in steps if step.row and not step.row.done_at), None),
    }


def student_lesson_page(lesson: Lesson, student: User, now: datetime | None = None) -> dict[str, Any]:
    """A lesson for a student: links and progress, without notes; right choices only once they are done."""
    rows = list(lesson.activities.select_related("assignment"))
    lines = progress_lines([row.assignment for row in rows if row.assignment], student, now or timezone.now())
    steps = []
    for step, row in zip(plan_steps([from_json(row.data) for row in rows]), rows, strict=True):
        line = lines.get(row.assignment_id)
        # A drill for which the bank had too few positions is practised alone.
        is_given = step.activity.kind in ASSIGNED and step.activity.kind != Kind.DRILL
        url = "" if is_given else step.url
        if line:
            url = line.assignee.get_absolute_url()
        steps.append(replace(step, row=row, url=url, line=line))
    return steps_context(lesson, steps)


def steps_context(lesson: Lesson, steps: list[PlanStep]) -> dict[str, Any]:
    in_class = [each for each in steps if not each.activity.is_homework]
    return {
        "lesson": lesson,
        "steps": steps,
        "in_class": in_class,
        "at_home": [each for each in steps if each.activity.is_homework],
        "total": max(LESSON_MINUTES, in_class[-1].ends if in_class else 0),
    }


def progress_lines(
    assignments: Sequence[Assignment], student: User, now: datetime
) -> Mapping[int | None, AssigneeLine]:
    """Assignment -> the student's progress; those that were not handed out to the student are left out."""
    assignees = Assignee.objects.of(student).filter(assignment__in=assignments).with_progress()
    passed: set[tuple[str, str]] = set()
    if any(each.asks_exercises for each in assignments):
        passed = ExerciseProgress.objects.filter(student=student).passed_exercises()
    lines: dict[int | None, AssigneeLine] = {}
    for assignee in assignees:
        assignee.student = student
        lines[assignee.assignment_id] = assignee_line(assignee, now, passed, 0)
    return lines
