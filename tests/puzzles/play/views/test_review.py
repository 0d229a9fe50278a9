"""The page of a review: who may read it, and what it shows."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Event

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.fair_queue import MAX_EACH, THREAD_SLOTS, FairQueue
from accounts.models import User
from puzzles.engine import Board, solve_path
from puzzles.library.views.long_pages import LONG_PAGES
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.services.play import SentOp, play_moves
from puzzles.play.services.review import review_attempt

# Where something hangs, a test ends after so many seconds.
PATIENCE_S = 60

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]


@pytest.fixture
def attempt(attempt_of: StartAttempt, student: User) -> Attempt:
    """A game of the student that began with a mistake in the last cell to fill."""
    attempt = attempt_of(student)
    path = solve_path(Board.from_line(attempt.digits)).steps
    ops = [Op("d", cell, digit) for step in path for cell, digit in step.placements]
    ops.insert(0, Op("d", ops[-1].cell, ops[-1].digit % 9 + 1))
    for at in range(0, len(ops), 50):
        sent = [SentOp(at + place, op) for place, op in enumerate(ops[at : at + 50], 1)]
        play_moves(player=student, attempt_id=attempt.pk, client="page", ops=sent)
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.SOLVED
    return attempt


def address(attempt: Attempt) -> str:
    return reverse("play:review", args=[attempt.pk])


def text_of(client: Client, attempt: Attempt) -> str:
    answer = client.get(address(attempt), headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    main = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(main).split())


def test_a_review_shows_what_proved_each_digit(client_of: ClientOf, student: User, attempt: Attempt) -> None:
    text = text_of(client_of(student), attempt)
    assert '<dt>Proved</dt><dd class="big-number">51</dd>' in text
    assert '<dt>Mistakes</dt><dd class="big-number">1</dd>' in text
    assert text.count('class="move placement placement-proved"') == 51
    assert text.count('class="move placement placement-mistake"') == 1


def test_a_review_shows_the_easiest_step_that_was_missed(
    client_of: ClientOf, student: User, attempt: Attempt
) -> None:
    text = text_of(client_of(student), attempt)
    assert "The easiest step missed" in text
    assert "Before move 1 (" in text


def test_the_easiest_path_is_shown_too(client_of: ClientOf, student: User, attempt: Attempt) -> None:
    text = text_of(client_of(student), attempt)
    _own, _title, engine = text.partition("The easiest path</h2>")
    assert engine.count('class="move placement"') == 51


def test_a_review_reads_the_same_once_it_is_written(
    client_of: ClientOf, student: User, attempt: Attempt
) -> None:
    before = text_of(client_of(student), attempt)
    assert not attempt.placements.exists()
    review_attempt(attempt_id=attempt.pk)
    assert attempt.placements.count() == 52
    assert text_of(client_of(student), attempt) == before


def test_a_teacher_reads_the_reviews_of_her_students(
    client_of: ClientOf, teacher: User, attempt: Attempt
) -> None:
    assert "lea ·" in text_of(client_of(teacher), attempt)


def test_an_open_attempt_has_no_review(
    client_of: ClientOf, student: User, teacher: User, attempt_of: StartAttempt
) -> None:
    opened = attempt_of(student)
    assert client_of(student).get(address(opened)).status_code == 404
    assert client_of(teacher).get(address(opened)).status_code == 404


def test_a_replay_hides_the_path_while_the_grid_is_played_again(
    client_of: ClientOf, student: User, teacher: User, attempt: Attempt, attempt_of: StartAttempt
) -> None:
    attempt_of(student)
    answer = client_of(student).get(address(attempt))
    assert answer.status_code == 302
    assert answer.headers["Location"] == reverse("play:replay", args=[attempt.pk])
    assert client_of(teacher).get(address(attempt)).status_code == 200


def test_a_written_review_is_ten_queries(
    client_of: ClientOf,
    student: User,
    attempt: Attempt,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    review_attempt(attempt_id=attempt.pk)
    client = client_of(student)
    # Session and user, the attempt, what is held (twice), runs to predict, assigned drills, open games,
    # the placements, the moves up to what was missed. The first page also reads the path that is known.
    client.get(address(attempt))
    with django_assert_num_queries(10):
        client.get(address(attempt))


def test_a_review_waits_for_a_slot_and_asking_whether_it_is_ready_does_not(
    client_of: ClientOf, student: User, attempt: Attempt
) -> None:
    client = client_of(student)
    # All places of one asker are taken: one works, the other waits for it in a queue of its own.
    begun, over = Event(), Event()
    with ThreadPoolExecutor(2) as pool:
        held = [pool.submit(_hold, LONG_PAGES, student.pk, begun, over)]
        try:
            assert begun.wait(PATIENCE_S)
            held.append(pool.submit(_hold, FairQueue(patience_seconds=PATIENCE_S), student.pk, begun, over))
            _wait_until(lambda: len(THREAD_SLOTS.slots) == MAX_EACH)
            assert client.get(address(attempt)).status_code == 503
            assert client.get(address(attempt), headers={"HX-Request": "true"}).status_code == 204
        finally:
            over.set()
        for each in held:
            each.result(PATIENCE_S)
    assert client.get(address(attempt)).status_code == 200


def _hold(queue: FairQueue, asker: int, begun: Event, over: Event) -> None:
    with queue.slot(asker):
        begun.set()
        assert over.wait(PATIENCE_S)


def _wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.001)


def test_replay_and_history_lead_to_it(client_of: ClientOf, student: User, attempt: Attempt) -> None:
    for page in (reverse("play:replay", args=[attempt.pk]), "/history/", attempt.get_absolute_url()):
        assert f'href="{address(attempt)}"' in client_of(student).get(page).content.decode()


def test_the_history_marks_practice(
    client_of: ClientOf, student: User, teacher: User, attempt: Attempt
) -> None:
    Attempt.objects.update(elapsed_ms=600_000)
    review_attempt(attempt_id=attempt.pk)
    for who, page in ((student, "/history/"), (teacher, "/students/lea/")):
        text = client_of(who).get(page, headers={"Accept-Language": "en"}).content.decode()
        assert 'href="/techniques/hidden_single/"' in text
        assert "practising" in text
