"""Passwords made for people."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth.password_validation import validate_password
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import TryCount, User
from accounts.services import cards_on, generate_password, new_card_key, reset_passwords, unlock
from accounts.services.passwords import UNWELCOME
from accounts.services.tries import hashed


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
    key = new_card_key()
    sheet = reset_passwords(users=[student, classmate], by=teacher, key=key)
    fresh = {card.user: card.password for card in cards_on(sheet, key=key)}
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
        reset_passwords(users=[student], by=teacher, key=new_card_key())
    else:
        unlock(users=[student])
    assert [count.user for count in TryCount.objects.filter(tries__gt=0)] == [classmate]
    assert TryCount.objects.get(user=student).is_unlocked


def test_an_unlock_finds_a_name_that_was_tried_before_it_was_somebodys(student: User) -> None:
    key = hashed("name", student.username)
    TryCount.objects.create(key=key, tries=9, closed_until=timezone.now() + timedelta(hours=1))
    unlock(users=[student])
    count = TryCount.objects.get(key=key)
    assert (count.user, count.tries, count.closed_until) == (student, 0, None)
