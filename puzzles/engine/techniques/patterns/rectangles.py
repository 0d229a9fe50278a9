"""Rectangles: where two rows and two columns cross in two boxes, two digits must not fill the corners.

If the corners held just two digits, crosswise, and none of them were given, the digits could change places
without disturbing a row, a column or a box: the puzzle would have two solutions. The floor are the corners
with these two candidates and no other, the roof the corners with others too.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...bits import HOUSE_CELLS, CellSet, DigitMask, cell_set_of, cells_of, digits_of
from ...cells import CELLS, HOUSES, HOUSES_OF, column_of, row_of


class Rectangle(NamedTuple):
    """The corners and two digits that can still fill them; `extras` is the mask of the roof's others."""

    corners: tuple[int, ...]
    digits: tuple[int, ...]
    floor: tuple[int, ...]
    roof: tuple[int, ...]
    extras: int


class Rectangles(NamedTuple):
    """The rectangles of a position by their floor: three corners, two on a side, a diagonal, or one.

    Of those with one corner for a floor, which are many, only those whose roof has one digit more, or has one
    of the two digits locked around the corner opposite the floor.
    """

    three: list[Rectangle]
    side: list[Rectangle]
    diagonal: list[Rectangle]
    one: list[Rectangle]


def find_rectangles(cell_sets: Sequence[int], masks: Sequence[int], bivalue: dict[int, int]) -> Rectangles:
    """The rectangles that have a floor and a roof, by the first cell of the floor."""
    found = Rectangles([], [], [], [])
    for mask, floors in bivalue.items():
        first, second = digits_of(mask)
        cell_set, other_cell_set = cell_sets[first], cell_sets[second]
        for cell in cells_of(floors):
            for corners in _corners_from(cell, cell_set, other_cell_set):
                _, beside, across, end = corners
                floor = floors & (1 << beside | 1 << across | 1 << end)
                if not floor:
                    extras = (masks[beside] | masks[across] | masks[end]) & ~mask
                    between, around = 1 << beside | 1 << across, CROSS_CELLS[end]
                    if extras & extras - 1 and between not in (cell_set & around, other_cell_set & around):
                        continue
                elif floor & (1 << cell) - 1:
                    continue  # found from an earlier corner
                _add(_rectangle(corners, mask, masks), found)
    return found


def is_rectangle(cells: Collection[int]) -> bool:
    """Whether these are the four cells where two rows and two columns cross, in two boxes."""
    houses = zip(*(HOUSES_OF[cell] for cell in cells), strict=True)
    # In four boxes, exchanged digits would break the boxes.
    return len(cells) == len(set(cells)) == 4 and all(len(set(kind)) == 2 for kind in houses)


def are_on_a_side(corners: Sequence[int]) -> bool:
    """Whether these are two corners in the same row or column."""
    rows, columns = {row_of(corner) for corner in corners}, {column_of(corner) for corner in corners}
    return len(corners) == 2 and len(rows) + len(columns) == 3


def opposite(corner: int, corners: Sequence[int]) -> int:
    """The corner that shares neither row nor column with this one. The corners are ascending."""
    return corners[3 - corners.index(corner)]


def sides(corner: int, other: int) -> tuple[int, int]:
    """The two corners between these opposite ones: in the row of the first, in its column."""
    return corner - corner % 9 + other % 9, other - other % 9 + corner % 9


def crosswise(digits: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The two ways for two digits to fill the corners, as the corners ascend."""
    first, second = digits
    return (first, second, second, first), (second, first, first, second)


def _corners_from(cell: int, cell_set: CellSet, other_cell_set: int) -> list[tuple[int, int, int, int]]:
    """The corners of each rectangle that two digits could fill: this cell, two beside it, the one opposite.

    The cell has both digits, and no other.
    """
    found: list[tuple[int, int, int, int]] = []
    near = _NEAR_CELLS[cell] & (cell_set | other_cell_set)
    while near:
        lowest = near & -near
        near ^= lowest
        distance, left, right, across = _NEAR[cell][lowest]
        places = 0
        # Shifted by the distance between the first two corners, the cells of the one digit lie on those of
        # the other: what is in both is a third corner with its fourth.
        if cell_set & lowest:
            places = cell_set & other_cell_set << left >> right
        if other_cell_set & lowest:
            places |= other_cell_set & cell_set << left >> right
        places &= across
        if places:
            found += [(cell, cell + distance, place, place + distance) for place in cells_of(places)]
    return found


def _rectangle(corners: Iterable[int], mask: DigitMask, masks: Sequence[int]) -> Rectangle:
    ascending = tuple(sorted(corners))
    extras = 0
    for corner in ascending:
        extras |= masks[corner]
    floor = tuple(corner for corner in ascending if masks[corner] == mask)
    roof = tuple(corner for corner in ascending if masks[corner] & ~mask)
    return Rectangle(ascending, digits_of(mask), floor, roof, extras & ~mask)


def _add(rectangle: Rectangle, found: Rectangles) -> None:
    floor, roof = rectangle.floor, rectangle.roof
    if not roof or len(floor) + len(roof) < 4:  # a naked single is no corner
        return
    if len(floor) == 2:
        group = found.side if are_on_a_side(floor) else found.diagonal
    else:
        group = found.one if len(floor) == 1 else found.three
    group.append(rectangle)


def _near(cell: int) -> Iterator[tuple[int, tuple[int, int, int, int]]]:
    row, column, box = HOUSES_OF[cell]
    for line, cross_line in ((row, column), (column, row)):
        across = cell_set_of(set(HOUSES[cross_line]) - set(HOUSES[box]))
        for other in HOUSES[line]:
            if other != cell and other in HOUSES[box]:
                yield 1 << other, (other - cell, max(cell - other, 0), max(other - cell, 0), across)


def _between(cell: int) -> dict[int, int]:
    return {
        other: cell_set_of(sides(cell, other))
        for other in CELLS
        if is_rectangle({cell, other, *sides(cell, other)})
    }


# For each cell and each cell beside it in their box: how far that is, how to shift a set by as much (left,
# then right), and the set of where a third corner may be, with the fourth as far from it.
_NEAR = tuple(dict(_near(cell)) for cell in CELLS)
_NEAR_CELLS = tuple(sum(_NEAR[cell]) for cell in CELLS)

# For each cell what shares its row or its column.
CROSS_CELLS = tuple(
    (HOUSE_CELLS[row] | HOUSE_CELLS[column]) & ~(1 << cell) for cell, (row, column, _) in enumerate(HOUSES_OF)
)

# For each cell the cells that are opposite it in some rectangle: the corners between by each of them (as a
# cell set), and the set of all.
BETWEEN = tuple(_between(cell) for cell in CELLS)
OPPOSITE_CELLS = tuple(map(cell_set_of, BETWEEN))
