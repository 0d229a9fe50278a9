"""Moves come in: once each, in order, under a lock, with their time."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.engine import Board
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.game import Change, MoveRefusal, Op, replay
from puzzles.play.models import Attempt, AttemptClient, Move
from puzzles.play.services import play
from puzzles.play.services.play import SentOp

CLIENT = "0123456789abcdef"
StartAttempt = Callable[..., Attempt]


def sent(*ops: str, first: int = 1, ms: int | None = 100) -> list[SentOp]:
    """Ops written `cell.kind.digit`, numbered from `first`."""
    found = []
    for seq, text in enumerate(ops, first):
        cell, kind, digit = (*text.split("."), "0")[:3]
        found.append(SentOp(seq, Op(kind, int(cell) if cell else None, int(digit)), ms))
    return found


def play_ops(attempt: Attempt, ops: Iterable[SentOp], client: str = CLIENT) -> play.Game:
    return play.play_moves(player=attempt.player, attempt_id=attempt.pk, client=client, ops=list(ops))


def set_fields(attempt: Attempt, **fields: object) -> None:
    """Set columns of an attempt as an earlier request may have left them."""
    Attempt.objects.filter(pk=attempt.pk).update(**fields)


def assert_grid_is_replay(attempt: Attempt) -> None:
    attempt.refresh_from_db()
    moves = attempt.moves.order_by("number")
    assert [move.number for move in moves] == list(range(1, attempt.version + 1))
    again = replay(
        Board.from_line(attempt.puzzle.givens).digits,
        [tuple(Change(*change) for change in move.effect) for move in moves],
    )
    state = attempt.game_state()
    assert (again.digits, again.marks) == (state.digits, state.marks)


# What is taken


def test_a_move_is_stored_with_what_it_did(attempt: Attempt) -> None:
    game = play_ops(attempt, sent("2.n.1", "2.d.4"))
    attempt.refresh_from_db()
    assert (attempt.digits[2], attempt.marks, attempt.version, attempt.move_count) == ("4", "", 2, 2)
    move = attempt.moves.get(number=2)
    assert (move.kind, move.cell, move.digit, move.effect) == ("d", 2, 4, [[2, 0, 4, 1, 0]])
    assert (move.client, move.seq) == (game.client, 2)


def test_an_undo_after_other_requests_finds_the_move_it_takes_back(attempt: Attempt) -> None:
    play_ops(attempt, sent("2.n.1", "3.d.6", "2.d.4"))
    play_ops(attempt, sent(".u", ".u", first=4))
    play_ops(attempt, sent(".r", first=6))
    attempt.refresh_from_db()
    assert (attempt.digits[2], attempt.digits[3], attempt.marks[6:9]) == (".", "6", "001")
    assert list(attempt.moves.values_list("kind", "target")) == [
        ("n", None),
        ("d", None),
        ("d", None),
        ("u", 3),
        ("u", 2),
        ("r", 2),
    ]
    assert_grid_is_replay(attempt)


def test_ops_already_applied_are_skipped(attempt: Attempt) -> None:
    ops = sent("2.d.4", "3.d.6")
    play_ops(attempt, ops)
    game = play_ops(attempt, [*ops, *sent("5.d.8", first=3)])
    assert game.client is not None
    assert game.client.last_seq == 3
    assert attempt.moves.count() == 3


def test_nothing_behind_a_gap_is_taken_or_acknowledged(attempt: Attempt) -> None:
    game = play_ops(attempt, [*sent("2.d.4"), *sent("3.d.6", first=3)])
    assert game.client is not None
    assert game.client.last_seq == 1
    assert attempt.moves.count() == 1


def test_a_refused_op_uses_up_its_number_and_is_reported(attempt: Attempt) -> None:
    game = play_ops(attempt, sent("0.d.4", "2.q", "2.d.4"))
    assert game.client is not None
    assert game.client.last_seq == 3
    assert game.refusals == [(1, MoveRefusal.GIVEN), (2, MoveRefusal.NONSENSE)]
    assert [move.seq for move in attempt.moves.all()] == [3]


def test_an_op_that_changes_nothing_uses_up_its_number_and_is_no_move(attempt: Attempt) -> None:
    play_ops(attempt, sent(".u", "2.x", "2.o.1"))
    game = play_ops(attempt, sent("2.d.4", first=4))
    assert (game.refusals, game.state.version) == ([], 1)


def test_every_refusal_has_a_sentence() -> None:
    assert set(play.REFUSALS) == {*MoveRefusal, *play.Limit}


def test_all_notes_at_once_need_the_policys_leave(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, auto_notes=False)
    game = play_ops(attempt, sent(".f", "2.n.1"))
    assert game.refusals == [(1, MoveRefusal.FORBIDDEN)]
    assert game.state.notes[2] == 1


def test_only_the_player_reaches_an_attempt(attempt: Attempt, classmate: User) -> None:
    with pytest.raises(Attempt.DoesNotExist):
        play.play_moves(player=classmate, attempt_id=attempt.pk, client=CLIENT, ops=sent("2.d.4"))
    assert not Move.objects.exists()


# The end


def almost(puzzle: Puzzle) -> str:
    """The solution with its third cell still empty."""
    return f"{puzzle.solution[:2]}.{puzzle.solution[3:]}"


def test_a_grid_right_by_the_rules_is_solved(attempt_of: StartAttempt, student: User, puzzle: Puzzle) -> None:
    game = play_ops(attempt_of(student, digits=almost(puzzle)), sent("2.d.4"))
    attempt = Attempt.objects.get()
    assert (attempt.state, attempt.finished_at) == (Attempt.State.SOLVED, game.now)
    assert game.is_finished_now


def test_a_full_grid_that_repeats_a_digit_stays_open(
    attempt_of: StartAttempt, student: User, puzzle: Puzzle
) -> None:
    game = play_ops(attempt_of(student, digits=almost(puzzle)), sent("2.d.1"))
    assert game.attempt.is_open
    assert 0 not in game.state.digits


def test_the_rules_judge_the_end_and_not_the_stored_solution(
    attempt_of: StartAttempt, student: User, puzzle: Puzzle
) -> None:
    digits = almost(puzzle)
    Puzzle.objects.update(solution=puzzle.solution[::-1])
    assert play_ops(attempt_of(student, digits=digits), sent("2.d.4")).attempt.state == Attempt.State.SOLVED


def test_a_finished_attempt_takes_no_more(attempt_of: StartAttempt, student: User, puzzle: Puzzle) -> None:
    attempt = attempt_of(student, digits=almost(puzzle))
    game = play_ops(attempt, sent("2.d.4", ".u"))
    assert game.refusals == [(2, MoveRefusal.FINISHED)]
    later = play_ops(attempt, sent("2.x", first=3))
    assert later.refusals == [(3, MoveRefusal.FINISHED)]
    assert not later.is_finished_now
    assert attempt.moves.count() == 1


def test_a_digit_unlike_the_solution_is_a_mistake_and_a_note_is_none(attempt: Attempt) -> None:
    play_ops(attempt, sent("2.d.1", "2.d.4", "3.n.9", "3.d.9"))
    attempt.refresh_from_db()
    assert attempt.mistakes == 2
    assert list(attempt.moves.values_list("mistake", flat=True)) == [True, False, False, True]


# Time


def seconds_ago(attempt: Attempt, seconds: float) -> None:
    set_fields(attempt, last_move_at=timezone.now() - timedelta(seconds=seconds))


def test_solve_time_is_what_the_page_counted(attempt: Attempt) -> None:
    seconds_ago(attempt, 30)
    game = play_ops(attempt, sent("2.d.4", "3.d.6", ms=5_000))
    assert [move.elapsed_ms for move in game.moves] == [5_000, 10_000]
    assert game.attempt.elapsed_ms == 10_000


def ms_since(moment: datetime) -> int:
    return -((moment - timezone.now()) // timedelta(milliseconds=1))


def test_a_page_cannot_count_more_than_passed_here(attempt: Attempt) -> None:
    began = timezone.now() - timedelta(seconds=2)
    set_fields(attempt, last_move_at=began)
    game = play_ops(attempt, sent("2.d.4", "3.d.6", ms=500_000))
    assert 2_000 <= game.attempt.elapsed_ms <= ms_since(began)


def test_a_gap_counts_one_minute_at_most(attempt: Attempt) -> None:
    seconds_ago(attempt, 3_600)
    assert play_ops(attempt, sent("2.d.4", ms=3_000_000)).attempt.elapsed_ms == 60_000


def test_without_a_pages_count_our_own_clock_counts(attempt: Attempt) -> None:
    began = timezone.now() - timedelta(seconds=10)
    set_fields(attempt, last_move_at=began)
    counted = play_ops(attempt, sent("2.d.4", ms=None)).attempt.elapsed_ms
    assert 10_000 <= counted <= ms_since(began)


def test_a_clock_set_back_counts_nothing(attempt: Attempt) -> None:
    seconds_ago(attempt, -600)
    assert play_ops(attempt, sent("2.d.4")).attempt.elapsed_ms == 0


def test_a_finished_attempt_counts_no_more_time(
    attempt_of: StartAttempt, student: User, puzzle: Puzzle
) -> None:
    attempt = attempt_of(student, digits=almost(puzzle))
    seconds_ago(attempt, 60)
    assert play_ops(attempt, sent("2.d.4", "2.x", ms=7_000)).attempt.elapsed_ms == 7_000


# Help is appended to the same moves


def ask_help(attempt: Attempt, *, ms: int | None = None, **move: object) -> play.Game:
    with transaction.atomic():
        game = play.lock_game(player=attempt.player, attempt_id=attempt.pk, ms=ms)
        play.append_help(game, **move)  # type: ignore[arg-type]
        play.save_game(game)
    return game


def test_a_hint_is_a_move_that_leaves_the_grid_and_the_stacks_alone(attempt: Attempt) -> None:
    play_ops(attempt, sent("2.d.4", "3.d.6", ".u"))
    ask_help(attempt, kind=Move.Kind.HINT, technique="naked_single", rung=2)
    play_ops(attempt, sent(".r", first=4))
    attempt.refresh_from_db()
    hint = attempt.moves.get(kind="h")
    assert (hint.number, hint.effect, hint.technique, hint.rung, hint.client) == (
        4,
        [],
        "naked_single",
        2,
        None,
    )
    assert attempt.digits[3] == "6"
    assert attempt.move_count == 4
    assert_grid_is_replay(attempt)


def test_cells_filled_by_help_are_counted_and_can_be_undone(attempt: Attempt) -> None:
    effect = (Change(2, 0, 4, 0, 0), Change(3, 0, 6, 0, 0))
    assert ask_help(attempt, kind=Move.Kind.SHOW_SIMPLE, effect=effect).attempt.cells_shown == 2
    play_ops(attempt, sent(".u"))
    attempt.refresh_from_db()
    assert attempt.digits == attempt.puzzle.givens
    assert attempt.cells_shown == 2
    assert_grid_is_replay(attempt)


def test_a_grid_completed_by_help_is_shown_and_not_solved(
    attempt_of: StartAttempt, student: User, puzzle: Puzzle
) -> None:
    attempt = attempt_of(student, digits=almost(puzzle))
    game = ask_help(attempt, kind=Move.Kind.SHOW_SOLUTION, effect=(Change(2, 0, 4, 0, 0),))
    assert game.attempt.state == Attempt.State.SHOWN
    assert game.is_finished_now


def test_the_time_before_a_help_counts_as_solving(attempt: Attempt) -> None:
    began = timezone.now() - timedelta(seconds=20)
    set_fields(attempt, last_move_at=began)
    counted = ask_help(attempt, kind=Move.Kind.HINT).attempt.elapsed_ms
    assert 20_000 <= counted <= ms_since(began)


@pytest.mark.parametrize(("told", "counted"), [(0, 0), (7_000, 7_000), (60_000, 20_000)])
def test_time_that_a_page_was_covered_is_not_counted_before_a_help(
    attempt: Attempt, told: int, counted: int
) -> None:
    began = timezone.now() - timedelta(seconds=20)
    set_fields(attempt, last_move_at=began)
    elapsed = ask_help(attempt, kind=Move.Kind.HINT, ms=told).attempt.elapsed_ms
    assert counted <= elapsed <= (ms_since(began) if told == 60_000 else counted)


# Cost and crowds


@pytest.mark.parametrize(("count", "kinds"), [(1, "d"), (20, "d"), (1, "n"), (20, "n")])
def test_moves_cost_the_same_few_queries_however_many_come(
    attempt: Attempt, django_assert_num_queries: DjangoAssertNumQueries, count: int, kinds: str
) -> None:
    play_ops(attempt, sent("2.d.4"))
    ops = [f"3.{kinds}.{1 + at % 9}" for at in range(count)]
    # Savepoint and its release (a begin and a commit in life), attempt, what is held, page; page, moves,
    # attempt.
    with django_assert_num_queries(8):
        play_ops(attempt, sent(*ops, first=2))


def test_an_undo_costs_one_query_more(
    attempt: Attempt, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_ops(attempt, sent(*[f"3.d.{1 + at % 9}" for at in range(40)]))
    with django_assert_num_queries(9):
        play_ops(attempt, sent(".u", ".u", ".r", first=41))


def in_threads(act: Callable[[int], play.Game], count: int) -> list[play.Game]:
    """What each of so many threads got, all acting at once over connections of their own."""

    def alone(at: int) -> play.Game:
        try:
            return act(at)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(alone, range(count)))


@pytest.mark.django_db(transaction=True)
def test_sixteen_pages_at_once_lose_nothing(attempt: Attempt) -> None:
    cells = [cell for cell, digit in enumerate(attempt.puzzle.givens) if digit == "."]
    games = in_threads(
        lambda at: play_ops(
            attempt, sent(*[f"{cells[at]}.n.{digit}" for digit in range(1, 6)]), client=f"{at:016}"
        ),
        16,
    )
    assert sorted(game.state.version for game in games) == list(range(5, 81, 5))
    assert attempt.moves.count() == 80
    assert_grid_is_replay(attempt)


@pytest.mark.django_db(transaction=True)
def test_one_request_delivered_sixteen_times_at_once_counts_once(attempt: Attempt) -> None:
    games = in_threads(lambda _: play_ops(attempt, sent("2.d.4", "3.n.6")), 16)
    assert {game.client.last_seq for game in games if game.client} == {2}
    assert attempt.moves.count() == 2
    assert AttemptClient.objects.count() == 1


def test_the_default_policy_allows_cleaning_and_filling_notes(db: None) -> None:
    rules = play.note_rules(HelpPolicy())
    assert (rules.clean_notes, rules.fill_notes) == (True, True)


# The server's own clock


def test_the_servers_clock_counts_whatever_the_page_says(attempt: Attempt) -> None:
    for seq, cell in enumerate((2, 3, 5, 6, 7), 1):
        seconds_ago(attempt, 30)
        play_ops(attempt, sent(f"{cell}.n.1", first=seq, ms=0))
    attempt.refresh_from_db()
    assert attempt.elapsed_ms == 0
    assert 150_000 <= attempt.server_ms < 160_000
    assert attempt.is_time_doubtful
    seconds_ago(attempt, 3_600)
    play_ops(attempt, sent("8.n.1", first=6, ms=0))
    attempt.refresh_from_db()
    assert 210_000 <= attempt.server_ms < 220_000


def test_a_rest_does_not_make_a_time_doubtful(attempt: Attempt) -> None:
    for seq, (seconds, ms) in enumerate([(30, 30_000), (60, 0), (50, 50_000), (40, 0)], 1):
        seconds_ago(attempt, seconds)
        play_ops(attempt, sent(f"{seq + 1}.n.1", first=seq, ms=ms))
    attempt.refresh_from_db()
    assert attempt.elapsed_ms == 80_000
    assert attempt.server_ms >= 180_000
    assert not attempt.is_time_doubtful
