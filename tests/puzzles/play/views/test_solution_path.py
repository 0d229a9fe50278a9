"""The explained solution: who may see it, when, and what asking for it costs."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.engine.techniques import example_of
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, Move, StepSearch
from puzzles.play.services.hints import solution_path
from puzzles.play.services.review import review_attempt

HTMX = {"HX-Request": "true"}
pytestmark = pytest.mark.usefixtures("commits_at_once")

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]


@pytest.fixture
def shown(tab: Client, attempt: Attempt) -> Attempt:
    """An attempt whose explained solution was asked for."""
    tab.post(address(attempt))
    attempt.refresh_from_db()
    return attempt


def address(attempt: Attempt) -> str:
    return f"/play/{attempt.pk}/path/"


def refused(answer: Any) -> bool:
    return answer.status_code == 204 and "help-refused" in answer["HX-Trigger"]


def test_the_attempt_it_ends_is_reviewed_at_once(
    tab: Client, attempt: Attempt, run_tasks: Callable[[], None]
) -> None:
    tab.post(address(attempt))
    run_tasks()
    attempt.refresh_from_db()
    assert attempt.reviewed_at is not None


def test_an_open_attempt_is_not_explained_by_looking(
    tab: Client, client_of: ClientOf, teacher: User, attempt: Attempt
) -> None:
    assert tab.get(address(attempt))["Location"] == f"/play/{attempt.pk}/"
    assert client_of(teacher).get(address(attempt))["Location"] == f"/history/{attempt.pk}/"
    assert not Move.objects.exists()


def test_asking_ends_the_attempt_as_its_solution_does(tab: Client, attempt: Attempt) -> None:
    assert tab.post(address(attempt))["Location"] == address(attempt)
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.SHOWN
    assert attempt.digits == attempt.puzzle.solution
    assert [move.kind for move in attempt.moves.all()] == [Move.Kind.SHOW_SOLUTION]


def test_a_script_is_sent_to_the_page(tab: Client, attempt: Attempt) -> None:
    answer = tab.post(address(attempt), headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (204, address(attempt))


@pytest.mark.parametrize(
    "rules", [{"solution": "never"}, {"solution": "after_minutes", "solution_minutes": 10}]
)
def test_without_leave_for_the_solution_nothing_is_explained(
    attempt_of: StartAttempt, student: User, tab: Client, rules: dict[str, Any]
) -> None:
    attempt = attempt_of(student, **rules)
    assert refused(tab.post(address(attempt), headers=HTMX))
    assert tab.post(address(attempt))["Location"] == f"/play/{attempt.pk}/"
    attempt.refresh_from_db()
    assert attempt.is_open


def test_a_finished_attempt_is_explained_whatever_its_policy_was(
    attempt_of: StartAttempt, student: User, tab: Client
) -> None:
    attempt = attempt_of(student, solution="never")
    Attempt.objects.update(state="solved", finished_at=attempt.started_at, digits=attempt.puzzle.solution)
    page = tab.get(address(attempt)).content.decode()
    assert "The solution explained" in page
    assert "51 steps; the hardest: Hidden single." in page


def test_another_game_on_the_same_grid_comes_first(
    attempt_of: StartAttempt, student: User, tab: Client, shown: Attempt
) -> None:
    attempt_of(student, solution="never")
    answer = tab.get(address(shown))
    assert answer.status_code == 403
    assert "Finish your game first" in answer.content.decode()
    assert "path-place" not in answer.content.decode()


def test_the_teacher_may_read_it(client_of: ClientOf, teacher: User, shown: Attempt) -> None:
    assert client_of(teacher).get(address(shown)).status_code == 200


def test_a_place_is_fetched_alone_by_a_script(tab: Client, shown: Attempt) -> None:
    page = tab.get(f"{address(shown)}?step=3", headers=HTMX)
    assert 'data-number="3"' in page.content.decode()
    assert "<html" not in page.content.decode()
    assert "HX-Request" in page["Vary"]


@pytest.mark.parametrize(("step", "number"), [("0", 1), ("nonsense", 1), ("", 1), ("999", 52), ("52", 52)])
def test_any_number_leads_to_a_place(tab: Client, shown: Attempt, step: str, number: int) -> None:
    page = tab.get(f"{address(shown)}?step={step}", headers=HTMX).content.decode()
    assert f'data-number="{number}"' in page


def test_the_finished_game_leads_to_it(tab: Client, shown: Attempt) -> None:
    for page in (f"/play/{shown.pk}/", f"/history/{shown.pk}/"):
        assert f'href="{address(shown)}"' in tab.get(page).content.decode()


def test_the_pages_of_a_finished_game_share_their_tabs(tab: Client, shown: Attempt) -> None:
    pages = [f"/history/{shown.pk}/", f"/history/{shown.pk}/review/", address(shown)]
    for here in pages:
        text = tab.get(here).content.decode()
        tabs = text.partition('<nav class="tabs"')[2].partition("</nav>")[0]
        assert all(f'href="{page}"' in tabs for page in pages)
        assert f'href="{here}" aria-current="page"' in tabs


def test_a_fact_of_the_grid_is_said_once_in_the_head(tab: Client, shown: Attempt) -> None:
    grade = {"tier": 3, "score": 479, "hardest": "x_wing", "rating": 3.2, "grader": 1}
    Puzzle.objects.filter(pk=shown.puzzle_id).update(**grade)
    for page in (f"/history/{shown.pk}/", f"/history/{shown.pk}/review/", address(shown)):
        head = tab.get(page).content.decode().partition('<div class="game-head">')[2].partition("<nav")[0]
        words = re.sub(r"<[^>]*>", "", head)
        counts = {fact: words.count(fact) for fact in ("given digits", "X-Wing", "score")}
        assert counts == {"given digits": 0, "X-Wing": 1, "score": 0}
    assert "score 479" in tab.get(f"/history/{shown.pk}/review/").content.decode()


def test_a_page_costs_few_queries(
    tab: Client, shown: Attempt, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    # Session, user; the attempt, what its player has open, has to predict and to find, the techniques
    # switched off.
    with django_assert_max_num_queries(10):
        tab.get(address(shown))


# A path that is not found at once


@pytest.fixture
def hardest(student: User, attempt_at: Callable[..., Attempt]) -> Attempt:
    """A finished attempt on a grid whose path takes trials within trials, and is known to nobody yet."""
    solution_path._paths.clear()
    attempt = attempt_at(example_of("nested_trial").position, student)
    attempt.digits, attempt.marks = attempt.puzzle.solution, ""
    attempt.state = Attempt.State.SOLVED
    attempt.finished_at = attempt.reviewed_at = timezone.now()
    attempt.save()
    return attempt


def test_the_rest_of_a_long_path_is_searched_after_a_post_and_then_shown(
    tab: Client, hardest: Attempt, run_tasks: Callable[[], None]
) -> None:
    page = tab.get(address(hardest)).content.decode()
    assert "finding all of its steps takes a while" in page
    assert "Found so far" in page
    assert not StepSearch.objects.exists()
    assert tab.post(address(hardest), headers=HTMX)["HX-Redirect"] == address(hardest)
    assert "is still looking" in tab.get(address(hardest)).content.decode()
    # How many are found within a second depends on the machine.
    known = len(StepSearch.objects.get().steps)
    assert tab.get(f"{address(hardest)}?known={known}", headers=HTMX).status_code == 204
    assert f" {known} step" in tab.get(f"{address(hardest)}?known=0", headers=HTMX).content.decode()
    run_tasks()
    assert tab.get(f"{address(hardest)}?known={known}", headers=HTMX)["HX-Refresh"] == "true"
    page = tab.get(address(hardest)).content.decode()
    assert "still looking" not in page
    assert "the hardest: Trial within a trial." in page


def test_a_path_is_searched_once_for_all_players(
    tab: Client, client_of: ClientOf, teacher: User, classmate: User, hardest: Attempt
) -> None:
    for client in (tab, client_of(teacher), tab):
        assert client.post(address(hardest)).status_code == 302
    assert StepSearch.objects.count() == 1
    assert client_of(classmate).post(address(hardest)).status_code == 404


def test_a_short_path_is_never_queued(tab: Client, shown: Attempt) -> None:
    tab.post(address(shown))
    assert not StepSearch.objects.exists()


def test_a_review_shows_the_engines_path_as_far_as_it_is_found(tab: Client, hardest: Attempt) -> None:
    page = tab.get(f"/history/{hardest.pk}/review/").content.decode()
    assert "The next steps take long to find." in page


@pytest.mark.parametrize("is_practice", [False, True])
def test_the_review_of_a_hard_grid_is_waited_for(tab: Client, hardest: Attempt, is_practice: bool) -> None:
    Attempt.objects.update(reviewed_at=None, is_practice=is_practice)
    review = f"/history/{hardest.pk}/review/"
    assert "its review is not ready yet" in tab.get(review).content.decode()
    waiting = tab.get(review, headers=HTMX)
    assert (waiting.status_code, waiting.has_header("HX-Refresh")) == (204, False)
    review_attempt(attempt_id=hardest.pk)
    assert tab.get(review, headers=HTMX)["HX-Refresh"] == "true"
    assert "not ready yet" not in tab.get(review).content.decode()


def test_a_third_path_waits_for_the_first_two(tab: Client, student: User, hardest: Attempt) -> None:
    for name in ("first", "second"):
        StepSearch.objects.create(key=name, is_path=True, asker=student)
    assert tab.post(address(hardest), headers=HTMX)["HX-Redirect"] == address(hardest)
    assert StepSearch.objects.count() == 2
    page = tab.get(address(hardest)).content.decode()
    assert "This one comes next." in page
    assert 'hx-trigger="load, submit"' not in page
    known = page.split("?known=")[1].split('"')[0]
    StepSearch.objects.filter(key="first").update(found_at=timezone.now())
    assert tab.get(f"{address(hardest)}?known={known}", headers=HTMX)["HX-Refresh"] == "true"
    assert 'hx-trigger="load, submit"' in tab.get(address(hardest)).content.decode()
