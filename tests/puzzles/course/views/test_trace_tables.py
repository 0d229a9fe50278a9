"""The page that prints a trace table: for whom, with what choices, and with or without the answers."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.engine.runs import ALGORITHMS
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]


def ask(client: Client, grid: str, algorithm: str = "tutoriel", **choices: Any) -> Any:
    return client.get(f"/algorithms/{algorithm}/table/", {"grid": grid, **choices})


def text_of(answer: Any) -> str:
    return " ".join(unescape(answer.content.decode()).split())


def tables(answer: Any) -> list[list[list[str]]]:
    """The cells of each table of the page, row by row; what is to be filled in is empty."""
    page = text_of(answer).replace('<span class="visually-hidden">to fill in</span>', "")
    rows = [re.findall(r"<tr>(.*?)</tr>", table) for table in re.findall(r"<tbody>(.*?)</tbody>", page)]
    return [[re.findall(r"<t[dh][^>]*>(?:<strong>)?(.*?)<", row) for row in table] for table in rows]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_student_prints_a_table_with_blanks_and_without_answers(
    algorithm: str, tab: Client, puzzle: Puzzle
) -> None:
    answer = ask(tab, puzzle.givens, algorithm, rows=10, blanks=3)
    assert answer.status_code == 200
    [table] = tables(answer)
    assert [row.count("") for row in table] == [0] + [3] * 9
    assert "27 blanks to fill in" in text_of(answer)
    assert 'id="answers-title"' not in text_of(answer)


def test_the_answers_are_the_same_table_without_blanks(tab: Client, puzzle: Puzzle) -> None:
    asked, told = tables(ask(tab, puzzle.givens, rows=12, answers=1))
    assert all(text for row in told for text in row)
    for with_blanks, whole in zip(asked, told, strict=True):
        assert len(with_blanks) == len(whole)
        assert all(left in ("", right) for left, right in zip(with_blanks, whole, strict=True))
    assert [row.count("") for row in asked] == [0] + [2] * 11


def test_a_table_begins_where_it_is_asked_to(tab: Client, puzzle: Puzzle) -> None:
    answer = ask(tab, puzzle.givens, start=100, rows=4)
    assert [row[0] for row in tables(answer)[0]] == ["101", "102", "103", "104"]
    assert "The grid after event 100" in text_of(answer)


def test_a_table_ends_with_the_run(tab: Client, puzzle: Puzzle) -> None:
    [table] = tables(ask(tab, puzzle.givens, start=8364, rows=20))
    assert [row[0] for row in table] == ["8365", "8366"]


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"start": 8366}, "Choose an event from 0 to 8365."),
        ({"start": -1}, "greater than or equal to 0"),
        ({"rows": 41}, "less than or equal to 40"),
        ({"blanks": 4}, "4 is not one of the available choices"),
        ({"sheet": "x"}, "Enter a whole number"),
        ({"grid": "12"}, "found 2 cells; expected 81 cells"),
    ],
)
def test_an_impossible_choice_shows_an_error_beside_its_field(
    choices: dict[str, Any], sentence: str, tab: Client, puzzle: Puzzle
) -> None:
    answer = ask(tab, **{"grid": puzzle.givens, **choices})
    assert answer.status_code == 400
    assert sentence in text_of(answer)
    assert tables(answer) == []


def test_a_long_run_says_which_of_its_events_are_kept(tab: Client) -> None:
    grid = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    answer = ask(tab, grid, start=1_000_000)
    assert answer.status_code == 400
    assert re.search(r"choose an event from 0 to 1[78]\d{4}, or from \d{7} to \d{7}\.", text_of(answer))


def test_a_player_of_the_grid_gets_no_table(
    tab: Client, student: User, puzzle: Puzzle, attempt_of: Callable[..., Attempt]
) -> None:
    attempt_of(student, solution=HelpPolicy.Solution.NEVER)
    answer = ask(tab, puzzle.givens, answers=1)
    assert answer.status_code == 403
    assert tables(answer) == []
    assert "Finish" in text_of(answer) or "finish" in text_of(answer)


def test_a_teacher_gets_every_table(client_of: ClientOf, teacher: User, puzzle: Puzzle) -> None:
    assert len(tables(ask(client_of(teacher), puzzle.givens, answers=1))) == 2


def test_there_is_no_table_of_an_unknown_algorithm(tab: Client, puzzle: Puzzle) -> None:
    assert ask(tab, puzzle.givens, "bogosort").status_code == 404


def test_a_table_takes_few_queries(
    tab: Client, puzzle: Puzzle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Session, user, what is given, open attempts, runs to predict, assigned drills, who may read the text.
    with django_assert_num_queries(7):
        ask(tab, puzzle.givens)
