"""Propagation: where each assumption leads by singles alone.

Candidates are sets of bits in the fields of all their constraints (see constraints.py), so that a few
operations find all singles and all gaps of a grid. Digits stay in the set as the one candidate of their cell.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ...bits import EXCLUDED, numbers_in
from ...constraints import BITS, CANDIDATE_AT, CANDIDATES, GUARDS, FieldBits, bits_of, singles
from ..position import Position, derived
from .implications import grid_candidates


class Propagation(NamedTuple):
    """Where an assumption leads: the remaining candidates, none after a contradiction, and the placed ones.

    `rounds` is how many rounds it took: in each round all the singles there are get placed.
    """

    remaining: FieldBits
    placed: FieldBits
    rounds: int

    @property
    def is_contradiction(self) -> bool:
        """Whether singles lead to a gap."""
        # Without a contradiction each cell has a candidate left, its digit if it is filled.
        return not self.remaining


def _kept_bits() -> tuple[FieldBits, ...]:
    everything = bits_of(CANDIDATES)
    return tuple(everything & ~bits_of(numbers_in(excluded)) for excluded in EXCLUDED)


# What a placement leaves, its own candidate with it.
KEPT_BITS = _kept_bits()


def follow(remaining: FieldBits, placed: FieldBits) -> Propagation:
    """Place singles in rounds until there is none left, or a gap."""
    # Guards of met constraints are set, too: their digit is their one candidate.
    rounds = 0
    while (found := singles(remaining | GUARDS, GUARDS)) is not None:
        new = found ^ found & placed
        if not new:
            return Propagation(remaining, placed, rounds)
        rounds += 1
        while new:
            candidate = CANDIDATE_AT[new.bit_length() - 1]
            remaining &= KEPT_BITS[candidate]
            placed |= BITS[candidate]
            # A candidate may be single in several of its four fields.
            new ^= new & BITS[candidate]
    return Propagation(0, placed, rounds)


def follow_with_ends(remaining: FieldBits, placed: FieldBits, ends: Mapping[int, Propagation]) -> Propagation:
    """Where `follow` ends, in fewer rounds: each single brings all that it forces by itself.

    `ends` are the propagations of an earlier position.
    """
    rounds = 0
    while (found := singles(remaining | GUARDS, GUARDS)) is not None:
        new = found ^ found & placed
        if not new:
            return Propagation(remaining, placed, rounds)
        rounds += 1
        while new:
            # Placements are monotone: a single forces here all that it forced in the earlier position.
            end = ends[CANDIDATE_AT[new.bit_length() - 1]]
            remaining &= end.remaining
            placed |= end.placed
            new ^= new & placed
    return Propagation(0, placed, rounds)


def placed_on(position: Position) -> FieldBits:
    """The digits on the grid, as bits."""
    return bits_of(numbers_in(position.placed))


@derived
def propagations(position: Position) -> Mapping[int, Propagation]:
    """Where assuming each candidate leads."""
    remaining, placed = bits_of(numbers_in(grid_candidates(position))), placed_on(position)
    return {
        candidate: follow(remaining & KEPT_BITS[candidate], placed | BITS[candidate])
        for candidate in numbers_in(position.candidate_set)
    }
