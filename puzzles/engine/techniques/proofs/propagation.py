"""Propagation: where each assumption leads by singles alone.

Candidates are sets of bits in the fields of all their constraints (see constraints.py), so that a few
operations find all singles and all gaps of a grid. Digits stay in the set as the one candidate of their cell.
"""

from collections.abc import Mapping
from typing import NamedTuple

from ...bits import EXCLUDED, numbers_in
from ...constraints import BITS, CANDIDATE_AT, CANDIDATES, GUARDS, bits_of, singles
from ..position import Position, derived
from .implications import grid_candidates


class Propagation(NamedTuple):
    """Where an assumption leads: the candidates in the end, None for a contradiction, and what is placed.

    Both are bits in all fields. `rounds` are how many it took: in a round all the singles there are get
    placed.
    """

    left: int | None
    placed: int
    rounds: int


def _kept_bits() -> tuple[int, ...]:
    everything = bits_of(CANDIDATES)
    return tuple(everything & ~bits_of(numbers_in(excluded)) for excluded in EXCLUDED)


# What a placement leaves, its own candidate with it.
KEPT_BITS = _kept_bits()


def follow(left: int, placed: int) -> Propagation:
    """Place singles in rounds until there is none left, or a gap."""
    # Guards of met constraints are set, too: their digit is their one candidate.
    rounds = 0
    while (found := singles(left | GUARDS, GUARDS)) is not None:
        new = found ^ found & placed
        if not new:
            return Propagation(left, placed, rounds)
        rounds += 1
        while new:
            candidate = CANDIDATE_AT[new.bit_length() - 1]
            left &= KEPT_BITS[candidate]
            placed |= BITS[candidate]
            # A candidate may be single in several of its four fields.
            new ^= new & BITS[candidate]
    return Propagation(None, placed, rounds)


def leap(left: int, placed: int, ends: Mapping[int, Propagation]) -> Propagation:
    """Where `follow` ends, in fewer rounds: each single brings all that it forces by itself.

    `ends` are the propagations of an earlier position.
    """
    rounds = 0
    while (found := singles(left | GUARDS, GUARDS)) is not None:
        new = found ^ found & placed
        if not new:
            return Propagation(left, placed, rounds)
        rounds += 1
        while new:
            # Placements are monotone: a single forces here all that it forced in the earlier position.
            end = ends[CANDIDATE_AT[new.bit_length() - 1]]
            left &= end.left or 0
            placed |= end.placed
            new ^= new & placed
    return Propagation(None, placed, rounds)


def placed_on(position: Position) -> int:
    """The digits on the grid."""
    return bits_of(numbers_in(position.placed))


@derived
def propagations(position: Position) -> Mapping[int, Propagation]:
    """Where assuming each candidate leads."""
    left, placed = bits_of(numbers_in(grid_candidates(position))), placed_on(position)
    return {
        candidate: follow(left & KEPT_BITS[candidate], placed | BITS[candidate])
        for candidate in numbers_in(position.candidate_set)
    }
