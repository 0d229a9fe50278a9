"""Sudoku as an exact cover: 81 of 729 candidates are chosen so that each of 324 constraints is met once.

Each cell takes one digit (81 constraints), and each row, each column and each box takes each digit in one
cell (3 x 81). A candidate meets four of them. Described in Knuth's "Dancing Links" (2000).

All constraints fit into ONE integer of 3240 bits, a field of ten bits for each: first the cells, then each
digit in each house (rows, columns, boxes). The nine low bits of a field are the candidates that can meet the
constraint, by number; above them is a guard bit.

    field of "row 1 takes a 4":    1 001000010     the 4 can go to two cells

Python's integers have no width, so `&` and `-` work on all 324 fields at once (SIMD within a register):

    others = state - ones   takes 1 from each field. The guard bit stops the borrow, so that
    state & others          is each field without its lowest candidate. A guard bit lost here is a
                            constraint that nothing can meet; a field with only its guard left had one
                            candidate.
"""

from collections.abc import Iterable
from typing import NamedTuple

from .bits import CandidateSet, candidate_number, numbers_in
from .cells import CELLS, DIGITS, HOUSES

WIDTH = 10
CANDIDATES = range(9 * 81)


class Constraint(NamedTuple):
    """Nine candidates one of which must hold: those of a cell, or of a digit in a house."""

    members: CandidateSet
    cell: int | None
    house: int | None
    digit: int | None


CELL_CONSTRAINTS = tuple(
    Constraint(sum(1 << candidate_number(cell, digit) for digit in DIGITS), cell, None, None)
    for cell in CELLS
)
# Digits within houses: the constraints of digit d are [d - 1 :: 9].
HOUSE_CONSTRAINTS = tuple(
    Constraint(sum(1 << candidate_number(cell, digit) for cell in cells), None, house, digit)
    for house, cells in enumerate(HOUSES)
    for digit in DIGITS
)
CONSTRAINTS = CELL_CONSTRAINTS + HOUSE_CONSTRAINTS
CONSTRAINTS_OF = tuple(
    tuple(one for one in CONSTRAINTS if one.members >> candidate & 1) for candidate in CANDIDATES
)

# A set of candidates as bits in the fields of all their constraints.
FieldBits = int

GUARDS = sum(1 << WIDTH * field + WIDTH - 1 for field in range(len(CONSTRAINTS)))
# The part of the state that holds the constraints of cells.
CELL_FIELDS = (1 << WIDTH * len(CELL_CONSTRAINTS)) - 1

# The candidate at each bit; a number beyond them at a guard.
CANDIDATE_AT = tuple(
    candidate for one in CONSTRAINTS for candidate in (*numbers_in(one.members), len(CANDIDATES))
)


def _bits_by_candidate() -> list[int]:
    bits = [0] * (len(CANDIDATES) + 1)
    for bit, candidate in enumerate(CANDIDATE_AT):
        bits[candidate] |= 1 << bit
    return bits[:-1]


# Each candidate as its four bits, and as one, that of its cell.
BITS = tuple(_bits_by_candidate())
CELL_BIT = tuple(bits & CELL_FIELDS for bits in BITS)


def bits_of(candidates: Iterable[int]) -> FieldBits:
    """The bits of these candidates in all their fields."""
    bits = 0
    for candidate in candidates:
        bits |= BITS[candidate]
    return bits


def candidates_at(bits: FieldBits) -> list[int]:
    """The candidates at these bits, cells ascending; only bits of cells are read."""
    bits &= CELL_FIELDS
    found = []
    while bits:
        lowest = bits & -bits
        found.append(CANDIDATE_AT[lowest.bit_length() - 1])
        bits ^= lowest
    return found


def singles(state: int, guards: int) -> int | None:
    """The candidates alone in one of the fields with these guards, all set. None if such a field has none."""
    ones = guards >> WIDTH - 1
    others = state & (state - ones)
    # A field without candidates has lent its guard to the subtraction.
    if others & guards != guards:
        return None
    # The guard minus the lowest bit of its field is a mask of the nine bits below the guard.
    alone = guards ^ (others - ones) & guards
    return state & (alone - (alone >> WIDTH - 1))
