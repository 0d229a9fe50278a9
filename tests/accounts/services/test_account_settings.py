"""What a teacher sets for a student's account."""

from collections.abc import Callable
from decimal import Decimal

from django.test import Client

from accounts.models import ClassActivity, Classroom, Membership, User
from accounts.services.logins import log_out_elsewhere
from accounts.services.students import set_account

Kind = ClassActivity.Kind


def test_extra_time_is_logged_in_all_classes_of_the_student(
    classroom: Classroom, student: User, stranger: User, teacher: User
) -> None:
    elsewhere = stranger.studied_in.get()
    Membership.objects.create(classroom=elsewhere, student=student)
    set_account(student=student, extra_time=Decimal("1.33"), is_active=True, teacher=teacher)
    student.refresh_from_db()
    assert student.extra_time == Decimal("1.33")
    told = {(event.classroom, event.kind, event.detail) for event in ClassActivity.objects.all()}
    assert told == {(classroom, Kind.EXTRA_TIME, "1.33"), (elsewhere, Kind.EXTRA_TIME, "1.33")}


def test_an_unchanged_setting_is_not_logged(student: User, teacher: User) -> None:
    set_account(student=student, extra_time=Decimal(1), is_active=True, teacher=teacher)
    assert not ClassActivity.objects.exists()


def test_a_closed_account_is_out_at_once_and_opens_again(
    student: User, teacher: User, client_of: Callable[[User], Client]
) -> None:
    client = client_of(student)
    set_account(student=student, extra_time=Decimal(1), is_active=False, teacher=teacher)
    assert client.get("/accounts/settings/").status_code == 302
    set_account(student=student, extra_time=Decimal(1), is_active=True, teacher=teacher)
    assert client.get("/accounts/settings/").status_code == 200
    kinds = list(ClassActivity.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == [Kind.ACCOUNT_DEACTIVATED, Kind.ACCOUNT_ACTIVATED]


def test_logging_out_everywhere_ends_the_sessions_of_this_account_only(
    student: User, classmate: User, client_of: Callable[[User], Client]
) -> None:
    hers, his = client_of(student), client_of(classmate)
    log_out_elsewhere(user=student)
    assert hers.get("/accounts/settings/").status_code == 302
    assert his.get("/accounts/settings/").status_code == 200
