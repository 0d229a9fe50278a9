"""Passwords made for people."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth.password_validation import validate_password
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import TryCount, User
from accounts.services import generate_password, reset_passwords, unlock
from accounts.services.passwords import UNWELCOME


@given(st.integers())
def test_a_password_is_two_speakable_words_and_two_digits(seed: int) -> None:
    first, second, digits = generate_password(random.Random(seed)).split("-")
    for word in (first, second):
        assert len(word) == 5
        assert word.isascii()
        assert word.islower()
        assert all((letter in "aeiu") == (place % 2 == 1) for place, letter in enumerate(word))
    assert len(digits) == 2
    assert set(digits) <= set("23456789")


@given(st.integers())
def test_a_password_has_no_sign_that_looks_like_another_and_no_unwelcome_word(seed: int) -> None:
    password = generate_password(random.Random(seed))
    assert not set(password) & set("lo01")
    assert not UNWELCOME.search(password)


def test_a_password_made_passes_the_sites_own_rules() -> None:
    for seed in range(50):
        validate_password(generate_password(random.Random(seed)))


def test_passwords_differ() -> None:
    assert len({generate_password() for _ in range(200)}) == 200


def test_a_reset_gives_each_account_its_own_password(
    teacher: User, student: User, classmate: User, password: str
) -> None:
    fresh = dict(reset_passwords(users=[student, classmate], by=teacher))
    for user in (student, classmate):
        user.refresh_from_db()
        assert user.check_password(fresh[user])
        assert not user.check_password(password)
    assert fresh[student] != fresh[classmate]


@pytest.mark.parametrize("freed", ["reset", "unlock"])
def test_a_reset_or_an_unlock_forgets_the_wrong_passwords_of_that_account_only(
    freed: str, teacher: User, student: User, classmate: User
) -> None:
    closed = timezone.now() + timedelta(hours=1)
    for user in (student, classmate):
        TryCount.objects.create(key=user.username, user=user, tries=9, closed_until=closed)
    if freed == "reset":
        reset_passwords(users=[student], by=teacher)
    else:
        unlock(users=[student])
    assert [count.user for count in TryCount.objects.all()] == [classmate]
