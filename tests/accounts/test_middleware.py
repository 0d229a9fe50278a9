"""What holds for every page because of who looks at it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

ClientOf = Callable[[User], Client]
FRENCH, ENGLISH = {"Accept-Language": "fr-FR,fr"}, {"Accept-Language": "en-GB,en"}
HTMX = {"HX-Request": "true"}


def language_of(response: Any) -> str:
    assert response.headers["Content-Language"] in response.content.decode().split('<html lang="')[1][:5]
    return response.headers["Content-Language"]


# Who is not logged in


def test_a_stranger_is_sent_to_the_login_and_back_to_the_page(client: Client, db: None) -> None:
    response = client.get("/accounts/settings/?a=1")
    assert (response.status_code, response.url) == (302, "/accounts/login/?next=/accounts/settings/%3Fa%3D1")


def test_a_script_request_with_an_expired_session_gets_401(client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    assert client.post("/accounts/settings/", {"language": "fr"}, headers=HTMX).status_code == 302
    client.session.flush()
    response = client.post("/accounts/settings/", {"language": "en"}, headers=HTMX)
    assert response.status_code == 401
    assert "Location" not in response.headers
    student.refresh_from_db()
    assert student.language == "fr"


def test_an_account_that_is_closed_while_it_plays_has_no_session_any_more(
    client_of: ClientOf, student: User
) -> None:
    client = client_of(student)
    User.objects.filter(pk=student.pk).update(is_active=False)
    assert client.get("/accounts/settings/", headers=HTMX).status_code == 401
    assert client.get("/accounts/settings/").status_code == 302


def test_a_public_page_answers_a_script_too(client: Client, db: None) -> None:
    assert client.get("/accounts/login/", headers=HTMX).status_code == 200


@pytest.mark.parametrize(
    ("referrer", "wanted"),
    [
        ("http://testserver/play/3/", "http%3A//testserver/play/3/"),
        ("http://elsewhere.test/", "/"),
        ("", "/"),
    ],
)
def test_after_a_form_sent_too_late_the_login_leads_back_to_the_page_it_stood_on(
    client: Client, db: None, referrer: str, wanted: str
) -> None:
    response = client.post("/accounts/settings/", headers={"Referer": referrer})
    assert response.url == f"/accounts/login/?next={wanted}"


# Language


@pytest.mark.parametrize(
    ("headers", "language"), [(FRENCH, "fr"), (ENGLISH, "en"), ({}, "fr"), ({"Accept-Language": "ja"}, "fr")]
)
def test_a_strangers_browser_chooses_and_french_is_spoken_to_the_others(
    client: Client, db: None, headers: dict[str, str], language: str
) -> None:
    assert language_of(client.get("/accounts/login/", headers=headers)) == language


@pytest.mark.parametrize(("chosen", "language"), [("", "en"), ("fr", "fr"), ("en", "en")])
def test_the_language_of_the_account_wins_over_the_browsers(
    client_of: ClientOf, student: User, chosen: str, language: str
) -> None:
    User.objects.filter(pk=student.pk).update(language=chosen)
    assert language_of(client_of(student).get("/accounts/settings/", headers=ENGLISH)) == language


def test_the_language_of_one_answer_is_not_spoken_in_the_next(
    client_of: ClientOf, client: Client, student: User
) -> None:
    User.objects.filter(pk=student.pk).update(language="en")
    assert language_of(client_of(student).get("/accounts/settings/", headers=FRENCH)) == "en"
    assert language_of(client.get("/accounts/login/", headers=FRENCH)) == "fr"


# Caches


def test_pages_of_logged_in_users_are_not_cached(client_of: ClientOf, student: User) -> None:
    client = client_of(student)
    for response in (
        client.get("/accounts/settings/"),
        client.get("/none/"),
        client.post("/accounts/logout/"),
    ):
        assert "no-store" in response.headers.get("Cache-Control", "")


def test_the_answer_that_logs_somebody_in_is_stored_nowhere(
    client: Client, student: User, password: str
) -> None:
    response = client.post("/accounts/login/", {"username": "lea", "password": password})
    assert response.status_code == 302
    assert "no-store" in response.headers["Cache-Control"]


def test_pages_behind_the_login_ask_for_the_account_once(
    client_of: ClientOf, student: User, django_assert_num_queries: Any
) -> None:
    client = client_of(student)
    with django_assert_num_queries(2):
        client.get(reverse("accounts:settings"))
