"""Hints: the rung revealed, what is recorded, what it costs, and what a policy leaves of it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.engine import CATALOGUE, Mistake, Step, WriteNotes
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.play.models import Attempt, Move
from puzzles.play.services.hints import (
    HelpError,
    RevealedHint,
    check_grid,
    give_hint,
    open_hint,
    show_solution,
)
from puzzles.play.services.techniques import switch_techniques

Move_ = Callable[..., None]
StartAttempt = Callable[..., Attempt]
Rung = HelpPolicy.Rung

# The first hint on the grid: 1 in the last box, r9c7; after it 4 in r7c9.
FIRST, SECOND = 78, 62


def press(attempt: Attempt, times: int = 1) -> RevealedHint:
    """What the last of so many presses tells; each comes from a page that has seen the one before."""
    for _ in range(times):
        _game, told = give_hint(player=attempt.player, attempt_id=attempt.pk, seen_version=attempt.version)
        attempt.refresh_from_db()
    return told


def hint_moves(attempt: Attempt) -> list[tuple[Any, ...]]:
    moves = attempt.moves.filter(kind=Move.Kind.HINT)
    return list(moves.values_list("technique", "rung", "cell", "digit"))


def counters(attempt: Attempt) -> tuple[int, int, int, int, int]:
    """Hints begun, led to where, to why, done; cells filled by help."""
    return (
        attempt.hints_nudge,
        attempt.hints_where,
        attempt.hints_why,
        attempt.hints_do,
        attempt.cells_shown,
    )


def almost(puzzle: Puzzle, *cells: int) -> str:
    """The solution with these cells still empty."""
    return "".join("." if cell in cells else digit for cell, digit in enumerate(puzzle.solution))


# Rungs


def test_each_press_reveals_the_same_hint_one_rung_deeper(attempt: Attempt) -> None:
    told = [press(attempt) for _ in range(4)]
    assert [one.rung for one in told] == [1, 2, 3, 4]
    assert [one.is_deepest for one in told] == [False, False, False, True]
    assert {one.hint.targets for one in told if one.hint} == {(FIRST,)}


def test_every_press_is_recorded_with_its_technique_and_rung(attempt: Attempt) -> None:
    press(attempt, 4)
    assert hint_moves(attempt) == [
        ("hidden_single", 1, FIRST, 0),
        ("hidden_single", 2, FIRST, 0),
        ("hidden_single", 3, FIRST, 0),
        ("hidden_single", 4, FIRST, 1),
    ]
    assert counters(attempt) == (1, 1, 1, 1, 1)


def test_no_rung_before_the_last_records_the_digit_or_touches_the_grid(attempt: Attempt) -> None:
    press(attempt, 3)
    assert attempt.digits == attempt.puzzle.givens
    assert set(attempt.moves.values_list("digit", flat=True)) == {0}


def test_the_last_rung_cleans_notes_as_a_move_does(
    attempt: Attempt, move: Move_, grid_is_replay: Callable[[Attempt], bool]
) -> None:
    move(attempt, "62.n.1", "62.n.4", "69.n.1", "69.n.6")
    press(attempt, 4)
    state = attempt.game_state()
    assert (state.digits[FIRST], state.notes[62], state.notes[69]) == (1, 0b1000, 0b100000)
    assert grid_is_replay(attempt)


def test_a_step_that_was_done_can_be_undone_and_is_not_given_back(
    attempt: Attempt, move: Move_, grid_is_replay: Callable[[Attempt], bool]
) -> None:
    press(attempt, 4)
    move(attempt, ".u")
    assert attempt.digits == attempt.puzzle.givens
    assert counters(attempt) == (1, 1, 1, 1, 1)
    assert grid_is_replay(attempt)


def test_a_step_done_and_undone_is_done_again_at_once_and_is_the_same_hint(
    attempt: Attempt, move: Move_
) -> None:
    press(attempt, 4)
    move(attempt, ".u")
    assert press(attempt).rung == Rung.DO
    assert attempt.digits[FIRST] == "1"
    assert counters(attempt) == (1, 1, 1, 2, 2)


def test_after_a_step_the_next_press_begins_another_hint(attempt: Attempt) -> None:
    told = press(attempt, 5)
    assert told.hint is not None
    assert (told.hint.targets, told.rung) == ((SECOND,), Rung.NUDGE)
    assert attempt.hint_count == 2


def test_a_move_elsewhere_leaves_the_hint_where_it_was(attempt: Attempt, move: Move_) -> None:
    press(attempt)
    move(attempt, "40.d.5")
    told = press(attempt)
    assert told.hint is not None
    assert (told.hint.targets, told.rung, attempt.hint_count) == ((FIRST,), Rung.WHERE, 1)


def test_a_move_that_makes_it_another_hint_begins_anew(attempt: Attempt, move: Move_) -> None:
    press(attempt, 2)
    move(attempt, f"{FIRST}.d.1")
    assert press(attempt).rung == Rung.NUDGE
    assert attempt.hint_count == 2


# Mistakes come first


def test_a_wrong_digit_is_hinted_first_and_removed_at_the_last_rung(
    attempt: Attempt, move: Move_, grid_is_replay: Callable[[Attempt], bool]
) -> None:
    move(attempt, "3.n.6", "2.d.1")
    told = press(attempt, 3)
    assert isinstance(told.hint, Mistake)
    assert (told.hint.technique, told.hint.cell) == ("wrong_digit", 2)
    assert attempt.digits[2] == "1"
    press(attempt)
    assert (attempt.digits[2], attempt.marks[9:12]) == (".", "020")
    assert counters(attempt) == (1, 1, 1, 1, 0)
    assert grid_is_replay(attempt)


def test_a_mistake_is_never_recorded_with_the_digit_that_belongs_there(attempt: Attempt, move: Move_) -> None:
    move(attempt, "2.d.1")
    press(attempt, 4)
    assert hint_moves(attempt) == [("wrong_digit", rung, 2, 0) for rung in (1, 2, 3, 4)]
    assert attempt.moves.latest("number").effect == [[2, 1, 0, 0, 0]]


def test_notes_without_the_true_digit_are_no_mistake_and_stay(attempt: Attempt, move: Move_) -> None:
    told = press(attempt).hint
    move(attempt, "2.n.1", "2.n.2")
    marks = attempt.marks
    assert press(attempt).hint == told
    assert attempt.marks == marks


# The policy


@pytest.mark.parametrize("rules", [{"hint_rung": 0, "checking": False}, {"hint_budget": 0}])
def test_without_hints_a_press_is_refused_and_changes_nothing(
    attempt_of: StartAttempt, student: User, rules: dict[str, Any]
) -> None:
    attempt = attempt_of(student, **rules)
    with pytest.raises(HelpError):
        press(attempt)
    assert not Move.objects.exists()


@pytest.mark.parametrize("deepest", [Rung.NUDGE, Rung.WHERE, Rung.WHY])
def test_a_hint_goes_as_deep_as_the_policy_and_no_deeper(
    attempt_of: StartAttempt, student: User, deepest: int
) -> None:
    attempt = attempt_of(student, hint_rung=deepest)
    told = press(attempt, 6)
    assert (told.rung, told.is_deepest) == (deepest, True)
    assert [rung for _, rung, _, _ in hint_moves(attempt)] == list(range(1, deepest + 1))
    assert attempt.digits == attempt.puzzle.givens


def test_a_new_hint_costs_one_of_the_budget_and_deepening_none(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student, hint_budget=1)
    assert press(attempt, 4).rung == Rung.DO
    version = attempt.version
    with pytest.raises(HelpError):
        press(attempt)
    attempt.refresh_from_db()
    assert (attempt.version, attempt.hint_count) == (version, 1)


@pytest.mark.parametrize("digit", ["4", "1"])
def test_without_budget_a_press_after_a_move_reveals_nothing_of_it(
    attempt_of: StartAttempt, student: User, move: Move_, digit: str
) -> None:
    attempt = attempt_of(student, hint_budget=1)
    move(attempt, "3.d.9")
    press(attempt)
    move(attempt, f"2.d.{digit}")
    with pytest.raises(HelpError):
        press(attempt)


def test_with_the_budget_used_up_the_hint_of_the_same_grid_still_goes_deeper(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student, hint_budget=1)
    press(attempt)
    check_grid(player=student, attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert press(attempt).rung == Rung.WHERE


def test_a_repeated_hint_after_a_move_is_recorded_since_it_concerns_that_move(
    attempt_of: StartAttempt, student: User, move: Move_
) -> None:
    attempt = attempt_of(student, hint_rung=Rung.NUDGE)
    press(attempt)
    move(attempt, "40.d.5")
    assert press(attempt, 2).rung == Rung.NUDGE
    assert len(hint_moves(attempt)) == 2
    assert attempt.hint_count == 1


def test_another_wrong_digit_after_one_was_taken_away_is_another_hint(attempt: Attempt, move: Move_) -> None:
    move(attempt, "2.d.1")
    press(attempt, 4)
    move(attempt, "2.d.2")
    assert press(attempt).rung == Rung.NUDGE
    assert attempt.hint_count == 2


def test_a_step_is_done_only_as_long_as_help_may_fill_cells(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, partial_cells=1, solution="never")
    press(attempt, 4)
    told = press(attempt, 4)
    assert (told.rung, told.is_deepest, attempt.cells_shown) == (Rung.WHY, True, 1)


def test_the_cells_run_out_for_steps_but_not_for_clearing_mistakes(
    attempt_of: StartAttempt, student: User, move: Move_
) -> None:
    attempt = attempt_of(student, partial_cells=0, solution="never")
    move(attempt, "2.d.1")
    assert press(attempt, 4).rung == Rung.DO
    assert attempt.digits[2] == "."


@pytest.mark.parametrize("solution", ["never", "any_time"])
def test_the_last_cell_is_left_to_the_player(
    attempt_of: StartAttempt, student: User, puzzle: Puzzle, solution: str
) -> None:
    attempt = attempt_of(student, digits=almost(puzzle, 2), solution=solution)
    assert press(attempt, 5).rung == Rung.WHY
    assert attempt.is_open


def test_where_the_solution_may_be_shown_steps_are_done_without_number(
    attempt_of: StartAttempt, student: User
) -> None:
    attempt = attempt_of(student, partial_cells=1)
    assert press(attempt, 12).rung == Rung.DO
    assert attempt.cells_shown == 3


def test_a_finished_attempt_gets_no_hint(attempt: Attempt, student: User) -> None:
    show_solution(player=student, attempt_id=attempt.pk)
    with pytest.raises(HelpError):
        press(attempt)
    assert attempt.moves.count() == 1


def test_only_the_player_gets_a_hint(attempt: Attempt, classmate: User) -> None:
    with pytest.raises(Attempt.DoesNotExist):
        give_hint(player=classmate, attempt_id=attempt.pk, seen_version=0)


# Eliminations, and the notes they need


def masks(attempt: Attempt, *cells: int) -> list[int]:
    """The notes of these cells, as masks."""
    notes = attempt.game_state().notes
    return [notes[cell] for cell in cells]


def test_without_notes_to_write_them_is_the_first_step_that_needs_any(
    elimination_attempt: StartAttempt, grid_is_replay: Callable[[Attempt], bool]
) -> None:
    attempt = elimination_attempt()
    hint = press(attempt, 3).hint
    assert isinstance(hint, WriteNotes)
    assert attempt.marks == ""
    assert press(attempt).rung == Rung.DO
    assert all(attempt.game_state().notes[cell] for cell in hint.cells)
    assert hint_moves(attempt) == [("write_notes", rung, None, 0) for rung in (1, 2, 3, 4)]
    assert counters(attempt) == (1, 1, 1, 1, 0)
    assert grid_is_replay(attempt)


def test_steps_seen_without_notes_come_before_writing_them(attempt: Attempt) -> None:
    assert isinstance(press(attempt).hint, Step)


def test_without_filling_notes_a_hint_only_says_to_write_them(
    elimination_attempt: StartAttempt,
) -> None:
    attempt = elimination_attempt(auto_notes=False)
    hint = press(attempt, 6).hint
    assert isinstance(hint, WriteNotes)
    assert hint.form == "by_hand"
    assert attempt.marks == ""
    # Told once at each rung: there is nothing to do again.
    assert [rung for _, rung, _, _ in hint_moves(attempt)] == [1, 2, 3, 4]


def test_an_elimination_that_is_done_is_taken_from_the_notes(
    elimination_attempt: StartAttempt, move: Move_, grid_is_replay: Callable[[Attempt], bool]
) -> None:
    attempt = elimination_attempt()
    move(attempt, ".f")
    before = masks(attempt, 30, 32)
    told = press(attempt, 3)
    assert isinstance(told.hint, Step)
    assert told.hint.eliminations == ((30, 3), (32, 3))
    assert masks(attempt, 30, 32) == before
    assert press(attempt).rung == Rung.DO
    assert masks(attempt, 30, 32) == [mask & ~0b100 for mask in before]
    assert hint_moves(attempt) == [("pointing", rung, 30, 0) for rung in (1, 2, 3, 4)]
    assert counters(attempt) == (1, 1, 1, 1, 0)
    assert grid_is_replay(attempt)


def test_a_cell_without_notes_gets_those_that_remain(elimination_attempt: StartAttempt, move: Move_) -> None:
    attempt = elimination_attempt()
    move(attempt, ".f")
    full = masks(attempt, 32)
    move(attempt, "32.x")
    press(attempt, 4)
    assert masks(attempt, 32) == [full[0] & ~0b100]


def test_an_elimination_needs_no_cells_to_fill(elimination_attempt: StartAttempt, move: Move_) -> None:
    attempt = elimination_attempt(partial_cells=0, solution="never")
    move(attempt, ".f")
    assert press(attempt, 4).rung == Rung.DO


def test_an_elimination_begun_by_hand_is_still_the_same_hint(
    elimination_attempt: StartAttempt, move: Move_
) -> None:
    attempt = elimination_attempt()
    move(attempt, ".f")
    press(attempt, 2)
    # Not the first of the cells it was told by: the hint is known by what it leads to.
    move(attempt, "30.o.3")
    told = press(attempt)
    assert isinstance(told.hint, Step)
    assert (told.hint.eliminations, told.rung, attempt.hint_count) == (((32, 3),), Rung.WHY, 1)


def test_after_an_elimination_the_next_hint_is_another(
    elimination_attempt: StartAttempt, move: Move_
) -> None:
    attempt = elimination_attempt()
    move(attempt, ".f")
    first = press(attempt, 4).hint
    told = press(attempt)
    # Another hint of the same technique.
    assert told.hint is not None
    assert first is not None
    assert told.hint.technique == first.technique == "pointing"
    assert (told.rung, attempt.hint_count) == (Rung.NUDGE, 2)


def test_an_elimination_taken_back_is_closed_and_done_again_at_once(
    elimination_attempt: StartAttempt, move: Move_
) -> None:
    attempt = elimination_attempt()
    move(attempt, ".f")
    before = masks(attempt, 30, 32)
    press(attempt, 4)
    assert open_hint(attempt) is not None
    move(attempt, ".u")
    assert masks(attempt, 30, 32) == before
    assert open_hint(attempt) is None
    assert press(attempt).rung == Rung.DO
    assert attempt.hint_count == 1


def test_hints_pass_over_the_techniques_a_player_has_switched_off(attempt: Attempt, student: User) -> None:
    assert press(attempt, 4).hint is not None
    every = {technique.id for technique in CATALOGUE}
    switch_techniques(player=student, on=every - {"hidden_single"})
    hint = press(attempt).hint
    assert hint is not None
    assert hint.technique == "naked_single"
    switch_techniques(player=student, on=[])
    # The hint that was told stays open as it was.
    assert open_hint(attempt) == RevealedHint(hint, 1, is_deepest=False)


# Where nothing is known


def test_without_a_known_step_the_answer_says_so_and_costs_no_hint(stuck_attempt: Attempt) -> None:
    told = press(stuck_attempt)
    assert told == RevealedHint(None, Rung.NONE, is_deepest=True)
    assert counters(stuck_attempt) == (0, 0, 0, 0, 0)
    # It tells that nothing is wrong, so it is recorded.
    assert hint_moves(stuck_attempt) == [("", 0, None, 0)]


def test_without_budget_not_even_that_is_said(stuck_attempt: Attempt) -> None:
    stuck_attempt.policy = HelpPolicy.objects.create(hint_budget=1)
    stuck_attempt.hints_nudge = 1
    stuck_attempt.save()
    with pytest.raises(HelpError):
        press(stuck_attempt)


# Answers that were lost, presses that were sent twice


@pytest.mark.parametrize("presses", [1, 2, 3, 4])
def test_a_page_that_missed_an_answer_gets_the_same_again(attempt: Attempt, presses: int) -> None:
    if presses > 1:
        press(attempt, presses - 1)
    seen, told = attempt.version, press(attempt)
    _game, again = give_hint(player=attempt.player, attempt_id=attempt.pk, seen_version=seen)
    attempt.refresh_from_db()
    assert again == told
    assert attempt.moves.count() == presses


def test_a_press_sent_twice_where_nothing_is_known_is_recorded_once(stuck_attempt: Attempt) -> None:
    seen, told = stuck_attempt.version, press(stuck_attempt)
    _game, again = give_hint(player=stuck_attempt.player, attempt_id=stuck_attempt.pk, seen_version=seen)
    assert again == told
    assert hint_moves(stuck_attempt) == [("", 0, None, 0)]


# What the page shows when it is loaded again


def test_before_any_press_no_hint_is_open(attempt: Attempt) -> None:
    assert open_hint(attempt) is None


@pytest.mark.parametrize("presses", [1, 2, 3, 4])
def test_an_open_hint_is_found_again_unchanged(attempt: Attempt, presses: int) -> None:
    told = press(attempt, presses)
    assert open_hint(attempt) == told


def test_a_digit_closes_a_hint_and_a_note_does_not(attempt: Attempt, move: Move_) -> None:
    press(attempt)
    move(attempt, "2.n.1", "2.n.2", "2.n.4")
    assert open_hint(attempt) is not None
    move(attempt, "2.d.4")
    assert open_hint(attempt) is None


def test_notes_written_after_a_hint_are_not_judged_by_loading_the_page(attempt: Attempt, move: Move_) -> None:
    move(attempt, "2.n.1")
    press(attempt)
    told = open_hint(attempt)
    assert told is not None
    # The true digit is 4: neither it nor a wrong one makes a difference.
    for note in ("2.n.2", "2.n.4"):
        move(attempt, note)
        assert open_hint(attempt) == told


def test_a_done_hint_is_closed_by_its_undo(attempt: Attempt, move: Move_) -> None:
    press(attempt, 4)
    move(attempt, ".u")
    assert open_hint(attempt) is None


# Techniques


def test_the_techniques_of_the_hints_are_counted_with_their_deepest_rung(
    attempt: Attempt, move: Move_
) -> None:
    press(attempt, 4)
    press(attempt, 2)
    move(attempt, "2.d.1")
    press(attempt)
    assert list(
        attempt.techniques.order_by("technique").values_list("technique", "hints", "deepest_rung")
    ) == [
        ("hidden_single", 2, 4),
        ("wrong_digit", 1, 1),
    ]
    assert sum(row.hints for row in attempt.techniques.all()) == attempt.hint_count


def test_the_hint_is_a_step_with_the_digit_that_belongs_there(attempt: Attempt) -> None:
    hint = press(attempt).hint
    assert isinstance(hint, Step)
    ((cell, digit),) = hint.placements
    assert attempt.puzzle.solution[cell] == str(digit)


# Crowds and cost


def in_threads(act: Callable[[int], Any], count: int) -> list[Any]:
    """What each of so many threads got, or its refusal, all acting at once over connections of their own."""

    def alone(at: int) -> Any:
        try:
            return act(at)
        except HelpError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(alone, range(count)))


@pytest.mark.django_db(transaction=True)
def test_twenty_presses_of_one_page_at_once_are_one_press(attempt: Attempt) -> None:
    answers = in_threads(
        lambda _: give_hint(player=attempt.player, attempt_id=attempt.pk, seen_version=0)[1], 20
    )
    attempt.refresh_from_db()
    assert {answer.rung for answer in answers} == {1}
    assert counters(attempt) == (1, 0, 0, 0, 0)


@pytest.mark.django_db(transaction=True)
def test_twenty_presses_at_once_stay_within_the_budget(attempt_of: StartAttempt, student: User) -> None:
    attempt = attempt_of(student, hint_budget=3)
    unseen = 10**6
    answers = in_threads(
        lambda _: give_hint(player=student, attempt_id=attempt.pk, seen_version=unseen)[1], 20
    )
    attempt.refresh_from_db()
    assert sum(isinstance(answer, HelpError) for answer in answers) == 8
    assert counters(attempt) == (3, 3, 3, 3, 3)
    assert attempt.moves.count() == 12


def test_a_press_costs_a_fixed_number_of_queries(
    attempt: Attempt, student: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    press(attempt)
    for version, queries in ((1, 10), (2, 10), (3, 11)):
        # A savepoint and its release (a begin and a commit in life), attempt, any exam, last press; then the
        # technique, counted; move, attempt; and the techniques switched off. Doing it asks how
        # the player wishes the notes.
        with django_assert_num_queries(queries):
            give_hint(player=student, attempt_id=attempt.pk, seen_version=version)
