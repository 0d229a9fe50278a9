"""Accounts end some time after their last class was put away, and not before."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from accounts.privacy import retention
from puzzles.home.services.sweep import sweep


def archived(classroom: Classroom, days: int) -> None:
    classroom.archived_at = timezone.now() - timedelta(days=days)
    classroom.save()


def test_students_go_when_their_class_was_put_away_long_enough(
    classroom: Classroom, student: User, classmate: User, stranger: User, teacher: User
) -> None:
    archived(classroom, 31)
    assert retention.delete_expired_students(after_days=30) == 2
    assert set(User.objects.all()) == {stranger, teacher, User.objects.get(username="m.durand")}


@pytest.mark.parametrize("days", [None, 29])
def test_a_class_in_use_or_put_away_lately_keeps_its_students(
    classroom: Classroom, student: User, days: int | None
) -> None:
    if days:
        archived(classroom, days)
    assert retention.delete_expired_students(after_days=30) == 0
    assert User.objects.filter(pk=student.pk).exists()


def test_one_class_in_use_is_enough(classroom: Classroom, student: User, classmate: User) -> None:
    archived(classroom, 400)
    Membership.objects.create(classroom=Classroom.objects.create(name="5e B"), student=student)
    assert list(retention.expired_students(after_days=30)) == [classmate]


def test_one_class_put_away_lately_is_enough(classroom: Classroom, student: User) -> None:
    archived(classroom, 400)
    other = Classroom.objects.create(name="5e B")
    archived(other, 3)
    Membership.objects.create(classroom=other, student=student)
    assert not retention.expired_students(after_days=30)


def test_teachers_and_students_without_a_class_stay(
    classroom: Classroom, student: User, teacher: User
) -> None:
    archived(classroom, 400)
    Membership.objects.create(classroom=classroom, student=teacher)
    student.memberships.all().delete()
    assert retention.delete_expired_students(after_days=30) == 0
    assert list(retention.students_in_no_class()) == [student]


def test_a_class_taken_out_of_the_archive_meanwhile_keeps_its_students(
    classroom: Classroom, student: User
) -> None:
    archived(classroom, 400)
    classroom.archived_at = None
    classroom.save()
    assert not retention._delete_if_expired(student.pk, 30)
    assert User.objects.filter(pk=student.pk).exists()


def test_the_daily_deletion_runs_once_a_day(
    classroom: Classroom, student: User, classmate: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily = retention.DailyDeletion()
    assert daily(after_days=30) == 0
    archived(classroom, 400)
    assert daily(after_days=30) == 0
    later = timezone.now() + timedelta(hours=25)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert daily(after_days=30) == 2


def test_without_a_number_of_days_nobody_goes(classroom: Classroom, student: User) -> None:
    archived(classroom, 4000)
    daily = retention.DailyDeletion()
    assert daily(after_days=None) == 0
    assert User.objects.filter(pk=student.pk).exists()


def test_the_sweep_deletes_when_the_site_says_so(
    classroom: Classroom, student: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzles.home.services.sweep.delete_daily", retention.DailyDeletion())
    Classroom.objects.update(archived_at=timezone.now() - timedelta(days=40))
    sweep()
    assert User.objects.filter(pk=student.pk).exists()
    settings.RETENTION_DAYS = 30
    sweep()
    assert not User.objects.filter(pk=student.pk).exists()
