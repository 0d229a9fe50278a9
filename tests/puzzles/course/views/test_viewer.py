"""Views of the viewer and its traces: what they show, to whom."""

import gzip
import json
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, User
from puzzles.course.models import PredictionRound
from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, trace_from_bytes, trace_run
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt

pytestmark = pytest.mark.usefixtures("commits_at_once")

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]
TOKEN = "0123456789abcdef"
# In the run of the tutorial on the fixture `puzzle`, the first event is 1 in r1c3.
FIRST = {"event": 0, "cell": 2, "digit": 1}


def text_of(answer: Any) -> str:
    return " ".join(unescape(answer.content.decode()).split())


def watch(client: Client, line: str, algorithm: str = "tutoriel", path: str = "", **query: Any) -> Any:
    return client.get(f"/algorithms/{algorithm}/{path}", {"grid": line, **query})


def predict(client: Client, line: str, algorithm: str = "tutoriel", **fields: Any) -> Any:
    """Predict the first event, unless the fields say otherwise."""
    data = {"grid": line, "token": TOKEN, **FIRST, **fields}
    return client.post(f"/algorithms/{algorithm}/predictions/", data, headers={"HX-Request": "true"})


def give_up(client: Client, attempt: Attempt, line: str, **fields: Any) -> Any:
    return client.post("/algorithms/tutoriel/give-up/", {"attempt": attempt.pk, "grid": line, **fields})


def data_of(answer: Any) -> dict[str, Any]:
    """What the page tells its scripts."""
    page = answer.content.decode()
    start = page.index(">", page.index('id="viewer-data"')) + 1
    return json.loads(page[start : page.index("</script>", start)])


# The viewer


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_is_watched_on_any_grid(algorithm: str, tab: Client, puzzle: Puzzle) -> None:
    answer = watch(tab, puzzle.givens, algorithm)
    assert answer.status_code == 200
    assert ALGORITHMS[algorithm].title in text_of(answer)
    assert [run["algorithm"] for run in data_of(answer)["runs"]] == [algorithm]


def test_two_algorithms_are_watched_side_by_side_at_a_step(tab: Client, puzzle: Puzzle) -> None:
    data = data_of(watch(tab, puzzle.givens, **{"with": "propagation", "step": 40}))
    assert [run["algorithm"] for run in data["runs"]] == ["tutoriel", "propagation"]
    assert data["step"] == 40


def test_an_algorithm_is_not_watched_beside_itself(tab: Client, puzzle: Puzzle) -> None:
    assert len(data_of(watch(tab, puzzle.givens, **{"with": "tutoriel"}))["runs"]) == 1


def test_a_grid_that_breaks_the_rules_is_watched_with_a_warning(tab: Client, puzzle: Puzzle) -> None:
    warning = "a row, column or box holds the same digit twice"
    # The fixture's first row begins with 53.
    answer = watch(tab, f"55{puzzle.givens[2:]}")
    assert answer.status_code == 200
    assert warning in text_of(answer)
    assert warning not in text_of(watch(tab, puzzle.givens))


def test_without_a_grid_one_is_asked_for(tab: Client) -> None:
    answer = tab.get("/algorithms/tutoriel/")
    assert answer.status_code == 200
    assert 'name="grid"' in text_of(answer)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"grid": "12"}, "found 2 cells; expected 81 cells, or nine lines of 9"),
        ({"grid": "<b>" + "." * 78}, "expected a digit 1 to 9, or 0 . * _ - for an empty cell"),
        ({"grid": "." * 81, "with": "bogosort"}, "bogosort is not one of the available choices"),
        ({"grid": "." * 81, "step": "-1"}, "greater than or equal to 0"),
    ],
)
def test_an_unwatchable_grid_shows_a_page_where_it_can_be_corrected(
    query: dict[str, str], sentence: str, tab: Client
) -> None:
    answer = tab.get("/algorithms/tutoriel/", query)
    assert answer.status_code == 400
    assert sentence in text_of(answer)
    assert query["grid"] in text_of(answer)
    assert "<b>" not in answer.content.decode()


@pytest.mark.parametrize("line", ["55" + "." * 79, "." * 81])
def test_impossible_grids_and_grids_with_many_solutions_are_watched(line: str, tab: Client) -> None:
    assert watch(tab, line).status_code == 200
    answer = watch(tab, line, "projet_insa", "trace/")
    assert trace_from_bytes(answer.content) == trace_run("projet_insa", Board.from_line(line))


def test_a_teacher_gives_the_run_that_is_watched_to_a_class(
    tab: Client, client_of: ClientOf, teacher: User, classroom: Classroom, puzzle: Puzzle
) -> None:
    room = client_of(teacher)
    page = watch(room, puzzle.givens, "propagation").content.decode()
    query = f"algorithm=propagation&amp;grids={puzzle.givens}"
    assert f'href="/classes/{classroom.pk}/assignments/new/?{query}"' in page
    form = room.get(
        f"/classes/{classroom.pk}/assignments/new/", {"algorithm": "propagation", "grids": puzzle.givens}
    )
    text = form.content.decode()
    assert '<option value="propagation" selected>' in text
    assert puzzle.givens in text
    assert "assignments/new" not in watch(tab, puzzle.givens).content.decode()


# The trace


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_trace_is_the_engines(algorithm: str, tab: Client, puzzle: Puzzle) -> None:
    answer = watch(tab, puzzle.givens, algorithm, "trace/")
    assert answer["Content-Type"] == "application/octet-stream"
    assert trace_from_bytes(answer.content) == trace_run(algorithm, Board.from_line(puzzle.givens))


def test_the_trace_is_sent_compressed_to_browsers_that_accept_it(tab: Client, puzzle: Puzzle) -> None:
    plain = watch(tab, puzzle.givens, path="trace/")
    query = {"grid": puzzle.givens}
    packed = tab.get("/algorithms/tutoriel/trace/", query, headers={"Accept-Encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 5


def test_a_trace_is_kept_in_no_cache(tab: Client, puzzle: Puzzle) -> None:
    assert "no-store" in watch(tab, puzzle.givens, path="trace/")["Cache-Control"]


def test_the_trace_of_what_is_no_grid_is_refused_in_a_sentence(tab: Client) -> None:
    answer = watch(tab, "12", path="trace/")
    assert answer.status_code == 400
    assert "expected 81 cells" in text_of(answer)


# Who is playing the grid


@pytest.mark.parametrize("rules", [{}, {"solution": HelpPolicy.Solution.NEVER}])
def test_every_view_of_a_grid_in_play_is_closed(
    rules: dict[str, Any], tab: Client, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student, **rules)
    answers = [
        watch(tab, puzzle.givens),
        watch(tab, puzzle.givens, "propagation", **{"with": "tutoriel"}),
        watch(tab, puzzle.givens.replace(".", "0"), path="trace/"),
        predict(tab, puzzle.givens),
    ]
    assert [answer.status_code for answer in answers] == [403] * 4
    for answer in answers:
        assert puzzle.solution not in text_of(answer)
        assert "You are playing this grid" in text_of(answer)
    assert f'href="{attempt.get_absolute_url()}"' in text_of(answers[0])
    assert ("Give up and watch" in text_of(answers[0])) == (not rules)
    assert not PredictionRound.objects.exists()


def test_a_right_guess_and_a_wrong_one_are_refused_in_the_same_words(
    tab: Client, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    for path in ("", "trace/"):
        answers = set()
        for digit in range(1, 10):
            guess = puzzle.givens[:2] + str(digit) + puzzle.givens[3:]
            answer = watch(tab, guess, path=path)
            # The page repeats the grid that was asked for, and a token for its form.
            words = text_of(answer).replace(guess, "the grid")
            answers.add((answer.status_code, words.partition('name="csrfmiddlewaretoken"')[0]))
        assert len(answers) == 1


def test_giving_up_returns_to_the_run_to_watch(
    tab: Client, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    answer = give_up(tab, attempt, puzzle.givens, **{"with": "propagation", "step": 3})
    assert answer.status_code == 302
    assert answer["Location"] == f"/algorithms/tutoriel/?grid={puzzle.givens}&with=propagation&step=3"
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.SHOWN
    assert tab.get(answer["Location"]).status_code == 200


def test_a_given_up_attempt_is_reviewed_at_once(
    tab: Client, student: User, puzzle: Puzzle, attempt_of: StartAttempt, run_tasks: Callable[[], None]
) -> None:
    attempt = attempt_of(student)
    give_up(tab, attempt, puzzle.givens)
    run_tasks()
    attempt.refresh_from_db()
    assert attempt.reviewed_at is not None


def test_an_attempt_without_permission_for_the_solution_is_not_given_up(
    tab: Client, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student, solution=HelpPolicy.Solution.NEVER)
    answer = tab.get(give_up(tab, attempt, puzzle.givens)["Location"])
    assert answer.status_code == 403
    assert "The solution of this grid is not shown." in text_of(answer)
    attempt.refresh_from_db()
    assert attempt.is_open


def test_the_attempt_of_somebody_else_is_not_found(
    tab: Client, classmate: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(classmate)
    assert give_up(tab, attempt, puzzle.givens).status_code == 404
    attempt.refresh_from_db()
    assert attempt.is_open


def test_nonsense_gives_nothing_up(tab: Client, student: User, attempt_of: StartAttempt) -> None:
    attempt = attempt_of(student)
    assert give_up(tab, attempt, "nonsense")["Location"] == "/algorithms/tutoriel/"
    attempt.refresh_from_db()
    assert attempt.is_open


def test_a_teacher_watches_the_grid_she_plays(
    client_of: ClientOf, teacher: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt_of(teacher)
    assert watch(client_of(teacher), puzzle.givens).status_code == 200


def test_a_finished_grid_leads_to_a_solver_and_one_in_play_does_not(
    tab: Client, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    pages = [attempt.get_absolute_url(), f"/history/{attempt.pk}/"]
    link = f'href="/algorithms/tutoriel/?grid={puzzle.givens}"'
    assert [link in text_of(tab.get(page)) for page in pages] == [False, False]
    tab.post(f"/play/{attempt.pk}/solution/", {"version": 0})
    assert [link in text_of(tab.get(page)) for page in pages] == [True, True]


def test_the_end_of_a_game_leads_to_a_solver_at_once(
    tab: Client, student: User, puzzle: Puzzle, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    headers = {"HX-Request": "true"}
    answer = tab.post(f"/play/{attempt.pk}/solution/", {"version": 0}, headers=headers)
    assert f'href="/algorithms/tutoriel/?grid={puzzle.givens}"' in text_of(answer)


# Predictions


def test_a_prediction_is_marked(tab: Client, puzzle: Puzzle) -> None:
    answer = predict(tab, puzzle.givens)
    assert answer.status_code == 200
    assert json.loads(answer.content) == {
        "isRight": True,
        "expected": {"operation": 1, "cell": 2, "digit": 1},
        "words": "1 in r1c3",
        "asked": 1,
        "right": 1,
    }


def test_a_wrong_prediction_and_going_back_are_marked(tab: Client, puzzle: Puzzle) -> None:
    answers = [
        predict(tab, puzzle.givens, digit=4),
        predict(tab, puzzle.givens, event=1, cell="", digit=""),
    ]
    assert [json.loads(answer.content)["isRight"] for answer in answers] == [False, False]
    assert [json.loads(answer.content)["asked"] for answer in answers] == [1, 2]


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"grid": "12"}, 400), ({"cell": ""}, 400), ({"token": "?"}, 400), ({"event": 10**6}, 409)],
)
def test_an_invalid_prediction_is_refused_in_a_sentence(
    fields: dict[str, Any], status: int, tab: Client, puzzle: Puzzle
) -> None:
    answer = predict(tab, puzzle.givens, **fields)
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("text/plain")
    assert answer.content
    assert not PredictionRound.objects.exists()


# Who comes in, how, and at what cost


@pytest.mark.parametrize("algorithm", ["bogosort", "projet-insa"])
def test_an_unknown_algorithm_is_not_found(algorithm: str, tab: Client, puzzle: Puzzle) -> None:
    paths = ("", "trace/")
    assert {watch(tab, puzzle.givens, algorithm, path).status_code for path in paths} == {404}
    assert predict(tab, puzzle.givens, algorithm).status_code == 404
    assert tab.post(f"/algorithms/{algorithm}/give-up/").status_code == 404


def test_the_access_checks_need_few_queries(
    tab: Client, puzzle: Puzzle, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Session and user; the grids in play and given, the runs to predict, and positions of assigned drills.
    # (A demo: no exam is asked for.)
    # The page asks besides who may read the solver's text.
    with django_assert_num_queries(2 + 4 + 1):
        watch(tab, puzzle.givens)
    with django_assert_num_queries(2 + 4):
        watch(tab, puzzle.givens, path="trace/")
    predict(tab, puzzle.givens)
    # And the round, whether the event is marked, the prediction, the score; between savepoint and release.
    with django_assert_num_queries(2 + 4 + 4 + 2):
        predict(tab, puzzle.givens, event=1)
