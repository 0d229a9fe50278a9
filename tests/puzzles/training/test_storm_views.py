"""The page of storms, and what its script is answered."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.training.models import StormRun, TrainingPosition
from puzzles.training.services.answers import steps_of

PAGE = "/practice/storm/"
LINK = f'href="{PAGE}"'
HTMX = {"HX-Request": "true"}


@pytest.fixture
def bank(position_of: Callable[..., TrainingPosition]) -> None:
    for name in ("full_house", "hidden_single", "naked_single", "pointing", "x_wing"):
        position_of(name)


@pytest.fixture
def reader(client_of: Callable[[User], Client], student: User) -> Client:
    """The student's browser, in English."""
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text_of(client: Client, address: str = PAGE) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def begun(client: Client) -> dict[str, Any]:
    answer = client.post(f"{PAGE}run/", headers=HTMX)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def answer_to(client: Client, position: dict[str, Any], mark: str = "") -> dict[str, Any]:
    fields = {"token": position["token"], "mark": mark, "next": position["number"] + 4}
    answer = client.post(f"{PAGE}answer/", fields, headers=HTMX)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_the_page_explains_a_storm_and_begins_none(reader: Client, bank: None) -> None:
    page = text_of(reader)
    assert "Three minutes, position after position" in page
    assert "data-goes-on" not in page
    assert "Your best:" not in page
    assert not StormRun.objects.exists()


def test_a_storm_from_its_beginning_to_its_end(reader: Client, bank: None) -> None:
    data = begun(reader)
    assert 175_000 < data["left_ms"] <= 180_000
    first, second = data["positions"][:2]
    row = TrainingPosition.objects.get(digits=first["digits"])
    place = steps_of(row.position, row.technique)[0].placements[0]
    found = answer_to(reader, first, f"r{place.cell // 9 + 1}c{place.cell % 9 + 1}={place.digit}")
    assert (found["is_right"], found["sentence"], found["right"]) == (True, "", 1)
    assert [each["number"] for each in found["positions"]] == [4]
    missed = answer_to(reader, second)
    assert missed["is_right"] is False
    assert re.match(r"It was: .+\. Place \d in r\dc\d", missed["sentence"])
    assert missed["left_ms"] < 170_000
    assert "data-goes-on" in text_of(reader)
    end = reader.post(f"{PAGE}end/", headers=HTMX)
    text = " ".join(unescape(end.content.decode()).split())
    assert "<html" not in text
    assert '<span class="storm-count">1</span> step found' in text
    assert "1 position not found." in text
    assert "<b>1</b> this week · <b>1</b> ever" in text
    technique = TrainingPosition.objects.get(digits=second["digits"]).technique
    assert f'href="/techniques/{technique}/drill/"' in text
    assert "Personal record" not in text
    assert "Your best: <b>1</b> this week" in text_of(reader)


def test_an_answer_asks_few_questions_of_the_database(
    reader: Client, bank: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    first = begun(reader)["positions"][0]
    with django_assert_max_num_queries(35):
        answer_to(reader, first)


def test_a_storm_can_be_reached_from_the_techniques_where_the_class_has_it(
    reader: Client, student: User, classroom: Classroom, bank: None
) -> None:
    assert LINK in text_of(reader, "/techniques/")
    Classroom.objects.update(has_storm=False)
    assert LINK not in text_of(reader, "/techniques/")
    assert reader.get(PAGE).status_code == 404
    for name in ("run", "answer", "end"):
        assert reader.post(f"{PAGE}{name}/").status_code == 404


def test_a_teacher_switches_storms_off_and_on(
    client_of: Callable[[User], Client], teacher: User, other_teacher: User, classroom: Classroom
) -> None:
    hers, where = client_of(teacher), f"/classes/{classroom.pk}/"
    hers.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    switch = 'name="has_storm" aria-describedby="id_has_storm_helptext" id="id_has_storm"'
    assert f"{switch} checked" in text_of(hers, f"{where}settings/")
    assert hers.post(f"{where}practice/", {"has_daily": "on"})["Location"] == f"{where}settings/"
    assert f"{switch}>" in text_of(hers, f"{where}settings/")
    assert client_of(other_teacher).post(f"{where}practice/", {"has_storm": "on"}).status_code == 404
    assert not Classroom.objects.get().has_storm
    hers.post(f"{where}practice/", {"has_storm": "on"})
    assert Classroom.objects.get().has_storm


def test_during_an_exam_the_page_leads_back_to_the_techniques(
    reader: Client, student: User, bank: None, assignment_of: Callable[..., Assignment]
) -> None:
    position = begun(reader)["positions"][0]
    begin(student=student, assignment_id=assignment_of(is_exam=True).pk)
    assert reader.get(PAGE)["Location"] == "/techniques/"
    fields = {"token": position["token"], "mark": "", "next": 4}
    sent = reader.post(f"{PAGE}answer/", fields, headers=HTMX)
    assert (sent.status_code, sent["HX-Redirect"]) == (204, PAGE)
    assert StormRun.objects.get().answered == 0


def test_without_positions_the_reason_is_said(reader: Client, student: User) -> None:
    answer = reader.post(f"{PAGE}run/", headers=HTMX)
    assert answer["HX-Redirect"] == "/techniques/"
    assert "There are no positions to practise yet." in text_of(reader, "/techniques/")


@pytest.mark.parametrize("fields", [{}, {"token": "x", "next": 1}, {"token": "x" * 300, "next": "y"}])
def test_what_no_page_sends_leads_back_to_the_page(
    fields: dict[str, Any], reader: Client, bank: None
) -> None:
    assert reader.post(f"{PAGE}answer/", fields, headers=HTMX)["HX-Redirect"] == PAGE


def test_the_end_without_a_storm_is_no_error(reader: Client, bank: None) -> None:
    answer = reader.post(f"{PAGE}end/", headers=HTMX)
    assert "Once more" in answer.content.decode()


def test_another_method_is_refused(reader: Client, bank: None) -> None:
    assert reader.post(PAGE).status_code == 405
    for name in ("run", "answer", "end"):
        assert reader.get(f"{PAGE}{name}/").status_code == 405


def test_a_visitor_logs_in(client: Client, db: None) -> None:
    assert client.get(PAGE)["Location"].startswith("/accounts/login/")
