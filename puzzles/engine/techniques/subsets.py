"""Subsets: in a house, as many cells as digits that have only each other.

Naked: cells with no more candidates between them than they are, which are eliminated elsewhere in the house.
Locked: the same where a box and a line cross, so that they eliminate candidates in both. Hidden: digits with
no more places between them than they are, where every other candidate is eliminated. Described in HoDoKu's
"Naked Subsets" and "Hidden Subsets", and in SudokuWiki's "Naked Candidates" and "Hidden Candidates".
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from ..bits import BOXES_FIRST, HOUSE_CELLS, NINE_OF, PEER_CELLS, Candidate, cells_of, digits_of
from ..cells import CELLS, DIGITS, HOUSES, HOUSES_OF, PEERS
from .patterns.locked_sets import locked_sets
from .position import Position, derived
from .step import Step, by_role

LOCKED_PAIR = "locked_pair"
LOCKED_TRIPLE = "locked_triple"
NAKED_PAIR = "naked_pair"
NAKED_TRIPLE = "naked_triple"
NAKED_QUAD = "naked_quad"
HIDDEN_PAIR = "hidden_pair"
HIDDEN_TRIPLE = "hidden_triple"
HIDDEN_QUAD = "hidden_quad"

_SIZE = {
    LOCKED_PAIR: 2,
    LOCKED_TRIPLE: 3,
    NAKED_PAIR: 2,
    NAKED_TRIPLE: 3,
    NAKED_QUAD: 4,
    HIDDEN_PAIR: 2,
    HIDDEN_TRIPLE: 3,
    HIDDEN_QUAD: 4,
}


class _Subset(NamedTuple):
    house: int
    cells: tuple[int, ...]
    digits: tuple[int, ...]


class _Subsets(NamedTuple):
    """The subsets of a grid by size: in boxes, then rows, then columns."""

    naked: dict[int, list[_Subset]]
    hidden: dict[int, list[_Subset]]


def find_locked(position: Position, *, technique: str) -> Iterator[Step]:
    """Each locked subset of this size, by box."""
    for subset, targets, houses in _naked(position, _SIZE[technique]):
        # It is found in its line and in its box: the box's one becomes the step.
        if len(houses) == 2 and subset.house == houses[1]:
            yield _step(technique, subset, position.candidates_among(targets, subset.digits), houses[0])


def find_naked(position: Position, *, technique: str) -> Iterator[Step]:
    """Each naked subset of this size that is not a locked one: in boxes, then rows, then columns."""
    for subset, targets, houses in _naked(position, _SIZE[technique]):
        if houses == (subset.house,):
            yield _step(technique, subset, position.candidates_among(targets, subset.digits))


def find_hidden(position: Position, *, technique: str) -> Iterator[Step]:
    """Each hidden subset of this size: in boxes, then rows, then columns."""
    for subset in _subsets(position).hidden.get(_SIZE[technique], ()):
        # A digit with one place is a hidden single; the rest is a smaller subset.
        if all(len(position.cells_for(digit, subset.house)) > 1 for digit in subset.digits):
            eliminations = position.candidates_among(subset.cells, set(DIGITS) - set(subset.digits))
            if eliminations:
                yield _step(technique, subset, eliminations)


def verify_naked(step: Step, position: Position) -> bool:
    """Whether the step's cells have only its digits as candidates, and see every cell that loses some."""
    subset, cover = _subset_of(step), step.houses_as("cover")
    if subset is None or len(cover) != (step.technique in (LOCKED_PAIR, LOCKED_TRIPLE)):
        return False
    held = [position.candidates(cell) for cell in subset.cells]
    seeing = [cell for cell in CELLS if all(cell in PEERS[one] for one in subset.cells)]
    return (
        all(held)
        and set(chain(*held)) == set(subset.digits)
        and all(set(subset.cells) <= set(HOUSES[house]) for house in (subset.house, *cover))
        and _works_in(step, subset.house, *cover)
        and step == _step(step.technique, subset, position.candidates_among(seeing, subset.digits), *cover)
    )


def verify_hidden(step: Step, position: Position) -> bool:
    """Whether the step's digits have only its cells as places in the house, and eliminate all else there."""
    subset = _subset_of(step)
    if subset is None:
        return False
    house, digits = HOUSES[subset.house], set(subset.digits)
    places = tuple(cell for cell in house if digits & set(position.candidates(cell)))
    return (
        places == subset.cells
        and not digits & {position.digits[cell] for cell in house}
        and step == _step(step.technique, subset, position.candidates_among(places, set(DIGITS) - digits))
    )


@derived
def _subsets(position: Position) -> _Subsets:
    """The naked and hidden subsets of a grid, whether or not they eliminate something."""
    masks, found = position.masks, _Subsets({}, {})
    for house in BOXES_FIRST:
        for locked in locked_sets(NINE_OF[house](masks)):
            _add(found.naked, house, locked.sets, locked.members)
            # The complement of a naked subset is a hidden one: n cells with n digits leave m cells to the
            # other m.
            _add(found.hidden, house, locked.sets_left, locked.members_left)
    return found


def _add(subsets: dict[int, list[_Subset]], house: int, cells: int, digits: int) -> None:
    members = tuple(cell for index, cell in enumerate(HOUSES[house]) if cells >> index & 1)
    subsets.setdefault(len(members), []).append(_Subset(house, members, digits_of(digits)))


def _naked(position: Position, size: int) -> Iterator[tuple[_Subset, tuple[int, ...], tuple[int, ...]]]:
    """Each naked subset without a naked single, the cells that lose a digit to it, and in which houses."""
    for subset in _subsets(position).naked.get(size, ()):
        if all(len(position.candidates(cell)) > 1 for cell in subset.cells):
            targets = 0
            for digit in subset.digits:
                targets |= position.cells_with[digit]
            for cell in subset.cells:
                targets &= PEER_CELLS[cell]
            if targets:
                yield subset, cells_of(targets), _houses_of(subset, targets)


def _houses_of(subset: _Subset, targets: int) -> tuple[int, ...]:
    """The house in which a naked subset eliminates candidates; a line and a box where it does in both."""
    shared = sorted(set.intersection(*(set(HOUSES_OF[cell]) for cell in subset.cells)))
    if len(shared) == 1:
        return tuple(shared)
    line, box = shared
    beyond_box, beyond_line = targets & ~HOUSE_CELLS[box], targets & ~HOUSE_CELLS[line]
    if beyond_box and beyond_line:
        return line, box
    return (line,) if beyond_box else (box,)


def _works_in(step: Step, house: int, *cover: int) -> bool:
    """Whether the eliminations are in the house alone, or in a box and a line, in each beyond the other."""
    targets = set(step.targets)
    if not cover:
        return targets <= set(HOUSES[house])
    return cover[0] < 18 <= house and not any(targets <= set(HOUSES[one]) for one in (house, *cover))


def _step(technique: str, subset: _Subset, eliminations: tuple[Candidate, ...], *cover: int) -> Step:
    return Step(
        technique,
        eliminations=eliminations,
        digits=by_role(pattern=subset.digits),
        houses=by_role(house=[subset.house], cover=cover),
        cells=by_role(pattern=subset.cells),
    )


def _subset_of(step: Step) -> _Subset | None:
    """The pattern of a step; None if it has not the size of its technique."""
    houses, cells, digits = step.houses_as("house"), step.cells_as("pattern"), step.digits_as("pattern")
    if len(houses) != 1 or not len(cells) == len(digits) == _SIZE[step.technique]:
        return None
    return _Subset(houses[0], cells, digits)
