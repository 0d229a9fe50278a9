"""New grids for an exam whose grids its students can draw."""

import random
from collections.abc import Callable

import pytest

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.creation import FrozenError, hand_out, puzzles_of
from puzzles.assignments.services.lifecycle import LifecycleError
from puzzles.assignments.services.renewal import drawable_grids, make_new_grids
from puzzles.library.models import Collection, Entry, HelpPolicy, Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.play.services.access import reserved_for_exams

GiveOut = Callable[..., Assignment]


@pytest.fixture
def collection(teacher: User, puzzle: Puzzle) -> Collection:
    """Every student may draw the fixture `puzzle` from it."""
    collection = Collection.objects.create(
        owner=teacher,
        name="Warm-up",
        audience=Collection.Audience.EVERYONE,
        policy=HelpPolicy.objects.create(),
    )
    Entry.objects.create(collection=collection, puzzle=puzzle, number=1, line=1, position=1)
    return collection


def test_an_exam_is_warned_of_grids_that_its_students_can_draw(
    student: User, other_teacher: User, puzzle: Puzzle, collection: Collection, assignment_of: GiveOut
) -> None:
    exam = assignment_of(is_exam=True, is_draft=True)
    assert drawable_grids(exam) == {puzzle.pk}
    assert drawable_grids(assignment_of(is_draft=True)) == set()
    for audience, owner in (("nobody", exam.author), ("classes", other_teacher)):
        Collection.objects.update(audience=audience, owner=owner)
        assert drawable_grids(exam) == set()
    Collection.objects.update(audience="classes", owner=exam.author)
    assert drawable_grids(exam) == {puzzle.pk}
    Entry.objects.update(position=None)
    assert drawable_grids(exam) == set()


def test_an_equivalent_grid_in_a_collection_is_warned_of_too(
    student: User, puzzle: Puzzle, collection: Collection, assignment_of: GiveOut
) -> None:
    turned = Puzzle.objects.create(
        givens=puzzle.givens[::-1],
        clue_count=30,
        solution_count=1,
        solution=puzzle.solution[::-1],
        solving_class="simple",
    )
    assert drawable_grids(assignment_of([turned], is_exam=True, is_draft=True)) == {turned.pk}


def test_new_grids_of_the_same_tiers_are_in_no_collection(
    student: User,
    classmate: User,
    teacher: User,
    puzzle: Puzzle,
    collection: Collection,
    assignment_of: GiveOut,
) -> None:
    grade_now(puzzle=puzzle)
    exam = assignment_of(is_exam=True, is_draft=True)
    renewed = make_new_grids(assignment=exam, teacher=teacher, rng=random.Random(1))
    new = puzzles_of(renewed).get()
    assert new != puzzle
    assert new.tier == Puzzle.objects.get(pk=puzzle.pk).tier
    assert not new.entries.exists()
    assert {each.assigned_puzzles.get().puzzle for each in renewed.assignees.all()} == {new}
    assert drawable_grids(renewed) == set()
    assert reserved_for_exams([puzzle.pk, new.pk]) == {new.pk}
    # A student who joins later gets the same grids.
    assert hand_out(assignment=renewed).source["puzzles"] == [new.pk]


def test_grids_that_nobody_can_draw_stay(
    student: User, teacher: User, puzzle: Puzzle, assignment_of: GiveOut
) -> None:
    exam = assignment_of(is_exam=True, is_draft=True)
    with pytest.raises(LifecycleError, match="none"):
        make_new_grids(assignment=exam, teacher=teacher, rng=random.Random(1))
    assert puzzles_of(exam).get() == puzzle


def test_an_assignment_handed_out_gets_no_new_grids(
    student: User, teacher: User, collection: Collection, assignment_of: GiveOut
) -> None:
    with pytest.raises(FrozenError):
        make_new_grids(assignment=assignment_of(is_exam=True), teacher=teacher)


def test_no_grid_is_changed_where_one_is_not_found_in_time(
    student: User,
    teacher: User,
    puzzle: Puzzle,
    collection: Collection,
    assignment_of: GiveOut,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exam = assignment_of(is_exam=True, is_draft=True)
    monkeypatch.setattr("puzzles.assignments.services.renewal.RENEWING_SECONDS", 0)
    with pytest.raises(LifecycleError, match="kept for assignments"):
        make_new_grids(assignment=exam, teacher=teacher)
    assert puzzles_of(exam).get() == puzzle
