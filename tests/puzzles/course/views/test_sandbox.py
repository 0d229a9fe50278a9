"""The isolated frame: what its answer allows, and who gets it."""

import base64
import hashlib
import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from puzzles.course.views.sandbox import runs_programs

pytestmark = pytest.mark.django_db
POLICY = "Content-Security-Policy"


def directives(policy: str) -> dict[str, list[str]]:
    """A content policy by directive."""
    words = [part.split() for part in policy.split(";")]
    return {name: sources for name, *sources in words}


@pytest.fixture
def answer() -> HttpResponse:
    """The frame's document as a browser without an account gets it."""
    return Client().get(reverse("course:sandbox"))


def test_the_frame_is_for_everybody_and_sets_no_cookie(answer: HttpResponse) -> None:
    assert answer.status_code == 200
    assert not answer.cookies
    assert "Clear-Site-Data" not in answer.headers


def test_the_frame_has_no_origin_and_names_no_address(answer: HttpResponse) -> None:
    policy = directives(answer[POLICY])
    assert policy["sandbox"] == ["allow-scripts"]
    assert policy["default-src"] == policy["connect-src"] == policy["form-action"] == ["'none'"]
    assert policy["worker-src"] == ["blob:"]
    words = [word for sources in policy.values() for word in sources if not word.startswith("'sha256-")]
    assert not [word for word in words if "/" in word or "." in word or "*" in word]
    assert [name for name, sources in policy.items() if "'self'" in sources] == ["frame-ancestors"]


def test_the_only_script_is_the_one_in_the_document(answer: HttpResponse) -> None:
    [script] = re.findall("<script>(.*)</script>", answer.content.decode(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert directives(answer[POLICY])["script-src"] == [f"'sha256-{digest}'", "'unsafe-eval'"]


def test_only_pages_of_this_site_show_the_frame(answer: HttpResponse) -> None:
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert directives(answer[POLICY])["frame-ancestors"] == ["'self'"]


def test_a_page_that_runs_programs_may_show_this_frame_and_no_other() -> None:
    request = RequestFactory().get("/")
    response = runs_programs(lambda _request: HttpResponse())(request)
    assert response._csp_update == {"frame-src": ["http://testserver/course/sandbox/"]}


def test_the_other_pages_show_no_frame(client_of: Callable[[User], Client], student: User) -> None:
    policy = directives(client_of(student).get(reverse("home:home"))[POLICY])
    assert policy["default-src"] == ["'none'"]
    assert "frame-src" not in policy
