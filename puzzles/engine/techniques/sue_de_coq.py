"""Sue de Coq: cells of a line and a box that cross, which have room for exactly their digits.

The cells are two or three of the crossing, some of the rest of the line and some of the rest of the box. A
digit can occur once in them, or twice where both rests have it. n cells have room for exactly n digits, so
every digit occurs the maximal number of times. A digit that occurs once is eliminated from the rest of the
house that contains its cells; one that occurs twice also from the crossing. Described in HoDoKu's
"Miscellaneous" and in SudokuWiki's "Sue-de-Coq".
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..bits import MASK_SIZES, Candidate, CellSet, DigitMask, cells_of, digits_of
from ..cells import HOUSES
from .position import Position
from .step import Form, Role, Step, by_role

SUE_DE_COQ = "sue_de_coq"

# A digit is in the cells of both rests, and occurs in each.
TWICE: Form = "twice"

_ROLES: tuple[Role, ...] = ("cross", "line", "box")


class _Crossing(NamedTuple):
    """A line and a box that share three cells: these, and the other cells of each."""

    line: int
    box: int
    shared: tuple[int, ...]
    line_rest: tuple[int, ...]
    box_rest: tuple[int, ...]


class _Group(NamedTuple):
    """Cells with their digits."""

    cells: CellSet
    digits: DigitMask


class _Pattern(NamedTuple):
    """The cells of crossing, line and box that use up their digits, and the eliminations."""

    cross: _Group
    of_line: _Group
    of_box: _Group
    eliminations: tuple[Candidate, ...]


_CROSSINGS = tuple(
    _Crossing(
        line,
        box,
        tuple(cell for cell in HOUSES[line] if cell in HOUSES[box]),
        tuple(cell for cell in HOUSES[line] if cell not in HOUSES[box]),
        tuple(cell for cell in HOUSES[box] if cell not in HOUSES[line]),
    )
    for line in range(18)
    for box in range(18, 27)
    if set(HOUSES[line]) & set(HOUSES[box])
)


def find_sue_de_coq(position: Position) -> Iterator[Step]:
    """Each Sue de Coq that excludes something: the fewest cells first."""
    masks = position.masks
    found = []
    for number, crossing in enumerate(_CROSSINGS):
        shared = tuple([masks[cell] for cell in crossing.shared])
        if len(shared) - shared.count(0) > 1:
            line_rest = tuple([masks[cell] for cell in crossing.line_rest])
            box_rest = tuple([masks[cell] for cell in crossing.box_rest])
            found += [(pattern, number) for pattern in _patterns(number, shared, line_rest, box_rest)]
    yielded = set()
    for pattern, number in sorted(found, key=lambda one: (_size(one[0]), one[1], one[0])):
        if pattern.eliminations not in yielded:
            yielded.add(pattern.eliminations)
            line, box = _CROSSINGS[number][:2]
            parts = [cells_of(group.cells) for group in pattern[:3]]
            yield _step((line, box), parts, pattern.eliminations, position)


def verify_sue_de_coq(step: Step, position: Position) -> bool:
    """Whether the step's cells have room for exactly their digits, and exclude exactly its eliminations."""
    houses, (cross, of_line, of_box) = step.houses_as("house"), (step.cells_as(role) for role in _ROLES)
    if len(houses) != 2 or not houses[0] < 18 <= houses[1] or len(cross) < 2 or not (of_line and of_box):
        return False
    line, box = (set(HOUSES[house]) for house in houses)
    cells = (*cross, *of_line, *of_box)
    if not (set(cross) <= line & box and set(of_line) <= line - box and set(of_box) <= box - line):
        return False
    room, eliminated = 0, set()
    for digit in sorted({digit for cell in cells for digit in position.candidates(cell)}):
        in_line, in_box = (
            any(position.has_candidate(cell, digit) for cell in part) for part in (of_line, of_box)
        )
        room += 2 if in_line and in_box else 1
        kept = {*of_line, *of_box} if in_line and in_box else set(cells)
        reach = (line if in_line or not in_box else set()) | (box if in_box or not in_line else set())
        eliminated |= {Candidate(cell, digit) for cell in reach - kept if position.has_candidate(cell, digit)}
    return (
        all(map(position.candidates, cells))
        and room == len(cells)
        and step == _step(houses, (cross, of_line, of_box), tuple(sorted(eliminated)), position)
    )


# A step leaves most crossings as they are: their patterns are kept for the next position.
@lru_cache(maxsize=1 << 12)
def _patterns(
    number: int, shared: tuple[int, ...], line_rest: tuple[int, ...], box_rest: tuple[int, ...]
) -> tuple[_Pattern, ...]:
    """The patterns of a crossing whose cells have these candidates, if they eliminate something."""
    crossing = _CROSSINGS[number]
    # A group gains most against all digits of the crossing: one without a gain here has none anywhere.
    whole = _Group(0, shared[0] | shared[1] | shared[2])
    line_groups, box_groups = (
        [group for group in _groups(cells, masks) if _gain(group, whole) > 0]
        for cells, masks in ((crossing.line_rest, line_rest), (crossing.box_rest, box_rest))
    )
    if not line_groups or not box_groups:
        return ()
    found = []
    for cross in _groups(crossing.shared, shared):
        count = cross.cells.bit_count()
        surplus = MASK_SIZES[cross.digits] - count
        # A surplus of one is an almost locked set, which ALS-XZ finds. Here line and box share the surplus.
        if surplus < 2 or count < 2:
            continue
        gains = [(gain, group) for group in box_groups if (gain := _gain(group, cross)) > 0]
        for of_line in line_groups:
            wanted = surplus - _gain(of_line, cross)
            if not 0 < wanted < surplus:
                continue
            twice = of_line.digits & cross.digits
            for gain, of_box in gains:
                # A digit of the crossing that both groups have occurs twice: it takes one more cell.
                if gain - MASK_SIZES[twice & of_box.digits] == wanted:
                    groups = (cross, of_line, of_box)
                    eliminated = _eliminated(crossing, groups, (shared, line_rest, box_rest))
                    if eliminated:
                        found.append(_Pattern(*groups, eliminated))
    return tuple(found)


def _groups(cells: tuple[int, ...], masks: tuple[int, ...]) -> Iterator[_Group]:
    open_cells = [(1 << cell, mask) for cell, mask in zip(cells, masks, strict=True) if mask]
    groups = [_Group(0, 0)]
    for cell, mask in open_cells:
        groups += [_Group(group.cells | cell, group.digits | mask) for group in groups]
    yield from groups[1:]


def _gain(group: _Group, cross: _Group) -> int:
    """How many more cells than new digits the group adds to the crossing's."""
    return group.cells.bit_count() - MASK_SIZES[group.digits & ~cross.digits]


def _eliminated(
    crossing: _Crossing, groups: tuple[_Group, _Group, _Group], masks: tuple[tuple[int, ...], ...]
) -> tuple[Candidate, ...]:
    cross, of_line, of_box = groups
    from_line = of_line.digits | cross.digits & ~of_box.digits
    from_box = of_box.digits | cross.digits & ~of_line.digits
    taken = of_line.cells | of_box.cells
    twice = of_line.digits & of_box.digits
    eliminated = []
    for cells, held, digits in zip(
        (crossing.shared, crossing.line_rest, crossing.box_rest),
        masks,
        (from_line | from_box, from_line, from_box),
        strict=True,
    ):
        for cell, mask in zip(cells, held, strict=True):
            gone = mask & (twice if cross.cells >> cell & 1 else digits)
            if gone and not taken >> cell & 1:
                eliminated += [Candidate(cell, digit) for digit in digits_of(gone)]
    return tuple(sorted(eliminated))


def _size(pattern: _Pattern) -> int:
    return (pattern.cross.cells | pattern.of_line.cells | pattern.of_box.cells).bit_count()


def _step(
    houses: Sequence[int],
    parts: Sequence[tuple[int, ...]],
    eliminations: tuple[Candidate, ...],
    position: Position,
) -> Step:
    cells = dict(zip(_ROLES, parts, strict=True))
    digits = {
        role: {digit for cell in part for digit in position.candidates(cell)} for role, part in cells.items()
    }
    twice = digits["line"] & digits["box"]
    return Step(
        SUE_DE_COQ,
        eliminations=eliminations,
        digits=by_role(pattern=set().union(*digits.values()), twice=twice, **digits),
        houses=by_role(house=houses),
        cells=by_role(pattern=[cell for part in parts for cell in part], **cells),
        form=TWICE if twice else "",
    )
