"""Giving packs: lessons, their assignments and dates, once for each form."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.services.lifecycle import LifecycleError, delete_draft
from puzzles.lessons.models import Lesson
from puzzles.lessons.pages.packs import student_lesson_page
from puzzles.lessons.services.activities import Activity, Kind, to_json
from puzzles.lessons.services.giving import Giving, give_pack, hand_out_drafts, mark_done
from puzzles.lessons.services.packs import copy_pack, find_pack
from puzzles.library.models import Collection, Puzzle
from puzzles.training.models import TrainingPosition

from ..conftest import GivePack

pytestmark = pytest.mark.django_db


def test_a_pack_is_given_to_two_classes_with_its_assignments(
    teacher: User, classroom: Classroom, student: User, giving: Callable[..., Giving]
) -> None:
    second = Classroom.objects.create(name="6e C")
    lessons = give_pack(
        teacher=teacher,
        pack=find_pack(teacher, "td_iteratif"),
        classrooms=[classroom, second],
        giving=giving(),
    )
    assert [lesson.classroom for lesson in lessons] == [classroom, second]
    for lesson in lessons:
        rows = list(lesson.activities.all())
        kinds = [row.data["kind"] for row in rows if row.assignment]
        assert kinds == ["predict", "exercises", "exercises"]
        assert {row.assignment.classroom for row in rows if row.assignment} == {lesson.classroom}
    assert Assignee.objects.of(student).count() == 3


def test_assignments_open_on_the_day_of_the_lesson_and_end_with_the_day_they_are_due(given: GivePack) -> None:
    lesson = given(days=3)
    for row in lesson.activities.exclude(assignment=None):
        opens, due = (timezone.localtime(at) for at in (row.assignment.opens_at, row.assignment.due_at))
        assert opens.date() == lesson.takes_place_on
        assert due.date() == lesson.due_on
        assert (due.hour, due.minute) == (23, 59)
        assert not row.assignment.is_draft


def test_a_form_sent_twice_gives_one_lesson(
    teacher: User, classroom: Classroom, giving: Callable[..., Giving]
) -> None:
    dates = giving()
    pack = find_pack(teacher, "n_valide")
    first, second = (
        give_pack(teacher=teacher, pack=pack, classrooms=[classroom], giving=dates) for _time in range(2)
    )
    assert first == second
    assert Assignment.objects.count() == 3


def test_others_can_write_while_grids_are_drawn(given: GivePack) -> None:
    with CaptureQueriesContext(connection) as queries:
        given()
    sql = [each["sql"] for each in queries]
    lesson = next(place for place, each in enumerate(sql) if each.startswith('INSERT INTO "lessons_lesson"'))
    drafts = [
        place for place, each in enumerate(sql) if each.startswith('INSERT INTO "assignments_assignment"')
    ]
    assert len(drafts) == 3
    assert max(drafts) < lesson


def test_a_lesson_that_cannot_be_given_leaves_no_drafts(given: GivePack, classroom: Classroom) -> None:
    Classroom.objects.filter(pk=classroom.pk).update(archived_at=timezone.now())
    classroom.refresh_from_db()
    with pytest.raises(LifecycleError):
        given()
    assert not Assignment.objects.exists()
    assert not Lesson.objects.exists()


def test_drafts_wait_until_they_are_handed_out(given: GivePack, student: User) -> None:
    lesson = given(as_drafts=True)
    assert not Assignee.objects.of(student).exists()
    assert hand_out_drafts(lesson=lesson) == 3
    assert Assignee.objects.of(student).count() == 3
    assert hand_out_drafts(lesson=lesson) == 0


def test_all_activities_can_be_one_assignment(given: GivePack, student: User) -> None:
    lesson = given(as_one=True)
    whole = Assignment.objects.get(has_parts=True)
    rows = list(lesson.activities.exclude(assignment=None).order_by("position"))
    assert [row.assignment for row in rows] == list(whole.parts.order_by("part_number"))
    assert len(rows) == 3
    assert (whole.name, whole.due_at) == (lesson.title, rows[0].assignment.due_at)
    assert Assignee.objects.of(student).count() == 4


def test_one_assignment_for_all_can_wait_as_a_draft(given: GivePack, student: User) -> None:
    lesson = given(as_one=True, as_drafts=True)
    assert not Assignee.objects.of(student).exists()
    assert hand_out_drafts(lesson=lesson) == 3
    assert Assignee.objects.of(student).count() == 4
    assert hand_out_drafts(lesson=lesson) == 0


def test_no_assignment_for_all_is_made_of_nothing(given: GivePack) -> None:
    given("first_hour", as_one=True)
    assert not Assignment.objects.exists()


def test_a_form_sent_twice_gives_one_assignment_for_all_once(
    teacher: User, classroom: Classroom, giving: Callable[..., Giving]
) -> None:
    pack, dates = find_pack(teacher, "td_iteratif"), giving(as_one=True)
    for _time in range(2):
        give_pack(teacher=teacher, pack=pack, classrooms=[classroom], giving=dates)
    assert Assignment.objects.count() == 4


def test_one_assignment_for_all_that_cannot_be_given_leaves_nothing(
    given: GivePack, classroom: Classroom
) -> None:
    Classroom.objects.filter(pk=classroom.pk).update(archived_at=timezone.now())
    classroom.refresh_from_db()
    with pytest.raises(LifecycleError):
        given(as_one=True)
    assert not Assignment.objects.exists()


def test_grids_are_drawn_of_the_tier_that_is_asked_for(
    given: GivePack, teacher: User, collection_of: Callable[..., Collection]
) -> None:
    collection_of(teacher, range(8))
    Puzzle.objects.update(tier=1, score=100, rating=1, grader=1)
    lesson = given("first_hour")
    counts = [row.assignment.assignees.count() for row in lesson.activities.exclude(assignment=None)]
    assert len(counts) == 2


def test_a_site_without_grids_gives_the_lesson_without_them(given: GivePack) -> None:
    lesson = given("first_hour")
    assert lesson.activities.count() == 6
    assert not lesson.activities.exclude(assignment=None).exists()


def test_drills_become_assignments_where_the_bank_has_positions(
    teacher: User,
    classroom: Classroom,
    student: User,
    giving: Callable[..., Giving],
    x_wings: list[TrainingPosition],
) -> None:
    drill = {"kind": Kind.DRILL, "title": "Find X-Wings", "technique": "x_wing"}
    pack = copy_pack(owner=teacher, pack=find_pack(teacher, "n_valide"))
    for count in (3, 5):
        pack.activities = [to_json(Activity(**drill, count=count))]
        pack.save()
        give_pack(
            teacher=teacher, pack=find_pack(teacher, str(pack.pk)), classrooms=[classroom], giving=giving()
        )
    given = Assignment.objects.get()
    assert (given.technique, len(given.positions)) == ("x_wing", 3)
    assert Assignee.objects.of(student).get().assignment == given


def test_questions_at_home_become_assignments(
    teacher: User, classroom: Classroom, student: User, giving: Callable[..., Giving]
) -> None:
    pack = copy_pack(owner=teacher, pack=find_pack(teacher, "n_valide"))
    asked = {"kind": Kind.QUESTION, "question": "Rows?", "choices": ("8", "9"), "right": 2}
    in_class, at_home = Activity(title="Now", **asked), Activity(title="Later", is_homework=True, **asked)
    pack.activities = [to_json(in_class), to_json(at_home)]
    pack.save()
    [lesson] = give_pack(
        teacher=teacher, pack=find_pack(teacher, str(pack.pk)), classrooms=[classroom], giving=giving()
    )
    given = Assignment.objects.get()
    [question] = given.questions
    assert (given.name, question["text"], question["choices"], question["right"]) == (
        "Later",
        "Rows?",
        ["8", "9"],
        ["1"],
    )
    assert Assignee.objects.of(student).get().assignment == given
    lesson.activities.update(done_at=timezone.now())
    steps = student_lesson_page(lesson, student)["steps"]
    # The assignment shows its right choice itself, at its end.
    assert [step.shows_right for step in steps] == [True, False]
    assert steps[1].url == f"/given/{given.pk}/"


def test_a_lesson_outlives_changes_of_its_pack_and_its_assignments(given: GivePack) -> None:
    lesson = given(as_drafts=True)
    row = lesson.activities.exclude(assignment=None).first()
    assert row is not None
    delete_draft(assignment=row.assignment)
    row.refresh_from_db()
    assert row.assignment is None
    assert row.data["title"]


def test_students_see_a_lesson_from_its_day_on(given: GivePack, student: User, stranger: User) -> None:
    lesson = given(days=1)
    day = lesson.takes_place_on
    assert not Lesson.objects.of(student).exists()
    assert Lesson.objects.of(student, day).get() == lesson
    assert not Lesson.objects.of(stranger, day).exists()
    lesson.classroom.archived_at = timezone.now()
    lesson.classroom.save()
    assert not Lesson.objects.of(student, day + timedelta(days=1)).exists()


def test_a_tick_keeps_its_first_moment_and_can_be_taken_back(given: GivePack) -> None:
    activity = given().activities.get(position=1)
    ticked = mark_done(activity=activity, is_done=True).done_at
    assert ticked is not None
    assert mark_done(activity=activity, is_done=True).done_at == ticked
    assert mark_done(activity=activity, is_done=False).done_at is None
