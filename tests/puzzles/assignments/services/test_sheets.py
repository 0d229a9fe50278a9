"""Which grids are printed for which reader."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.assignments.services.sheets import (
    Handout,
    PaperError,
    chosen_grids,
    first_grids,
    handouts_of,
    random_grids,
)
from puzzles.library.models import Collection, HelpPolicy, Puzzle
from puzzles.play.services.draws import Criteria

pytestmark = pytest.mark.django_db

MakeCollection = Callable[..., Collection]


@pytest.fixture
def collection(teacher: User, collection_of: MakeCollection) -> Collection:
    """Thirty grids of the teacher's; every third one is of tier 3."""
    collection = collection_of(teacher, range(30))
    grade = {"score": 1000, "hardest": "x_wing", "rating": 3, "grader": 1}
    third = collection.entries.filter(number__in=range(3, 31, 3)).values("puzzle")
    Puzzle.objects.filter(pk__in=third).update(tier=3, **grade)
    return collection


@pytest.fixture
def give(teacher: User, classroom: Classroom, collection: Collection) -> Callable[..., Assignment]:
    """`give({student: numbers}, **rules of help)`: an assignment, handed out, of grids of the collection."""

    def make(hands: dict[User, list[int]], **rules: Any) -> Assignment:
        policy, _created = HelpPolicy.objects.get_or_create(**rules)
        assignment = Assignment.objects.create(
            classroom=classroom, author=teacher, name="Monday", policy=policy, handed_out_at=timezone.now()
        )
        for student, numbers in hands.items():
            assignee = Assignee.objects.create(assignment=assignment, student=student)
            for position, number in enumerate(numbers, 1):
                puzzle = collection.entries.get(number=number).puzzle
                AssignedPuzzle.objects.create(assignee=assignee, puzzle=puzzle, position=position)
        return assignment

    return make


def numbers(handout: Handout) -> list[int]:
    return [grid.number for grid in handout.grids]


def test_grids_are_chosen_by_their_numbers_in_the_order_asked_for(teacher, collection) -> None:
    chosen = chosen_grids(reader=teacher, collection=collection, numbers="5-7, 2, 6")
    assert numbers(chosen) == [5, 6, 7, 2]


def test_numbers_of_rejected_lines_are_passed_over(teacher, collection) -> None:
    collection.entries.filter(number=6).delete()
    assert numbers(chosen_grids(reader=teacher, collection=collection, numbers="5-7")) == [5, 7]


@pytest.mark.parametrize("text", ["99", "seven", "7-5", "1-61", "1-999999999"])
def test_numbers_that_lead_to_nothing_are_refused_with_a_sentence(teacher, collection, text) -> None:
    with pytest.raises(PaperError, match=r".{10}"):
        chosen_grids(reader=teacher, collection=collection, numbers=text)


def test_a_grid_with_several_solutions_is_not_printed(teacher, collection) -> None:
    several = collection.entries.get(number=2).puzzle
    Puzzle.objects.filter(pk=several.pk).update(
        solution_count=2, solution="", canonical_key=None, solving_class=""
    )
    assert numbers(chosen_grids(reader=teacher, collection=collection, numbers="1-3")) == [1, 3]


def test_the_first_grids_of_a_tier_come_in_the_order_of_their_numbers(teacher, collection) -> None:
    found = first_grids(reader=teacher, collection=collection, criteria=Criteria(tier=3), count=4)
    assert numbers(found) == [3, 6, 9, 12]


def test_a_search_through_all_collections_gives_each_grid_once(teacher, collection, collection_of) -> None:
    collection_of(teacher, range(30), name="The same again")
    found = first_grids(reader=teacher, collection=None, count=60)
    assert len(found.grids) == len({grid.puzzle.pk for grid in found.grids}) == 30


def test_random_grids_meet_the_criteria_and_repeat_with_the_same_seed(teacher, collection) -> None:
    wanted = {"reader": teacher, "collection": collection, "criteria": Criteria(tier=3), "count": 5}
    found = numbers(random_grids(seed="a", **wanted))
    assert found == numbers(random_grids(seed="a", **wanted))
    assert len(set(found)) == 5
    assert all(number % 3 == 0 for number in found)
    assert any(numbers(random_grids(seed=str(seed), **wanted)) != found for seed in range(5))


def test_fewer_grids_than_asked_for_are_printed_all(teacher, collection) -> None:
    found = random_grids(reader=teacher, collection=collection, criteria=Criteria(tier=3), count=50, seed="a")
    assert len(found.grids) == 10


def test_criteria_that_no_grid_meets_are_reported(teacher, collection, other_teacher) -> None:
    for ask in (first_grids, lambda **wanted: random_grids(seed="a", **wanted)):
        with pytest.raises(PaperError):
            ask(reader=teacher, collection=collection, criteria=Criteria(tier=5), count=3)
        Collection.objects.update(audience=Collection.Audience.NOBODY)
        with pytest.raises(PaperError):
            ask(reader=other_teacher, collection=None, count=3)


def test_a_search_finds_nothing_in_collections_of_others(stranger, collection) -> None:
    assert len(first_grids(reader=stranger, collection=None, count=5).grids) == 5
    Collection.objects.update(audience=Collection.Audience.CLASSES)
    with pytest.raises(PaperError):
        first_grids(reader=stranger, collection=None, count=5)


# What an assignment holds


def test_a_student_prints_no_grid_locked_by_an_assignment(student, classmate, collection, give) -> None:
    give({student: [1, 2], classmate: [1, 2]})
    assert numbers(chosen_grids(reader=student, collection=collection, numbers="1-3")) == [3]
    assert numbers(first_grids(reader=student, collection=collection, count=2)) == [3, 4]
    found = random_grids(reader=student, collection=collection, count=30, seed="a")
    assert sorted(numbers(found)) == list(range(3, 31))


def test_grids_of_an_exam_that_has_begun_are_not_printed_before_the_release(
    student, classmate, teacher, collection, give
) -> None:
    exam = {"hint_rung": 0, "checking": False, "partial_cells": 0, "solution": "never", "is_exam": True}
    assignment = give({student: [1]}, **exam)

    def prints(reader: User) -> bool:
        try:
            return numbers(chosen_grids(reader=reader, collection=collection, numbers="1")) == [1]
        except PaperError:
            return False

    # Before, a refusal would tell which grids of the collection the exam is made of.
    assert prints(student)
    assignment.assignees.update(began_at=timezone.now())
    assert [prints(reader) for reader in (student, classmate, teacher)] == [False, True, True]
    Assignment.objects.filter(pk=assignment.pk).update(released_at=timezone.now(), stopped_at=timezone.now())
    assert prints(student)


# From assignments


def test_the_same_grids_for_all_are_printed_once(student, classmate, give) -> None:
    assignment = give({student: [4, 2], classmate: [4, 2]})
    (handout,) = handouts_of(assignment=assignment, is_for_each=False)
    assert (numbers(handout), handout.student) == ([1, 2], None)


def test_or_for_each_student_in_the_order_of_their_names(student, classmate, give) -> None:
    assignment = give({classmate: [4], student: [4]})
    handouts = handouts_of(assignment=assignment, is_for_each=True)
    assert [(each.real_name, each.student) for each in handouts] == [
        ("PETIT Léa", student),
        ("ROUX Tom", classmate),
    ]


def test_different_grids_are_printed_for_each_student(student, classmate, give) -> None:
    assignment = give({student: [4, 2], classmate: [5, 3]})
    first, second = handouts_of(assignment=assignment, is_for_each=False)
    assert (first.student, second.student) == (student, classmate)
    assert {grid.puzzle for grid in first.grids}.isdisjoint(grid.puzzle for grid in second.grids)


def test_an_excused_student_gets_no_sheet(student, classmate, give) -> None:
    assignment = give({student: [4], classmate: [4]})
    Assignee.objects.filter(student=classmate).update(excused_at=timezone.now())
    (handout,) = handouts_of(assignment=assignment, is_for_each=True)
    assert handout.student == student


def test_an_assignment_without_grids_is_reported(give) -> None:
    with pytest.raises(PaperError):
        handouts_of(assignment=give({}), is_for_each=False)
