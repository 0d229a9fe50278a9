"""Drills for a class: which positions it gets, and who is spared."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.creation import FrozenError
from puzzles.assignments.services.drills import (
    TooFewError,
    choose_positions,
    drilled_techniques,
    redraw_positions,
)
from puzzles.assignments.services.lifecycle import hand_out_now, hand_out_to_newcomers
from puzzles.engine.techniques import example_of
from puzzles.library.models import Puzzle
from puzzles.play.models import TechniqueProgress
from puzzles.training.models import DrillAnswer, TrainingPosition
from puzzles.training.services.drills import lookalikes

DrillsOf = Callable[..., Assignment]
Level = DrillAnswer.Level
pytestmark = pytest.mark.django_db


def chosen(classroom: Classroom, count: int, level: int = Level.BOARD, seed: int = 1) -> list[int]:
    rng = random.Random(seed)
    return choose_positions(classroom=classroom, technique="x_wing", level=level, count=count, rng=rng)


def test_positions_are_chosen_at_random(classroom: Classroom, x_wings: list[TrainingPosition]) -> None:
    found = {tuple(chosen(classroom, 2, seed=seed)) for seed in range(20)}
    assert len(found) > 3
    assert {key for keys in found for key in keys} == {row.pk for row in x_wings}
    assert chosen(classroom, 3) == chosen(classroom, 3)


def test_those_that_the_class_has_not_met_come_first(
    classroom: Classroom, student: User, stranger: User, x_wings: list[TrainingPosition]
) -> None:
    drill = {"technique": "x_wing", "level": 2, "verdict": "found", "tries": 1}
    for row in x_wings[:2]:
        DrillAnswer.objects.create(player=student, position=row, key=row.pk, **drill)
    for row in x_wings:
        DrillAnswer.objects.create(player=stranger, position=row, key=row.pk, **drill)
    unmet = {row.pk for row in x_wings[2:]}
    for seed in range(9):
        keys = chosen(classroom, 3, seed=seed)
        assert set(keys[:2]) == unmet


def test_no_more_than_the_bank_has(classroom: Classroom, x_wings: list[TrainingPosition]) -> None:
    with pytest.raises(TooFewError, match="4 positions"):
        chosen(classroom, 5)


def test_what_an_exam_reserves_is_left_out(
    classroom: Classroom, x_wings: list[TrainingPosition], puzzle: Puzzle, exam: Assignment
) -> None:
    TrainingPosition.objects.filter(pk=x_wings[0].pk).update(puzzle=puzzle)
    with pytest.raises(TooFewError, match="3 positions"):
        chosen(classroom, 4)


def test_one_of_three_mixes_the_three(classroom: Classroom, x_wings: list[TrainingPosition]) -> None:
    names = lookalikes("x_wing")
    for name in names[1:]:
        position = example_of(name).position
        TrainingPosition.of(position, name, TrainingPosition.Origin.EXAMPLE).save()
    rows = TrainingPosition.objects.in_bulk(chosen(classroom, 5, Level.DECOYS))
    assert Counter(row.technique for row in rows.values()) == {names[0]: 3, names[1]: 1, names[2]: 1}


def test_the_techniques_that_have_positions_come_easiest_first(x_wings: list[TrainingPosition]) -> None:
    position = example_of("pointing").position
    TrainingPosition.of(position, "pointing", TrainingPosition.Origin.EXAMPLE).save()
    assert list(drilled_techniques().items()) == [("pointing", 1), ("x_wing", 4)]


def test_a_draft_gets_other_positions_and_what_is_handed_out_none(student: User, drills_of: DrillsOf) -> None:
    draft = drills_of(2, is_draft=True)
    found = set()
    for seed in range(9):
        redraw_positions(assignment=draft, rng=random.Random(seed))
        draft.refresh_from_db()
        found.add(tuple(draft.positions))
    assert len(found) > 2
    hand_out_now(assignment=draft)
    with pytest.raises(FrozenError):
        redraw_positions(assignment=draft)


def test_who_has_mastered_it_is_spared_if_the_teacher_says_so(
    student: User, classmate: User, drills_of: DrillsOf
) -> None:
    TechniqueProgress.objects.create(player=student, technique="x_wing", progress=0, drilled=3)
    TechniqueProgress.objects.create(player=classmate, technique="x_wing", progress=2)
    for spares, excused in ((True, {student.pk}), (False, set())):
        given = hand_out_now(assignment=drills_of(is_draft=True, spares_masters=spares))
        rows = given.assignees.filter(excused_at__isnull=False)
        assert set(rows.values_list("student", flat=True)) == excused


def test_newcomers_are_spared_too(classmate: User, classroom: Classroom, drills_of: DrillsOf) -> None:
    given = hand_out_now(assignment=drills_of(is_draft=True, spares_masters=True))
    late = [User.objects.create_user(name, role=User.Role.STUDENT) for name in ("late", "later")]
    for each in late:
        classroom.memberships.create(student=each)
    TechniqueProgress.objects.create(player=late[0], technique="x_wing", progress=3)
    assert hand_out_to_newcomers(assignment=given) == [late[1].pk]
