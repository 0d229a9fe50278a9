"""Sets of cells, digits and candidates as integers, so that one operation asks about the whole grid.

    CellSet       81 bits: bit c for cell c
    DigitMask     9 bits: bit d - 1 for digit d
    CandidateSet  729 bits: the cell set of digit d at bit 81 * (d - 1), so all candidates of a grid at once

A candidate has a number, 81 * (digit - 1) + cell (0-728). *Packed masks* hold the same candidates by cell,
16 bits a cell, so that the 81 digit masks unpack in one call.

Other programs call a cell set a bitboard, as in chess (SudokuSet in HoDoKu).
"""

import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from .cells import CELLS, DIGITS, HOUSES, PEERS, cell_name


class Candidate(NamedTuple):
    """A digit in a cell: to be placed, to be eliminated, or assumed. It prints as `r9c7=1`."""

    cell: int
    digit: int

    def __str__(self) -> str:
        return f"{cell_name(self.cell)}={self.digit}"


CellSet = int
DigitMask = int
CandidateSet = int

ALL_CELLS: CellSet = (1 << 81) - 1
ALL_DIGITS: DigitMask = 0b111_111_111

_UNPACK_MASKS = struct.Struct("<81H").unpack
_DIGIT_SHIFTS = tuple(81 * (digit - 1) for digit in DIGITS)

_DIGITS_OF_MASK = tuple(tuple(digit for digit in DIGITS if mask >> digit - 1 & 1) for mask in range(512))

# How many digits a mask has: faster to look up than to count.
MASK_SIZES = tuple(mask.bit_count() for mask in range(512))

BOXES_FIRST = (*range(18, 27), *range(18))

# By house: picks the nine values of its cells from a value for each of the 81.
NINE_OF = tuple(itemgetter(*cells) for cells in HOUSES)

HOUSE_CELLS = tuple(sum(1 << cell for cell in cells) for cells in HOUSES)
PEER_CELLS = tuple(sum(1 << peer for peer in peers) for peers in PEERS)

ALL_CANDIDATES = (1 << 9 * 81) - 1
ALL_PACKED = sum(ALL_DIGITS << 16 * cell for cell in CELLS)

# Where a fold leaves its answer for a house: the first cell of it, for every digit.
_ROW_HEADS = sum(1 << shift + cells[0] for shift in _DIGIT_SHIFTS for cells in HOUSES[0:9])
_COLUMN_HEADS = sum(1 << shift + cells[0] for shift in _DIGIT_SHIFTS for cells in HOUSES[9:18])
_BOX_HEADS = sum(1 << shift + cells[0] for shift in _DIGIT_SHIFTS for cells in HOUSES[18:27])

_HOUSE_AT_HEAD = {
    first: {cells[0]: index for index, cells in enumerate(HOUSES[first : first + 9])} for first in (0, 9, 18)
}

_ALL_OF_CELL = tuple(sum(1 << shift + cell for shift in _DIGIT_SHIFTS) for cell in CELLS)
_PEERS_PACKED = tuple(sum(1 << 16 * peer for peer in peers) for peers in PEERS)

# What a placement leaves of the candidates: indexed by candidate_number(cell, digit).
LEFT_AFTER = tuple(
    ALL_CANDIDATES & ~(_ALL_OF_CELL[cell] | PEER_CELLS[cell] << 81 * (digit - 1))
    for digit in DIGITS
    for cell in CELLS
)
# The other candidates that a placement excludes.
EXCLUDED = tuple(ALL_CANDIDATES & ~(kept | 1 << number) for number, kept in enumerate(LEFT_AFTER))
PACKED_AFTER = tuple(
    ALL_PACKED & ~(ALL_DIGITS << 16 * cell | _PEERS_PACKED[cell] << digit - 1)
    for digit in DIGITS
    for cell in CELLS
)


def cell_set_of(cells: Iterable[int]) -> CellSet:
    """The set of these cells."""
    cell_set = 0
    for cell in cells:
        cell_set |= 1 << cell
    return cell_set


def cells_of(cell_set: CellSet) -> tuple[int, ...]:
    """The cells of a cell set, ascending."""
    cells = []
    while cell_set:
        lowest = cell_set & -cell_set
        cells.append(lowest.bit_length() - 1)
        cell_set ^= lowest
    return tuple(cells)


def candidates_of(digit: int, cell_set: CellSet) -> tuple[Candidate, ...]:
    """The digit in each cell of a cell set, cells ascending."""
    return tuple(Candidate(cell, digit) for cell in cells_of(cell_set))


def candidates_in_set(candidate_set: CandidateSet) -> tuple[Candidate, ...]:
    """The candidates of a set, by cell, then by digit."""
    return tuple(sorted(candidate_at(number) for number in cells_of(candidate_set)))


def candidate_at(number: int) -> Candidate:
    """The candidate of this number."""
    digit, cell = divmod(number, 81)
    return Candidate(cell, digit + 1)


# The numbers in a set of candidates, or of nodes in a graph: read as the cells of a cell set are.
numbers_in = cells_of


def first_of(cell_set: CellSet) -> int:
    """The lowest cell of a cell set that is not empty."""
    return (cell_set & -cell_set).bit_length() - 1


def digits_of(mask: DigitMask) -> tuple[int, ...]:
    """The digits of a mask, ascending."""
    return _DIGITS_OF_MASK[mask]


def candidate_number(cell: int, digit: int) -> int:
    """The number of a candidate, 0-728."""
    return 81 * (digit - 1) + cell


def union(sets: Iterable[int]) -> int:
    """What is in any of these sets, of cells or of candidates."""
    whole = 0
    for one in sets:
        whole |= one
    return whole


# The same small sets come again and again, from almost locked sets and from fish.
@lru_cache(maxsize=1 << 14)
def common_peers(cell_set: CellSet) -> CellSet:
    """The cells that see every cell of a set."""
    seen = ALL_CELLS
    for cell in cells_of(cell_set):
        seen &= PEER_CELLS[cell]
    return seen


def split_by_digit(candidate_set: CandidateSet) -> tuple[CellSet, ...]:
    """The cells of each digit, at its own index; index 0 is empty."""
    return (0, *[candidate_set >> shift & ALL_CELLS for shift in _DIGIT_SHIFTS])


def unpack_masks(packed_masks: int) -> tuple[DigitMask, ...]:
    """The mask of each of the 81 cells."""
    return _UNPACK_MASKS(packed_masks.to_bytes(162, "little"))


def pack_masks(masks: Iterable[int]) -> int:
    """81 masks in one integer."""
    return int.from_bytes(struct.pack("<81H", *masks), "little")


def candidates_of_masks(masks: Iterable[DigitMask]) -> CandidateSet:
    """The candidates of 81 masks."""
    candidate_set = 0
    for cell, mask in enumerate(masks):
        for digit in digits_of(mask):
            candidate_set |= 1 << candidate_number(cell, digit)
    return candidate_set


def cells_with_one(cell_sets: tuple[CellSet, ...]) -> int:
    """The cells in exactly one of these sets."""
    # A counter for each cell, bit-sliced: its two bits lie in two integers, so all cells count at once.
    once = twice = 0
    for cell_set in cell_sets:
        twice |= once & cell_set
        once |= cell_set
    return once & ~twice


def cells_with_two(cell_sets: tuple[CellSet, ...]) -> int:
    """The cells in exactly two of these sets."""
    once = twice = thrice = 0
    for cell_set in cell_sets:
        thrice |= twice & cell_set
        twice |= once & cell_set
        once |= cell_set
    return twice & ~thrice


def row_folds(candidate_set: CandidateSet) -> tuple[int, int]:
    """For each digit and row: any place, two or more? The answers are at the row's first cell."""
    return _line_fold(candidate_set, 1, _ROW_HEADS)


def column_folds(candidate_set: CandidateSet) -> tuple[int, int]:
    """For each digit and column: any place, two or more? The answers are at the column's first cell."""
    return _line_fold(candidate_set, 9, _COLUMN_HEADS)


def box_folds(candidate_set: CandidateSet) -> tuple[int, int]:
    """For each digit and box: any place, two or more? The answers are at the box's first cell."""
    once, twice = _fold_three(candidate_set, 0, 1)
    # First each mini-row, then the three mini-rows of a box.
    once, twice = _fold_three(once, twice, 9)
    return once & _BOX_HEADS, twice & _BOX_HEADS


def cell_folds(candidate_set: CandidateSet) -> tuple[int, int]:
    """For each cell: any candidate, two or more? Two cell sets."""
    return _line_fold(candidate_set, 81, ALL_CELLS)


def hidden_singles_in(candidate_set: CandidateSet) -> Iterator[tuple[int, int, int]]:
    """Each (house, digit, cell) where the house has one place for the digit: boxes, rows, columns."""
    # Boxes first, as a person looks: the order of hidden singles depends on it.
    for first_house, fold in ((18, box_folds), (0, row_folds), (9, column_folds)):
        once, twice = fold(candidate_set)
        alone = once & ~twice
        while alone:
            head = alone & -alone
            digit, cell = divmod(head.bit_length() - 1, 81)
            house = first_house + _HOUSE_AT_HEAD[first_house][cell]
            place = candidate_set >> 81 * digit & HOUSE_CELLS[house]
            yield house, digit + 1, place.bit_length() - 1
            alone ^= head


def has_contradiction(candidates: int, placed: int) -> bool:
    """Whether some house holds a digit twice, or has neither a digit nor a place for it."""
    for fold, heads in ((row_folds, _ROW_HEADS), (column_folds, _COLUMN_HEADS), (box_folds, _BOX_HEADS)):
        held, held_twice = fold(placed)
        if held_twice or held | fold(candidates)[0] != heads:
            return True
    return False


def _line_fold(candidate_set: CandidateSet, stride: int, heads: int) -> tuple[int, int]:
    # Pairs, fours, eights, then the ninth cell. What runs over from the next line never reaches a head.
    once, twice = candidate_set, 0
    for distance in (stride, 2 * stride, 4 * stride):
        other = once >> distance
        twice |= twice >> distance | once & other
        once |= other
    ninth = candidate_set >> 8 * stride
    return (once | ninth) & heads, (twice | once & ninth) & heads


def _fold_three(once: int, twice: int, stride: int) -> tuple[int, int]:
    second, third = once >> stride, once >> 2 * stride
    both = once | second
    crowded = twice | twice >> stride | twice >> 2 * stride | once & second | both & third
    return both | third, crowded
