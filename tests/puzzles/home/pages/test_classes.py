"""What the history and the teacher's table say of attempts."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, Membership, User
from puzzles.assignments.pages.roster import class_roster
from puzzles.assignments.services.following import EVER, StudentFigures, class_progress
from puzzles.course.models import ExerciseProgress
from puzzles.home.pages.classes import class_overview, student_heading
from puzzles.home.pages.home import latest_class
from puzzles.library.models import Collection
from puzzles.play.models import Attempt, OwnGrid
from puzzles.play.pages.attempt_rows import attempt_row, help_words
from puzzles.play.pages.statistics import midnight, this_monday
from puzzles.play.services.draws import draw_puzzle, take_puzzle

StartAttempt = Callable[..., Attempt]
MakeCollection = Callable[..., Collection]


def set_fields(attempt: Attempt, state: str = Attempt.State.OPEN, **fields: object) -> Attempt:
    """Set an attempt as play would have left it; a finished one ended with its last move."""
    when = fields.setdefault("last_move_at", timezone.now())
    ended = None if state == Attempt.State.OPEN else when
    Attempt.objects.filter(pk=attempt.pk).update(state=state, finished_at=ended, **fields)
    return Attempt.objects.for_history().get(pk=attempt.pk)


# A line of the history


def test_a_grid_is_known_by_its_collection_and_number(
    student: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5), name="Easy ones")
    attempt = set_fields(take_puzzle(player=student, collection=collection, number=4))
    row = attempt_row(attempt, student)
    assert (row.name, row.short_name) == ("Grid 4 · Easy ones", "Grid 4")


def test_a_grid_whose_collection_is_gone_is_known_by_its_level_and_when_it_was_begun(
    student: User, teacher: User, collection_of: MakeCollection, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = collection_of(teacher, range(5))
    attempt = take_puzzle(player=student, collection=collection, number=4)
    collection.delete()
    # The evening of the 25th in Paris.
    now = datetime(2026, 11, 25, 20, 5, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    attempt = set_fields(attempt, started_at=now)
    for tier, level in ((None, "Grid"), (1, "Easy")):
        attempt.puzzle.tier = tier
        row = attempt_row(attempt, student)
        assert (row.name, row.short_name) == (f"{level}, 25 Nov 21:05", level)
    attempt.policy.is_exam = True
    assert attempt_row(attempt, student).name == "Grid, 25 Nov 21:05"


def test_an_own_grid_is_known_by_its_name_to_its_owner_alone(
    student: User, teacher: User, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    OwnGrid.objects.create(owner=student, puzzle=attempt.puzzle, name="Sunday")
    attempt = set_fields(attempt, collection=None)
    assert attempt_row(attempt, student).name == "Sunday"
    assert "Sunday" not in attempt_row(attempt, teacher).name


@pytest.mark.parametrize(
    ("counters", "words"),
    [
        ({}, ""),
        ({"hints_nudge": 1}, "1 hint (1 nudge)"),
        (
            {"hints_nudge": 7, "hints_where": 5, "hints_why": 4, "hints_do": 1},
            "7 hints (2 nudges, 1 place, 3 reasons, 1 step)",
        ),
        ({"cells_shown": 1}, "1 cell filled in"),
        (
            {"hints_nudge": 2, "hints_where": 2, "cells_shown": 3, "checks": 2},
            "2 hints (2 places), 3 cells filled in, 2 checks",
        ),
    ],
)
def test_help_is_counted_by_the_last_rung_of_each_hint(
    counters: dict[str, int], words: str, attempt_of: StartAttempt, student: User
) -> None:
    assert help_words(set_fields(attempt_of(student), **counters)) == words


def test_mistakes_are_shown_to_the_player_after_the_end(
    attempt_of: StartAttempt, student: User, teacher: User
) -> None:
    attempt = set_fields(attempt_of(student), mistakes=3)
    assert attempt_row(attempt, student).mistakes is None
    assert attempt_row(attempt, teacher).mistakes == 3
    attempt = set_fields(attempt, state=Attempt.State.SOLVED, mistakes=3)
    assert attempt_row(attempt, student).mistakes == 3


# This week


def test_a_week_begins_on_monday_at_midnight_in_the_schools_time_zone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A Sunday evening in Greenwich that is Monday morning in Paris.
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 22, 23, 30, tzinfo=UTC))
    assert midnight(this_monday()) == datetime(2026, 11, 22, 23, 0, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 22, 22, 30, tzinfo=UTC))
    assert midnight(this_monday()) == datetime(2026, 11, 15, 23, 0, tzinfo=UTC)


# Classes


def figures_of_all_time(classroom: Classroom) -> list[StudentFigures]:
    now = timezone.now()
    rows = class_progress(classroom, since=now - timedelta(days=EVER), now=now)
    return sorted(rows, key=lambda row: row.member.sort_key)


def test_a_student_is_summed_up_over_everything_played(
    student: User, classmate: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection = collection_of(teacher, range(5))
    first, second, third, fourth = (
        take_puzzle(player=student, collection=collection, number=number) for number in (1, 2, 3, 4)
    )
    set_fields(first, state=Attempt.State.SOLVED, elapsed_ms=1000, hints_nudge=2, cells_shown=4)
    set_fields(second, state=Attempt.State.SHOWN, elapsed_ms=2000, hints_nudge=1)
    set_fields(third, elapsed_ms=4000)
    set_fields(fourth, state=Attempt.State.HELPED, elapsed_ms=8000, cells_shown=30)
    again = take_puzzle(player=student, collection=collection, number=1)
    set_fields(again, state=Attempt.State.SOLVED, elapsed_ms=500)
    lea, tom = figures_of_all_time(student.memberships.get().classroom)
    assert (lea.member.student, lea.member.real_name) == (student, "PETIT Léa")
    assert (lea.tried, lea.solved, lea.helped, lea.time_ms) == (4, 1, 1, 15500)
    assert (sum(lea.hints), lea.by_help, lea.solutions) == (3, 34, 1)
    assert lea.last_active == Attempt.objects.latest("last_move_at").last_move_at
    assert (tom.member.student, tom.tried, tom.last_active) == (classmate, 0, None)


def test_a_second_class_and_a_second_teacher_multiply_nothing(
    student: User, teacher: User, other_teacher: User, classroom: Classroom, collection_of: MakeCollection
) -> None:
    second = Classroom.objects.create(name="Club")
    second.teachers.add(teacher, other_teacher)
    classroom.teachers.add(other_teacher)
    Membership.objects.create(classroom=second, student=student, real_name="Léa P.")
    collection_of(teacher, range(3))
    for _draw in range(3):
        set_fields(draw_puzzle(player=student), state=Attempt.State.SOLVED, elapsed_ms=1000)
    sums = [row for each in (classroom, second) for row in figures_of_all_time(each)]
    assert [(row.tried, row.time_ms) for row in sums] == [(3, 3000), (3, 3000)]
    counts = [(each.student_count, each.active, each.solved) for each in class_overview(teacher)]
    assert counts == [(1, 1, 3), (1, 1, 3)]
    assert student_heading(student, teacher) == {
        "classrooms": [classroom, second],
        "real_name": "P. Léa, PETIT Léa",
    }


def test_a_teacher_sees_the_classes_she_teaches_today(
    student: User, stranger: User, teacher: User, other_teacher: User, classroom: Classroom
) -> None:
    assert list(class_overview(teacher)) == [classroom]
    assert list(class_overview(other_teacher)) == [stranger.memberships.get().classroom]
    assert student_heading(student, teacher)["classrooms"] == [classroom]
    assert student_heading(stranger, teacher) == {"classrooms": [], "real_name": ""}
    classroom.archived_at = timezone.now()
    classroom.save()
    assert list(class_overview(teacher)) == []


def test_the_first_page_and_the_page_of_the_class_count_alike(
    student: User, classmate: User, teacher: User, classroom: Classroom, collection_of: MakeCollection
) -> None:
    now = timezone.now()
    collection = collection_of(teacher, range(3))
    for _time in range(2):
        attempt = take_puzzle(player=student, collection=collection, number=1)
        set_fields(attempt, state=Attempt.State.SOLVED, last_move_at=now - timedelta(days=6))
    ExerciseProgress.objects.create(student=classmate, worksheet="tutoriel", exercise="solve")
    roster = class_roster(classroom=classroom, now=now)
    (overview,) = class_overview(teacher)
    assert (overview.active, overview.solved) == (roster.active, roster.solved) == (2, 1)


def test_the_overview_counts_the_solved_grids_of_seven_days(
    student: User, classmate: User, teacher: User, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(3))
    for _draw in range(2):
        set_fields(draw_puzzle(player=student), state=Attempt.State.SOLVED)
    long_ago = timezone.now() - timedelta(days=30)
    set_fields(draw_puzzle(player=classmate), state=Attempt.State.SOLVED, last_move_at=long_ago)
    (overview,) = class_overview(teacher)
    assert (overview.student_count, overview.active, overview.solved) == (2, 1, 2)


def test_the_latest_class_is_the_one_that_played_last(
    student: User, stranger: User, teacher: User, classroom: Classroom, collection_of: MakeCollection
) -> None:
    collection_of(teacher, range(3))
    second = Classroom.objects.create(name="Club")
    second.teachers.add(teacher)
    Membership.objects.create(classroom=second, student=stranger, real_name="Zoé Roy")
    first, *_others = class_overview(teacher)
    assert latest_class(list(class_overview(teacher))) == first
    assert latest_class([]) is None
    now = timezone.now()
    for player, played_at, latest in ((student, now - timedelta(days=2), classroom), (stranger, now, second)):
        set_fields(draw_puzzle(player=player), last_move_at=played_at)
        assert latest_class(list(class_overview(teacher))) == latest


def test_a_class_costs_the_same_queries_however_many_students(
    teacher: User,
    classroom: Classroom,
    collection_of: MakeCollection,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    collection_of(teacher, range(3))
    for number in range(12):
        student = User.objects.create_user(f"student-{number}")
        Membership.objects.create(classroom=classroom, student=student)
        draw_puzzle(player=student)
    # Members; what was played, the last activity, the predictions; assigned grids, runs and drills; drills
    # and techniques of the days.
    with django_assert_num_queries(9):
        rows = figures_of_all_time(classroom)
    assert len(rows) == 12
