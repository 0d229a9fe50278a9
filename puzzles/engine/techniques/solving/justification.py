"""Why one digit goes into a cell, or out of it: the easiest technique that proves it, and the proof.

The easiest technique with an elimination takes each step, until the conclusion follows. No other cell is
filled on the way: a digit that is not on the grid yet is no reason here. Only the last step may place: the
conclusion's own digit, or one that excludes the conclusion at once. Trial is no reason either: it proves all
that is true, so that nothing would be a guess any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ...cells import CELLS, DIGITS, HOUSES_OF, PEERS
from ..catalogue import CATALOGUE
from ..position import ContradictionError, Position
from ..step import Step
from ..technique import Technique
from .paths import all_steps, allowed, verify

# Eliminating steps before the conclusion is given up; few positions offer as many.
ELIMINATION_LIMIT = 60
# Harder techniques follow assumptions to their ends.
HARDEST_PROOF_TIER = 4

_EASE = {technique.id: index for index, technique in enumerate(CATALOGUE)}


@dataclass(frozen=True, slots=True)
class Justification:
    """The proof of a placement or an elimination; the last step proves it, the others lead there.

    There is no step where the grid already excludes the candidate.
    """

    steps: tuple[Step, ...]

    @property
    def technique(self) -> str:
        """The id of the hardest technique the proof takes; "" where it takes none."""
        return max((step.technique for step in self.steps), key=_EASE.__getitem__, default="")

    @property
    def proof(self) -> Step | None:
        """The step that proves the conclusion."""
        return self.steps[-1] if self.steps else None


class Conclusion(NamedTuple):
    """What is to be proved: that the candidate holds, or that it does not."""

    cell: int
    digit: int
    is_placement: bool

    def follows_from(self, step: Step) -> bool:
        """Whether the step's results show it."""
        if self.is_placement:
            return (self.cell, self.digit) in step.placements
        return (self.cell, self.digit) in step.eliminations or any(
            cell == self.cell if digit != self.digit else cell in PEERS[self.cell]
            for cell, digit in step.placements
        )

    def is_open(self, position: Position) -> bool:
        """Whether the grid leaves the candidate possible."""
        return position.has_candidate(self.cell, self.digit)


def conclusion_of(position: Position, *, cell: int, digit: int, is_placement: bool) -> Conclusion:
    """What is to be proved in a position. Raises ValueError and ContradictionError as `justify` does."""
    if cell not in CELLS or digit not in DIGITS or position.digits[cell]:
        raise ValueError(f"expected an empty cell and a digit 1-9, got cell {cell!r} and digit {digit!r}")
    position.require_consistent()
    return Conclusion(cell, digit, is_placement)


def justify(
    position: Position,
    *,
    cell: int,
    digit: int,
    is_placement: bool,
    techniques: Collection[str] | None = None,
    limit: int = ELIMINATION_LIMIT,
) -> Justification | None:
    """The easiest proof that this digit goes into this empty cell or, if not `is_placement`, does not.

    None when the known techniques below tier 5 do not prove it here, whether it is true or not; it is given
    up after `limit` eliminations. `techniques` are the ids that may be used. Raises ValueError if the cell is
    not an empty one, and ContradictionError if the position itself is a contradiction.
    """
    conclusion = conclusion_of(position, cell=cell, digit=digit, is_placement=is_placement)
    if not conclusion.is_open(position):
        return None if is_placement else Justification(())
    steps = _prove(position, conclusion, _usable(techniques), limit)
    return Justification(_pruned(position, steps)) if steps else None


def direct_proofs(
    position: Position,
    *,
    cell: int,
    digit: int,
    is_placement: bool,
    techniques: Collection[str] | None = None,
) -> Iterator[Step]:
    """Each step open now that proves the placement or the elimination by itself, easiest technique first.

    Raises ContradictionError as `justify` does.
    """
    conclusion = Conclusion(cell, digit, is_placement)
    usable = {technique.id for technique in _usable(techniques)}
    return (step for step in all_steps(position, techniques=usable) if conclusion.follows_from(step))


def _usable(techniques: Collection[str] | None) -> tuple[Technique, ...]:
    """The techniques with these ids that count as a reason; without ids, all that do."""
    return tuple(technique for technique in allowed(techniques) if technique.tier <= HARDEST_PROOF_TIER)


def _prove(
    position: Position, conclusion: Conclusion, usable: Collection[Technique], limit: int
) -> list[Step]:
    """Steps of which the last proves the conclusion, none harder than need be; none without a proof."""
    steps: list[Step] = []
    while (step := _step_towards(position, conclusion, usable)) is not None:
        steps.append(step)
        if conclusion.follows_from(step):
            return steps
        position = position.eliminate(step.eliminations)
        # Eliminations from a wrong grid can end in a contradiction, from which anything follows.
        if len(steps) > limit or not _is_consistent(position):
            break
    return []


def _step_towards(position: Position, conclusion: Conclusion, usable: Collection[Technique]) -> Step | None:
    """The easiest technique's step that proves the conclusion, or else takes candidates away."""
    for technique in usable:
        # Asking about this one cell is cheaper than listing all singles of the grid.
        if conclusion.is_placement and technique.tier == 1 and not _is_single(position, conclusion):
            continue
        found = None
        for step in technique.find(position):
            if conclusion.follows_from(step):
                return step
            if found is None and step.eliminations and not step.placements:
                found = step
        if found is not None:
            return found
    return None


def _is_single(position: Position, conclusion: Conclusion) -> bool:
    """Whether the digit has no other place in a house of its cell, or its cell no other digit."""
    return position.masks[conclusion.cell] == 1 << conclusion.digit - 1 or any(
        position.cells_for(conclusion.digit, house) == (conclusion.cell,)
        for house in HOUSES_OF[conclusion.cell]
    )


def _is_consistent(position: Position) -> bool:
    try:
        position.require_consistent()
    except ContradictionError:
        return False
    return True


def _pruned(start: Position, steps: list[Step]) -> tuple[Step, ...]:
    """Only the steps that the last one needs."""
    # Backwards: a step is dropped where those kept after it still verify without it.
    before = [start]
    for step in steps[:-1]:
        before.append(before[-1].eliminate(step.eliminations))
    kept = steps[-1:]
    for index in range(len(steps) - 2, -1, -1):
        if not _holds(before[index], kept):
            kept.insert(0, steps[index])
    return tuple(kept)


def _holds(position: Position, steps: list[Step]) -> bool:
    """Whether these steps prove their results one after the other from here."""
    for step in steps:
        if not verify(step, position):
            return False
        position = position.eliminate(step.eliminations)
    return True
