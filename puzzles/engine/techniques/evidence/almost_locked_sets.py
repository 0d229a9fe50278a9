"""Almost locked sets as evidence of a step, and their proof from the candidates."""

from collections.abc import Iterable
from typing import NamedTuple

from ...cells import HOUSES
from ..position import Position
from ..step import Role, Step


class EvidenceSet(NamedTuple):
    """The cells and the digits of a set in a step."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]

    def cells_with(self, digit: int, position: Position) -> tuple[int, ...]:
        """The cells of the set that have this digit as a candidate."""
        return tuple(cell for cell in self.cells if position.has_candidate(cell, digit))


def evidence_sets(step: Step, roles: Iterable[Role]) -> tuple[EvidenceSet, ...]:
    """The sets of a step in these roles, up to the first role without cells."""
    sets = []
    for role in roles:
        if not step.cells_as(role):
            break
        sets.append(EvidenceSet(step.cells_as(role), step.digits_as(role)))
    return tuple(sets)


def set_of_cells(cells: tuple[int, ...], position: Position) -> EvidenceSet:
    """The set of these cells, with the candidates they have."""
    digits = sorted({digit for cell in cells for digit in position.candidates(cell)})
    return EvidenceSet(cells, tuple(digits))


def is_almost_locked(als: EvidenceSet, position: Position) -> bool:
    """Whether these cells lie in a house and have exactly these digits, one more than cells."""
    held = [position.candidates(cell) for cell in als.cells]
    return (
        all(held)
        and {digit for digits in held for digit in digits} == set(als.digits)
        and len(als.digits) == len(als.cells) + 1
        and any(set(als.cells) <= set(house) for house in HOUSES)
    )
