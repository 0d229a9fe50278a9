"""Limits that nobody meets who plays: met, they are said in a sentence, and nothing piles up."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.token_bucket import TokenBucket
from puzzles.assignments.models import Assignment
from puzzles.play.game import Op
from puzzles.play.models import Attempt, AttemptClient, Move
from puzzles.play.pages.play import news
from puzzles.play.services import play
from puzzles.play.services.closing import hand_in
from puzzles.play.services.hints import HelpError, check_grid, give_hint
from puzzles.play.services.play import (
    MAX_CHANGES,
    MAX_LATE,
    MAX_MOVES,
    MAX_PAGES,
    MAX_TO_FINISH,
    REFUSALS,
    Limit,
    SentOp,
    TooFastError,
    pace_bucket,
    require_pace,
)

CLIENT = "0123456789abcdef"
# Empty cells of the grid that `attempt_of` begins.
EMPTY, ANOTHER = 2, 3


@pytest.fixture
def pace(monkeypatch: pytest.MonkeyPatch) -> TokenBucket:
    """The pace of players as it is outside of tests, with three moves at once, at a moment."""
    bucket = TokenBucket(burst=3, per_second=10, clock=lambda: 0.0)
    monkeypatch.setattr(play, "PACE", bucket)
    return bucket


def play_ops(attempt: Attempt, *ops: Op, first: int = 1, client: str = CLIENT) -> play.Game:
    sent = [SentOp(seq, op, 100) for seq, op in enumerate(ops, first)]
    return play.play_moves(player=attempt.player, attempt_id=attempt.pk, client=client, ops=sent)


def set_fields(attempt: Attempt, **fields: object) -> None:
    """Set columns of an attempt as many moves would have left them."""
    Attempt.objects.filter(pk=attempt.pk).update(**fields)


def stored(attempt: Attempt) -> int:
    return attempt.moves.count()


@pytest.mark.parametrize("full", [{"version": MAX_MOVES}, {"change_count": MAX_CHANGES}])
def test_a_game_full_of_moves_takes_digits_only(attempt: Attempt, full: dict[str, int]) -> None:
    set_fields(attempt, **full)
    game = play_ops(attempt, Op("n", EMPTY, 5), Op("u"), Op("f"), Op("d", EMPTY, 4), Op("x", EMPTY))
    assert game.refusals == [(1, Limit.MARKS), (2, Limit.MARKS), (3, Limit.MARKS)]
    assert news(game) == str(REFUSALS[Limit.MARKS])
    assert [move.kind for move in attempt.moves.order_by("number")] == ["d", "x"]
    # The page counts what was refused as sent, and does not send it again.
    assert game.client is not None
    assert game.client.last_seq == 5


def test_and_in_the_end_no_digit_either(attempt: Attempt) -> None:
    set_fields(attempt, version=MAX_MOVES + MAX_TO_FINISH - 1)
    game = play_ops(attempt, Op("d", EMPTY, 4), Op("d", ANOTHER, 4))
    assert game.refusals == [(2, Limit.MOVES)]
    assert stored(attempt) == 1


def test_wide_marks_count_by_the_cells_they_change(attempt: Attempt) -> None:
    cells = [cell for cell, digit in enumerate(attempt.puzzle.givens) if digit == "."]
    first, *more = cells
    play_ops(attempt, Op("l", first, 3, tuple(more)), Op("l", first, 4, tuple(more)), Op("n", EMPTY, 1))
    attempt.refresh_from_db()
    assert attempt.change_count == 2 * len(cells) + 1


def test_a_full_game_gets_no_help(attempt: Attempt) -> None:
    set_fields(attempt, version=MAX_MOVES)
    with pytest.raises(HelpError, match=str(REFUSALS[Limit.MARKS])):
        check_grid(player=attempt.player, attempt_id=attempt.pk)
    with pytest.raises(HelpError):
        give_hint(player=attempt.player, attempt_id=attempt.pk, seen_version=MAX_MOVES)
    set_fields(attempt, version=MAX_MOVES + MAX_TO_FINISH)
    with pytest.raises(HelpError, match=str(REFUSALS[Limit.MOVES])):
        check_grid(player=attempt.player, attempt_id=attempt.pk)
    assert stored(attempt) == 0


def test_late_moves_are_kept_up_to_a_number(exam: Assignment, exam_attempt: Attempt, student: User) -> None:
    attempt = exam_attempt
    hand_in(student=student, assignment_id=exam.pk)
    now = timezone.now()
    Move.objects.bulk_create(
        Move(attempt=attempt, number=number, kind="d", late=True, made_at=now)
        for number in range(1, MAX_LATE)
    )
    set_fields(attempt, version=MAX_LATE - 1)
    game = play_ops(attempt, Op("d", EMPTY, 4), Op("d", EMPTY, 5))
    assert (game.kept, game.refusals) == ([1], [(2, Limit.LATE)])
    assert stored(attempt) == MAX_LATE
    assert str(REFUSALS[Limit.LATE]) in news(game)


def test_an_attempt_is_played_on_so_many_pages(attempt: Attempt) -> None:
    AttemptClient.objects.bulk_create(
        AttemptClient(attempt=attempt, name=f"page{number:012}") for number in range(MAX_PAGES)
    )
    game = play_ops(attempt, Op("d", EMPTY, 4), Op("d", ANOTHER, 4))
    assert game.refusals == [(1, Limit.PAGES), (2, Limit.PAGES)]
    assert game.client is not None
    assert (game.client.last_seq, stored(attempt), attempt.clients.count()) == (2, 0, MAX_PAGES)
    known = play_ops(attempt, Op("d", EMPTY, 4), client="page000000000007")
    assert known.refusals == []


def test_moves_faster_than_people_wait_and_none_is_lost(attempt: Attempt, pace: TokenBucket) -> None:
    ops = [Op("n", EMPTY, digit) for digit in (1, 2, 3, 4)]
    play_ops(attempt, *ops)
    with pytest.raises(TooFastError) as refused:
        play_ops(attempt, Op("n", EMPTY, 5), first=5)
    assert refused.value.retry_after_s == 1
    assert stored(attempt) == 4
    with pytest.raises(HelpError, match="Wait a moment"):
        check_grid(player=attempt.player, attempt_id=attempt.pk)
    pace.clear()
    play_ops(attempt, Op("n", EMPTY, 5), first=5)
    assert stored(attempt) == 5


def test_a_page_whose_moves_must_wait_gets_the_seconds(
    client_of: Callable[[User], Client], attempt: Attempt, pace: TokenBucket
) -> None:
    pace.take(attempt.player_id, 33)
    moves = {"client": CLIENT, "version": 0, "ops": "1 1.2.n.1"}
    answer = client_of(attempt.player).post(
        f"/play/{attempt.pk}/moves/", moves, headers={"HX-Request": "true"}
    )
    assert (answer.status_code, answer["Retry-After"]) == (429, "4")
    assert stored(attempt) == 0


def test_the_processes_of_a_server_share_the_pace(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MOVES_PER_MINUTE, settings.SERVER_PROCESSES = 60, 2
    pace = pace_bucket()
    monkeypatch.setattr(play, "PACE", pace)
    pace.take(1, 140)
    require_pace(1)
    pace.take(1, 60)
    with pytest.raises(TooFastError):
        require_pace(1)


def test_nobody_who_plays_comes_near_the_pace() -> None:
    # Half an hour of two notes a second, written without connection, comes within some minutes.
    assert settings.MOVES_PER_MINUTE >= 600
    assert MAX_MOVES > 2 * 2 * 1800
