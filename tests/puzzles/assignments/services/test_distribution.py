"""Which grids a class gets."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Classroom, User
from puzzles.assignments.models import AssignedPuzzle, Assignment
from puzzles.assignments.services.creation import assign_to_newcomers, create_assignment, hand_out, redraw
from puzzles.assignments.services.sources import Source, SourceError
from puzzles.library.models import Collection, Puzzle
from puzzles.library.services.policies import EXAM, policy_with
from puzzles.play.models import Attempt
from puzzles.play.services.draws import Criteria

AssignmentOf = Callable[..., Assignment]
CollectionOf = Callable[..., Collection]
Draft = Callable[..., Assignment]


@pytest.fixture
def draft(teacher: User, classroom: Classroom) -> Draft:
    """`draft(source fields)`: a draft for the class, its grids drawn."""

    def make(**source: Any) -> Assignment:
        rules = source.pop("rules", {})
        return create_assignment(
            author=teacher,
            classroom=classroom,
            name="Draft",
            policy=policy_with(**rules),
            source=Source(**source),
            rng=random.Random(5),
        )

    return make


def graded(collection: Collection, grades: list[tuple[int, int]]) -> list[Puzzle]:
    """The puzzles of a collection, with these tiers and scores."""
    puzzles = [entry.puzzle for entry in collection.entries.order_by("number")]
    for puzzle, (tier, score) in zip(puzzles, grades, strict=True):
        puzzle.tier, puzzle.score, puzzle.rating, puzzle.grader = tier, score, 1, 99
        puzzle.save()
    return puzzles


def hands(assignment: Assignment) -> dict[str, list[int]]:
    rows = AssignedPuzzle.objects.filter(assignee__assignment=assignment).order_by("position")
    found: dict[str, list[int]] = {}
    for username, puzzle in rows.values_list("assignee__student__username", "puzzle"):
        found.setdefault(username, []).append(puzzle)
    return found


def play(user: User, puzzle: Puzzle) -> None:
    Attempt.objects.create(player=user, puzzle=puzzle, policy=policy_with(), digits=puzzle.givens)


def test_everybody_has_the_same_grids_easiest_first(
    student: User, classmate: User, teacher: User, collection_of: CollectionOf, draft: Draft
) -> None:
    graded(collection_of(teacher, range(4)), [(2, 500), (1, 300), (1, 200), (3, 900)])
    found = hands(draft(count=4))
    assert found["lea"] == found["tom"]
    scores = [Puzzle.objects.get(pk=key).score for key in found["lea"]]
    assert scores == [200, 300, 500, 900]


def test_grids_that_somebody_of_the_class_played_are_left_out(
    student: User,
    classmate: User,
    stranger: User,
    teacher: User,
    collection_of: CollectionOf,
    draft: Draft,
) -> None:
    puzzles = graded(collection_of(teacher, range(4)), [(1, 100 + step) for step in range(4)])
    play(student, puzzles[0])
    play(classmate, puzzles[1])
    play(stranger, puzzles[2])
    with pytest.raises(SourceError, match="2"):
        draft(count=3)
    assert set(hands(draft(count=2))["lea"]) == {puzzles[2].pk, puzzles[3].pk}
    assert len(hands(draft(count=4, played_too=True))["lea"]) == 4


def test_grids_given_to_the_class_before_are_left_out(
    student: User, teacher: User, collection_of: CollectionOf, draft: Draft
) -> None:
    graded(collection_of(teacher, range(4)), [(1, 100)] * 4)
    first = hands(hand_out(assignment=draft(count=2)))["lea"]
    assert not set(first) & set(hands(draft(count=2))["lea"])


def test_the_grids_of_a_draft_may_come_again_when_it_is_drawn_anew(
    student: User, teacher: User, collection_of: CollectionOf, draft: Draft
) -> None:
    graded(collection_of(teacher, range(2)), [(1, 100)] * 2)
    assignment = draft(count=2)
    before = set(hands(assignment)["lea"])
    assert set(hands(redraw(assignment=assignment))["lea"]) == before


def test_grids_kept_for_another_exam_are_left_out_and_so_is_their_solution(
    student: User,
    stranger: User,
    other_teacher: User,
    teacher: User,
    collection_of: CollectionOf,
    draft: Draft,
) -> None:
    puzzles = graded(collection_of(teacher, range(4)), [(1, 100)] * 4)
    elsewhere = Classroom.objects.get(teachers=other_teacher)
    create_assignment(
        author=other_teacher,
        classroom=elsewhere,
        name="Exam",
        policy=policy_with(**EXAM),
        source=Source(puzzles=(puzzles[0].pk,)),
    )
    Puzzle.objects.filter(pk=puzzles[1].pk).update(solution=puzzles[0].solution)
    assert set(hands(draft(count=2))["lea"]) == {puzzles[2].pk, puzzles[3].pk}
    with pytest.raises(SourceError):
        draft(count=3)


def test_grids_kept_for_an_exam_of_an_empty_class_are_left_out_too(
    teacher: User, collection_of: CollectionOf, draft: Draft
) -> None:
    graded(collection_of(teacher, range(3)), [(1, 100)] * 3)
    draft(count=2, rules=EXAM)
    assert not AssignedPuzzle.objects.exists()
    with pytest.raises(SourceError):
        draft(count=2)


def test_criteria_are_met(student: User, teacher: User, collection_of: CollectionOf, draft: Draft) -> None:
    puzzles = graded(collection_of(teacher, range(4)), [(1, 100), (2, 200), (2, 300), (2, 400)])
    assert set(hands(draft(count=2, criteria=Criteria(tier=2, score_to=300)))["lea"]) == {
        puzzles[1].pk,
        puzzles[2].pk,
    }


def test_only_the_requested_collection_is_drawn_from(
    student: User, teacher: User, collection_of: CollectionOf, draft: Draft
) -> None:
    collection_of(teacher, range(5), name="others")
    wished = collection_of(teacher, range(7, 10), name="wished")
    keys = set(wished.entries.values_list("puzzle", flat=True))
    assert set(hands(draft(count=3, collections=(wished.pk,)))["lea"]) == keys


def test_different_grids_are_all_different_and_equally_hard(
    student: User, classmate: User, teacher: User, collection_of: CollectionOf, draft: Draft
) -> None:
    graded(collection_of(teacher, range(6)), [(1, 100), (1, 105), (1, 300), (2, 300), (2, 310), (3, 9)])
    found = hands(draft(count=2, band=10))
    assert len(set(found["lea"]) | set(found["tom"])) == 4
    for position, tier in enumerate((1, 2)):
        pair = [Puzzle.objects.get(pk=found[name][position]) for name in ("lea", "tom")]
        assert [puzzle.tier for puzzle in pair] == [tier, tier]
        low, high = sorted(puzzle.score for puzzle in pair)
        assert high <= low * 1.1


def test_where_there_are_too_few_equal_grids_it_says_how_many_there_could_be(
    student: User, classmate: User, teacher: User, collection_of: CollectionOf, draft: Draft
) -> None:
    graded(collection_of(teacher, range(4)), [(1, 100), (1, 105), (1, 300), (1, 400)])
    with pytest.raises(SourceError) as refusal:
        draft(count=2, band=10)
    assert "4" in str(refusal.value)
    assert "10 %" in str(refusal.value)


def test_ungraded_grids_are_graded_for_equally_hard_sets(
    student: User,
    classmate: User,
    grids: list[str],
    bring_in: Callable[..., Any],
    draft: Draft,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A busy machine must not decide how many are graded.
    monkeypatch.setattr("puzzles.assignments.services.candidates.GRADING_SECONDS", 60)
    bring_in(grids[:12])
    assert not Puzzle.objects.filter(tier__isnull=False).exists()
    assert len(hands(draft(count=1, band=100))) == 2


def test_a_student_who_joins_later_gets_the_same_grids(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    newcomer = User.objects.create_user("nina", role=User.Role.STUDENT)
    classroom.memberships.create(student=newcomer)
    assert assign_to_newcomers(assignment=assignment) == [newcomer.pk]
    assert hands(assignment)["nina"] == hands(assignment)["lea"]
    assert assign_to_newcomers(assignment=assignment) == []


def test_a_student_who_joins_later_gets_equally_hard_grids(
    student: User,
    classmate: User,
    teacher: User,
    classroom: Classroom,
    collection_of: CollectionOf,
    draft: Draft,
) -> None:
    puzzles = graded(collection_of(teacher, range(4)), [(1, 100), (1, 101), (1, 102), (1, 900)])
    assignment = hand_out(assignment=draft(count=1, band=10))
    newcomer = User.objects.create_user("nina", role=User.Role.STUDENT)
    classroom.memberships.create(student=newcomer)
    assign_to_newcomers(assignment=assignment)
    assert hands(assignment)["nina"] != [puzzles[3].pk]


def test_a_student_who_joins_without_equal_grids_left_shares_those_of_another(
    student: User, teacher: User, classroom: Classroom, collection_of: CollectionOf, draft: Draft
) -> None:
    graded(collection_of(teacher, range(1)), [(1, 100)])
    assignment = hand_out(assignment=draft(count=1, band=10))
    newcomer = User.objects.create_user("nina", role=User.Role.STUDENT)
    classroom.memberships.create(student=newcomer)
    assign_to_newcomers(assignment=assignment)
    assert hands(assignment)["nina"] == hands(assignment)["lea"]


def test_a_large_collection_is_sampled(
    student: User,
    teacher: User,
    collection_of: CollectionOf,
    draft: Draft,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("puzzles.assignments.services.candidates.POOL_SIZE", 20)
    puzzles = graded(collection_of(teacher, range(60)), [(1, 100)] * 58 + [(3, 400)] * 2)
    rare = hands(draft(count=2, criteria=Criteria(tier=3)))["lea"]
    assert set(rare) == {puzzles[58].pk, puzzles[59].pk}
    assert len(set(hands(draft(count=5))["lea"])) == 5
