"""Sessions and cookies: new at each login, gone after it, and out of reach."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User

LOGIN, SETTINGS = "/accounts/login/", "/accounts/settings/"
COOKIE = settings.SESSION_COOKIE_NAME

pytestmark = pytest.mark.django_db


def test_a_login_gives_a_new_session_and_a_new_token(client: Client, student: User, password: str) -> None:
    client.get(LOGIN)
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    client.cookies[COOKIE] = before
    token = client.cookies[settings.CSRF_COOKIE_NAME].value
    client.post(LOGIN, {"username": "lea", "password": password})
    assert client.cookies[COOKIE].value != before
    assert client.cookies[settings.CSRF_COOKIE_NAME].value != token
    assert not Session.objects.filter(session_key=before).exists()


def test_another_account_in_the_same_browser_finds_nothing_of_the_session_before(
    client: Client, student: User, teacher: User, password: str
) -> None:
    client.post(LOGIN, {"username": "lea", "password": password})
    session = client.session
    session["private"] = "of lea"
    session.save()
    client.post("/accounts/logout/")
    client.post(LOGIN, {"username": teacher.username, "password": password})
    assert "private" not in client.session


def test_after_the_logout_the_old_cookie_opens_nothing(client: Client, student: User, password: str) -> None:
    client.post(LOGIN, {"username": "lea", "password": password})
    kept = client.cookies[COOKIE].value
    assert client.get(SETTINGS).status_code == 200
    client.post("/accounts/logout/")
    thief = Client()
    thief.cookies[COOKIE] = kept
    assert thief.get(SETTINGS).status_code == 302
    assert not Session.objects.filter(session_key=kept).exists()


def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(
    client: Client, student: User, password: str, settings: Any
) -> None:
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    client.get(LOGIN, secure=True)
    client.post(LOGIN, {"username": "lea", "password": password}, secure=True)
    cookies = {name: cookie for name, cookie in client.cookies.items() if cookie.value}
    assert {COOKIE, "device", "csrftoken"} <= set(cookies)
    assert {cookie["samesite"] for cookie in cookies.values()} == {"Lax"}
    assert all(cookie["secure"] for cookie in cookies.values())
    # The token against forgeries is read by our own script at each send; nothing else is.
    assert [name for name, cookie in cookies.items() if not cookie["httponly"]] == ["csrftoken"]
