"""The first teacher."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from accounts.models import SetupToken, User
from accounts.services.setup import SetupError, create_first_teacher, issue_setup_token, needs_setup

pytestmark = pytest.mark.django_db


def test_a_site_without_teacher_needs_one_even_if_it_has_students() -> None:
    User.objects.create_user("lea", "")
    assert needs_setup()
    User.objects.create_user("prof", "", role=User.Role.TEACHER)
    assert not needs_setup()


def test_the_token_makes_a_teacher_who_is_the_administrator() -> None:
    made = create_first_teacher(token=issue_setup_token(), username="Mme.Martin", password="a grid of nine")
    assert made.username == "mme.martin"
    assert made.is_teacher
    assert made.is_superuser
    assert made.check_password("a grid of nine")


def test_a_token_typed_in_capitals_with_spaces_around_is_the_token() -> None:
    token = issue_setup_token()
    assert create_first_teacher(token=f" {token.upper()} ", username="prof", password="x").is_superuser


def test_a_token_serves_once() -> None:
    token = issue_setup_token()
    create_first_teacher(token=token, username="prof", password="x")
    User.objects.all().delete()
    with pytest.raises(SetupError):
        create_first_teacher(token=token, username="prof", password="x")


def test_only_the_newest_token_is_good() -> None:
    old = issue_setup_token()
    issue_setup_token()
    with pytest.raises(SetupError):
        create_first_teacher(token=old, username="prof", password="x")
    assert not User.objects.exists()


def test_a_wrong_token_makes_nobody() -> None:
    issue_setup_token()
    with pytest.raises(SetupError) as refusal:
        create_first_teacher(token="guessed", username="prof", password="x")
    assert "token" in str(refusal.value)
    assert not User.objects.exists()


def test_with_a_teacher_there_is_no_token_and_an_old_one_is_worthless(db: None) -> None:
    token = issue_setup_token()
    User.objects.create_user("prof", "", role=User.Role.TEACHER)
    with pytest.raises(SetupError):
        issue_setup_token()
    with pytest.raises(SetupError):
        create_first_teacher(token=token, username="second", password="x")


def test_the_token_is_not_kept_in_plain() -> None:
    token = issue_setup_token()
    assert token not in SetupToken.objects.get().token_hash


@pytest.mark.django_db(transaction=True)
def test_a_token_used_twice_at_the_same_moment_makes_one_teacher() -> None:
    token = issue_setup_token()

    def use(number: int) -> bool:
        try:
            create_first_teacher(token=token, username=f"prof{number}", password="x")
        except SetupError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(use, range(4))) == [False, False, False, True]
    assert User.objects.count() == 1
