"""Giving a pack to classes: a lesson with its activities, and the assignments that belong to them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.creation import create_assignment
from puzzles.assignments.services.drills import choose_positions
from puzzles.assignments.services.lifecycle import hand_out_now
from puzzles.assignments.services.parts import create_wholes
from puzzles.assignments.services.questions import Kind as QuestionKind
from puzzles.assignments.services.questions import Question
from puzzles.assignments.services.sources import Source, SourceError, read_pasted
from puzzles.library.services.bulk_insert import add_puzzles
from puzzles.library.services.policies import PRACTICE, policy_with
from puzzles.play.services.draws import Criteria
from puzzles.training.models import DrillAnswer

from ..models import Lesson, LessonActivity
from .activities import Activity, Kind, to_json
from .packs import Pack


@dataclass(frozen=True, kw_only=True)
class Giving:
    """The dates on which a pack is given, by the form with this token, and whether work waits as drafts.

    `as_one`: all its work is one assignment with parts.
    """

    takes_place_on: date
    due_on: date
    token: str
    as_drafts: bool = False
    as_one: bool = False

    @property
    def opens_at(self) -> datetime:
        """The beginning of the day of the lesson, by the clock of the school."""
        return timezone.make_aware(datetime.combine(self.takes_place_on, time()))

    @property
    def due_at(self) -> datetime:
        """The end of the day on which work is due."""
        return timezone.make_aware(datetime.combine(self.due_on, time(23, 59)))


def give_pack(*, teacher: User, pack: Pack, classrooms: Sequence[Classroom], giving: Giving) -> list[Lesson]:
    """Give a pack to these classes. A class that got it by the same form before keeps that lesson."""
    return [give_to_class(teacher=teacher, pack=pack, classroom=each, giving=giving) for each in classrooms]


def give_to_class(*, teacher: User, pack: Pack, classroom: Classroom, giving: Giving) -> Lesson:
    """The lesson of one class, with its assignments handed out unless drafts are wanted.

    An activity for which the site has no grids stays without an assignment: its teacher sees that.
    """
    if given := Lesson.objects.filter(classroom=classroom, token=giving.token).first():
        return given
    drafts: dict[int, Assignment] = {}
    are_kept = False
    fields = {
        "author": teacher,
        "opens_at": max(giving.opens_at, timezone.now()),
        "due_at": giving.due_at,
    }
    whole = whole_for(pack, classroom, fields) if giving.as_one else None
    try:
        # Before the transaction, because drawing and grading are slow: other users can write meanwhile.
        for position, activity in enumerate(pack.activities, start=1):
            asked = fields | {"classroom": classroom, "name": str(activity.title), "whole": whole}
            if activity.is_assigned and (draft := draft_for(activity, asked)):
                drafts[position] = draft
        with transaction.atomic():
            lesson, is_new = Lesson.objects.get_or_create(
                classroom=classroom,
                token=giving.token,
                defaults={
                    "author": teacher,
                    "pack": pack.key,
                    "title": str(pack.title),
                    "takes_place_on": giving.takes_place_on,
                    "due_on": giving.due_on,
                },
            )
            if is_new:
                add_activities(lesson, pack, drafts, is_handed_out=not giving.as_drafts)
        are_kept = is_new
    finally:
        # The lesson could not be given, or the same form, sent twice, has given it meanwhile.
        if not are_kept:
            Assignment.objects.filter(pk__in=[draft.pk for draft in drafts.values()]).delete()
        if whole and not (are_kept and drafts):
            whole.delete()
    return lesson


def whole_for(pack: Pack, classroom: Classroom, fields: Mapping[str, Any]) -> Assignment | None:
    """The assignment of which all work of a pack becomes a part; None for a pack without work."""
    if not any(activity.is_assigned for activity in pack.activities):
        return None
    [whole] = create_wholes(classrooms=[classroom], name=str(pack.title), **fields)
    return whole


def add_activities(
    lesson: Lesson, pack: Pack, drafts: Mapping[int, Assignment], *, is_handed_out: bool
) -> None:
    """Store the activities of a new lesson, and hand out its drafts."""
    if is_handed_out:
        hand_out_all([draft.pk for draft in drafts.values()])
    LessonActivity.objects.bulk_create(
        LessonActivity(
            lesson=lesson, position=position, data=to_json(activity), assignment=drafts.get(position)
        )
        for position, activity in enumerate(pack.activities, start=1)
    )


def draft_for(activity: Activity, fields: dict[str, Any]) -> Assignment | None:
    """The assignment of an activity as a draft, None if the site has no grids for it."""
    try:
        return _created(activity, fields)
    except SourceError:
        return None


def _created(activity: Activity, fields: dict[str, Any]) -> Assignment:
    if activity.kind == Kind.EXERCISES:
        return create_assignment(
            source=Source(),
            policy=policy_with(),
            worksheet=activity.worksheet,
            exercises=list(activity.exercises),
            **fields,
        )
    if activity.kind == Kind.QUESTION:
        question = Question(
            kind=QuestionKind.CHOICE,
            text=str(activity.question),
            choices=[str(choice) for choice in activity.choices],
            right=[str(activity.right - 1)],
        )
        return create_assignment(
            source=Source(), policy=policy_with(), questions=[question.to_json()], **fields
        )
    if activity.kind == Kind.DRILL:
        positions = choose_positions(
            classroom=fields["classroom"],
            technique=activity.technique,
            level=DrillAnswer.Level.BOARD,
            count=activity.count,
        )
        return create_assignment(
            source=Source(),
            policy=policy_with(),
            technique=activity.technique,
            drill_level=DrillAnswer.Level.BOARD,
            positions=positions,
            **fields,
        )
    policy = policy_with(**PRACTICE)
    if activity.kind == Kind.PREDICT:
        return create_assignment(
            source=Source(puzzles=stored_grid(activity.grid)),
            policy=policy,
            algorithm=activity.algorithm,
            predictions=activity.count,
            **fields,
        )
    source = Source(count=activity.count, criteria=Criteria(tier=activity.tier))
    try:
        return create_assignment(source=source, policy=policy, **fields)
    except SourceError:
        return create_assignment(
            source=Source(count=activity.count, criteria=source.criteria, played_too=True),
            policy=policy,
            **fields,
        )


def stored_grid(line: str) -> tuple[int, ...]:
    """The puzzle of a grid, stored if the site does not know it. Raises SourceError if it is no puzzle."""
    grids = read_pasted(line)
    if grids.new:
        add_puzzles(grids.new.values())
        grids = read_pasted(line)
    return grids.known_source.puzzles


@transaction.atomic
def hand_out_drafts(*, lesson: Lesson) -> int:
    """Hand out the drafts of a lesson. Returns how many there were. Raises LifecycleError, SourceError."""
    drafts = lesson.activities.filter(assignment__isnull=False, assignment__handed_out_at=None)
    keys = list(drafts.values_list("assignment", flat=True))
    hand_out_all(keys)
    return len(keys)


def hand_out_all(keys: Collection[int]) -> None:
    """Hand out these drafts; of parts, their whole."""
    drafts = Assignment.objects.filter(pk__in=keys).values_list("pk", "whole")
    listed = {whole or key for key, whole in drafts}
    for draft in Assignment.objects.locked().filter(pk__in=listed).order_by("pk"):
        hand_out_now(assignment=draft)


@transaction.atomic
def mark_done(*, activity: LessonActivity, is_done: bool) -> LessonActivity:
    """Tick an activity, or take the tick back. The first time stays."""
    done_at = (activity.done_at or timezone.now()) if is_done else None
    if done_at != activity.done_at:
        activity.done_at = done_at
        activity.save(update_fields=["done_at"])
    return activity
