"""Intersections: a digit that a box or a line can only have in the cells they share.

Pointing: a box has all its places for a digit in one line, so the line has it nowhere else. Claiming: a line
has all its places for a digit in one box. Described in HoDoKu's "Intersections" (locked candidates) and in
SudokuWiki's "Intersection Removal".
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..bits import HOUSE_CELLS, Candidate, CandidateSet, CellSet, candidate_number, cell_set_of, cells_of
from ..cells import CELLS, DIGITS, HOUSES, HOUSES_OF
from .position import Position
from .step import Step, by_role

POINTING = "pointing"
CLAIMING = "claiming"

_Thirds = tuple[int, int, int]


class _Crossing(NamedTuple):
    """A digit, the house that has it only in another one, and that other, the cover."""

    digit: int
    house: int
    cover: int


class _Direction(NamedTuple):
    """The intersections of the boxes with the lines of one direction, each named by its first cell.

    A stride leads from cell to cell in an intersection, across to the next in its box, or along to the next
    on its line. `in_box` and `on_line` are the candidate set of those that come first, second and third
    there.
    """

    first_line: int
    stride: int
    across: int
    along: int
    in_box: _Thirds
    on_line: _Thirds


def _direction(first_line: int, stride: int, across: int, along: int) -> _Direction:
    heads = [cell for cell in CELLS if cell // stride % 3 == 0]
    return _Direction(first_line, stride, across, along, _thirds_of(heads, across), _thirds_of(heads, along))


def _thirds_of(heads: Iterable[int], stride: int) -> _Thirds:
    first, second, third = (cell_set_of(head for head in heads if head // stride % 3 == i) for i in range(3))
    return _for_every_digit(first), _for_every_digit(second), _for_every_digit(third)


def _for_every_digit(cell_set: CellSet) -> int:
    return sum(cell_set << candidate_number(0, digit) for digit in DIGITS)


_DIRECTIONS = (
    _direction(first_line=0, stride=1, across=9, along=3),
    _direction(first_line=9, stride=9, across=1, along=27),
)


def find_pointing(position: Position) -> Iterator[Step]:
    """Each digit that a box has in one line only, and the line elsewhere too: by digit, then by box."""
    found: list[_Crossing] = []
    for direction in _DIRECTIONS:
        held, others_in_box, others_on_line = _intersections(position.candidate_set, direction)
        alone = held & others_on_line & ~others_in_box
        found += (_Crossing(digit, box, line) for digit, box, line in _crossings_at(alone, direction))
    yield from _steps(POINTING, position, found)


def find_claiming(position: Position) -> Iterator[Step]:
    """Each digit that a line has in one box only, and the box elsewhere too: by digit, then by line."""
    found: list[_Crossing] = []
    for direction in _DIRECTIONS:
        held, others_in_box, others_on_line = _intersections(position.candidate_set, direction)
        alone = held & others_in_box & ~others_on_line
        found += (_Crossing(digit, line, box) for digit, box, line in _crossings_at(alone, direction))
    yield from _steps(CLAIMING, position, found)


def verify_intersection(step: Step, position: Position) -> bool:
    """Whether the house has the digit in its pattern only, all of which lies in the other house too."""
    digits, houses, covers = step.digits_as("pattern"), step.houses_as("house"), step.houses_as("cover")
    if not len(digits) == len(houses) == len(covers) == 1:
        return False
    crossing = digit, house, cover = _Crossing(digits[0], houses[0], covers[0])
    pattern = [cell for cell in HOUSES[house] if digit in position.candidates(cell)]
    beyond = [cell for cell in HOUSES[cover] if cell not in HOUSES[house]]
    targets = [cell for cell in beyond if digit in position.candidates(cell)]
    return (
        [house >= 18, cover >= 18] == [step.technique == POINTING, step.technique == CLAIMING]
        and len(pattern) > 1
        and set(pattern) <= set(HOUSES[cover])
        and digit not in (position.digits[cell] for cell in HOUSES[house])
        and step == _step(step.technique, crossing, pattern, targets)
    )


def _intersections(candidate_set: CandidateSet, direction: _Direction) -> tuple[int, int, int]:
    """Those that hold a digit, those whose box holds it outside them, and those whose line does."""
    # All 27 intersections of a direction, for nine digits, at once: each answers at its first cell.
    stride, (first, second, third) = direction.stride, direction.in_box
    held = (candidate_set | candidate_set >> stride | candidate_set >> 2 * stride) & (first | second | third)
    return (
        held,
        _others(held, direction.across, direction.in_box),
        _others(held, direction.along, direction.on_line),
    )


def _others(held: int, stride: int, thirds: _Thirds) -> int:
    """Of three that belong together, those beside one that is held."""
    first, second, third = thirds
    return (
        # What is second or third among the three is shifted back to where the first asks, and so on for each.
        held >> stride & (first | second)
        | held >> 2 * stride & first
        | held << stride & (second | third)
        | held << 2 * stride & third
    )


def _crossings_at(candidate_set: CandidateSet, direction: _Direction) -> Iterator[tuple[int, int, int]]:
    """The digit, box and line of each intersection."""
    while candidate_set:
        lowest = candidate_set & -candidate_set
        digit, cell = divmod(lowest.bit_length() - 1, len(CELLS))
        yield digit + 1, HOUSES_OF[cell][2], HOUSES_OF[cell][direction.first_line // 9]
        candidate_set ^= lowest


def _steps(technique: str, position: Position, found: Iterable[_Crossing]) -> Iterator[Step]:
    for crossing in sorted(found):
        places = position.cells_with[crossing.digit]
        pattern = places & HOUSE_CELLS[crossing.house]
        if pattern & pattern - 1:  # one place alone is a hidden single
            targets = places & HOUSE_CELLS[crossing.cover] & ~pattern
            yield _step(technique, crossing, cells_of(pattern), cells_of(targets))


def _step(technique: str, crossing: _Crossing, pattern: Iterable[int], targets: Iterable[int]) -> Step:
    return Step(
        technique,
        eliminations=tuple(Candidate(cell, crossing.digit) for cell in targets),
        digits=by_role(pattern=[crossing.digit]),
        houses=by_role(house=[crossing.house], cover=[crossing.cover]),
        cells=by_role(pattern=pattern),
    )
