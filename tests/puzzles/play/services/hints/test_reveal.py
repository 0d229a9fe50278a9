"""Checks, cells, the simple method, the solution: what is revealed or filled, recorded, and refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt, Move
from puzzles.play.services import hints
from puzzles.play.services.hints import HelpError, SimpleRun

Play = Callable[..., None]
IsReplay = Callable[[Attempt], bool]
StartAttempt = Callable[..., Attempt]

# The simple method on the fixture's grid begins with r5c5=5, r5c2=2, r5c8=9.
FIRST_SIMPLE = [40, 37, 43]


def check(attempt: Attempt) -> tuple[int, ...]:
    _game, found = hints.check_grid(player=attempt.player, attempt_id=attempt.pk)
    attempt.refresh_from_db()
    return found


def show_cell(attempt: Attempt, cell: int) -> None:
    hints.show_cell(player=attempt.player, attempt_id=attempt.pk, cell=cell)
    attempt.refresh_from_db()


def show_simple(attempt: Attempt, *, to_the_end: bool = False) -> SimpleRun:
    _game, run = hints.show_simple(player=attempt.player, attempt_id=attempt.pk, to_the_end=to_the_end)
    attempt.refresh_from_db()
    return run


def show_solution(attempt: Attempt) -> None:
    hints.show_solution(player=attempt.player, attempt_id=attempt.pk)
    attempt.refresh_from_db()


def filled(attempt: Attempt) -> list[int]:
    """The cells that hold a digit and are not given."""
    pairs = zip(attempt.puzzle.givens, attempt.digits, strict=True)
    return [cell for cell, (before, after) in enumerate(pairs) if before != after]


def almost(puzzle: Puzzle, *cells: int) -> str:
    """The solution with these cells still empty."""
    return "".join("." if cell in cells else digit for cell, digit in enumerate(puzzle.solution))


def assert_refused(attempt: Attempt, ask: Callable[[], Any], part: str | None = None) -> None:
    """The help is refused, with these words in its reason, and neither moves nor counters have changed."""
    before = Attempt.objects.filter(pk=attempt.pk).values().get(), attempt.moves.count()
    with pytest.raises(HelpError, match=part):
        ask()
    assert (Attempt.objects.filter(pk=attempt.pk).values().get(), attempt.moves.count()) == before


# A check


def test_a_check_returns_the_wrong_digits_and_is_recorded(attempt: Attempt, move: Play) -> None:
    move(attempt, "2.d.1", "3.d.6", "40.d.9", "5.n.1")
    assert check(attempt) == (2, 40)
    assert attempt.checks == 1
    last = attempt.moves.latest("number")
    assert (last.kind, last.cell, last.digit, last.effect) == (Move.Kind.CHECK, None, 0, [])


def test_a_check_of_a_right_grid_is_recorded_too(attempt: Attempt) -> None:
    assert check(attempt) == ()
    assert attempt.checks == 1


def test_a_repeated_check_returns_the_same_and_counts_once(attempt: Attempt, move: Play) -> None:
    move(attempt, "2.d.1")
    assert check(attempt) == check(attempt) == (2,)
    assert (attempt.checks, attempt.version) == (1, 2)
    # The simple method tells of the same mistakes.
    hints.show_simple(player=attempt.player, attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert (attempt.checks, attempt.version) == (1, 2)
    move(attempt, "3.n.6")
    check(attempt)
    assert attempt.checks == 2


def test_a_check_keeps_the_redo(attempt: Attempt, move: Play, grid_is_replay: IsReplay) -> None:
    move(attempt, "2.d.4", ".u")
    check(attempt)
    move(attempt, ".r")
    assert attempt.digits[2] == "4"
    assert grid_is_replay(attempt)


def test_without_checking_a_check_is_refused(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, hint_rung=0, checking=False)
    assert_refused(attempt, lambda: check(attempt))


# One cell


def test_a_cell_is_filled_with_its_digit_and_counted(
    attempt: Attempt, move: Play, grid_is_replay: IsReplay
) -> None:
    move(attempt, "2.n.4", "3.n.4", "3.n.6")
    show_cell(attempt, 2)
    assert (attempt.digits[2], attempt.marks[6:12], attempt.cells_shown) == ("4", "000020", 1)
    last = attempt.moves.latest("number")
    assert (last.kind, last.cell, last.digit) == (Move.Kind.SHOW_CELL, 2, 4)
    assert grid_is_replay(attempt)


def test_a_cell_that_is_undone_stays_counted(attempt: Attempt, move: Play) -> None:
    show_cell(attempt, 2)
    move(attempt, ".u")
    assert (attempt.digits, attempt.cells_shown) == (attempt.puzzle.givens, 1)


@pytest.mark.parametrize(("cell", "op"), [(2, "2.d.1"), (2, "2.d.4"), (0, "2.n.4")])
def test_a_cell_with_a_digit_is_left_alone_right_or_wrong(
    attempt: Attempt, move: Play, cell: int, op: str
) -> None:
    move(attempt, op)
    assert_refused(attempt, lambda: show_cell(attempt, cell))


def test_cells_are_filled_up_to_the_policys_number_whatever_filled_them(
    attempt_of: StartAttempt, student: User, move: Play
) -> None:
    attempt = attempt_of(student, partial_cells=2, solution="never")
    show_cell(attempt, 2)
    move(attempt, ".u")
    show_cell(attempt, 3)
    assert_refused(attempt, lambda: show_cell(attempt, 5), "2")
    assert_refused(attempt, lambda: show_simple(attempt), "2")


def test_no_cell_is_filled_where_the_policy_grants_none(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, partial_cells=0)
    assert_refused(attempt, lambda: show_cell(attempt, 2))
    assert_refused(attempt, lambda: show_simple(attempt))


def test_permission_for_the_solution_allows_any_number_of_cells(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student, partial_cells=1, solution="any_time")
    for cell in (2, 3, 5):
        show_cell(attempt, cell)
    assert attempt.cells_shown == 3


def test_even_then_the_last_cell_is_left_to_the_player(
    attempt_of: StartAttempt, student: User, puzzle: Puzzle
) -> None:
    attempt = attempt_of(student, digits=almost(puzzle, 2))
    assert_refused(attempt, lambda: show_cell(attempt, 2), "last|dernière")


# As far as the simple method goes


def test_the_simple_method_completes_a_grid_only_on_request_which_ends_it_as_shown(
    attempt: Attempt, grid_is_replay: IsReplay
) -> None:
    assert show_simple(attempt) == SimpleRun(would_end=True)
    assert (filled(attempt), attempt.is_open) == ([], True)
    assert len(show_simple(attempt, to_the_end=True).filled) == 51
    assert (attempt.digits, attempt.state) == (attempt.puzzle.solution, Attempt.State.SHOWN)
    # That it would end tells that no digit is wrong, so it is recorded as well.
    assert [(move.kind, len(move.effect)) for move in attempt.moves.all()] == [("m", 0), ("m", 51)]
    assert attempt.cells_shown == 51
    assert grid_is_replay(attempt)


def test_the_request_to_complete_a_grid_needs_permission(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, partial_cells=3, solution="never")
    assert len(show_simple(attempt, to_the_end=True).filled) == 3
    assert_refused(attempt, lambda: show_simple(attempt, to_the_end=True))


def test_the_simple_method_goes_as_far_as_it_comes_on_a_grid_it_does_not_solve(
    hard_attempt: Attempt, move: Play, grid_is_replay: IsReplay
) -> None:
    move(hard_attempt, "2.d.5")
    assert len(show_simple(hard_attempt).filled) == 14
    assert (hard_attempt.cells_shown, hard_attempt.is_open) == (14, True)
    assert grid_is_replay(hard_attempt)


def test_the_simple_method_stops_at_the_policys_number_and_is_one_move(
    attempt_of: StartAttempt, student: User, move: Play
) -> None:
    attempt = attempt_of(student, partial_cells=3, solution="never")
    show_simple(attempt)
    assert filled(attempt) == sorted(FIRST_SIMPLE)
    move(attempt, ".u")
    assert (filled(attempt), attempt.cells_shown) == ([], 3)


def test_the_simple_method_never_completes_a_grid_whose_solution_is_not_shown(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student, partial_cells=80, solution="never")
    show_simple(attempt)
    assert (attempt.digits.count("."), attempt.is_open) == (1, True)
    assert_refused(attempt, lambda: show_simple(attempt))
    assert_refused(attempt, lambda: show_cell(attempt, attempt.digits.index(".")))


def test_a_grid_that_help_filled_is_shown_also_where_its_player_fills_the_last_cell(
    attempt_of: StartAttempt, student: User, move: Play
) -> None:
    attempt = attempt_of(student, partial_cells=80, solution="never")
    show_simple(attempt)
    cell = attempt.digits.index(".")
    move(attempt, f"{cell}.d.{attempt.puzzle.solution[cell]}")
    assert (attempt.state, attempt.cells_shown) == (Attempt.State.SHOWN, 50)


def test_mistakes_are_reported_before_the_simple_method_and_recorded_as_a_check(
    attempt: Attempt, move: Play
) -> None:
    move(attempt, "2.d.1")
    assert show_simple(attempt) == SimpleRun(wrong=(2,))
    assert (filled(attempt), attempt.checks, attempt.cells_shown) == ([2], 1, 0)
    assert attempt.moves.latest("number").kind == Move.Kind.CHECK


def test_a_simple_method_without_result_is_recorded_since_it_reveals_no_mistakes(
    hard_attempt: Attempt,
) -> None:
    show_simple(hard_attempt)
    last = hard_attempt.moves.latest("number")
    assert (last.kind, last.effect, hard_attempt.cells_shown) == (Move.Kind.SHOW_SIMPLE, [], 0)


# Without checking, no help may tell right from wrong


def unchecked(attempt_of: StartAttempt, student: User, **rules: Any) -> Attempt:
    return attempt_of(student, hint_rung=0, checking=False, solution="never", **rules)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    digits=st.dictionaries(
        st.sampled_from([2, 3, 5, 40, 37, 43, 38, 60, 78]), st.integers(1, 9), min_size=1, max_size=6
    )
)
def test_without_checking_the_simple_method_ignores_wrong_digits_elsewhere(
    attempt_of: StartAttempt, student: User, digits: dict[int, int]
) -> None:
    Attempt.objects.all().delete()
    attempt = unchecked(attempt_of, student, partial_cells=12)
    right = {cell: int(attempt.puzzle.solution[cell]) for cell in digits}
    effects = []
    for own in (digits, right):
        grid = list(attempt.puzzle.givens)
        for cell, digit in own.items():
            grid[cell] = str(digit)
        Attempt.objects.update(digits="".join(grid), cells_shown=0, version=0, undo_stack="")
        Move.objects.all().delete()
        show_simple(attempt)
        effects.append(attempt.moves.get().effect)
    assert effects[0] == effects[1]
    assert len(effects[0]) == 12


def test_without_checking_a_cell_is_filled_beside_a_mistake_without_a_word(
    attempt_of: StartAttempt, student: User, move: Play
) -> None:
    attempt = unchecked(attempt_of, student)
    move(attempt, "3.d.2")
    show_cell(attempt, 2)
    assert (attempt.digits[2:4], attempt.checks) == ("42", 0)


# The solution


def test_the_solution_fills_the_grid_and_ends_the_attempt_as_shown(
    attempt: Attempt, move: Play, grid_is_replay: IsReplay
) -> None:
    move(attempt, "2.d.1", "3.n.6", "5.d.8")
    show_solution(attempt)
    assert (attempt.digits, attempt.marks) == (attempt.puzzle.solution, "")
    assert attempt.state == Attempt.State.SHOWN
    assert attempt.finished_at is not None
    # The wrong digit was put right; only what was empty counts as filled.
    assert attempt.cells_shown == 49
    assert grid_is_replay(attempt)


def test_after_the_solution_nothing_can_be_undone_or_asked(attempt: Attempt, move: Play) -> None:
    show_solution(attempt)
    move(attempt, ".u")
    assert attempt.digits == attempt.puzzle.solution
    for ask in (check, show_simple, show_solution):
        assert_refused(attempt, lambda ask=ask: ask(attempt))
    assert_refused(attempt, lambda: show_cell(attempt, 2))


def test_a_solution_that_is_never_shown_is_refused(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, solution="never")
    assert_refused(attempt, lambda: show_solution(attempt))


def started(attempt: Attempt, **ago: float) -> None:
    Attempt.objects.update(started_at=timezone.now() - timedelta(**ago))


def test_a_solution_after_minutes_is_refused_before_and_shown_after(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student, solution="after_minutes", solution_minutes=10)
    started(attempt, minutes=7, seconds=30)
    assert_refused(attempt, lambda: show_solution(attempt), "3")
    started(attempt, minutes=10)
    show_solution(attempt)
    assert attempt.state == Attempt.State.SHOWN


def test_the_bound_of_cells_is_lifted_with_the_minutes(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, partial_cells=1, solution="after_minutes", solution_minutes=10)
    show_cell(attempt, 2)
    assert_refused(attempt, lambda: show_cell(attempt, 3))
    started(attempt, minutes=11)
    show_cell(attempt, 3)


# Who, crowds, cost


def test_only_the_player_gets_help(attempt: Attempt, classmate: User) -> None:
    who = {"player": classmate, "attempt_id": attempt.pk}
    with pytest.raises(Attempt.DoesNotExist):
        hints.check_grid(**who)
    with pytest.raises(Attempt.DoesNotExist):
        hints.show_cell(**who, cell=2)
    with pytest.raises(Attempt.DoesNotExist):
        hints.show_simple(**who)
    with pytest.raises(Attempt.DoesNotExist):
        hints.show_solution(**who)


@pytest.mark.django_db(transaction=True)
def test_twenty_cells_asked_at_once_stay_within_the_number(
    attempt_of: StartAttempt, student: User, grid_is_replay: IsReplay
) -> None:
    attempt = attempt_of(student, partial_cells=5, solution="never")
    cells = [cell for cell, digit in enumerate(attempt.puzzle.givens) if digit == "."][:20]

    def ask(cell: int) -> bool:
        try:
            hints.show_cell(player=student, attempt_id=attempt.pk, cell=cell)
        except HelpError:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(ask, cells))
    attempt.refresh_from_db()
    assert (sum(answers), len(filled(attempt)), attempt.cells_shown) == (5, 5, 5)
    assert grid_is_replay(attempt)


@pytest.mark.parametrize(
    ("ask", "queries"), [(hints.check_grid, 8), (hints.show_simple, 8), (hints.show_solution, 8)]
)
def test_help_costs_a_fixed_number_of_queries(
    attempt: Attempt,
    student: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    ask: Callable[..., Any],
    queries: int,
) -> None:
    # A savepoint and its release (a begin and a commit in life), attempt, what is held, any exam; move,
    # attempt. A check looks whether it is the last move already; what fills asks how the player wishes the
    # notes.
    with django_assert_num_queries(queries):
        ask(player=student, attempt_id=attempt.pk)


def test_a_cell_costs_a_fixed_number_of_queries(
    attempt: Attempt, student: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(8):
        hints.show_cell(player=student, attempt_id=attempt.pk, cell=2)
