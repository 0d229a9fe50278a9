"""Where each assumption leads by singles alone: the candidates four times in one integer, so that it is fast.

A candidate is in four groups: its cell, and its digit in a row, a column and a box. Every group has ten bits:
its nine candidates, and a guard above them. With all guards set, one taken from each group clears the guard
of a group that was empty, and the lowest candidate of every other: so a few operations tell all singles and
all gaps of a grid.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...bits import EXCLUDED
from ..position import Position, derived
from .implications import CANDIDATES, CELL_GROUPS, GROUPS, candidates_in, grid_layers

_BITS = 10
_GUARDS = sum(1 << _BITS * number + _BITS - 1 for number in range(len(GROUPS)))
_ONES = _GUARDS >> _BITS - 1

# The candidate at each bit; a number beyond them at a guard.
_CANDIDATE_AT = tuple(
    candidate for group in GROUPS for candidate in (*candidates_in(group.members), len(CANDIDATES))
)


def _places() -> list[int]:
    places = [0] * (len(CANDIDATES) + 1)
    for bit, candidate in enumerate(_CANDIDATE_AT):
        places[candidate] |= 1 << bit
    return places[:-1]


# Each candidate as all its four bits, and as one bit, that in its cell.
PLACES = tuple(_places())
IN_CELLS = (1 << _BITS * len(CELL_GROUPS)) - 1
IN_CELL = tuple(places & IN_CELLS for places in PLACES)


class Outcome(NamedTuple):
    """Where an assumption leads: the candidates in the end, None for a contradiction, and what is placed.

    Both are fourfold. `rounds` are how many it took: in a round all the singles there are get placed.
    """

    left: int | None
    placed: int
    rounds: int


def fourfold(candidates: Iterable[int]) -> int:
    """These candidates in all their places."""
    places = 0
    for candidate in candidates:
        places |= PLACES[candidate]
    return places


def _kept_places() -> tuple[int, ...]:
    everything = fourfold(CANDIDATES)
    return tuple(everything & ~fourfold(candidates_in(excluded)) for excluded in EXCLUDED)


# What a placement leaves, its own candidate with it.
KEPT_PLACES = _kept_places()


def candidates_at(places: int) -> list[int]:
    """The candidates at these places, cells ascending; only places in cells are read."""
    places &= IN_CELLS
    found = []
    while places:
        lowest = places & -places
        found.append(_CANDIDATE_AT[lowest.bit_length() - 1])
        places ^= lowest
    return found


def singles_at(left: int) -> int | None:
    """The places of candidates alone in a group, those of filled cells too. None if there is a gap."""
    fewer = (left | _GUARDS) - _ONES
    if fewer & _GUARDS != _GUARDS:
        return None
    several = ((left & fewer | _GUARDS) - _ONES) & _GUARDS
    return left ^ left & several - (several >> _BITS - 1)


def follow(left: int, placed: int) -> Outcome:
    """Place singles in rounds until there is none left, or a gap."""
    rounds = 0
    while (singles := singles_at(left)) is not None:
        new = singles ^ singles & placed
        if not new:
            return Outcome(left, placed, rounds)
        rounds += 1
        while new:
            candidate = _CANDIDATE_AT[new.bit_length() - 1]
            left &= KEPT_PLACES[candidate]
            placed |= PLACES[candidate]
            new ^= new & PLACES[candidate]
    return Outcome(None, placed, rounds)


def leap(left: int, placed: int, ends: Mapping[int, Outcome]) -> Outcome:
    """Where `follow` ends, in fewer rounds: with a single all is placed that it forces by itself.

    `ends` tell that of each candidate, of a position that this one comes from.
    """
    rounds = 0
    while (singles := singles_at(left)) is not None:
        new = singles ^ singles & placed
        if not new:
            return Outcome(left, placed, rounds)
        rounds += 1
        while new:
            end = ends[_CANDIDATE_AT[new.bit_length() - 1]]
            left &= end.left or 0
            placed |= end.placed
            new ^= new & placed
    return Outcome(None, placed, rounds)


def placed_on(position: Position) -> int:
    """The digits on the grid."""
    return fourfold(candidates_in(position.placed))


@derived
def outcomes(position: Position) -> Mapping[int, Outcome]:
    """For each candidate where it leads to assume it."""
    left, placed = fourfold(candidates_in(grid_layers(position))), placed_on(position)
    return {
        candidate: follow(left & KEPT_PLACES[candidate], placed | PLACES[candidate])
        for candidate in candidates_in(position.layers)
    }
