"""Going on from a position of a finished attempt: for its player, by a form, and back with a sentence."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.play.models import Attempt, Move

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]


@pytest.fixture
def finished(attempt_of: StartAttempt, student: User) -> Attempt:
    """An attempt that was given up after two digits."""
    attempt = attempt_of(student)
    for number, (cell, digit) in enumerate([(2, 4), (3, 6)], 1):
        Move.objects.create(
            attempt=attempt, number=number, kind="d", cell=cell, digit=digit, effect=[[cell, 0, digit, 0, 0]]
        )
    digits = attempt.puzzle.givens[:2] + "46" + attempt.puzzle.givens[4:]
    Attempt.objects.filter(pk=attempt.pk).update(
        state=Attempt.State.SHOWN, finished_at=timezone.now(), digits=digits, version=2
    )
    attempt.refresh_from_db()
    return attempt


def practice_address(attempt: Attempt) -> str:
    return reverse("play:practice", args=[attempt.pk])


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_form_leads_to_the_copy(client_of: ClientOf, student: User, finished: Attempt) -> None:
    client = client_of(student)
    answer = client.post(practice_address(finished), {"move": 1})
    copy = Attempt.objects.get(is_practice=True)
    assert answer["Location"] == copy.get_absolute_url()
    assert copy.digits[2:4] == "4."
    # It says what it is wherever it is named.
    for address in (copy.get_absolute_url(), reverse("play:replay", args=[copy.pk]), "/history/"):
        assert "(practice copy)" in text_of(client, address)
    assert "position after move 1 taken over" in text_of(client, reverse("play:replay", args=[copy.pk]))


def test_a_refusal_leads_back_to_the_position_with_a_sentence(
    client_of: ClientOf, student: User, finished: Attempt, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    client = client_of(student)
    headers = {"Accept-Language": "en"}
    answer = client.post(practice_address(finished), {"move": 1}, headers=headers)
    assert answer["Location"] == f"{reverse('play:replay', args=[finished.pk])}?move=1"
    assert "You are still playing this grid" in text_of(client, answer["Location"])


@pytest.mark.parametrize("sent", [{}, {"move": "-1"}, {"move": "abc"}, {"move": str(2**31)}])
def test_a_number_that_is_none_leads_back(
    sent: dict[str, str], client_of: ClientOf, student: User, finished: Attempt
) -> None:
    answer = client_of(student).post(practice_address(finished), sent)
    assert answer["Location"] == reverse("play:replay", args=[finished.pk])
    assert not Attempt.objects.filter(is_practice=True).exists()


@pytest.mark.parametrize("sent", [{}, {"move": 1}])
def test_it_is_for_the_player_alone(
    sent: dict[str, int],
    client_of: ClientOf,
    classmate: User,
    stranger: User,
    teacher: User,
    administrator: User,
    finished: Attempt,
) -> None:
    for other in (classmate, stranger, teacher, administrator):
        assert client_of(other).post(practice_address(finished), sent).status_code == 404
    answer = Client().post(practice_address(finished), sent)
    assert answer["Location"].startswith("/accounts/login/")
    assert Attempt.objects.count() == 1


def test_a_get_request_is_the_wrong_method(client_of: ClientOf, student: User, finished: Attempt) -> None:
    assert client_of(student).get(practice_address(finished)).status_code == 405


def test_a_replay_offers_it_to_the_player_of_a_finished_attempt(
    client_of: ClientOf, student: User, teacher: User, finished: Attempt, attempt_of: StartAttempt
) -> None:
    offered, replay = practice_address(finished), reverse("play:replay", args=[finished.pk])
    assert offered in text_of(client_of(student), replay)
    assert offered not in text_of(client_of(teacher), replay)
    still_open = attempt_of(student)
    Move.objects.create(attempt=still_open, number=1, kind="d", cell=2, digit=4, effect=[[2, 0, 4, 0, 0]])
    replay = reverse("play:replay", args=[still_open.pk])
    assert practice_address(still_open) not in text_of(client_of(student), replay)


@pytest.mark.parametrize("count", [2, 40])
def test_a_copy_costs_a_fixed_number_of_queries(
    count: int,
    client_of: ClientOf,
    student: User,
    finished: Attempt,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(3, count + 1):
        Move.objects.create(attempt=finished, number=number, kind="k")
    client = client_of(student)
    with django_assert_max_num_queries(21):
        client.post(practice_address(finished), {"move": count})
    assert Attempt.objects.filter(is_practice=True).count() == 1


# The position of a replay


def test_a_position_is_asked_for_by_its_number(client_of: ClientOf, student: User, finished: Attempt) -> None:
    client, replay = client_of(student), reverse("play:replay", args=[finished.pk])
    entered = {
        asked: client.get(replay + asked).context["replay"].board.entered.text
        for asked in ("", "?move=0", "?move=1", "?move=2", "?move=99", "?move=x", "?move=-1")
    }
    assert entered == {
        "": "46",
        "?move=0": "",
        "?move=1": "4",
        "?move=2": "46",
        "?move=99": "46",
        "?move=x": "46",
        "?move=-1": "46",
    }
    text = text_of(client, f"{replay}?move=1")
    assert '<li class="move" value="1" aria-current="step">' in text
    assert '<input type="hidden" name="move" value="1"' in text
