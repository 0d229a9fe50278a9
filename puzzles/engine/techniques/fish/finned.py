"""Finned fish: n base lines with all places of a digit in n cover lines, except a few fins in one box.

Either a fin holds the digit, or the fish is a basic one: candidates in the cover lines that see all fins are
eliminated. The fish is sashimi where a base line without its fins has one place only. Two fish on the same
base lines, with other cover lines and fins, are siamese. Described in HoDoKu's "Finned/Sashimi Fish" and in
SudokuWiki's "Finned X-Wing", "Finned Swordfish" and "Sashimi Finned Fish".
"""

from collections.abc import Iterator

from ...bits import HOUSE_CELLS, PEER_CELLS, CellSet, cells_of
from ...cells import HOUSES_OF
from ..position import Position, derived
from ..step import Step
from .evidence import Fish
from .search import FishBySize, fish_by_size, steps_of

FINNED_X_WING = "finned_x_wing"
SASHIMI_X_WING = "sashimi_x_wing"
FINNED_SWORDFISH = "finned_swordfish"
SASHIMI_SWORDFISH = "sashimi_swordfish"
FINNED_JELLYFISH = "finned_jellyfish"
SASHIMI_JELLYFISH = "sashimi_jellyfish"

_SIZE = {
    FINNED_X_WING: 2,
    SASHIMI_X_WING: 2,
    FINNED_SWORDFISH: 3,
    SASHIMI_SWORDFISH: 3,
    FINNED_JELLYFISH: 4,
    SASHIMI_JELLYFISH: 4,
}

# Nobody looks for larger ones; of a larger basic fish the complement is one of four lines at most.
_LARGEST = 4
_ROWS, _COLUMNS = range(9), range(9, 18)


def find_finned_fish(position: Position, *, technique: str) -> Iterator[Step]:
    """The finned or sashimi fish of one technique, the fewest fins first."""
    return steps_of(_finned_fish(position).get(_SIZE[technique], ()), technique)


@derived
def _finned_fish(position: Position) -> FishBySize:
    return fish_by_size(position, _fish_excluding)


def _fish_excluding(digit: int, places: CellSet, target: int) -> Iterator[Fish]:
    """The finned fish in lines that exclude a place of the digit."""
    row, column, _ = HOUSES_OF[target]
    for lines, own, across in ((_ROWS, row, column), (_COLUMNS, column, row)):
        # With the digit in the target, some lines would have places in too few lines across: a fish.
        for base, cover in _crowded(_left_by(target, places, lines, own), across // 9 * 9):
            # Without a fin it is a basic fish, found before.
            in_cover = HOUSE_CELLS[across] | sum(HOUSE_CELLS[line] for line in cover)
            if any(places & HOUSE_CELLS[line] & ~in_cover for line in base):
                yield Fish(digit, base, tuple(sorted((*cover, across))))


def _left_by(target: int, places: CellSet, lines: range, own: int) -> list[tuple[int, int]]:
    """The places of the digit left in the other lines if the target held it: line and nine bits."""
    left = places & ~PEER_CELLS[target]
    return [
        (line, _bits_along(left & HOUSE_CELLS[line], line))
        for line in lines
        if line != own and left & HOUSE_CELLS[line]
    ]


def _crowded(
    lines: list[tuple[int, int]], first_across: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """n base lines whose places lie in n - 1 cover lines: both, ascending."""
    # The target's own line across is the last cover line.
    level: list[tuple[tuple[int, ...], int]] = [
        ((line,), bits) for line, bits in lines if bits.bit_count() < _LARGEST
    ]
    for size in range(2, _LARGEST + 1):
        level = [
            ((*group, line), joined)
            for group, taken in level
            for line, bits in lines
            if line > group[-1] and (joined := taken | bits).bit_count() < _LARGEST
        ]
        for group, taken in level:
            if taken.bit_count() == size - 1:
                yield group, tuple(first_across + index for index in cells_of(taken))


def _bits_along(cell_set: CellSet, line: int) -> int:
    """A cell set within one line, as bits along that line."""
    if line in _ROWS:
        return cell_set >> 9 * line
    bits = 0
    for cell in cells_of(cell_set):
        bits |= 1 << cell // 9
    return bits
