"""The demo cast."""

import pytest
from django.contrib.auth import authenticate

from accounts.models import Membership, User
from accounts.services.demo import create_demo_cast

pytestmark = pytest.mark.django_db


def test_the_demo_cast_is_an_administrator_a_teacher_and_three_students_of_hers() -> None:
    cast = create_demo_cast()
    assert [role for role, _name, _password in cast] == ["administrator", "teacher"] + 3 * ["student"]
    teacher = User.objects.get(username=cast[1].username)
    assert {user.username for user in User.objects.taught_by(teacher)} == {row.username for row in cast[2:]}
    assert all(membership.real_name for membership in Membership.objects.all())


def test_each_of_the_demo_cast_logs_in_with_the_printed_password() -> None:
    for role, username, password in create_demo_cast():
        user = authenticate(username=username, password=password)
        assert isinstance(user, User)
        assert user.is_superuser == (role == "administrator")
        assert user.is_student == (role == "student")


def test_there_is_no_demo_cast_beside_real_accounts(student: User) -> None:
    with pytest.raises(RuntimeError):
        create_demo_cast()


def test_there_is_no_demo_cast_in_production(settings: object) -> None:
    settings.PRODUCTION = True  # type: ignore[attr-defined]
    with pytest.raises(RuntimeError):
        create_demo_cast()
    assert not User.objects.exists()
