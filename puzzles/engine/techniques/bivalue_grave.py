"""Bivalue universal grave + 1: one open cell has three candidates, all other open cells have two.

In a bivalue universal grave every open cell has two candidates and every digit two places in each house that
lacks it. Its cells could all exchange their candidates, so it has two solutions or none. The odd digit of the
cell with three candidates is the one with three places in its houses: without it the grid would be a grave.
So the cell holds it. This proof needs a puzzle with one solution. Described in HoDoKu's "Uniqueness" and
in SudokuWiki's "BUG".
"""

from collections.abc import Iterator

from ..bits import HOUSE_CELLS, Candidate, CellSet
from ..cells import CELLS, DIGITS, HOUSES, HOUSES_OF
from .position import Position
from .step import Step, by_role

BUG_PLUS_ONE = "bug_plus_one"


def find_graves(position: Position) -> Iterator[Step]:
    """At most one step: the cell with three candidates loses all but the odd digit."""
    if not position.is_unique:
        return
    left = position.empty
    for cell_set in position.bivalue.values():
        left &= ~cell_set
    cell = left.bit_length() - 1
    # With more odd cells (BUG+n) the argument needs more than this module knows.
    if not left or left & left - 1 or position.masks[cell].bit_count() != 3:
        return
    for digit in position.candidates(cell):
        if all(
            _is_paired_off(cell_set & ~(left if other == digit else 0))
            for other, cell_set in enumerate(position.cells_with)
        ):
            yield _step(position, cell, digit)


def verify_grave(step: Step, position: Position) -> bool:
    """Whether the position without the odd digit is a bivalue universal grave."""
    cells, digits = step.cells_as("odd"), step.digits_as("odd")
    if not position.is_unique or not len(cells) == len(digits) == 1:
        return False
    (cell,), (digit,) = cells, digits
    still_open = [other for other in CELLS if not position.digits[other]]
    places = [
        len(set(position.cells_for(one, house)) - ({cell} if one == digit else set()))
        for house in range(len(HOUSES))
        for one in DIGITS
    ]
    return (
        set(places) <= {0, 2}
        and all(len(position.candidates(other)) == (3 if other == cell else 2) for other in still_open)
        and step == _step(position, cell, digit)
    )


def _is_paired_off(cell_set: CellSet) -> bool:
    """Whether each house has two cells of a cell set, or none."""
    return all((cell_set & house).bit_count() in (0, 2) for house in HOUSE_CELLS)


def _step(position: Position, cell: int, digit: int) -> Step:
    return Step(
        BUG_PLUS_ONE,
        eliminations=tuple(Candidate(cell, other) for other in position.candidates(cell) if other != digit),
        digits=by_role(odd=[digit]),
        houses=by_role(house=[HOUSES_OF[cell][2]]),
        cells=by_role(pattern=(other for other in CELLS if not position.digits[other]), odd=[cell]),
    )
