"""Unique rectangles: two digits must not fill the corners of a rectangle, or there would be two solutions.

Types 1 to 6 and the hidden rectangle each have their own way to show what the corners of the roof must hold
instead. They hold only where the puzzle has one solution. Described in HoDoKu's "Uniqueness", and in
SudokuWiki's "Unique Rectangles" and "Hidden Unique Rectangles".
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import NamedTuple

from ..bits import HOUSE_CELLS, PEER_CELLS, Candidate, candidates_of, cell_set_of, cells_of, digits_of
from ..cells import DIGITS, HOUSES, HOUSES_OF
from .evidence.links import seen_by_all
from .patterns.rectangles import (
    CROSS_CELLS,
    Rectangle,
    are_on_a_side,
    crosswise,
    is_rectangle,
    opposite,
    sides,
)
from .position import Position
from .step import Step, by_role

UNIQUE_RECTANGLE_1 = "unique_rectangle_1"
UNIQUE_RECTANGLE_2 = "unique_rectangle_2"
UNIQUE_RECTANGLE_3 = "unique_rectangle_3"
UNIQUE_RECTANGLE_4 = "unique_rectangle_4"
UNIQUE_RECTANGLE_5 = "unique_rectangle_5"
UNIQUE_RECTANGLE_6 = "unique_rectangle_6"
HIDDEN_RECTANGLE = "hidden_rectangle"


class _Subset(NamedTuple):
    """Cells that make a naked subset of these digits with the roof, counted as one, in all these houses."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    houses: tuple[int, ...]


def find_type_1(position: Position) -> Iterator[Step]:
    """Each rectangle with a floor of three corners: neither digit can be in the fourth."""
    # Of a puzzle with several solutions the argument proves nothing: every finder here asks.
    if position.is_unique:
        for rectangle in position.rectangles.three:
            yield _step(
                UNIQUE_RECTANGLE_1, rectangle, position.candidates_among(rectangle.roof, rectangle.digits)
            )


def find_types_2_and_5(position: Position, *, technique: str) -> Iterator[Step]:
    """Each rectangle whose roof has one digit more: it is in one of these corners.

    The roof of type 2 is one side, that of type 5 two opposite corners, or three.
    """
    if not position.is_unique:
        return
    found = position.rectangles
    for rectangle in found.side if technique == UNIQUE_RECTANGLE_2 else found.diagonal + found.one:
        # One bit, one digit.
        if not rectangle.extras & rectangle.extras - 1:
            digit = rectangle.extras.bit_length()
            targets = position.cells_with[digit]
            for corner in rectangle.roof:
                targets &= PEER_CELLS[corner]
            if targets:
                yield _step(technique, rectangle, candidates_of(digit, targets), extra=[digit])


def find_type_3(position: Position) -> Iterator[Step]:
    """Each rectangle whose roof makes a naked subset with cells beside it, the smallest first."""
    if position.is_unique:
        for rectangle in position.rectangles.side:
            if rectangle.extras & rectangle.extras - 1:
                for subset in _subsets_beside(rectangle, position):
                    eliminations = _excluded_by(subset, rectangle, position)
                    if eliminations:
                        yield _step_3(rectangle, subset, eliminations)


def find_type_4(position: Position) -> Iterator[Step]:
    """Each rectangle whose roof has all places of a house for one of its digits: it loses the other."""
    if not position.is_unique:
        return
    for rectangle in position.rectangles.side:
        roof = cell_set_of(rectangle.roof)
        for locked, other in (rectangle.digits, rectangle.digits[::-1]):
            # A roof in one box has two houses: either can lock the digit.
            for house in _houses_with(rectangle.roof):
                if position.cells_with[locked] & HOUSE_CELLS[house] == roof:
                    eliminations = position.candidates_among(rectangle.roof, [other])
                    if eliminations:
                        yield _step(UNIQUE_RECTANGLE_4, rectangle, eliminations, [house], locked=[locked])


def find_type_6(position: Position) -> Iterator[Step]:
    """Each rectangle with a diagonal floor and all of a digit in its rows, or in its columns."""
    if not position.is_unique:
        return
    for rectangle in position.rectangles.diagonal:
        for locked in rectangle.digits:
            outside = position.cells_with[locked] & ~cell_set_of(rectangle.corners)
            eliminations = position.candidates_among(rectangle.roof, [locked])
            for lines in _lines_of(rectangle):
                if eliminations and not outside & (HOUSE_CELLS[lines[0]] | HOUSE_CELLS[lines[1]]):
                    yield _step(UNIQUE_RECTANGLE_6, rectangle, eliminations, lines, locked=[locked])


def find_hidden_rectangles(position: Position) -> Iterator[Step]:
    """Each corner beside which a digit is only in corners, in its row and its column: it loses the other.

    The corner opposite it has just the two digits.
    """
    if not position.is_unique:
        return
    for rectangle in position.rectangles.diagonal + position.rectangles.one:
        for floor in rectangle.floor:
            roof = opposite(floor, rectangle.corners)
            between = cell_set_of(sides(floor, roof))
            for locked, other in (rectangle.digits, rectangle.digits[::-1]):
                # In its row and in its column the digit can only go to a corner: were the roof the other
                # digit, both corners between would take this one, and the floor the other.
                beside = position.cells_with[locked] & CROSS_CELLS[roof]
                if beside == between and position.has_candidate(roof, other):
                    yield _hidden_step(rectangle, floor, locked, [Candidate(roof, other)])


def verify_type_1(step: Step, position: Position) -> bool:
    """Whether three corners have just the step's digits, and these are eliminated in the fourth."""
    rectangle = _read(step, position)
    if rectangle is None or len(rectangle.floor) != 3:
        return False
    return step == _step(
        UNIQUE_RECTANGLE_1, rectangle, position.candidates_among(rectangle.roof, rectangle.digits)
    )


def verify_types_2_and_5(step: Step, position: Position) -> bool:
    """Whether the roof has one digit more, and it is eliminated in just the cells that see the whole roof."""
    rectangle, extra = _read(step, position), step.digits_as("extra")
    if rectangle is None or len(rectangle.roof) == 1:
        return False
    if len(extra) != 1 or extra != digits_of(rectangle.extras):
        return False
    eliminations = seen_by_all(extra[0], rectangle.roof, position)
    is_type_2 = step.technique == UNIQUE_RECTANGLE_2
    return are_on_a_side(rectangle.roof) == is_type_2 and step == _step(
        step.technique, rectangle, eliminations, extra=extra
    )


def verify_type_3(step: Step, position: Position) -> bool:
    """Whether the step's cells and one of the roof need all its digits, which are eliminated around them."""
    rectangle = _read(step, position)
    if rectangle is None or not are_on_a_side(rectangle.roof):
        return False
    subset = _Subset(step.cells_as("subset"), step.digits_as("subset"), step.houses_as("base"))
    held = [set(position.candidates(cell)) for cell in subset.cells]
    extras = set(digits_of(rectangle.extras))
    return (
        len(extras) > 1
        and all(held)
        and extras.union(*held) == set(subset.digits) <= set(DIGITS) - set(rectangle.digits)
        and len(subset.digits) - 1 == len(subset.cells) == len(set(subset.cells) - set(rectangle.corners))
        and subset.houses == _houses_with((*rectangle.roof, *subset.cells))
        and step == _step_3(rectangle, subset, _excluded_by(subset, rectangle, position))
    )


def verify_type_4(step: Step, position: Position) -> bool:
    """Whether the house has no place for the locked digit but the roof, where the other one is eliminated."""
    rectangle, locked, houses = _read(step, position), step.digits_as("locked"), step.houses_as("base")
    if rectangle is None or not are_on_a_side(rectangle.roof) or not len(locked) == len(houses) == 1:
        return False
    others = set(rectangle.digits) - set(locked)
    eliminations = position.candidates_among(rectangle.roof, others)
    return (
        len(others) == 1
        and position.cells_for(locked[0], houses[0]) == rectangle.roof
        and step == _step(UNIQUE_RECTANGLE_4, rectangle, eliminations, houses, locked=locked)
    )


def verify_type_6(step: Step, position: Position) -> bool:
    """Whether two lines have no place for the locked digit but corners: those of the roof lose it."""
    rectangle, locked, lines = _read(step, position), step.digits_as("locked"), step.houses_as("base")
    if rectangle is None or len(rectangle.floor) != 2 or are_on_a_side(rectangle.floor):
        return False
    if len(locked) != 1 or locked[0] not in rectangle.digits or lines not in _lines_of(rectangle):
        return False
    places = {cell for line in lines for cell in position.cells_for(locked[0], line)}
    eliminations = position.candidates_among(rectangle.roof, locked)
    return places <= set(rectangle.corners) and step == _step(
        UNIQUE_RECTANGLE_6, rectangle, eliminations, lines, locked=locked
    )


def verify_hidden_rectangle(step: Step, position: Position) -> bool:
    """Whether the locked digit would fill the corners beside the roof, were the other digit in the roof."""
    rectangle, locked, floor = _read(step, position), step.digits_as("locked"), step.cells_as("floor")
    if rectangle is None or not len(locked) == len(floor) == 1 or floor[0] not in rectangle.floor:
        return False
    others = set(rectangle.digits) - set(locked)
    roof = opposite(floor[0], rectangle.corners)
    row, column, _ = HOUSES_OF[roof]
    beside = {*position.cells_for(locked[0], row), *position.cells_for(locked[0], column)} - {roof}
    return (
        len(others) == 1
        and beside == set(sides(floor[0], roof))
        and step == _hidden_step(rectangle, floor[0], locked[0], position.candidates_among([roof], others))
    )


def _read(step: Step, position: Position) -> Rectangle | None:
    """The rectangle of a step, if the position has it."""
    corners, digits = step.cells_as("pattern"), step.digits_as("pattern")
    if not position.is_unique or not is_rectangle(corners) or not len(set(digits)) == len(digits) == 2:
        return None
    held = {corner: set(position.candidates(corner)) for corner in corners}
    floor = tuple(corner for corner in corners if held[corner] == set(digits))
    roof = tuple(corner for corner in corners if held[corner] - set(digits))
    can_be_filled = any(all(map(position.has_candidate, corners, order)) for order in crosswise(digits))
    if not can_be_filled or not floor or not roof or len(floor) + len(roof) != 4:
        return None
    extras = set().union(*held.values()) - set(digits)
    return Rectangle(corners, digits, floor, roof, sum(1 << digit - 1 for digit in extras))


def _subsets_beside(rectangle: Rectangle, position: Position) -> Iterator[_Subset]:
    """The cells beside the roof that have together with it one digit more than they are."""
    houses = _houses_with(rectangle.roof)
    first, second = rectangle.digits
    # The roof's extra digits must be locked without help of the rectangle's own two.
    open_to_it = position.empty & ~position.cells_with[first] & ~position.cells_with[second]
    beside = [cells_of(open_to_it & HOUSE_CELLS[house]) for house in houses]
    # Of the seven cells of a house beside the roof one is left, or nothing would be excluded.
    for size in range(1, 7):
        for house, cells in zip(houses, beside, strict=True):
            few = [
                cell for cell in cells if (position.masks[cell] | rectangle.extras).bit_count() <= size + 1
            ]
            for subset in combinations(few, size):
                digits = rectangle.extras
                for cell in subset:
                    digits |= position.masks[cell]
                if digits.bit_count() == size + 1:
                    shared = _houses_with((*rectangle.roof, *subset))
                    if shared[0] == house:
                        yield _Subset(subset, digits_of(digits), shared)


def _excluded_by(subset: _Subset, rectangle: Rectangle, position: Position) -> tuple[Candidate, ...]:
    """The eliminations around a subset and the roof."""
    around = set(chain(*(HOUSES[house] for house in subset.houses))) - {*rectangle.roof, *subset.cells}
    return position.candidates_among(around, subset.digits)


def _houses_with(cells: Iterable[int]) -> tuple[int, ...]:
    """The houses in which all these cells are, a line before a box."""
    first, *others = cells
    return tuple(house for house in HOUSES_OF[first] if all(house in HOUSES_OF[cell] for cell in others))


def _lines_of(rectangle: Rectangle) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two rows of a rectangle, and its two columns."""
    (row, column, _), (other_row, other_column, _) = (
        HOUSES_OF[rectangle.corners[0]],
        HOUSES_OF[rectangle.corners[3]],
    )
    return (row, other_row), (column, other_column)


def _step(
    technique: str,
    rectangle: Rectangle,
    eliminations: Iterable[Candidate],
    houses: Iterable[int] = (),
    **digits: Iterable[int],
) -> Step:
    return Step(
        technique,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=rectangle.digits, **digits),
        houses=by_role(base=houses),
        cells=by_role(pattern=rectangle.corners, floor=rectangle.floor, roof=rectangle.roof),
    )


def _step_3(rectangle: Rectangle, subset: _Subset, eliminations: Iterable[Candidate]) -> Step:
    return Step(
        UNIQUE_RECTANGLE_3,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=rectangle.digits, extra=digits_of(rectangle.extras), subset=subset.digits),
        houses=by_role(base=subset.houses),
        cells=by_role(
            pattern=rectangle.corners, floor=rectangle.floor, roof=rectangle.roof, subset=subset.cells
        ),
    )


def _hidden_step(rectangle: Rectangle, floor: int, locked: int, eliminations: Iterable[Candidate]) -> Step:
    """The floor is the corner opposite the roof, and no other."""
    roof = opposite(floor, rectangle.corners)
    return Step(
        HIDDEN_RECTANGLE,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=rectangle.digits, locked=[locked]),
        houses=by_role(base=HOUSES_OF[roof][:2]),
        cells=by_role(pattern=rectangle.corners, floor=[floor], roof=[roof]),
    )
