"""An assignment of several kinds of work."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.creation import create_assignment, group_of
from puzzles.assignments.services.lifecycle import hand_out_now
from puzzles.assignments.services.parts import create_wholes
from puzzles.assignments.services.sources import Source
from puzzles.library.models import Puzzle
from puzzles.library.services.policies import policy_with
from puzzles.training.models import TrainingPosition


@pytest.fixture
def part_of(puzzle: Puzzle) -> Callable[..., Assignment]:
    """`part_of(whole, name, **fields)`: a new last part, of the fixture `puzzle` if not of another kind."""

    def make(whole: Assignment, name: str, **fields: Any) -> Assignment:
        has_grids = not {"worksheet", "technique"} & fields.keys()
        return create_assignment(
            author=whole.author,
            classroom=whole.classroom,
            chosen=group_of(whole),
            whole=whole,
            name=name,
            source=Source(puzzles=(puzzle.pk,)) if has_grids else Source(),
            policy=policy_with(),
            **fields,
        )

    return make


@pytest.fixture
def whole_of(
    teacher: User,
    classroom: Classroom,
    part_of: Callable[..., Assignment],
    x_wings: list[TrainingPosition],
) -> Callable[..., Assignment]:
    """`whole_of(is_draft=, chosen=, **fields)`: a grid, two exercises and two drills for the class in one."""

    def make(*, is_draft: bool = False, chosen: list[int] | None = None, **fields: Any) -> Assignment:
        [whole] = create_wholes(
            author=teacher,
            classrooms=[classroom],
            chosen={classroom.pk: chosen},
            **{"name": "Homework 3"} | fields,
        )
        part_of(whole, "A grid")
        part_of(whole, "Two exercises", worksheet="mini_projet", exercises=["ligne", "colonne"])
        positions = [row.pk for row in x_wings[:2]]
        part_of(whole, "X-Wing", technique="x_wing", positions=positions)
        return whole if is_draft else hand_out_now(assignment=whole)

    return make
