"""An assignment kept as a pack: to give it again, to share it with colleagues, to save it as a file."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.assignments.models import AssignedPuzzle, Assignment
from puzzles.assignments.services.questions import Kind as QuestionKind
from puzzles.assignments.services.questions import Question, questions_of
from puzzles.assignments.services.sources import Source
from puzzles.library.models import Puzzle

from ..models import LessonPack
from .activities import MAX_NOTES, MAX_TITLE, MOST, Activity, ActivityError, Kind, from_json
from .packs import MAX_ACTIVITIES, PackError, create_pack


def keep_as_pack(*, assignment: Assignment, teacher: User) -> LessonPack:
    """A pack of the teacher's own with the work of this assignment, an activity for each part or question.

    Grids are drawn anew when it is given, and each question with one right choice is an activity. Raises
    PackError: for an exam, whose rules a pack would lose, if nothing is left to keep, and if the teacher has
    too many packs.
    """
    found = _parts_of(assignment)
    if assignment.is_exam or any(each.is_exam for each in found):
        raise PackError(_("An exam cannot be kept as a lesson pack: duplicate it."), back=assignment)
    try:
        activities = [activity for each in found for activity in _activities_of(each)]
    except ActivityError as error:
        raise PackError(str(error), back=assignment) from error
    if len(activities) > MAX_ACTIVITIES:
        raise PackError(
            _("A pack holds %(count)d activities at most.") % {"count": MAX_ACTIVITIES}, back=assignment
        )
    if not activities:
        raise PackError(_("A lesson pack holds only questions with one right choice."), back=assignment)
    return create_pack(owner=teacher, title=assignment.name, activities=activities)


def count_left_out(assignment: Assignment) -> int:
    """How many questions of this assignment a pack cannot hold."""
    parts = _parts_of(assignment)
    return sum(not _fits_pack(question) for each in parts for question in questions_of(each))


def _parts_of(assignment: Assignment) -> list[Assignment]:
    if not assignment.has_parts:
        return [assignment]
    return list(assignment.parts.in_order().select_related("policy"))


def _fits_pack(question: Question) -> bool:
    return question.kind == QuestionKind.CHOICE and not question.has_several


def _activities_of(assignment: Assignment) -> Iterator[Activity]:
    """The activity of an assignment; of one of questions, an activity for each that a pack can hold."""
    if not assignment.asks_questions:
        yield from_json(
            {
                "title": assignment.name,
                "notes": assignment.instructions[:MAX_NOTES],
                "is_homework": True,
                **_own_fields(assignment),
            }
        )
        return
    for question in filter(_fits_pack, questions_of(assignment)):
        yield from_json(
            {
                "kind": Kind.QUESTION.value,
                "title": " ".join(question.text.split())[:MAX_TITLE],
                "notes": question.explanation,
                "is_homework": True,
                "question": question.text,
                "choices": question.choices,
                "right": int(question.right[0]) + 1,
            }
        )


def _own_fields(assignment: Assignment) -> dict[str, Any]:
    """The kind of the activity with its own fields."""
    if assignment.asks_exercises:
        exercises = list(assignment.exercises)
        return {"kind": Kind.EXERCISES.value, "worksheet": assignment.worksheet, "exercises": exercises}
    if assignment.asks_drills:
        count = min(assignment.grid_count, MOST[Kind.DRILL])
        return {"kind": Kind.DRILL.value, "technique": assignment.technique, "count": count}
    puzzles = _puzzles_of(assignment)
    if assignment.algorithm:
        return {
            "kind": Kind.PREDICT.value,
            "algorithm": assignment.algorithm,
            "grid": puzzles[0].givens if puzzles else "",
            "count": min(assignment.predictions, MOST[Kind.PREDICT]),
        }
    count = min(assignment.grid_count, MOST[Kind.GRIDS])
    return {"kind": Kind.GRIDS.value, "tier": _tier_of(assignment, puzzles), "count": count}


def _puzzles_of(assignment: Assignment) -> list[Puzzle]:
    """The grids of its first student; those of its source while nobody has any."""
    assigned = AssignedPuzzle.objects.filter(assignee__assignment=assignment).select_related("puzzle")
    found = {each.position: each.puzzle for each in assigned.order_by("-assignee", "position")}
    if found:
        return [found[position] for position in sorted(found)]
    return list(Puzzle.objects.filter(pk__in=Source.from_json(assignment.source).puzzles))


def _tier_of(assignment: Assignment, puzzles: list[Puzzle]) -> int:
    """The tier that was asked for, or else the most frequent one; 1 where no grid is graded."""
    asked = Source.from_json(assignment.source).criteria.tier
    tiers = Counter(puzzle.tier for puzzle in puzzles if puzzle.tier)
    return asked or (tiers.most_common(1)[0][0] if tiers else 1)
