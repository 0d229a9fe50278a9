"""What a teacher may want to look at."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import Membership
from puzzles.assignments.services.following import Flag, StudentFigures, flags_of

DAY = timedelta(days=1)


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def row(now: datetime, **figures: object) -> StudentFigures:
    return StudentFigures(**{"member": Membership(), "last_active": now} | figures)  # type: ignore[arg-type]


def test_a_student_who_plays_well_gets_no_remark(now: datetime) -> None:
    assert flags_of(row(now, solved=5, filled=200, by_help=100), now) == []


def test_a_week_without_a_sign_is_remarked_upon(now: datetime) -> None:
    assert flags_of(row(now, last_active=now - 7 * DAY), now) == [Flag.QUIET]
    assert flags_of(row(now, last_active=now - 7 * DAY + timedelta(seconds=1)), now) == []


def test_a_student_who_has_not_played_for_a_week_in_the_class_is_inactive(now: datetime) -> None:
    joined = {"member": Membership(joined_at=now - 7 * DAY), "last_active": None}
    assert flags_of(row(now, **joined), now) == [Flag.QUIET]


def test_a_student_who_joined_today_is_not(now: datetime) -> None:
    assert flags_of(row(now, member=Membership(joined_at=now), last_active=None), now) == []


def test_more_than_half_of_the_digits_by_help_is_remarked_upon(now: datetime) -> None:
    assert flags_of(row(now, filled=200, by_help=101), now) == [Flag.HELPED]


def test_several_remarks_keep_their_order(now: datetime) -> None:
    found = flags_of(row(now, fast=1, is_stuck=True), now)
    assert found == [Flag.STUCK, Flag.FAST]
