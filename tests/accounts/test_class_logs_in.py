"""A class at its first minute: all at one address, at one time, over a real server."""

import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from time import process_time
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password

from accounts.codes import SIGNS, format_code
from accounts.models import Classroom, Membership, User
from accounts.services.login_codes import make_codes
from accounts.services.throttle import FREE_FAILURES
from sudokusite import settings as settings_in_life

CLASS_SIZE, GUESSES = 35, 20

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _long_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who guesses waits until the test is over, however slow the machine is."""
    monkeypatch.setattr("accounts.services.throttle.FIRST_WAIT", timedelta(hours=1))


@pytest.fixture
def class_of_35(classroom: Classroom, settings: Any, password: str) -> list[User]:
    """Students whose passwords are as slow to check as in life."""
    settings.PASSWORD_HASHERS = settings_in_life.PASSWORD_HASHERS
    kept = make_password(password)
    students = User.objects.bulk_create(
        User(username=f"student{number}", password=kept) for number in range(CLASS_SIZE)
    )
    Membership.objects.bulk_create(Membership(classroom=classroom, student=user) for user in students)
    return students


@pytest.fixture
def submit(live_server: Any) -> Callable[..., str]:
    """`submit(path, **fields)`: what a new browser gets that opens the page and sends its form.

    `in` when the settings are open to it afterwards, `wait` when it is told to wait, `wrong` otherwise.
    """

    def answer(path: str, **fields: str) -> str:
        jar = http.cookiejar.CookieJar()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        browser.open(live_server.url + path).read()
        token = next(cookie.value for cookie in jar if cookie.name == "csrftoken") or ""
        form = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        try:
            browser.open(live_server.url + path, form).read()
        except urllib.error.HTTPError as error:
            return "wait" if error.code == 429 else f"error {error.code}"
        page = browser.open(f"{live_server.url}/accounts/settings/")
        return "in" if urllib.parse.urlsplit(page.url).path == "/accounts/settings/" else "wrong"

    return answer


def all_at_once(calls: list[Callable[[], str]]) -> tuple[list[str], float]:
    """The answers, and how many seconds of one processor they took, server and browsers together.

    A clock on the wall would measure what else this machine is doing.
    """
    started = process_time()
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda call: call(), calls))
    return answers, process_time() - started


def mixed(guesses: list[Callable[[], str]], logins: list[Callable[[], str]]) -> list[Callable[[], str]]:
    """Half of the guesses first, then the logins, then the other half."""
    half = len(guesses) // 2
    return [*guesses[:half], *logins, *guesses[half:]]


def split_answers(answers: list[str]) -> tuple[list[str], list[str]]:
    half = GUESSES // 2
    return answers[half:-half], [*answers[:half], *answers[-half:]]


def test_35_passwords_in_ten_seconds_while_one_account_is_guessed(
    class_of_35: list[User], submit: Callable[..., str], password: str
) -> None:
    def enter(name: str, given: str) -> Callable[[], str]:
        return lambda: submit("/accounts/login/", username=name, password=given)

    User.objects.create_user("victim", password)
    guesses = [enter("victim", "wrong")] * GUESSES
    answers, seconds = all_at_once(mixed(guesses, [enter(user.username, password) for user in class_of_35]))
    logins, guessed = split_answers(answers)
    assert logins == CLASS_SIZE * ["in"]
    assert sorted(guessed) == (GUESSES - FREE_FAILURES) * ["wait"] + FREE_FAILURES * ["wrong"]
    assert seconds < 10


def test_35_codes_in_ten_seconds_while_one_code_is_guessed(
    class_of_35: list[User], submit: Callable[..., str], classroom: Classroom, teacher: User
) -> None:
    def enter(code: str) -> Callable[[], str]:
        return lambda: submit("/accounts/login/code/", code=format_code(code))

    victim = User.objects.create_user("victim")
    Membership.objects.create(classroom=classroom, student=victim)
    *made, hers = make_codes(classroom=classroom, students=[*class_of_35, victim], teacher=teacher)
    wrong = hers.code[:-1] + next(sign for sign in SIGNS if sign != hers.code[-1])
    answers, seconds = all_at_once(mixed([enter(wrong)] * GUESSES, [enter(new.code) for new in made]))
    logins, guessed = split_answers(answers)
    assert logins == CLASS_SIZE * ["in"]
    assert sorted(guessed) == (GUESSES - FREE_FAILURES) * ["wait"] + FREE_FAILURES * ["wrong"]
    assert seconds < 10
