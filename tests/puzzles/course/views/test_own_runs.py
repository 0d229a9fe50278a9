"""The page on which a student's own solver runs: who gets it, with which grid, text and reference."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from puzzles.course.models import Program, ReferenceRule
from puzzles.engine.judge import grids
from puzzles.engine.worksheets import WORKSHEETS
from puzzles.play.models import Attempt

pytestmark = pytest.mark.django_db

TEXT = "def solve(board):\n    return False  # </script>\n"


@pytest.fixture
def lea(client: Client, student: User) -> Client:
    client.force_login(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def watch(client: Client, worksheet: str = "tutoriel", **fields: str) -> Any:
    return client.get(f"/course/{worksheet}/exercises/watch/", fields)


def data_of(response: Any) -> dict[str, Any]:
    found = re.search(
        r'<script id="viewer-data" type="application/json">(.*?)</script>', response.content.decode()
    )
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_every_worksheet_has_its_page_with_its_own_grid(lea: Client, worksheet: str) -> None:
    response = watch(lea, worksheet)
    assert response.status_code == 200
    assert data_of(response)["own"]["worksheet"] == worksheet
    assert len(data_of(response)["own"]["grid"]) == 81


def test_page_holds_the_students_text_and_nobody_elses(lea: Client, student: User, classmate: User) -> None:
    Program.objects.create(student=classmate, worksheet="tutoriel", text="x = 1")
    assert data_of(watch(lea))["own"]["text"] == ""
    Program.objects.create(student=student, worksheet="tutoriel", text=TEXT)
    assert data_of(watch(lea))["own"]["text"] == TEXT
    assert data_of(watch(lea, "mini_projet"))["own"]["text"] == ""


def test_worksheets_solver_runs_beside_it_unless_another_is_chosen(lea: Client) -> None:
    def beside(**fields: str) -> list[str]:
        return [run["algorithm"] for run in data_of(watch(lea, "td_iteratif", **fields))["runs"]]

    assert beside() == ["own", "td_iteratif"]
    assert beside(**{"with": "propagation"}) == ["own", "propagation"]
    assert beside(**{"with": "none"}) == ["own"]


def test_counts_beside_ones_own_are_those_of_the_runs(lea: Client) -> None:
    counted = data_of(watch(lea))["own"]["counted"]
    assert [each["grid"] for each in counted][4] == grids.TUTORIEL
    assert (counted[4]["reference"], counted[4]["beyond"]) == (4208, 51)


def test_simple_method_can_be_chosen_and_is_compared_with_the_worksheets(lea: Client) -> None:
    data = data_of(watch(lea, "projet_insa", solver="resoudre_simple"))
    assert data["own"]["solver"] == "resoudre_simple"
    assert data["own"]["grid"] == grids.FIGURE_2.replace("0", ".")
    assert [run["algorithm"] for run in data["runs"]] == ["own", "projet_insa"]
    assert data["own"]["counted"][2]["reference"] == 40


def test_solver_is_chosen_only_where_a_worksheet_asks_for_two(lea: Client) -> None:
    assert "solver=resoudre_simple" in watch(lea, "projet_insa").content.decode()
    assert "solver=" not in watch(lea, "tutoriel").content.decode()
    assert watch(lea, "tutoriel", solver="resoudre_simple").status_code == 400
    assert watch(lea, "projet_insa", solver="__init__").status_code == 400


def test_grid_that_cannot_be_read_is_asked_for_again(lea: Client) -> None:
    response = watch(lea, grid="<b>12")
    assert response.status_code == 400
    assert "&lt;b&gt;12</textarea>" in response.content.decode()


def test_during_an_exam_no_solver_runs_on_any_grid(lea: Client, exam_attempt: Attempt) -> None:
    for fields in ({}, {"grid": exam_attempt.puzzle.givens}, {"grid": grids.TUTORIEL}):
        response = watch(lea, **fields)
        assert response.status_code == 403
        assert "Solvers are switched off during an exam." in response.content.decode()
        assert "viewer-data" not in response.content.decode()


def test_a_grid_in_play_is_refused(lea: Client, student: User, attempt_of: Callable[..., Attempt]) -> None:
    attempt = attempt_of(student)
    response = watch(lea, grid=attempt.puzzle.givens)
    assert response.status_code == 403
    assert "viewer-data" not in response.content.decode()


def test_closed_reference_is_not_shown_beside_it(lea: Client, student: User) -> None:
    line = "board[row][col] = num"
    assert line in re.sub(r"<[^>]+>", "", watch(lea).content.decode())
    classroom = student.memberships.get().classroom
    ReferenceRule.objects.create(classroom=classroom, opens=ReferenceRule.Opens.NEVER)
    closed = watch(lea).content.decode()
    assert line not in re.sub(r"<[^>]+>", "", closed)
    assert "See which ones are closed" in closed


def test_unknown_worksheet_is_not_found(lea: Client) -> None:
    assert watch(lea, "propagation").status_code == 404


def test_page_is_for_members_and_only_read(lea: Client) -> None:
    assert Client().get("/course/tutoriel/exercises/watch/").status_code == 302
    assert lea.post("/course/tutoriel/exercises/watch/").status_code == 405


def test_the_page_allows_the_isolated_frame_and_no_other(lea: Client) -> None:
    policy = watch(lea)["Content-Security-Policy"]
    assert re.search(r"frame-src http://testserver/course/sandbox/(;|$)", policy)
    assert "unsafe-eval" not in policy


def test_page_costs_few_queries(lea: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    watch(lea)
    # Session and user; whether an exam is written; grids in play and given, runs to predict, assigned drills;
    # the program; the reference rule.
    with django_assert_num_queries(2 + 1 + 4 + 1 + 1):
        watch(lea)
