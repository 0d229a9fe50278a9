"""The help that a policy leaves, as the page shows it before any is asked."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone, translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services import hints
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.hints import Claim, HelpError, help_left, minutes_until

StartAttempt = Callable[..., Attempt]
GiveOut = Callable[..., Assignment]


def test_the_usual_policy_leaves_every_help(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student)
    left = help_left(attempt, timezone.now())
    assert (left.rung, left.hints, left.checking, left.fills) == (4, None, True, True)
    assert (left.cells, left.solution) == (50, True)


def test_used_help_is_subtracted(attempt_of: StartAttempt, student: User) -> None:
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
def test_a_wait_is_given_in_whole_minutes(wait: dict[str, Any], minutes: int) -> None:
    now = timezone.now()
    assert minutes_until(now + timedelta(**wait), now) == minutes


# Laws


def ask(attempt: Attempt, criteria: tuple[str, int]) -> None:
    """Ask for a help as the player; a refusal is an answer too."""
    name, cell = criteria
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


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
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


# Work given to a class


@pytest.fixture
def assigned(student: User, assignment_of: GiveOut) -> Callable[..., Attempt]:
    """`assigned(**fields of the assignment)`: the student's attempt on its only grid."""

    def make(**fields: Any) -> Attempt:
        assignment = assignment_of(**fields)
        begin(student=student, assignment_id=assignment.pk)
        return open_grid(student=student, assignment_id=assignment.pk, position=1)

    return make


def test_the_solution_comes_after_the_students_own_due_date(
    student: User, assigned: Callable[..., Attempt]
) -> None:
    now = timezone.now()
    User.objects.update(extra_time=2)
    student.refresh_from_db()
    opens, due = now - timedelta(hours=1), now + timedelta(hours=1)
    attempt = assigned(opens_at=opens, due_at=due, rules={"solution": "after_due"})
    assert help_left(attempt, now).solution_at == opens + timedelta(hours=4)
    with pytest.raises(HelpError, match="minutes"):
        hints.show_solution(player=student, attempt_id=attempt.pk)
    Assignment.objects.update(opens_at=opens - timedelta(hours=9), due_at=now - timedelta(hours=9))
    hints.show_solution(player=student, attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert attempt.state == Attempt.State.SHOWN


def test_a_due_date_of_ones_own_counts(student: User, assigned: Callable[..., Attempt]) -> None:
    now = timezone.now()
    attempt = assigned(due_at=now + timedelta(hours=1), rules={"solution": "after_due"})
    Assignee.objects.update(due_at=now + timedelta(days=2))
    attempt = Attempt.objects.get(pk=attempt.pk)
    assert help_left(attempt, now).solution_at == now + timedelta(days=2)


def test_in_free_play_nothing_is_ever_due(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, solution="after_due")
    left = help_left(attempt, timezone.now() + timedelta(days=1000))
    assert (left.solution, left.solution_at) == (False, None)
    with translation.override("en"), pytest.raises(HelpError, match="not shown"):
        hints.show_solution(player=student, attempt_id=attempt.pk)


def test_extra_time_makes_the_wait_for_the_solution_longer(attempt_of: StartAttempt, student: User) -> None:
    student.extra_time = Decimal("1.5")
    attempt = attempt_of(student, solution="after_minutes", solution_minutes=10)
    assert help_left(attempt, timezone.now()).solution_at == attempt.started_at + timedelta(minutes=15)


@pytest.mark.parametrize(
    "ask_for",
    [
        lambda **who: hints.give_hint(seen_version=0, **who),
        hints.check_grid,
        lambda **who: hints.show_cell(cell=2, **who),
        hints.show_simple,
        hints.show_solution,
        hints.list_steps,
        lambda **who: hints.judge_deduction(claim=Claim(2, 4, is_placement=True), **who),
    ],
    ids=["hint", "check", "cell", "simple", "solution", "steps", "deduction"],
)
@pytest.mark.parametrize("state", [Attempt.State.OPEN, Attempt.State.HANDED_IN])
def test_an_exam_gives_no_help_at_all_in_one_sentence(
    ask_for: Callable[..., Any], state: str, student: User, assigned: Callable[..., Attempt]
) -> None:
    attempt = assigned(is_exam=True)
    if state != Attempt.State.OPEN:
        Attempt.objects.update(state=state, finished_at=timezone.now())
    before = Attempt.objects.values().get()
    with translation.override("en"), pytest.raises(HelpError, match="This is an exam: there is no help"):
        ask_for(player=student, attempt_id=attempt.pk)
    assert Attempt.objects.values().get() == before
    assert not attempt.moves.exists()
    left = help_left(attempt, timezone.now())
    assert (left.rung, left.checking, left.fills, left.cells, left.solution) == (0, False, False, 0, False)
