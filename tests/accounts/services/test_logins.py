"""Who may log in, and how often a password may be guessed."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone, translation

from accounts.models import KnownDevice, LoginThrottle, User
from accounts.services import logins
from accounts.services.logins import (
    AddressThrottledError,
    LoginError,
    ThrottledError,
    WrongPasswordError,
    change_password,
    check_login,
    delete_old_rows,
)
from accounts.services.throttle import FREE_FAILURES, unlock, wait_text
from accounts.token_bucket import TokenBucket

HERE, ELSEWHERE = "192.0.2.1", "198.51.100.7"
# Nobody's.
NAMES = [f"name{number}" for number in range(100)]

Try = Callable[..., str]


@pytest.fixture
def try_login(password: str) -> Try:
    """`try_login(name, ...)`: "in", "wrong" or "wait"; from the school with a new browser unless told."""

    def attempt(name: str, *, given: str = "wrong", address: str = HERE, device: str = "new") -> str:
        try:
            check_login(name=name, password=given, address=address, device=device)
        except WrongPasswordError:
            return "wrong"
        except ThrottledError:
            return "wait"
        return "in"

    return attempt


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one for every password that is hashed."""
    seen: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: Any, password: str, salt: str) -> str:
        seen.append(salt)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return seen


def later(minutes: float) -> None:
    """Let time pass for all that was counted."""
    passed = timedelta(minutes=minutes)
    for count in LoginThrottle.objects.all():
        count.first_at -= passed
        count.last_at -= passed
        count.locked_until = count.locked_until and count.locked_until - passed
        count.save()


# The right password


def test_the_right_password_finds_its_user(student: User, password: str) -> None:
    assert check_login(name="lea", password=password, address=HERE, device="d") == student


def test_capitals_accents_and_spaces_around_a_user_name_are_forgiven(student: User, password: str) -> None:
    assert check_login(name=" LÉA ", password=password, address=HERE, device="d") == student


def test_a_password_is_taken_as_it_is_typed(student: User, password: str, try_login: Try) -> None:
    assert try_login("lea", given=password.upper()) == "wrong"
    assert try_login("lea", given=f" {password}") == "wrong"


# No name is given away


def test_unknown_name_wrong_password_and_closed_account_are_answered_alike(
    student: User, classmate: User, password: str
) -> None:
    User.objects.filter(pk=classmate.pk).update(is_active=False)
    messages = set()
    for name, given in [("lea", "wrong"), ("nobody", password), ("tom", password), ("", ""), ("a b!", "x")]:
        with pytest.raises(WrongPasswordError) as refusal:
            check_login(name=name, password=given, address=HERE, device="d")
        messages.add(str(refusal.value))
    assert len(messages) == 1


def test_an_unknown_name_costs_as_many_hashes_and_queries_as_a_wrong_password(
    student: User, try_login: Try, hashed: list[str], django_assert_num_queries: Any
) -> None:
    try_login("lea")
    try_login("nobody")
    costs = []
    for name in ("lea", "nobody"):
        hashed.clear()
        # The last asks for the number that the audit log tells, of an unknown name too.
        with django_assert_num_queries(12):
            try_login(name)
        costs.append(len(hashed))
    assert costs == [1, 1]


def test_an_unknown_name_has_to_wait_like_a_known_one(student: User, try_login: Try) -> None:
    answers = {name: [try_login(name) for _ in range(8)] for name in ("lea", "nobody")}
    assert answers["lea"] == answers["nobody"] == FREE_FAILURES * ["wrong"] + 3 * ["wait"]


def test_neither_names_nor_addresses_are_kept_by_the_counts(student: User, try_login: Try) -> None:
    try_login("lea")
    try_login("a password typed into the wrong field")
    for count in LoginThrottle.objects.all():
        assert len(count.key) == 64
        assert not any(text in f"{count.__dict__}" for text in ("'lea'", "a password", HERE))


# Guessing


def test_of_twenty_wrong_guesses_at_once_five_are_checked(
    student: User, try_login: Try, hashed: list[str]
) -> None:
    answers = [try_login("lea") for _ in range(20)]
    assert answers == 5 * ["wrong"] + 15 * ["wait"]
    assert len(hashed) == 5


def test_a_throttled_account_refuses_the_right_password_unchecked(
    student: User, password: str, try_login: Try, hashed: list[str]
) -> None:
    for _ in range(FREE_FAILURES):
        try_login("lea")
    hashed.clear()
    assert try_login("lea", given=password) == "wait"
    assert not hashed


def test_the_neighbours_of_a_guessed_account_notice_nothing(
    student: User, classmate: User, password: str, try_login: Try
) -> None:
    for _ in range(20):
        try_login("lea")
    assert try_login("tom", given=password) == "in"


def test_the_wait_doubles_from_half_a_minute_to_an_hour(student: User) -> None:
    waits = []
    for _ in range(FREE_FAILURES - 1):
        with pytest.raises(WrongPasswordError):
            check_login(name="lea", password="wrong", address=HERE, device="d")
    for _ in range(10):
        with pytest.raises(WrongPasswordError):
            check_login(name="lea", password="wrong", address=HERE, device="d")
        with pytest.raises(ThrottledError) as refusal:
            check_login(name="lea", password="wrong", address=HERE, device="d")
        count = LoginThrottle.objects.get(locked_until__isnull=False)
        wait = count.locked_until - count.last_at
        assert timedelta(0) < refusal.value.wait <= wait
        waits.append(wait.total_seconds())
        later(minutes=waits[-1] / 60 + 0.01)
    assert waits == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]


def test_a_try_during_the_wait_does_not_make_it_longer(student: User, password: str, try_login: Try) -> None:
    for _ in range(FREE_FAILURES + 10):
        try_login("lea")
    later(minutes=0.51)
    assert try_login("lea", given=password) == "in"


def test_a_login_starts_the_count_afresh(student: User, password: str, try_login: Try) -> None:
    for _ in range(FREE_FAILURES - 1):
        try_login("lea")
    assert try_login("lea", given=password, device="other") == "in"
    assert [try_login("lea") for _ in range(FREE_FAILURES)] == FREE_FAILURES * ["wrong"]


def test_wrong_passwords_of_yesterday_do_not_count(student: User, try_login: Try) -> None:
    for _ in range(FREE_FAILURES - 1):
        try_login("lea")
    later(minutes=25 * 60)
    assert [try_login("lea") for _ in range(FREE_FAILURES)] == FREE_FAILURES * ["wrong"]


@pytest.mark.usefixtures("_still_clock")
def test_the_wait_is_given_in_words(student: User, try_login: Try) -> None:
    for _ in range(FREE_FAILURES):
        try_login("lea")
    with translation.override("en"), pytest.raises(ThrottledError) as refusal:
        check_login(name="lea", password="wrong", address=HERE, device="d")
    with translation.override("en"):
        assert "30 seconds" in str(refusal.value)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 second"), (29.5, "30 seconds"), (59.5, "1 minute"), (61, "2 minutes"), (3600, "60 minutes")],
)
def test_a_wait_in_words_is_never_too_short(seconds: float, words: str) -> None:
    with translation.override("en"):
        assert wait_text(timedelta(seconds=seconds)) == words


# One address


def test_an_address_with_too_many_wrong_passwords_waits_for_the_rest_of_its_ten_minutes(
    student: User, password: str, try_login: Try, settings: Any
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 10
    assert [try_login(name) for name in ("lea", *NAMES[:9])] == 10 * ["wrong"]
    assert try_login("lea", given=password) == "wait"
    assert try_login("lea", given=password, address=ELSEWHERE) == "in"
    assert [try_login(name) for name in NAMES[:9]] == 9 * ["wait"]
    later(minutes=10.1)
    assert try_login(NAMES[0]) == "wrong"


def test_a_closed_address_still_hears_the_first_try_of_each_name(
    student: User, classmate: User, password: str, try_login: Try, settings: Any
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 5
    assert [try_login(name) for name in NAMES[:5]] == 5 * ["wrong"]
    assert try_login("lea", given=password) == "in"
    # One guess at each name, whether or not it is somebody's, and no other.
    assert [try_login("tom"), try_login("nobody")] == ["wrong", "wrong"]
    assert [try_login("tom", given=password), try_login("nobody")] == ["wait", "wait"]
    later(minutes=5)
    assert [try_login("tom", given=password), try_login("nobody")] == ["wait", "wait"]


def test_a_right_password_does_not_open_a_closed_address(
    student: User, password: str, try_login: Try, settings: Any
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 5
    for name in NAMES[:5]:
        try_login(name)
    [closed] = LoginThrottle.objects.filter(locked_until__gt=timezone.now())
    for number in range(3):
        assert try_login("lea", given=password, device=f"d{number}") == "in"
    assert LoginThrottle.objects.get(pk=closed.pk).locked_until == closed.locked_until
    assert try_login(NAMES[0]) == "wait"


def test_a_teacher_unlocks_a_student_at_a_throttled_address(
    student: User, password: str, try_login: Try, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 1
    assert try_login("lea") == "wrong"
    assert try_login("lea", given=password) == "wait"
    # Also where invented names have used up what a closed address hears.
    monkeypatch.setattr(logins, "FIRST_ATTEMPTS", TokenBucket(burst=0, per_second=1, clock=lambda: 0.0))
    assert try_login("another") == "wait"
    unlock(users=[student])
    assert try_login("lea", given=password) == "in"


@pytest.mark.django_db
def test_invented_names_are_heard_only_so_fast(
    try_login: Try, settings: Any, hashed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 1
    monkeypatch.setattr(logins, "FIRST_ATTEMPTS", TokenBucket(burst=4, per_second=1, clock=lambda: 0.0))
    answers = [try_login(name) for name in NAMES[:20]]
    assert answers == 5 * ["wrong"] + 15 * ["wait"]
    assert len(hashed) == 5
    # Refused logins store nothing: only the address and five names are there.
    assert LoginThrottle.objects.count() == 6


def test_guesses_at_invented_names_throttle_no_real_account(
    student: User,
    classmate: User,
    password: str,
    try_login: Try,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 1
    monkeypatch.setattr(logins, "FIRST_ATTEMPTS", TokenBucket(burst=1, per_second=1, clock=lambda: 0.0))
    assert [try_login(name) for name in NAMES[:4]] == ["wrong", "wrong", "wait", "wait"]
    assert try_login("lea", given=password) == "in"
    # Guesses at names that exist are heard only so fast, too.
    assert try_login("tom") == "wait"


def test_a_login_refused_for_its_address_says_so(student: User, try_login: Try, settings: Any) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 1
    try_login("lea")
    with pytest.raises(AddressThrottledError) as refused:
        check_login(name="lea", password="wrong", address=HERE, device="d")
    assert "from this network" in str(refused.value)
    assert timedelta(minutes=9) < refused.value.wait <= timedelta(minutes=10)


def test_right_passwords_do_not_count_against_an_address(
    student: User, password: str, try_login: Try, settings: Any
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 3
    answers = [try_login("lea", given=password, device=f"d{number}") for number in range(10)]
    assert answers == 10 * ["in"]
    assert try_login("nobody") == "wrong"


def test_one_right_password_takes_back_no_wrong_one(
    student: User, password: str, try_login: Try, settings: Any
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 4
    for number in range(3):
        assert try_login(f"name{number}") == "wrong"
        assert try_login("lea", given=password, device="known") == "in"
    assert try_login("name4") == "wrong"
    assert try_login("name4") == "wait"


# A browser that was here before


def test_guesses_of_others_do_not_throttle_the_owner_in_a_known_browser(
    student: User, password: str, try_login: Try
) -> None:
    assert try_login("lea", given=password, device="her phone") == "in"
    for _ in range(20):
        try_login("lea", address=ELSEWHERE, device="theirs")
    assert try_login("lea", given=password, device="theirs") == "wait"
    assert try_login("lea", given=password, device="her phone") == "in"


def test_a_known_browser_may_log_in_while_its_address_must_wait(
    student: User, password: str, try_login: Try, settings: Any
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 5
    assert try_login("lea", given=password, device="her phone") == "in"
    for name in ("lea", *NAMES[:5]):
        try_login(name)
    assert try_login("lea", given=password, device="new") == "wait"
    assert try_login("lea", given=password, device="her phone") == "in"


def test_a_login_from_a_known_browser_does_not_free_the_guessers(
    student: User, password: str, try_login: Try
) -> None:
    assert try_login("lea", given=password, device="her phone") == "in"
    for _ in range(FREE_FAILURES):
        try_login("lea", device="theirs")
    assert try_login("lea", given=password, device="her phone") == "in"
    assert try_login("lea", device="theirs") == "wait"


def test_a_known_browser_has_five_attempts_before_the_throttle(
    student: User, password: str, try_login: Try, hashed: list[str]
) -> None:
    assert try_login("lea", given=password, device="class tablet") == "in"
    hashed.clear()
    answers = [try_login("lea", device="class tablet") for _ in range(20)]
    assert answers == 10 * ["wrong"] + 10 * ["wait"]
    assert len(hashed) == 10


def test_a_browser_is_known_for_the_accounts_that_were_used_on_it_only(
    student: User, classmate: User, password: str, try_login: Try
) -> None:
    assert try_login("lea", given=password, device="class tablet") == "in"
    for _ in range(FREE_FAILURES):
        try_login("tom", device="class tablet")
    assert try_login("tom", given=password, device="class tablet") == "wait"


def test_two_accounts_on_one_browser_cannot_be_linked_by_its_token(
    student: User, classmate: User, password: str, try_login: Try
) -> None:
    for name in ("lea", "tom"):
        try_login(name, given=password, device="class tablet")
    hashes = [device.token_hash for device in KnownDevice.objects.all()]
    assert len(set(hashes)) == 2
    assert "class tablet" not in hashes


# One's own password


def test_the_old_password_allows_setting_a_new_one(student: User, password: str) -> None:
    change_password(user=student, old=password, new="a new grid")
    student.refresh_from_db()
    assert student.check_password("a new grid")


def test_the_old_password_can_be_guessed_five_times_and_the_login_stays_open(
    student: User, password: str, try_login: Try, hashed: list[str]
) -> None:
    for number in range(20):
        with pytest.raises(WrongPasswordError if number < FREE_FAILURES else ThrottledError):
            change_password(user=student, old="wrong", new="a new grid")
    assert len(hashed) == FREE_FAILURES
    assert try_login("lea", given=password) == "in"


# What is forgotten


def test_expired_rows_are_deleted_at_the_next_login(
    student: User, classmate: User, password: str, try_login: Try
) -> None:
    long_ago = timezone.now() - timedelta(days=200)
    LoginThrottle.objects.create(key="old", last_at=long_ago)
    KnownDevice.objects.create(token_hash="old", user=classmate, last_used_at=long_ago)
    Session.objects.create(session_key="old", session_data="", expire_date=long_ago)
    try_login("lea", given=password)
    assert not LoginThrottle.objects.filter(key="old").exists()
    assert not KnownDevice.objects.filter(token_hash="old").exists()
    assert not Session.objects.filter(session_key="old").exists()


def test_rows_in_use_are_kept(student: User, password: str, try_login: Try) -> None:
    try_login("lea", given=password, device="her phone")
    try_login("tom")
    delete_old_rows()
    assert LoginThrottle.objects.filter(failures__gt=0).count() == 2
    assert KnownDevice.objects.count() == 1


def test_counts_are_deleted_with_the_account(student: User, password: str, try_login: Try) -> None:
    try_login("lea", given=password, device="her phone")
    try_login("lea", device="theirs")
    student.delete()
    assert not KnownDevice.objects.exists()
    assert not LoginThrottle.objects.exclude(user=None).exists()


# All at the same moment


def answers_at_once(calls: list[Callable[[], object]], *, threads: int = 8) -> list[object]:
    """What the calls give, made at the same time."""

    def run(call: Callable[[], object]) -> object:
        try:
            return call()
        except LoginError as error:
            return type(error)
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, calls))


@pytest.mark.django_db(transaction=True)
def test_guesses_made_at_the_same_moment_are_all_counted(student: User) -> None:
    def guess() -> object:
        return check_login(name="lea", password="wrong", address=HERE, device="new")

    answers = answers_at_once(20 * [guess])
    assert answers.count(WrongPasswordError) == FREE_FAILURES
    assert answers.count(ThrottledError) == 20 - FREE_FAILURES


@pytest.mark.django_db(transaction=True)
def test_guesses_made_at_the_same_moment_on_a_known_browser_are_all_counted(
    student: User, password: str
) -> None:
    check_login(name="lea", password=password, address=HERE, device="class tablet")

    def guess() -> object:
        return check_login(name="lea", password="wrong", address=HERE, device="class tablet")

    answers = answers_at_once(25 * [guess])
    assert answers.count(WrongPasswordError) == 2 * FREE_FAILURES


@pytest.mark.django_db(transaction=True)
def test_a_class_logs_in_at_once_from_one_address_while_one_account_is_guessed(
    teacher: User, password: str
) -> None:
    class_of_35 = [User.objects.create_user(f"student{number}", password) for number in range(35)]
    User.objects.create_user("victim", password)

    def enter(user: User) -> Callable[[], object]:
        return lambda: check_login(name=user.username, password=password, address=HERE, device=user.username)

    def guess() -> object:
        return check_login(name="victim", password="wrong", address=HERE, device="new")

    answers = answers_at_once(10 * [guess] + [enter(user) for user in class_of_35] + 10 * [guess])
    assert answers[10:45] == class_of_35
    assert (answers[:10] + answers[45:]).count(WrongPasswordError) == FREE_FAILURES


def test_a_wrong_password_is_checked_once(
    student: User, password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second backend would double the time that hashing takes."""
    checked = []
    check = User.check_password
    monkeypatch.setattr(User, "check_password", lambda self, raw: checked.append(raw) or check(self, raw))
    assert authenticate(username=student.username, password="wrong") is None
    assert checked == ["wrong"]
