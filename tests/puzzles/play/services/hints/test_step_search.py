"""Steps that take long: found at once where that goes, else once in the background, and kept."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.engine import CATALOGUE, TECHNIQUES, Candidate
from puzzles.engine.techniques import example_of
from puzzles.play.models import Attempt, Move, StepSearch
from puzzles.play.services.hints import RevealedHint, continue_search, forget_searches, give_hint
from puzzles.play.services.hints.step_search import (
    KEPT_FOR,
    MAX_EACH,
    StepFinder,
    has_room,
    key_of,
    position_of,
    search_fields,
)
from puzzles.play.services.techniques import LONG, Techniques, steps_at_once, switch_techniques

pytestmark = pytest.mark.django_db

NESTED = example_of("nested_trial").position
SEVERAL: list[Techniques] = [None, LONG, LONG | {"trial"}]


@pytest.fixture
def nested(student: User, attempt_at: Callable[..., Attempt]) -> Attempt:
    """An attempt where nothing less than a trial within a trial leads on."""
    return attempt_at(NESTED, student)


def press(attempt: Attempt) -> RevealedHint:
    attempt.refresh_from_db()
    _game, told = give_hint(player=attempt.player, attempt_id=attempt.pk, seen_version=attempt.version)
    attempt.refresh_from_db()
    return told


def find_all() -> None:
    for search_id in StepSearch.objects.unattended().values_list("pk", flat=True):
        assert not continue_search(search_id=search_id)


def test_a_hard_step_that_is_found_fast_is_returned_at_once(
    student: User, attempt_at: Callable[..., Attempt]
) -> None:
    for name in ("aic", "als_xz", "cell_forcing_chain", "trial"):
        told = press(attempt_at(example_of(name).position, student))
        assert told.hint is not None
        assert not told.is_searching
    assert not StepSearch.objects.exists()


def test_a_step_that_takes_long_is_not_waited_for_and_costs_nothing_yet(nested: Attempt) -> None:
    told = press(nested)
    assert (told.hint, told.is_searching, told.rung) == (None, True, 0)
    assert not Move.objects.exists()
    assert (nested.version, nested.hint_count) == (0, 0)


def test_a_repeated_press_returns_the_found_step_and_counts_once(nested: Attempt) -> None:
    press(nested)
    press(nested)
    find_all()
    rungs = [press(nested).rung for _ in range(4)]
    assert rungs == [1, 2, 3, 4]
    assert nested.hint_count == 1
    assert set(Move.objects.values_list("technique", flat=True)) == {"nested_trial"}


def test_one_position_is_searched_once_for_all_players(nested: Attempt, classmate: User) -> None:
    press(nested)
    other = Attempt.objects.create(
        player=classmate,
        puzzle=nested.puzzle,
        policy=nested.policy,
        digits=nested.digits,
        marks=nested.marks,
    )
    press(other)
    assert StepSearch.objects.count() == 1
    find_all()
    assert press(other).rung == press(nested).rung == 1


def test_other_techniques_make_another_search_and_without_long_ones_there_is_none(nested: Attempt) -> None:
    every = {technique.id for technique in CATALOGUE if technique.tier <= 3} | LONG
    switch_techniques(player=nested.player, on=every)
    assert press(nested).is_searching
    switch_techniques(player=nested.player, on=every - LONG)
    told = press(nested)
    assert (told.hint, told.is_searching) == (None, False)
    assert StepSearch.objects.count() == 1


def test_a_move_made_meanwhile_starts_a_search_of_the_new_grid(
    nested: Attempt, move: Callable[..., None]
) -> None:
    press(nested)
    find_all()
    cell, digit = example_of("nested_trial").step.eliminations[0]
    move(nested, f"{cell}.o.{digit}")
    told = press(nested)
    assert told.is_searching or told.hint != example_of("nested_trial").step


def test_without_notes_the_hint_to_write_them_comes_at_once(nested: Attempt) -> None:
    nested.marks = ""
    nested.save()
    told = press(nested)
    assert told.hint is not None
    assert told.hint.technique == "write_notes"


def test_a_search_claimed_by_a_worker_is_left_to_it(nested: Attempt) -> None:
    press(nested)
    StepSearch.objects.update(lease_until=timezone.now() + StepSearch.LEASE)
    found = StepSearch.objects.get()
    assert not continue_search(search_id=found.pk)
    assert StepSearch.objects.get().steps == []
    StepSearch.objects.update(lease_until=timezone.now() - StepSearch.LEASE)
    continue_search(search_id=found.pk)
    assert len(StepSearch.objects.get().steps) == 1


def test_old_searches_are_forgotten() -> None:
    StepSearch.objects.create(key="a", asked_at=timezone.now() - KEPT_FOR * 2)
    StepSearch.objects.create(key="b")
    forget_searches()
    assert [search.key for search in StepSearch.objects.all()] == ["b"]


def test_a_locked_grid_waits_for_the_easy_steps_only(student: User) -> None:
    finder = StepFinder(None, student.pk)
    position = example_of("aic").position
    assert finder.find(position) is None
    assert finder.unknown == position
    finder.search(position)
    step = finder.find(position)
    assert step is not None
    assert TECHNIQUES[step.technique].tier == 4
    finder.search(NESTED)
    assert finder.find(NESTED) is None
    assert (finder.is_searching, finder.unknown) == (True, None)


def look(asker: User, techniques: Techniques) -> None:
    """Have the step of the nested trial looked for by some techniques, each of which makes another search."""
    finder = StepFinder(techniques, asker.pk)
    finder.search(NESTED)
    assert finder.find(NESTED) is None
    assert (finder.is_searching, finder.unknown) == (True, None)


def test_a_player_has_at_most_two_searches_at_a_time(student: User, classmate: User) -> None:
    for techniques in SEVERAL:
        look(student, techniques)
    assert StepSearch.objects.unfinished_of(student.pk, is_path=False).count() == MAX_EACH
    # A search that already runs serves everybody, and another person may start one.
    look(classmate, SEVERAL[0])
    assert StepSearch.objects.count() == MAX_EACH
    look(classmate, SEVERAL[-1])
    assert StepSearch.objects.get(asker=classmate)


def test_once_a_hint_is_found_there_is_room_for_another_and_nobody_asked(student: User) -> None:
    for techniques in SEVERAL:
        look(student, techniques)
    assert not has_room(student.pk, is_path=False)
    assert has_room(student.pk, is_path=True)
    first = StepSearch.objects.earliest("pk")
    continue_search(search_id=first.pk)
    first.refresh_from_db()
    assert (first.asker, first.slices) == (None, 1)
    look(student, SEVERAL[-1])
    assert StepSearch.objects.count() == MAX_EACH + 1


def test_a_position_is_written_and_read_back() -> None:
    position = NESTED.eliminate([Candidate(*example_of("nested_trial").step.eliminations[0])])
    row = StepSearch(key=key_of(position, None), **search_fields(position, None))
    assert position_of(row) == position
    assert key_of(position, None) != key_of(NESTED, None) != key_of(NESTED, None, is_path=True)
    assert key_of(NESTED, frozenset({"trial"})) != key_of(NESTED, None)


def test_steps_stop_where_only_a_long_search_leads_on() -> None:
    assert steps_at_once(NESTED, None) == ([], True)
    assert steps_at_once(NESTED, frozenset({"trial"})) == ([], False)
    steps, is_unfinished = steps_at_once(example_of("naked_single").position, None)
    assert len(steps) == len(example_of("naked_single").position.board.empty_cells)
    assert not is_unfinished
