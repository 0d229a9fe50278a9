"""How many versions of a program are kept, which make room, and how fast they may come."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.submissions import SubmissionError, comment, confirm_verdicts, submit
from puzzles.course.models import Submission
from puzzles.course.services import versions
from puzzles.course.services.verdicts import ReportedVerdict

ExercisesOf = Callable[..., Assignment]
# A day on which nobody of the cast has done anything yet.
LATER = timezone.now() + timedelta(days=1)


def minute(number: int) -> datetime:
    return LATER + timedelta(minutes=number)


def hand_in(student: User, source: str, at: int = 0, **fields: Any) -> Submission:
    return submit(student=student, source=source, now=minute(at), **{"worksheet": "mini_projet", **fields})


def kept_of(student: User) -> list[str]:
    return list(Submission.objects.of(student).order_by("pk").values_list("source", flat=True))


def test_the_size_of_a_version_is_in_bytes(student: User) -> None:
    assert hand_in(student, "é = 1").size == 6


def test_the_oldest_versions_make_room_for_the_newest(student: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "MAX_VERSIONS", 3)
    for number in range(5):
        hand_in(student, f"S = {number}", number)
    assert kept_of(student) == ["S = 2", "S = 3", "S = 4"]


def test_as_many_make_room_as_are_as_large(student: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "MAX_BYTES", 20)
    for number in range(4):
        hand_in(student, f"S = {number}", number)
    hand_in(student, "S = [1, 2]", 5)
    assert kept_of(student) == ["S = 2", "S = 3", "S = [1, 2]"]


def test_test_deposits_go_first_and_what_passed_goes_last(
    student: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "MAX_VERSIONS", 4)
    hand_in(student, "passed", 0, verdicts=[ReportedVerdict("bloc", "passed")])
    hand_in(student, "wrong", 1, verdicts=[ReportedVerdict("bloc", "wrong")])
    hand_in(student, "trial", 2, is_trial=True)
    for number in range(4):
        hand_in(student, f"S = {number}", 3 + number)
        if number == 1:
            assert kept_of(student) == ["passed", "wrong", "S = 0", "S = 1"]
    assert kept_of(student) == ["passed", "S = 1", "S = 2", "S = 3"]


def test_a_version_with_a_teachers_answer_is_never_deleted(
    student: User, teacher: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "MAX_VERSIONS", 3)
    comment(submission=hand_in(student, "commented", 0), author=teacher, text="Why?")
    confirm_verdicts(submission=hand_in(student, "judged", 1), verdicts=[ReportedVerdict("bloc", "wrong")])
    hand_in(student, "counts", 2)
    with pytest.raises(SubmissionError, match="no room"):
        hand_in(student, "one more", 3)
    assert kept_of(student) == ["commented", "judged", "counts"]


def test_the_last_version_in_time_stays_beside_the_late_one(
    student: User, exercises_of: ExercisesOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "MAX_VERSIONS", 3)
    given = exercises_of(opens_at=timezone.now(), due_at=minute(2))
    for number in range(6):
        hand_in(student, f"S = {number}", number, assignment_id=given.pk)
    kept = Submission.objects.of(student).order_by("pk").values_list("source", "is_late")
    assert list(kept) == [("S = 1", False), ("S = 4", True), ("S = 5", True)]


def test_students_and_worksheets_have_room_of_their_own(
    student: User, classmate: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "MAX_VERSIONS", 1)
    hand_in(student, "S = 1")
    hand_in(classmate, "S = 1")
    hand_in(student, "S = 1", worksheet="tutoriel")
    assert Submission.objects.count() == 3


def test_room_is_counted_under_a_lock_and_without_reading_a_program(student: User) -> None:
    hand_in(student, "S = 1")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        hand_in(student, "S = 2", 1)
    texts = [each["sql"] for each in asked if "SELECT" in each["sql"]]
    assert '"accounts_user"' in texts[0]
    counting = [text for text in texts if "is_commented" in text]
    assert len(counting) == 1
    assert '"source"' not in counting[0]


def test_ten_versions_a_minute_are_taken(student: User) -> None:
    for number in range(versions.VERSIONS_A_MINUTE):
        hand_in(student, f"S = {number}")
    with pytest.raises(SubmissionError, match="minute"):
        hand_in(student, "S = 10")
    with pytest.raises(SubmissionError, match="minute"):
        hand_in(student, "S = 10", worksheet="tutoriel")
    hand_in(student, "S = 10", 1)
    assert len(kept_of(student)) == 11


def test_an_unchanged_version_costs_nothing(student: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "VERSIONS_A_MINUTE", 1)
    assert hand_in(student, "S = 1") == hand_in(student, "S = 1")
