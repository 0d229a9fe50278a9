"""Games that are left, as their player sees them; and the pages that ask first."""

from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from puzzles.play.models import Attempt
from tests.puzzles.play.services.test_game_ends import place

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]


@pytest.fixture
def game(student: User, attempt_of: StartAttempt) -> Attempt:
    attempt = attempt_of(student, solution="any_time")
    place(attempt)
    return attempt


@pytest.fixture
def own(client_of: ClientOf, student: User) -> Client:
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text(client: Client, address: str) -> str:
    return unescape(client.get(address).content.decode())


def test_the_solution_is_asked_for_on_a_page_that_ends_nothing(own: Client, game: Attempt) -> None:
    board = text(own, game.get_absolute_url())
    address = reverse("play:solution", args=[game.pk])
    assert f'href="{address}"' in board
    assert f'action="{address}"' not in board
    assert f'action="{reverse("play:path", args=[game.pk])}"' not in board
    page = text(own, address)
    assert "it counts as shown, not as solved" in page
    game.refresh_from_db()
    assert game.is_open
    own.post(address, {"version": game.version})
    game.refresh_from_db()
    assert game.state == Attempt.State.SHOWN
    assert own.get(address).status_code == 302


def test_a_game_set_aside_leaves_the_first_page_and_stays_in_the_history(own: Client, game: Attempt) -> None:
    assert game.get_absolute_url() in text(own, "/")
    own.post(reverse("play:set_aside", args=[game.pk]))
    assert game.get_absolute_url() not in text(own, "/")
    assert "set aside" in text(own, "/history/")
    assert "Resume" in text(own, "/history/")
    own.post(reverse("play:take_up", args=[game.pk]))
    assert game.get_absolute_url() in text(own, "/")


def test_starting_over_asks_first_and_leads_to_the_fresh_game(own: Client, game: Attempt) -> None:
    address = reverse("play:start_over", args=[game.pk])
    assert "Start this grid over?" in text(own, address)
    game.refresh_from_db()
    assert game.is_open
    fresh = own.post(address)["Location"]
    assert fresh != game.get_absolute_url()
    assert "started over" in text(own, "/history/")
    assert "You started this grid over." in text(own, game.get_absolute_url())


def test_a_practice_copy_cannot_be_started_over(own: Client, game: Attempt) -> None:
    link = f'href="{reverse("play:start_over", args=[game.pk])}"'
    assert link in text(own, game.get_absolute_url())
    Attempt.objects.filter(pk=game.pk).update(is_practice=True)
    assert link not in text(own, game.get_absolute_url())


def test_the_old_game_shows_nothing_of_the_solution(own: Client, game: Attempt) -> None:
    own.post(reverse("play:start_over", args=[game.pk]))
    assert own.get(reverse("play:review", args=[game.pk])).status_code == 404
    assert "review says" not in text(own, game.get_absolute_url())
    for name in ("play:play", "play:replay", "play:path"):
        answer = own.get(reverse(name, args=[game.pk]), follow=True).content.decode()
        assert game.puzzle.solution not in answer
        assert reverse("play:path", args=[game.pk]) not in answer
    own.post(reverse("play:path", args=[game.pk]))
    path = own.get(reverse("play:path", args=[game.pk]))
    assert path.status_code == 302
