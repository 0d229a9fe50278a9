"""Passwords made for people."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth.password_validation import validate_password
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import LoginThrottle, User
from accounts.services.cards import cards_on, reset_passwords
from accounts.services.passwords import UNWELCOME, generate_password, new_card_key
from accounts.services.throttle import hashed, unlock


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
def test_a_password_has_no_ambiguous_characters_and_no_rude_word(seed: int) -> None:
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
        LoginThrottle.objects.create(key=user.username, user=user, failures=9, locked_until=closed)
    if freed == "reset":
        reset_passwords(users=[student], by=teacher, key=new_card_key())
    else:
        unlock(users=[student])
    assert [count.user for count in LoginThrottle.objects.filter(failures__gt=0)] == [classmate]
    assert LoginThrottle.objects.get(user=student).is_unlocked


def test_an_unlock_finds_a_name_that_was_tried_before_it_was_somebodys(student: User) -> None:
    key = hashed("name", student.username)
    LoginThrottle.objects.create(key=key, failures=9, locked_until=timezone.now() + timedelta(hours=1))
    unlock(users=[student])
    count = LoginThrottle.objects.get(key=key)
    assert (count.user, count.failures, count.locked_until) == (student, 0, None)
