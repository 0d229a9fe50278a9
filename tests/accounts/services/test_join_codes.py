"""Join codes: students who have an account come into a class by themselves."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import ClassActivity, Classroom, User
from accounts.services.classes import ClassError, archive_class
from accounts.services.join_codes import JoinError, close_join_code, join_class, open_join_code
from accounts.services.throttle import FREE_FAILURES


@pytest.fixture
def code(classroom: Classroom, teacher: User) -> str:
    return open_join_code(classroom=classroom, teacher=teacher).join_code


def test_a_student_of_another_class_joins_with_no_real_name(
    classroom: Classroom, code: str, stranger: User
) -> None:
    assert join_class(student=stranger, code=code.lower()) == (classroom, True)
    membership = classroom.memberships.get(student=stranger)
    assert (membership.real_name, membership.note) == ("", "")
    assert stranger.memberships.count() == 2


def test_joining_twice_is_harmless(classroom: Classroom, code: str, student: User) -> None:
    assert join_class(student=student, code=code) == (classroom, False)
    assert classroom.memberships.get().real_name == "PETIT Léa"
    assert not ClassActivity.objects.filter(kind=ClassActivity.Kind.MEMBER_JOINED).exists()


@pytest.mark.parametrize("change", ["closed", "renewed", "run out", "archived"])
def test_a_closed_join_code_is_refused(
    change: str, classroom: Classroom, code: str, stranger: User, teacher: User
) -> None:
    if change == "closed":
        close_join_code(classroom=classroom, teacher=teacher)
    elif change == "renewed":
        open_join_code(classroom=classroom, teacher=teacher)
    elif change == "run out":
        Classroom.objects.update(join_code_ends_at=timezone.now() - timedelta(seconds=1))
    else:
        archive_class(classroom=classroom, teacher=teacher)
    with pytest.raises(JoinError, match="No class can be joined"):
        join_class(student=stranger, code=code)
    assert not classroom.memberships.exists()


def test_a_code_ends_after_a_week(classroom: Classroom, code: str) -> None:
    classroom.refresh_from_db()
    assert classroom.is_joinable
    assert classroom.join_code_ends_at is not None
    left = classroom.join_code_ends_at - timezone.now()
    assert timedelta(days=6, hours=23) < left <= timedelta(days=7)


def test_an_archived_class_opens_no_code(classroom: Classroom, teacher: User) -> None:
    archive_class(classroom=classroom, teacher=teacher)
    with pytest.raises(ClassError, match="archive"):
        open_join_code(classroom=classroom, teacher=teacher)


@pytest.mark.usefixtures("_still_clock")
def test_an_account_guesses_five_times_and_then_waits_and_others_do_not(
    classroom: Classroom, code: str, stranger: User, student: User
) -> None:
    wrong = "CCCCCC" if code != "CCCCCC" else "DDDDDD"
    for _ in range(FREE_FAILURES):
        with pytest.raises(JoinError, match="No class can be joined"):
            join_class(student=stranger, code=wrong)
    with pytest.raises(JoinError, match="30 seconds") as refusal:
        join_class(student=stranger, code=code)
    assert refusal.value.status == 429
    assert join_class(student=student, code=code) == (classroom, False)


def test_a_malformed_code_is_no_guess(stranger: User) -> None:
    for _ in range(FREE_FAILURES + 1):
        with pytest.raises(JoinError, match="six letters and digits"):
            join_class(student=stranger, code="hello")
