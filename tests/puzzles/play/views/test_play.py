"""The page of an attempt and the answers to its moves, as a browser meets them."""

import gzip
import json
import re
import threading
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt

PAGE = "0123456789abcdef"
HTMX = {"HX-Request": "true"}
ENGLISH = {"Accept-Language": "en"}
ClientOf = Callable[[User], Client]


@pytest.fixture
def browser_of_student(client_of: ClientOf, student: User) -> Client:
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def send(
    client: Client, attempt: Attempt, ops: str, *, version: int = 0, page: str = PAGE, **extra: Any
) -> Any:
    data = {"client": page, "version": version, "ops": ops}
    return client.post(f"/play/{attempt.pk}/moves/", data, headers=HTMX, **extra)


def stored_header(response: Any) -> dict[str, Any]:
    """What the header tells the script."""
    return json.loads(response["HX-Trigger"])["moves-stored"]


def cells_in(response: Any) -> list[int]:
    return [int(cell) for cell in re.findall(r'id="c(\d+)"', response.content.decode())]


def almost(puzzle: Puzzle) -> str:
    return f"{puzzle.solution[:2]}.{puzzle.solution[3:]}"


# Who comes in


def test_the_page_shows_all_cells_with_their_labels(browser_of_student: Client, attempt: Attempt) -> None:
    response = browser_of_student.get(f"/play/{attempt.pk}/")
    text = response.content.decode()
    assert response.status_code == 200
    assert text.count('role="gridcell"') == 81
    assert 'aria-label="Row 1, column 1, given 5" aria-readonly="true">5<' in text
    assert 'aria-label="Row 1, column 3, empty"' in text


@pytest.mark.parametrize("data", [{"ops": "1 1.2.d.4", "client": PAGE, "version": 0}, {"action": "u"}])
def test_another_students_moves_are_not_found(
    client_of: ClientOf, classmate: User, attempt: Attempt, data: dict[str, Any]
) -> None:
    assert client_of(classmate).post(f"/play/{attempt.pk}/moves/", data).status_code == 404


def test_a_script_whose_session_ended_gets_401(client: Client, attempt: Attempt) -> None:
    assert send(client, attempt, "1 1.2.d.4").status_code == 401


# What is answered


def test_an_answer_holds_the_changed_cell_alone(browser_of_student: Client, attempt: Attempt) -> None:
    response = send(browser_of_student, attempt, "1 1.2.d.4.830")
    assert response.status_code == 200
    assert cells_in(response) == [2]
    assert 'aria-label="Row 1, column 3, 4"' in response.content.decode()
    assert stored_header(response) | {"check": 0} == {
        "client": PAGE,
        "seq": 1,
        "version": 1,
        "check": 0,
        "ms": stored_header(response)["ms"],
        "state": "open",
        "paused": False,
        "ends": None,
        "left": None,
    }


def test_a_conflict_is_shown_in_both_cells(browser_of_student: Client, attempt: Attempt) -> None:
    response = send(browser_of_student, attempt, "1 1.2.d.8")
    assert cells_in(response) == [2, 20]
    text = response.content.decode()
    assert 'aria-label="Row 1, column 3, 8, repeats in column 3 and box 1"' in text
    assert 'class="cell given conflict"' in text
    assert text.count('aria-invalid="true"') == 2


def test_an_answer_for_one_cell_is_small(browser_of_student: Client, attempt: Attempt) -> None:
    response = send(browser_of_student, attempt, "1 1.2.d.4.830")
    assert len(gzip.compress(response.content)) <= 400


def test_ops_that_are_stored_already_are_acknowledged_again(
    browser_of_student: Client, attempt: Attempt
) -> None:
    send(browser_of_student, attempt, "1 1.2.d.4 2.3.d.6")
    again = send(browser_of_student, attempt, "1 1.2.d.4 2.3.d.6")
    assert stored_header(again)["seq"] == 2
    assert attempt.moves.count() == 2


def test_a_page_that_is_behind_gets_the_whole_board(browser_of_student: Client, attempt: Attempt) -> None:
    send(browser_of_student, attempt, "1 1.2.d.4", page="f" * 16)
    response = send(browser_of_student, attempt, "1 1.3.d.6", version=0)
    assert cells_in(response) == list(range(81))
    game = re.search(r'<script id="game-data"[^>]*>(.*?)</script>', response.content.decode())
    assert game
    data = json.loads(game[1])
    assert (data["version"], data["digits"][2:4]) == (2, "46")
    assert data["undo"] == [[1, [[2, 0, 4, 0, 0]]], [2, [[3, 0, 6, 0, 0]]]]


def test_a_page_that_has_seen_everything_gets_no_content(
    browser_of_student: Client, attempt: Attempt
) -> None:
    send(browser_of_student, attempt, "1 1.2.d.4")
    response = send(browser_of_student, attempt, "1", version=1)
    assert response.status_code == 204
    assert stored_header(response)["seq"] == 1


def test_a_refusal_is_said_in_words(browser_of_student: Client, attempt: Attempt) -> None:
    response = send(browser_of_student, attempt, "1 1.0.d.4")
    assert "Given digits cannot be changed." in response.content.decode()
    assert stored_header(response)["seq"] == 1


def test_the_menu_has_the_colours_on_every_page_but_that_of_the_board(
    browser_of_student: Client, attempt_of: Callable[..., Attempt], student: User, puzzle: Puzzle
) -> None:
    attempt = attempt_of(student, digits=almost(puzzle))
    send(browser_of_student, attempt, "1 1.2.d.4.52000")
    colours = 'action="/accounts/theme/"'
    assert colours not in browser_of_student.get(f"/play/{attempt.pk}/").content.decode()
    for page in ("replay", "review", "path"):
        assert colours in browser_of_student.get(f"/play/{attempt.pk}/{page}/").content.decode()


def test_the_end_is_announced(
    browser_of_student: Client, attempt_of: Callable[..., Attempt], student: User, puzzle: Puzzle
) -> None:
    attempt = attempt_of(student, digits=almost(puzzle))
    response = send(browser_of_student, attempt, "1 1.2.d.4.52000")
    assert stored_header(response)["state"] == "solved"
    assert re.search(r"Solved in \d+ s, without help.", response.content.decode())
    page = browser_of_student.get(f"/play/{attempt.pk}/").content.decode()
    assert "Solved!" in page
    assert "30 given digits" in page
    assert "plain-move" not in page


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"ops": "1 1.2.d.4"},
        {"ops": "2 1.2.d.4", "client": PAGE, "version": 0},
        {"ops": "1 x.2.d.4", "client": PAGE, "version": 0},
        {"ops": "1 0.2.d.4", "client": PAGE, "version": 0},
        {"ops": "1 1.2.d.4", "client": "no good", "version": 0},
        {"ops": "1 1.2.d.4", "client": f"!{PAGE}", "version": 0},
        {"ops": "1 1.2.d.4", "client": PAGE * 3, "version": 0},
        {"ops": "1 1.2.d.4", "client": PAGE, "version": "x"},
        {"ops": "1 " + " ".join(f"{seq}.2.n.4" for seq in range(1, 52)), "client": PAGE, "version": 0},
        {"ops": " ", "client": PAGE, "version": 0},
    ],
)
def test_unreadable_ops_change_nothing(
    browser_of_student: Client, attempt: Attempt, data: dict[str, Any]
) -> None:
    response = browser_of_student.post(f"/play/{attempt.pk}/moves/", {"ops": ""} | data, headers=HTMX)
    assert response.status_code == 400
    assert response.content.decode().strip()
    assert not attempt.moves.exists()


@pytest.mark.parametrize(
    "op", ["1", "1.2", "1.2.d", "1.99.d.4", "1.-2.d.4", "1.2.d.4.5.6", "1.2.d.²", "1..🙂", "1.2.h", "1..f.77"]
)
def test_nonsense_with_a_number_is_refused_and_uses_it_up(
    browser_of_student: Client, attempt: Attempt, op: str
) -> None:
    response = send(browser_of_student, attempt, f"1 {op} 2.2.d.4")
    assert stored_header(response)["seq"] == 2
    assert "could not be understood" in response.content.decode()
    assert [move.seq for move in attempt.moves.all()] == [2]


# Without script


def plain(browser: Client, attempt: Attempt, **fields: Any) -> Any:
    data = {"client": PAGE, "seq": 1, "row": 1, "column": 3, "digit": 4} | fields
    return browser.post(f"/play/{attempt.pk}/moves/", data, follow=True)


def test_without_script_a_form_makes_the_move_and_comes_back(
    browser_of_student: Client, attempt: Attempt
) -> None:
    page = browser_of_student.get(f"/play/{attempt.pk}/").content.decode()
    form = page[page.index('<form class="plain-move') :]
    client = re.search(r'name="client" value="([0-9a-f]{16})"', form)
    assert client
    response = plain(browser_of_student, attempt, client=client[1], action="d")
    assert response.redirect_chain == [(f"/play/{attempt.pk}/", 302)]
    assert 'aria-label="Row 1, column 3, 4"' in response.content.decode()


def test_a_form_sent_twice_moves_once(browser_of_student: Client, attempt: Attempt) -> None:
    plain(browser_of_student, attempt, action="d")
    plain(browser_of_student, attempt, action="u")
    assert attempt.moves.count() == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"action": "u"}, "That move changed nothing."),
        ({"action": "d", "column": 1}, "Given digits cannot be changed."),
        ({"action": "d", "row": ""}, "Choose a row and a column."),
        ({"action": "n", "digit": ""}, "Choose a digit."),
    ],
)
def test_without_script_a_sentence_says_why_nothing_changed(
    browser_of_student: Client, attempt: Attempt, fields: dict[str, Any], sentence: str
) -> None:
    assert sentence in plain(browser_of_student, attempt, **fields).content.decode()
    assert not attempt.moves.exists()


@pytest.mark.parametrize(("action", "notes"), [("n", "008"), ("f", "00b")])
def test_without_script_notes_can_be_written(
    browser_of_student: Client, attempt: Attempt, action: str, notes: str
) -> None:
    plain(browser_of_student, attempt, action=action)
    attempt.refresh_from_db()
    assert attempt.marks[6:9] == notes


# Costs, and secrets


def test_a_move_costs_a_fixed_small_number_of_queries(
    browser_of_student: Client, attempt: Attempt, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    send(browser_of_student, attempt, "1 1.2.d.4")
    # Session, player; savepoint and release (in life begin and commit); attempt, page; page, moves, attempt.
    with django_assert_num_queries(10):
        send(browser_of_student, attempt, "1 2.3.d.6", version=1)
    with django_assert_num_queries(10):
        send(
            browser_of_student,
            attempt,
            "1 " + " ".join(f"{seq}.5.n.{seq % 9 + 1}" for seq in range(3, 53)),
            version=2,
        )


def test_the_page_costs_a_fixed_number_of_queries(
    browser_of_student: Client, attempt: Attempt, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    send(browser_of_student, attempt, "1 1.2.d.4 2.3.d.6 3..u")
    with django_assert_max_num_queries(7):
        browser_of_student.get(f"/play/{attempt.pk}/")


def statements(client: Client, attempt: Attempt, digit: int) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as context:
        send(client, attempt, f"1 1.2.d.{digit}", page=f"{digit}" * 16)
    return [
        re.sub(r"'[^']*'|\d+|\b(?:true|false)\b", "?", query["sql"]) for query in context.captured_queries
    ]


def test_right_and_wrong_digits_are_answered_alike(
    client_of: ClientOf, attempt_of: Callable[..., Attempt], student: User, classmate: User
) -> None:
    right, wrong = attempt_of(student), attempt_of(classmate)
    # In the third cell 4 is right and 1 is wrong; neither repeats anything.
    assert statements(client_of(student), right, 4) == statements(client_of(classmate), wrong, 1)
    said = [
        re.sub(r"\d", "#", send(client, attempt, f"1 1.3.d.{digit}", version=1).content.decode())
        for client, attempt, digit in [(client_of(student), right, 6), (client_of(classmate), wrong, 2)]
    ]
    assert said[0] == said[1]


def test_the_solution_is_nowhere_in_what_a_player_receives(
    browser_of_student: Client, attempt: Attempt, puzzle: Puzzle
) -> None:
    received = [browser_of_student.get(f"/play/{attempt.pk}/")]
    empty = [cell for cell, digit in enumerate(puzzle.givens) if digit == "."]
    for seq, cell in enumerate(empty[:20], 1):
        digit = puzzle.solution[cell] if seq % 2 else "1"
        received.append(send(browser_of_student, attempt, f"1 {seq}.{cell}.d.{digit}", version=seq - 1))
    received.append(send(browser_of_student, attempt, "1", version=-1))
    own = "".join(puzzle.solution[cell] for cell in empty)
    for response in received:
        text = response.content.decode() + str(response.headers)
        assert puzzle.solution not in text
        assert own not in text
        assert puzzle.solution not in text.replace("0", ".")
        # Neither the number of mistakes nor which move was one; the help may say the word.
        assert not re.search(r"mistakes?[\"'=:]", text)


@pytest.mark.django_db(transaction=True)
def test_sixteen_requests_at_once_all_succeed_and_nothing_is_lost(
    live_server: Any, client_of: ClientOf, student: User, attempt: Attempt, settings: Any
) -> None:
    # By default fewer are worked on at once, and the rest asked to come again.
    settings.REQUESTS_PER_SESSION = settings.REQUESTS_PER_ACCOUNT = 16
    client = client_of(student)
    client.get(f"/play/{attempt.pk}/")
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    token = client.cookies[settings.CSRF_COOKIE_NAME].value
    start = threading.Barrier(16)

    def post(at: int) -> tuple[int, int]:
        body = f"client={at:016}&version=0&ops=1+" + "+".join(f"{seq}.2.n.{seq}" for seq in range(1, 10))
        request = urllib.request.Request(f"{live_server.url}/play/{attempt.pk}/moves/", body.encode())
        request.add_header("Cookie", cookies)
        request.add_header("X-CSRFToken", token)
        request.add_header("HX-Request", "true")
        start.wait()
        with urllib.request.urlopen(request) as response:
            return response.status, json.loads(response.headers["HX-Trigger"])["moves-stored"]["seq"]

    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(post, range(16))) == [(200, 9)] * 16
    attempt.refresh_from_db()
    assert attempt.marks[6:9] == "1ff"
    assert (attempt.version, attempt.clients.filter(last_seq=9).count()) == (9, 16)
