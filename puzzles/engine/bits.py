"""Sets of cells and of candidates as integers, so that one operation asks about the whole grid.

A *board* is 81 bits, bit c for cell c. *Layers* are nine boards in one integer, the board of digit d at bit
81 * (d - 1): all candidates of a grid, asked at once. *Lanes* hold the same candidates by cell, 16 bits a
cell, so that the 81 masks (bit d - 1 for digit d) unpack in one call.
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


ALL_CELLS = (1 << 81) - 1
ALL_DIGITS = 0b111_111_111

_UNPACK_LANES = struct.Struct("<81H").unpack
_LAYER_SHIFTS = tuple(81 * (digit - 1) for digit in DIGITS)


def board_of(cells: Iterable[int]) -> int:
    """The board with these cells."""
    board = 0
    for cell in cells:
        board |= 1 << cell
    return board


def cells_of(board: int) -> tuple[int, ...]:
    """The cells of a board, ascending."""
    cells = []
    while board:
        lowest = board & -board
        cells.append(lowest.bit_length() - 1)
        board ^= lowest
    return tuple(cells)


def candidates_of(digit: int, board: int) -> tuple[Candidate, ...]:
    """The digit in each cell of a board, cells ascending."""
    return tuple(Candidate(cell, digit) for cell in cells_of(board))


def candidates_named(layers: int) -> tuple[Candidate, ...]:
    """The candidates of layers, by cell, then by digit."""
    return tuple(sorted(candidate_named(number) for number in cells_of(layers)))


def candidate_named(number: int) -> Candidate:
    """The candidate at this place of the layers."""
    digit, cell = divmod(number, 81)
    return Candidate(cell, digit + 1)


def first_of(board: int) -> int:
    """The lowest cell of a board that is not empty."""
    return (board & -board).bit_length() - 1


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a mask, ascending."""
    return _DIGITS_OF_MASK[mask]


_DIGITS_OF_MASK = tuple(tuple(digit for digit in DIGITS if mask >> digit - 1 & 1) for mask in range(512))

# How many digits a mask has: faster to look up than to count.
MASK_SIZES = tuple(mask.bit_count() for mask in range(512))

BOXES_FIRST = (*range(18, 27), *range(18))

# By house: picks the nine values of its cells from a value for each of the 81.
NINE_OF = tuple(itemgetter(*cells) for cells in HOUSES)

HOUSE_BOARDS = tuple(board_of(cells) for cells in HOUSES)
PEER_BOARDS = tuple(board_of(peers) for peers in PEERS)

ALL_LAYERS = (1 << 9 * 81) - 1
ALL_LANES = sum(ALL_DIGITS << 16 * cell for cell in CELLS)

# Where a fold leaves its answer for a house: the first cell of it, in every layer.
_ROW_HEADS = sum(1 << shift + cells[0] for shift in _LAYER_SHIFTS for cells in HOUSES[0:9])
_COLUMN_HEADS = sum(1 << shift + cells[0] for shift in _LAYER_SHIFTS for cells in HOUSES[9:18])
_BOX_HEADS = sum(1 << shift + cells[0] for shift in _LAYER_SHIFTS for cells in HOUSES[18:27])

_CELL_IN_LAYERS = tuple(sum(1 << shift + cell for shift in _LAYER_SHIFTS) for cell in CELLS)
_PEERS_IN_LANES = tuple(sum(1 << 16 * peer for peer in peers) for peers in PEERS)

# What a placement leaves of the candidates: indexed by layer_bit(cell, digit).
LAYERS_AFTER = tuple(
    ALL_LAYERS & ~(_CELL_IN_LAYERS[cell] | PEER_BOARDS[cell] << 81 * (digit - 1))
    for digit in DIGITS
    for cell in CELLS
)
# The other candidates that a placement excludes.
EXCLUDED = tuple(ALL_LAYERS & ~(kept | 1 << number) for number, kept in enumerate(LAYERS_AFTER))
LANES_AFTER = tuple(
    ALL_LANES & ~(ALL_DIGITS << 16 * cell | _PEERS_IN_LANES[cell] << digit - 1)
    for digit in DIGITS
    for cell in CELLS
)


def layer_bit(cell: int, digit: int) -> int:
    """The place of a candidate in the layers, 0-728."""
    return 81 * (digit - 1) + cell


def union(boards: Iterable[int]) -> int:
    """The cells of any of these boards."""
    whole = 0
    for board in boards:
        whole |= board
    return whole


@lru_cache(maxsize=1 << 14)
def seen_by_each(board: int) -> int:
    """The board of the cells that see every cell of a board."""
    seen = ALL_CELLS
    for cell in cells_of(board):
        seen &= PEER_BOARDS[cell]
    return seen


def boards_of(layers: int) -> tuple[int, ...]:
    """The board of each digit, at its own index; index 0 is an empty board."""
    return (0, *[layers >> shift & ALL_CELLS for shift in _LAYER_SHIFTS])


def masks_of(lanes: int) -> tuple[int, ...]:
    """The mask of each of the 81 cells."""
    return _UNPACK_LANES(lanes.to_bytes(162, "little"))


def lanes_of(masks: Iterable[int]) -> int:
    """The lanes of 81 masks."""
    return int.from_bytes(struct.pack("<81H", *masks), "little")


def layers_of(masks: Iterable[int]) -> int:
    """The layers of 81 masks."""
    layers = 0
    for cell, mask in enumerate(masks):
        for digit in digits_of(mask):
            layers |= 1 << layer_bit(cell, digit)
    return layers


def cells_with_one(boards: tuple[int, ...]) -> int:
    """The board of the cells that stand in exactly one of these boards."""
    once = twice = 0
    for board in boards:
        twice |= once & board
        once |= board
    return once & ~twice


def cells_with_two(boards: tuple[int, ...]) -> int:
    """The board of the cells that stand in exactly two of these boards."""
    once = twice = thrice = 0
    for board in boards:
        thrice |= twice & board
        twice |= once & board
        once |= board
    return twice & ~thrice


def row_folds(layers: int) -> tuple[int, int]:
    """For each digit and row: any place, two or more? Answers stand at the row's first cell."""
    return _line_fold(layers, 1, _ROW_HEADS)


def column_folds(layers: int) -> tuple[int, int]:
    """For each digit and column: any place, two or more? Answers stand at the column's first cell."""
    return _line_fold(layers, 9, _COLUMN_HEADS)


def box_folds(layers: int) -> tuple[int, int]:
    """For each digit and box: any place, two or more? Answers stand at the box's first cell."""
    once, twice = _fold_three(layers, 0, 1)
    once, twice = _fold_three(once, twice, 9)
    return once & _BOX_HEADS, twice & _BOX_HEADS


def cell_folds(layers: int) -> tuple[int, int]:
    """For each cell: any candidate, two or more? Two boards."""
    return _line_fold(layers, 81, ALL_CELLS)


def single_places(layers: int) -> Iterator[tuple[int, int, int]]:
    """Each (house, digit, cell) where the house has one place for the digit: boxes, rows, columns."""
    for first_house, fold in ((18, box_folds), (0, row_folds), (9, column_folds)):
        once, twice = fold(layers)
        alone = once & ~twice
        while alone:
            head = alone & -alone
            digit, cell = divmod(head.bit_length() - 1, 81)
            house = first_house + _HOUSE_AT_HEAD[first_house][cell]
            place = layers >> 81 * digit & HOUSE_BOARDS[house]
            yield house, digit + 1, place.bit_length() - 1
            alone ^= head


def crowded_or_lacking(candidates: int, placed: int) -> bool:
    """Whether some house holds a digit twice, or has neither a digit nor a place for it."""
    for fold, heads in ((row_folds, _ROW_HEADS), (column_folds, _COLUMN_HEADS), (box_folds, _BOX_HEADS)):
        held, held_twice = fold(placed)
        if held_twice or held | fold(candidates)[0] != heads:
            return True
    return False


_HOUSE_AT_HEAD = {
    first: {cells[0]: index for index, cells in enumerate(HOUSES[first : first + 9])} for first in (0, 9, 18)
}


def _line_fold(layers: int, stride: int, heads: int) -> tuple[int, int]:
    # Pairs, fours, eights, then the ninth cell. What runs over from the next line never reaches a head.
    once, twice = layers, 0
    for distance in (stride, 2 * stride, 4 * stride):
        other = once >> distance
        twice |= twice >> distance | once & other
        once |= other
    ninth = layers >> 8 * stride
    return (once | ninth) & heads, (twice | once & ninth) & heads


def _fold_three(once: int, twice: int, stride: int) -> tuple[int, int]:
    second, third = once >> stride, once >> 2 * stride
    both = once | second
    crowded = twice | twice >> stride | twice >> 2 * stride | once & second | both & third
    return both | third, crowded
