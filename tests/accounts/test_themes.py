"""The colours somebody has chosen."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

ClientOf = Callable[[User], Client]
LOGIN, SETTINGS, THEME = "/accounts/login/", "/accounts/settings/", "/accounts/theme/"


def look(client: Client, page: str) -> str:
    """The theme that the page asks for; "" for none."""
    start = client.get(page).text.split("<html", 1)[1].split(">", 1)[0]
    return start.split('data-theme="')[1].split('"')[0] if "data-theme" in start else ""


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_a_theme_chosen_is_kept_by_the_account_and_shown_wherever_it_is_used(
    theme: str, student: User, client_of: ClientOf
) -> None:
    answer = client_of(student).post(THEME, {"theme": theme, "next": SETTINGS})
    student.refresh_from_db()
    assert (answer.status_code, answer.url, student.theme) == (302, SETTINGS, theme)
    assert look(client_of(student), SETTINGS) == theme


@pytest.mark.django_db
def test_a_stranger_is_shown_the_theme_that_was_chosen_in_this_browser(client: Client) -> None:
    assert look(client, LOGIN) == ""
    cookie = client.post(THEME, {"theme": "contrast", "next": LOGIN}).cookies["theme"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("contrast", True, "Lax")
    assert look(client, LOGIN) == "contrast"
    client.post(THEME, {"theme": "", "next": LOGIN})
    assert look(client, LOGIN) == ""


def test_the_theme_of_the_account_replaces_that_of_the_last_user_of_the_browser(
    student: User, client: Client
) -> None:
    client.post(THEME, {"theme": "dark"})
    client.force_login(student)
    assert look(client, SETTINGS) == ""
    client.post(THEME, {"theme": "light"})
    assert look(client, SETTINGS) == "light"
    client.post("/accounts/logout/")
    assert look(client, LOGIN) == ""


def test_the_colours_of_the_device_can_be_chosen_again(student: User, client_of: ClientOf) -> None:
    client = client_of(student)
    client.post(THEME, {"theme": "dark"})
    client.post(THEME, {"theme": ""})
    assert look(client, SETTINGS) == ""


@pytest.mark.parametrize("posted", [{}, {"theme": "pink"}, {"theme": "dark lilac"}])
def test_a_theme_there_is_not_changes_nothing(
    posted: dict[str, str], student: User, client_of: ClientOf
) -> None:
    client = client_of(student)
    client.post(THEME, {"theme": "dark"})
    assert client.post(THEME, {**posted, "next": "https://elsewhere.test/"}).url == "/"
    assert look(client, SETTINGS) == "dark"


@pytest.mark.django_db
def test_a_cookie_that_names_no_theme_is_not_written_into_the_page(client: Client) -> None:
    client.cookies["theme"] = 'pink" onclick="'
    assert look(client, LOGIN) == ""


def test_a_theme_is_not_chosen_by_looking(client: Client) -> None:
    assert client.get(THEME, {"theme": "dark"}).status_code == 405
