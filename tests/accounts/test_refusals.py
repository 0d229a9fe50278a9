"""A refusal that a view raises is answered in one place."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.test import Client
from django.urls import include, path
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal, refused_to
from accounts.requests import UserRequest
from sudokusite.urls import urlpatterns as site_urls

ClientOf = Callable[[User], Client]
HTMX = {"HX-Request": "true"}


class ClosedError(Refusal):
    sentence = _("This class is archived.")
    status = 429


def plain(request: UserRequest) -> Any:
    raise ClosedError


def with_page(request: UserRequest) -> Any:
    raise ClosedError(back="/classes/")


def away(request: UserRequest) -> Any:
    refusal = ClosedError(back="/classes/")
    refusal.leads_away = True
    raise refusal


@refused_to("accounts:class_page", "pk")
def marked(request: UserRequest, pk: int) -> Any:
    raise ClosedError("No.")


urlpatterns = [
    path("plain/", plain),
    path("with-page/", with_page),
    path("away/", away),
    path("marked/<int:pk>/", marked),
    path("", include((site_urls, ""))),
]


@pytest.fixture(autouse=True)
def _addresses(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__


def messages_of(response: Any) -> list[tuple[str, str]]:
    request: HttpRequest = response.wsgi_request
    return [(message.level_tag, str(message)) for message in get_messages(request)]


def test_a_script_gets_the_sentence(client_of: ClientOf, teacher: User) -> None:
    answer = client_of(teacher).post("/plain/", headers={**HTMX, "Accept-Language": "en"})
    assert (answer.status_code, answer.content) == (429, b"This class is archived.")
    assert answer["Content-Type"].startswith("text/plain")


def test_a_page_leads_back_to_where_the_form_was(client_of: ClientOf, teacher: User) -> None:
    answer = client_of(teacher).post("/plain/", headers={"Referer": "http://testserver/classes/"})
    assert (answer.status_code, answer.url) == (302, "http://testserver/classes/")
    [(level, sentence)] = messages_of(answer)
    assert level == "warning"
    assert sentence


@pytest.mark.parametrize("referrer", ["", "https://elsewhere.example/", "http://testserver/plain/"])
def test_a_page_never_leads_to_another_site_nor_to_itself(
    client_of: ClientOf, teacher: User, referrer: str
) -> None:
    answer = client_of(teacher).get("/plain/", headers={"Referer": referrer})
    assert answer.url == "/"


def test_the_refusal_or_the_view_names_the_page(client_of: ClientOf, teacher: User) -> None:
    client = client_of(teacher)
    assert client.post("/with-page/").url == "/classes/"
    assert client.post("/marked/7/").url == "/classes/7/"


def test_a_refusal_that_leads_away_leads_a_script_too(client_of: ClientOf, teacher: User) -> None:
    answer = client_of(teacher).post("/away/", headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/classes/")
    assert len(messages_of(answer)) == 1


def test_the_reason_is_what_the_error_says() -> None:
    assert str(ClosedError("No.")) == "No."
    assert str(ClosedError())
