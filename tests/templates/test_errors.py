"""The pages that say what went wrong."""

from collections.abc import Callable

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import translation
from django.views.defaults import server_error

from accounts.models import User

ClientOf = Callable[[User], Client]
ENGLISH = {"Accept-Language": "en"}


@pytest.mark.parametrize("where", ["/nothing/", "/history/0/", "/play/0/"])
def test_a_missing_page_links_to_the_home_page(where: str, client_of: ClientOf, student: User) -> None:
    answer = client_of(student).get(where, headers=ENGLISH)
    assert answer.status_code == 404
    assert "This page does not exist" in answer.content.decode()
    assert 'href="/"' in answer.content.decode()


def test_an_anonymous_visitor_sees_it_too(client: Client, db: None) -> None:
    answer = client.get("/nothing/", headers=ENGLISH)
    assert answer.status_code == 404
    assert "This page does not exist" in answer.content.decode()


def test_a_page_for_teachers_says_that_it_is(client_of: ClientOf, student: User) -> None:
    answer = client_of(student).get("/students/", headers=ENGLISH)
    assert answer.status_code == 403
    assert "This page is not for your account" in answer.content.decode()


def test_a_form_without_its_token_shows_what_to_do(student: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(student)
    answer = client.post("/draw/", headers=ENGLISH)
    assert answer.status_code == 403
    assert "reload the page" in answer.content.decode()


def test_an_error_of_ours_needs_no_database_and_no_user(rf: RequestFactory) -> None:
    request: HttpRequest = rf.get("/")
    with translation.override("en"):
        answer = server_error(request)
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.content.decode()
    assert "csrfmiddlewaretoken" not in answer.content.decode()
