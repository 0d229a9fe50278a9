"""How long somebody stays logged in, on a machine of the school's and on one's own."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.middleware import renew_sessions
from accounts.models import User
from accounts.requests import poll
from accounts.services.card_codes import card_code
from accounts.services.cards import reset_passwords
from accounts.services.login_codes import make_codes
from accounts.services.passwords import new_card_key
from accounts.sessions import OWN_DEVICE_AGE, RENEW_EVERY, SEEN_AT, keep_page, start_session

LOGIN, SETTINGS = "/accounts/login/", "/accounts/settings/"
HALF_A_DAY = timedelta(hours=12)


def log_in(client: Client, user: User, password: str, **fields: str) -> Any:
    client.post(LOGIN, {"username": user.username, "password": password, **fields})
    return client.cookies[settings.SESSION_COOKIE_NAME]


def remaining_wait() -> timedelta:
    return Session.objects.get().expire_date - timezone.now()


def about(left: timedelta, expected: timedelta) -> bool:
    return abs(left - expected) < timedelta(minutes=1)


def let_pass(client: Client, passed: timedelta) -> None:
    """Let the session be that much older."""
    session = client.session
    session[SEEN_AT] -= round(passed.total_seconds())
    session.save()
    Session.objects.update(expire_date=Session.objects.get().expire_date - passed)


@pytest.mark.parametrize("who", ["student", "teacher"])
def test_a_session_ends_with_the_browser_and_after_half_a_day(
    who: str, request: Any, client: Client, password: str
) -> None:
    cookie = log_in(client, request.getfixturevalue(who), password)
    assert (cookie["max-age"], cookie["expires"]) == ("", "")
    assert about(remaining_wait(), HALF_A_DAY)


@pytest.mark.parametrize("who", ["student", "teacher"])
def test_on_a_device_of_ones_own_it_lasts_for_days(
    who: str, request: Any, client: Client, password: str
) -> None:
    user = request.getfixturevalue(who)
    cookie = log_in(client, user, password, is_own_device="on")
    age = OWN_DEVICE_AGE[user.role]
    assert cookie["max-age"] == age.total_seconds()
    assert about(remaining_wait(), age)
    assert age >= timedelta(days=7)


def test_a_code_opens_a_session_of_the_same_length(
    client: Client, classroom: Any, student: User, teacher: User
) -> None:
    [new] = make_codes(classroom=classroom, students=[student], teacher=teacher)
    client.post("/accounts/login/code/", {"code": new.code})
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == ""
    assert about(remaining_wait(), HALF_A_DAY)


def test_a_card_opens_a_session_of_the_same_length(
    client: Client, classroom: Any, student: User, teacher: User
) -> None:
    key = new_card_key()
    reset_passwords(users=[student], by=teacher, classroom=classroom, key=key)
    client.post("/accounts/login/card/", {"code": card_code(key, 1)})
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == ""
    assert about(remaining_wait(), HALF_A_DAY)


def test_a_new_password_ends_the_session_that_a_card_opened(
    client: Client, classroom: Any, student: User, teacher: User
) -> None:
    key = new_card_key()
    reset_passwords(users=[student], by=teacher, classroom=classroom, key=key)
    client.post("/accounts/login/card/", {"code": card_code(key, 1)})
    assert client.get(SETTINGS).status_code == 200
    reset_passwords(users=[student], by=teacher, classroom=classroom, key=new_card_key())
    assert client.get(SETTINGS).status_code == 302


def test_activity_extends_a_session_and_idleness_ends_it(
    client: Client, student: User, password: str
) -> None:
    log_in(client, student, password)
    for _ in range(3):
        let_pass(client, timedelta(hours=8))
        assert client.get(SETTINGS).status_code == 200
    let_pass(client, timedelta(hours=13))
    assert client.get(SETTINGS).status_code == 302


def test_the_end_is_put_off_now_and_then_and_not_at_every_request(
    client: Client, student: User, password: str, django_assert_num_queries: Any
) -> None:
    log_in(client, student, password)
    with django_assert_num_queries(2):
        client.get(SETTINGS)
    let_pass(client, RENEW_EVERY + timedelta(minutes=1))
    client.get(SETTINGS)
    assert about(remaining_wait(), HALF_A_DAY)


@pytest.mark.parametrize("is_poll", [True, False])
def test_polling_does_not_extend_a_session(is_poll: bool, student: User) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    student.last_login = timezone.now() - timedelta(hours=2)
    request: Any = RequestFactory().get("/")
    request.user, request.session = student, {}
    request.resolver_match = SimpleNamespace(func=poll(view) if is_poll else view)
    renew_sessions(view)(request)
    assert (SEEN_AT in request.session) != is_poll


def test_the_button_of_the_settings_ends_all_sessions_but_this_one(
    client_of: Callable[[User], Client], student: User
) -> None:
    here, elsewhere = client_of(student), client_of(student)
    assert here.post("/accounts/logout/elsewhere/").url == SETTINGS
    assert here.get(SETTINGS).status_code == 200
    assert elsewhere.get(SETTINGS).status_code == 302


def kept_for(answer: Any) -> list[str]:
    return answer.headers.get("Kept-For", "").split()


def page_kept_for(user: User, *, is_own_device: bool = False, at_most_s: float | None = None) -> list[str]:
    """What `keep_page` says of a page of this user's."""
    request = RequestFactory().get("/")
    request.session, request.user = SessionStore(), user
    start_session(request, user, is_own_device=is_own_device)
    response = HttpResponse()
    keep_page(request, response, at_most_s=at_most_s)
    return kept_for(response)


def test_a_page_is_kept_for_its_reader_as_long_as_the_session_may_last(student: User) -> None:
    mark, seconds, ends = page_kept_for(student)
    assert (int(seconds), ends) == (HALF_A_DAY.total_seconds(), "closing")
    assert len(mark) == 16
    same, seconds, ends = page_kept_for(student, is_own_device=True)
    assert (same, ends) == (mark, "later")
    assert int(seconds) == OWN_DEVICE_AGE[User.Role.STUDENT].total_seconds()


def test_pages_of_two_users_are_distinguished(student: User, classmate: User) -> None:
    assert page_kept_for(student)[0] != page_kept_for(classmate)[0]


@pytest.mark.parametrize(("at_most_s", "seconds"), [(59.6, "60"), (-3.0, "0"), (1e9, "43200")])
def test_a_page_is_kept_no_longer_than_it_may(student: User, at_most_s: float, seconds: str) -> None:
    assert page_kept_for(student, at_most_s=at_most_s)[1] == seconds


def test_where_nobody_is_logged_in_nothing_is_kept(
    student: User, client: Client, client_of: Callable[[User], Client]
) -> None:
    assert kept_for(client.get(LOGIN)) == ["nobody"]
    assert kept_for(client_of(student).get(SETTINGS)) == []
