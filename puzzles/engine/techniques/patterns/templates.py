"""Templates of a digit: the ways to place it once in every row, column and box (pattern overlay, POM).

A place in no template is wrong, and no other place of the digit can be shown to be wrong by the digit
alone. So a technique of one digit has nothing to look for but these places. Each band of three rows takes
three columns, one of each stack; the three bands take all nine.
"""

from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from ...bits import ALL_CELLS, CellSet

_BAND = (1 << 27) - 1
_ALL_COLUMNS = 0b111_111_111
_STACKS = (0b000_000_111, 0b000_111_000, 0b111_000_000)


class _BandTemplates(NamedTuple):
    """The templates of a band that take the same columns: these, and the cells they use, joined."""

    columns: int
    cells: int


@lru_cache(maxsize=1 << 12)
def impossible_cells(places: CellSet) -> int:
    """The places of a digit (a cell set, its cells on the grid among them) that are in no template."""
    bands = (places & _BAND, places >> 27 & _BAND, places >> 54)
    first, second, third = map(_band_templates, bands)
    # There are 46,656 templates; per band only which columns are taken matters, at most 27 cases of three
    # stacks.
    used_in_third = {one.columns: one.cells for one in third}
    used = [0, 0, 0]
    for one in first:
        for other in second:
            if not one.columns & other.columns:
                cells = used_in_third.get(_ALL_COLUMNS ^ one.columns ^ other.columns)
                if cells:
                    used[0] |= one.cells
                    used[1] |= other.cells
                    used[2] |= cells
    return places & ALL_CELLS & ~(used[0] | used[1] << 27 | used[2] << 54)


@lru_cache(maxsize=1 << 14)
def _band_templates(band: int) -> tuple[_BandTemplates, ...]:
    """The templates of a band, joined by the columns they take."""
    rows = (band & _ALL_COLUMNS, band >> 9 & _ALL_COLUMNS, band >> 18)
    used: dict[int, int] = {}
    # Each row of a band takes its digit in another stack: six ways.
    for stacks in permutations(_STACKS):
        first, second, third = (_columns(row & stack) for row, stack in zip(rows, stacks, strict=True))
        for one in first:
            for other in second:
                for last in third:
                    columns = one | other | last
                    used[columns] = used.get(columns, 0) | one | other << 9 | last << 18
    return tuple(_BandTemplates(columns, cells) for columns, cells in used.items())


def _columns(row: int) -> tuple[int, ...]:
    """The places of a row, each by itself."""
    found = []
    while row:
        lowest = row & -row
        found.append(lowest)
        row ^= lowest
    return tuple(found)
