"""The list of all open steps: what is on it, what it costs, and what must be reported before."""

from collections.abc import Callable

import pytest

from accounts.models import User
from puzzles.engine import Board, Position, all_steps, verify
from puzzles.library.models import HelpPolicy
from puzzles.play.models import Attempt, Move, Preferences
from puzzles.play.services import hints
from puzzles.play.services.hints import HelpError, StepList

Play = Callable[..., None]
StartAttempt = Callable[..., Attempt]
Rung = HelpPolicy.Rung


def list_steps(attempt: Attempt) -> StepList:
    _game, listing = hints.list_steps(player=attempt.player, attempt_id=attempt.pk)
    attempt.refresh_from_db()
    return listing


def kinds(attempt: Attempt) -> list[str]:
    return list(attempt.moves.order_by("number").values_list("kind", flat=True))


def test_every_open_step_is_listed_easiest_first(attempt: Attempt) -> None:
    position = Position.from_board(Board.from_line(attempt.digits), is_unique=True)
    steps = list_steps(attempt).steps
    assert steps == tuple(all_steps(position))[: hints.MAX_LISTED]
    assert len(steps) > 10
    assert all(verify(step, position) for step in steps)


def test_the_list_is_recorded_and_counts_as_a_hint_down_to_the_reason(attempt: Attempt) -> None:
    list_steps(attempt)
    assert kinds(attempt) == [Move.Kind.LIST_STEPS]
    counted = (attempt.hints_nudge, attempt.hints_where, attempt.hints_why, attempt.hints_do)
    assert counted == (1, 1, 1, 0)
    assert (attempt.checks, attempt.cells_shown) == (0, 0)


def test_the_list_of_an_unchanged_grid_costs_nothing_more(attempt: Attempt, move: Play) -> None:
    first = list_steps(attempt)
    assert list_steps(attempt) == first
    assert (kinds(attempt), attempt.hints_nudge) == ([Move.Kind.LIST_STEPS], 1)
    move(attempt, "2.d.4")
    assert list_steps(attempt) != first
    assert attempt.hints_nudge == 2


def test_the_notes_of_the_player_narrow_the_list(hard_attempt: Attempt, move: Play) -> None:
    before = list_steps(hard_attempt).steps
    cell, digit = before[0].eliminations[0]
    move(hard_attempt, ".f", f"{cell}.o.{digit}")
    after = list_steps(hard_attempt).steps
    assert before[0].technique == "pointing"
    assert not any((cell, digit) in step.eliminations for step in after)


def test_a_mistake_is_reported_before_any_step(attempt: Attempt, move: Play) -> None:
    move(attempt, "2.d.5")
    listing = list_steps(attempt)
    assert listing.steps == ()
    assert listing.mistake is not None
    assert (listing.mistake.technique, listing.mistake.cell) == ("wrong_digit", 2)
    recorded = attempt.moves.get(kind=Move.Kind.LIST_STEPS)
    assert (recorded.technique, recorded.cell, recorded.digit) == ("wrong_digit", 2, 0)


def test_techniques_that_are_switched_off_are_not_listed(attempt: Attempt) -> None:
    Preferences.objects.create(player=attempt.player, techniques_off=["hidden_single"])
    assert {step.technique for step in list_steps(attempt).steps}.isdisjoint({"hidden_single"})


@pytest.mark.parametrize(
    "rules",
    [{"hint_rung": Rung.WHY}, {"hint_rung": Rung.NONE}, {"hint_budget": 5}, {"hint_budget": 0}],
    ids=str,
)
def test_without_hints_to_the_end_and_uncounted_there_is_no_list(
    attempt_of: StartAttempt, student: User, rules: dict[str, int]
) -> None:
    attempt = attempt_of(student, **rules)
    with pytest.raises(HelpError, match="not allowed"):
        list_steps(attempt)
    attempt.refresh_from_db()
    assert (attempt.version, attempt.hints_nudge) == (0, 0)


@pytest.mark.parametrize(("solution", "told"), [("any_time", True), ("never", False)])
def test_results_are_shown_only_with_permission_for_the_solution(
    attempt_of: StartAttempt, student: User, solution: str, told: bool
) -> None:
    attempt = attempt_of(student, solution=solution)
    assert list_steps(attempt).shows_results is told


def test_a_finished_grid_has_no_list(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    hints.show_solution(player=student, attempt_id=attempt.pk)
    with pytest.raises(HelpError, match="finished"):
        list_steps(attempt)


def test_nobody_lists_the_steps_of_another_player(attempt: Attempt, classmate: User) -> None:
    with pytest.raises(Attempt.DoesNotExist):
        hints.list_steps(player=classmate, attempt_id=attempt.pk)
