"""Almost locked sets as evidence of a step, and their proof from the candidates."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...cells import HOUSES, PEERS
from ..position import Position
from ..step import Link, Role, Step


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


def by_name(roles: Iterable[Role], sets: Sequence[EvidenceSet]) -> dict[Role, EvidenceSet]:
    """The sets by role, as many as there are."""
    # There are more roles than sets.
    return dict(zip(roles, sets, strict=False))


def is_almost_locked(als: EvidenceSet, position: Position) -> bool:
    """Whether these cells lie in a house and have these candidates between them, one more than they are."""
    held = [position.candidates(cell) for cell in als.cells]
    return (
        all(held)
        and {digit for digits in held for digit in digits} == set(als.digits)
        and len(als.digits) == len(als.cells) + 1
        and any(set(als.cells) <= set(house) for house in HOUSES)
    )


def all_see(cells: Sequence[int], others: Sequence[int]) -> bool:
    """Whether each of these cells sees each of the others; not so where there are none."""
    return bool(cells) and bool(others) and all(other in PEERS[cell] for cell in cells for other in others)


def taken_from(digit: int, cells: tuple[int, ...], others: tuple[int, ...]) -> Link:
    """The link that says: not both these cells and the others hold the digit."""
    return Link(digit, cells, digit, others, is_strong=False)
