"""`manage.py delete_expired_students` says in words what it did."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import Classroom, User


@pytest.fixture
def delete() -> Callable[..., str]:
    def run(*arguments: str) -> str:
        out = StringIO()
        call_command("delete_expired_students", *arguments, stdout=out)
        return out.getvalue()

    return run


@pytest.fixture
def old_class(classroom: Classroom, student: User, classmate: User) -> Classroom:
    classroom.archived_at = timezone.now() - timedelta(days=400)
    classroom.save()
    return classroom


def test_it_deletes_and_says_how_many(delete: Callable[..., str], old_class: Classroom) -> None:
    assert delete("--after-days", "30") == "2 student accounts deleted.\n"
    assert not User.objects.students().exists()


def test_a_dry_run_names_them_and_deletes_nobody(delete: Callable[..., str], old_class: Classroom) -> None:
    said = delete("--after-days", "30", "--dry-run")
    assert said.splitlines() == ["2 student accounts would be deleted:", "  lea", "  tom"]
    assert User.objects.students().count() == 2


def test_it_waits_a_year_by_default(delete: Callable[..., str], old_class: Classroom) -> None:
    Classroom.objects.update(archived_at=timezone.now() - timedelta(days=360))
    assert delete() == "0 student accounts deleted.\n"
    Classroom.objects.update(archived_at=timezone.now() - timedelta(days=370))
    assert delete() == "2 student accounts deleted.\n"


def test_the_setting_says_how_long(delete: Callable[..., str], old_class: Classroom, settings: Any) -> None:
    settings.RETENTION_DAYS = 500
    assert delete() == "0 student accounts deleted.\n"


def test_students_without_a_class_are_mentioned(delete: Callable[..., str], student: User) -> None:
    student.memberships.all().delete()
    assert delete().splitlines()[1].startswith("1 student account without a class")


@pytest.mark.parametrize("days", ["0", "-1", "many"])
def test_a_number_of_days_is_one_or_more(delete: Callable[..., str], db: None, days: str) -> None:
    with pytest.raises(CommandError, match="expected 1 or more"):
        delete(f"--after-days={days}")
