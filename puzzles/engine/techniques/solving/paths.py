"""Solving as a person does: the next step, every step, the whole path, and the proof of a step."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from ...board import Board
from ..catalogue import CATALOGUE, TECHNIQUES
from ..position import Position
from ..step import Step
from ..technique import Technique


@dataclass(frozen=True, slots=True)
class SolvePath:
    """The steps from a position to where they end."""

    steps: tuple[Step, ...]
    end: Position

    def __str__(self) -> str:
        """The steps, one a line."""
        return "\n".join(map(str, self.steps))

    @property
    def is_solved(self) -> bool:
        """Whether the steps fill the grid."""
        return self.end.is_complete


def next_step(position: Position, *, techniques: Collection[str] | None = None) -> Step | None:
    """Find the easiest step open to a person. None when no known technique helps.

    `techniques` are the ids that may be used. Raises ContradictionError if some empty cell has no
    candidate, or a house has no place for a digit.
    """
    # From a contradiction every finder could prove anything.
    position.require_consistent()
    if position.is_complete:
        return None
    for technique in allowed(techniques):
        for step in technique.find(position):
            return step
    return None


def all_steps(position: Position, *, techniques: Collection[str] | None = None) -> Iterator[Step]:
    """Every step open now, easiest technique first; of a technique's steps with one result only the first.

    Raises ContradictionError as `next_step` does.
    """
    position.require_consistent()
    for technique in allowed(techniques):
        results = set()
        for step in technique.find(position):
            result = (step.placements, step.eliminations)
            if result not in results:
                results.add(result)
                yield step


def solve_path(
    start: Board | Position, *, techniques: Collection[str] | None = None, step_limit: int | None = None
) -> SolvePath:
    """The easiest step, again and again, until the grid is full or no known technique helps.

    It is cut after `step_limit` steps. Raises ContradictionError when the position turns out to have no
    solution.
    """
    position = Position.from_board(start) if isinstance(start, Board) else start
    steps: list[Step] = []
    while (step := next_step(position, techniques=techniques)) is not None and len(steps) != step_limit:
        steps.append(step)
        position = position.apply(step)
    return SolvePath(tuple(steps), position)


def verify(step: Step, position: Position) -> bool:
    """Whether the step's evidence proves its result here, reasoned anew from the rules."""
    technique = TECHNIQUES.get(step.technique)
    # The cheap questions first: verifiers rely on a well-formed step about open candidates.
    return (
        technique is not None
        and step.is_well_formed
        and all(position.has_candidate(cell, digit) for cell, digit in step.placements + step.eliminations)
        and technique.verify(step, position)
    )


def rate(step: Step) -> float:
    """The step's value on the scale of Sudoku Explainer."""
    return TECHNIQUES[step.technique].rate(step)


def score_of(step: Step) -> int:
    """What the step adds to the score of a path."""
    technique = TECHNIQUES[step.technique]
    return technique.score + technique.cost(step)


def allowed(techniques: Collection[str] | None) -> Iterator[Technique]:
    """The techniques with these ids, easiest first; without ids, all of them."""
    return (technique for technique in CATALOGUE if techniques is None or technique.id in techniques)
