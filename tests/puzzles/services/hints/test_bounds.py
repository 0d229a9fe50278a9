"""What a policy leaves of help, as the page tells it before anything is asked."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from puzzles.models import Attempt, Puzzle
from puzzles.services import hints
from puzzles.services.hints import HelpError, help_left, minutes_until

StartAttempt = Callable[..., Attempt]


def test_the_usual_policy_leaves_every_help(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    left = help_left(attempt, timezone.now())
    assert (left.rung, left.hints, left.checking, left.fills) == (4, None, True, True)
    assert (left.cells, left.solution) == (50, True)


def test_what_was_used_is_no_longer_left(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, hint_budget=5, partial_cells=20, solution="never")
    attempt.hints_nudge, attempt.cells_shown = 2, 13
    left = help_left(attempt, timezone.now())
    assert (left.hints, left.cells, left.solution, left.solution_at) == (3, 7, False, None)


def test_the_last_empty_cell_is_not_left_to_help(
    attempt_of: StartAttempt, student: User, puzzle: Puzzle
) -> None:
    for empty, cells in ((3, 2), (1, 0)):
        Attempt.objects.all().delete()
        attempt = attempt_of(student, digits=puzzle.solution[:-empty] + "." * empty, solution="never")
        assert help_left(attempt, timezone.now()).cells == cells


def test_a_finished_attempt_has_no_help_left(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    attempt.state = Attempt.State.SOLVED
    left = help_left(attempt, timezone.now())
    assert (left.rung, left.cells, left.checking, left.fills, left.solution) == (0, 0, False, False, False)


def test_the_solution_is_left_from_a_time_on_the_servers_clock(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student, solution="after_minutes", solution_minutes=10)
    moment = attempt.started_at + timedelta(minutes=10)
    assert help_left(attempt, moment).solution_at == moment
    assert help_left(attempt, moment).solution
    assert not help_left(attempt, moment - timedelta(milliseconds=1)).solution


@pytest.mark.parametrize(
    ("wait", "minutes"),
    [({"seconds": 1}, 1), ({"seconds": 60}, 1), ({"seconds": 61}, 2), ({"minutes": 10}, 10), ({}, 1)],
)
def test_a_wait_is_told_in_whole_minutes(wait: dict[str, Any], minutes: int) -> None:
    now = timezone.now()
    assert minutes_until(now + timedelta(**wait), now) == minutes


# Laws


def ask(attempt: Attempt, wish: tuple[str, int]) -> None:
    """Ask for a help as the player; a refusal is an answer too."""
    name, cell = wish
    who: dict[str, Any] = {"player": attempt.player, "attempt_id": attempt.pk}
    extra: dict[str, dict[str, Any]] = {
        "give_hint": {"seen_version": 10**6},
        "show_cell": {"cell": cell},
        "show_simple": {"to_the_end": cell % 2 == 0},
    }
    try:
        getattr(hints, name)(**who, **extra.get(name, {}))
    except HelpError:
        return


helps = st.sampled_from(
    ["give_hint", "give_hint", "give_hint", "check_grid", "show_cell", "show_simple", "show_solution"]
)
wishes = st.tuples(st.one_of(helps, st.sampled_from(["d", "x", "u", "r"])), st.integers(0, 80))


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(wishes=st.lists(wishes, max_size=30), cells=st.integers(0, 6), budget=st.integers(0, 3))
def test_no_mix_of_help_and_moves_gives_more_than_the_policy(
    attempt_of: StartAttempt,
    student: User,
    move: Callable[..., None],
    grid_is_replay: Callable[[Attempt], bool],
    wishes: list[tuple[str, int]],
    cells: int,
    budget: int,
) -> None:
    Attempt.objects.all().delete()
    attempt = attempt_of(student, partial_cells=cells, hint_budget=budget, solution="never")
    for name, cell in wishes:
        if len(name) > 1:
            ask(attempt, (name, cell))
        else:
            move(attempt, f".{name}" if name in "ur" else f"{cell}.{name}.{cell % 9 + 1}")
    attempt.refresh_from_db()
    assert attempt.cells_shown <= cells
    assert attempt.hint_count <= budget
    assert attempt.hint_count >= attempt.hints_where >= attempt.hints_why
    assert attempt.state != Attempt.State.SHOWN
    assert grid_is_replay(attempt)
