"""Assignments of exercises that end: which drafts are collected, and what they are marked as."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.classes import remove_student
from puzzles.assignments.models import Assignment
from puzzles.assignments.services import lifecycle
from puzzles.assignments.services.submissions import SubmissionError
from puzzles.course.models import Program, Submission

ClientOf = Callable[[User], Client]
ExercisesOf = Callable[..., Assignment]
SubmissionOf = Callable[..., Submission]


def write(student: User, text: str, saved_at: datetime | None = None, worksheet: str = "mini_projet") -> None:
    saved = {"text": text, "saved_at": saved_at or timezone.now()}
    Program.objects.update_or_create(student=student, worksheet=worksheet, defaults=saved)


def test_a_draft_is_collected_unchanged(
    student: User, classmate: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    write(student, "S = 1\n")
    write(student, "of other work\n", worksheet="tutoriel")
    assert lifecycle.stop_assignment(assignment=given) == 1
    version = Submission.objects.get()
    assert (version.student, version.source, version.is_trial) == (student, "S = 1\n", False)
    assert (version.is_collected, version.is_late) == (True, False)
    assert Program.objects.get(student=student, worksheet="mini_projet").text == "S = 1\n"
    with pytest.raises(SubmissionError, match="ended"):
        submission_of(student, given)


def test_a_submission_that_is_later_or_equal_counts(
    student: User, classmate: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    write(student, "older than what was handed in\n", timezone.now() - timedelta(minutes=1))
    for each in (student, classmate):
        assert not submission_of(each, given, "S = 1\n").is_collected
    write(classmate, "S = 1\n")
    assert lifecycle.stop_assignment(assignment=given) == 0
    assert Submission.objects.count() == 2


def test_a_draft_newer_than_what_was_handed_in_is_collected(
    student: User, exercises_of: ExercisesOf, submission_of: SubmissionOf
) -> None:
    given = exercises_of()
    submission_of(student, given, "S = 1\n")
    write(student, "S = 2\n")
    assert lifecycle.stop_assignment(assignment=given) == 1
    assert [each.source for each in given.submissions.order_by("pk")] == ["S = 1\n", "S = 2\n"]


def test_nothing_is_collected_from_students_who_are_excused_or_gone_or_wrote_nothing(
    student: User, classmate: User, stranger: User, teacher: User, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    for each in (student, stranger):
        write(each, "S = 1\n")
    write(classmate, " \n")
    lifecycle.excuse(assignee=given.assignees.get(student=student))
    assert lifecycle.stop_assignment(assignment=given) == 0
    again = exercises_of()
    remove_student(membership=student.memberships.get(), teacher=teacher)
    assert lifecycle.stop_assignment(assignment=again) == 0
    assert not Submission.objects.exists()


def test_a_draft_saved_in_time_is_not_late(student: User, classmate: User, exercises_of: ExercisesOf) -> None:
    now = timezone.now()
    given = exercises_of(opens_at=now - timedelta(days=2), due_at=now - timedelta(hours=1))
    write(student, "S = 1\n", now - timedelta(hours=2))
    write(classmate, "S = 2\n", now - timedelta(minutes=2))
    assert lifecycle.stop_assignment(assignment=given) == 2
    assert dict(Submission.objects.values_list("source", "is_late")) == {"S = 1\n": False, "S = 2\n": True}


def test_an_assignment_is_stopped_once(student: User, exercises_of: ExercisesOf) -> None:
    given = exercises_of()
    lifecycle.stop_assignment(assignment=given)
    write(student, "S = 1\n")
    assert lifecycle.stop_assignment(assignment=given) == 0
    assert not Submission.objects.exists()


def test_an_assignment_is_collected_before_it_is_archived(student: User, exercises_of: ExercisesOf) -> None:
    given = exercises_of()
    write(student, "S = 1\n")
    assert lifecycle.archive_assignment(assignment=given).archived_at is not None
    assert Submission.objects.get().source == "S = 1\n"


def test_the_teacher_and_the_student_read_what_was_collected(
    teacher: User, student: User, classmate: User, client_of: ClientOf, exercises_of: ExercisesOf
) -> None:
    given = exercises_of()
    write(student, "S = 1\n")
    client, own = client_of(teacher), client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = own.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    before = client.get(f"/assignments/{given.pk}/").content.decode()
    assert "Drafts newer than what they have handed in are collected" in before
    stopped = client.post(f"/assignments/{given.pk}/stop/", follow=True).content.decode()
    assert "Stopped: 1 draft is collected." in stopped
    assert "1 of 2 have handed in" in stopped
    for reader, address in (
        (client, f"/assignments/{given.pk}/"),
        (own, f"/given/{given.pk}/"),
        (own, f"/course/submissions/{Submission.objects.get().pk}/"),
    ):
        assert "collected draft" in reader.get(address).content.decode()
    other = exercises_of()
    Program.objects.all().delete()
    nothing = client.post(f"/assignments/{other.pk}/stop/", follow=True).content.decode()
    assert "Stopped: there was no draft to collect." in nothing
