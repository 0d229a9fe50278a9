"""Avoidable rectangles: corners that were solved, not given, and two digits that must not fill them all.

If they did, the digits could change places and the puzzle would have two solutions. Type 1: three corners
are solved. Type 2: two are, and each of the others has one digit beside the one it lacks, the same. They hold
only where the puzzle has one solution. Described in HoDoKu's "Uniqueness" and in SudokuWiki's "Avoidable
Rectangles".
"""

from collections.abc import Iterable, Iterator

from ..bits import ALL_CELLS, PEER_CELLS, Candidate, candidates_of, cells_of, digits_of, first_of
from .evidence.links import seen_by_all
from .patterns.rectangles import BETWEEN, OPPOSITE_CELLS, are_on_a_side, crosswise, is_rectangle
from .position import Position
from .step import Step, by_role

AVOIDABLE_RECTANGLE_1 = "avoidable_rectangle_1"
AVOIDABLE_RECTANGLE_2 = "avoidable_rectangle_2"


def find_type_1(position: Position) -> Iterator[Step]:
    """Each rectangle with three corners solved to two digits, which the fourth must not complete."""
    if not position.is_unique:
        return
    solved = _solved(position)
    for digit, cell_set in enumerate(position.cells_holding):
        cell_set &= solved
        # Opposite corners hold equal digits: a digit that is solved once makes no rectangle.
        for corner in cells_of(cell_set) if cell_set & cell_set - 1 else ():
            # From the earlier of two opposite corners only.
            ends = cell_set & OPPOSITE_CELLS[corner] & -1 << corner
            for end, third, roof in _half_open(corner, ends, position) if ends else ():
                last = position.digits[third]
                if position.has_candidate(roof, last):
                    floor, eliminations = (corner, end, third), [Candidate(roof, last)]
                    yield _step(AVOIDABLE_RECTANGLE_1, floor, [roof], [digit, last], eliminations)


def find_type_2(position: Position) -> Iterator[Step]:
    """Each rectangle with a side solved, whose other corners have what they lack and one digit more."""
    if not position.is_unique:
        return
    solved = _solved(position)
    for mask, cell_set in position.bivalue.items():
        first, second = digits_of(mask)
        ends = solved & (position.cells_holding[first] | position.cells_holding[second])
        for corner in cells_of(cell_set) if ends else ():
            across = ends & OPPOSITE_CELLS[corner]
            for end, third, other in _half_open(corner, across, position) if across else ():
                digits = position.digits[end], position.digits[third]
                extra = second if digits[0] == first else first
                if corner < other and position.masks[other] == 1 << digits[1] - 1 | 1 << extra - 1:
                    targets = position.cells_with[extra] & PEER_CELLS[corner] & PEER_CELLS[other]
                    if targets:
                        floor, roof = (end, third), (corner, other)
                        eliminations = candidates_of(extra, targets)
                        yield _step(AVOIDABLE_RECTANGLE_2, floor, roof, digits, eliminations, extra=[extra])


def verify_type_1(step: Step, position: Position) -> bool:
    """Whether three corners were solved to the digits, and the fourth loses what would complete them."""
    lacking = _lacking(step, position)
    if lacking is None or len(lacking) != 1:
        return False
    eliminations = [Candidate(corner, digit) for corner, digit in lacking.items()]
    return step == _rebuilt(step, lacking, eliminations)


def verify_type_2(step: Step, position: Position) -> bool:
    """Whether the corners of one side need the extra digit, and just the cells that see both lose it."""
    lacking, extra = _lacking(step, position), step.digits_as("extra")
    if lacking is None or len(extra) != 1 or not are_on_a_side(tuple(lacking)):
        return False
    return all(
        len(position.candidates(corner)) == 2 and set(position.candidates(corner)) == {digit, *extra}
        for corner, digit in lacking.items()
    ) and step == _rebuilt(step, lacking, seen_by_all(extra[0], lacking, position), extra=extra)


def _solved(position: Position) -> int:
    """The set of the digits that were not given."""
    return ALL_CELLS & ~position.empty & ~position.givens


def _half_open(corner: int, ends: int, position: Position) -> list[tuple[int, int, int]]:
    """The rectangles of a corner and one of these opposite it, where of the other two one is solved.

    Each as the opposite corner, the solved one and the empty one.
    """
    found, empty = [], position.empty
    while ends:
        end = first_of(ends)
        ends &= ends - 1
        between = BETWEEN[corner][end]
        if between & empty and between & ~empty & ~position.givens:
            found.append((end, first_of(between & ~empty), first_of(between & empty)))
    return found


def _lacking(step: Step, position: Position) -> dict[int, int] | None:
    """The open corners of a step's rectangle with the digit that would complete it; None if it is none."""
    corners, digits = step.cells_as("pattern"), step.digits_as("pattern")
    if not position.is_unique or not is_rectangle(corners) or not len(set(digits)) == len(digits) == 2:
        return None
    # A given cannot change places: the two fillings would be solutions of different puzzles.
    if any(position.is_given(corner) for corner in corners):
        return None
    for order in crosswise(digits):
        pairs = list(zip(corners, order, strict=True))
        if all(
            position.digits[corner] == digit or position.has_candidate(corner, digit)
            for corner, digit in pairs
        ):
            return {corner: digit for corner, digit in pairs if not position.digits[corner]}
    return None


def _rebuilt(
    step: Step, lacking: Iterable[int], eliminations: Iterable[Candidate], **digits: Iterable[int]
) -> Step:
    """The step as it is for its pattern, if this is what the corners lack."""
    roof = tuple(lacking)
    floor = (corner for corner in step.cells_as("pattern") if corner not in roof)
    return _step(step.technique, floor, roof, step.digits_as("pattern"), eliminations, **digits)


def _step(
    technique: str,
    floor: Iterable[int],
    roof: Iterable[int],
    pair: Iterable[int],
    eliminations: Iterable[Candidate],
    **digits: Iterable[int],
) -> Step:
    solved, still_open = tuple(floor), tuple(roof)
    return Step(
        technique,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=pair, **digits),
        cells=by_role(pattern=solved + still_open, floor=solved, roof=still_open),
    )
