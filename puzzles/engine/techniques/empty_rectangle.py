"""Empty Rectangle: a box whose places for a digit lie in one row and one column, and a strong link beside it.

The link has one end in the row (or the column) of the box. Its other end holds the digit, or the column (or
the row) of the box does; where the two cross, the digit is eliminated. Described in HoDoKu's "Single Digit
Patterns" and in SudokuWiki's "Empty Rectangles".
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ..bits import HOUSE_CELLS, PEER_CELLS, Candidate, cell_set_of, cells_of
from ..cells import BOXES, COLUMNS, HOUSES, HOUSES_OF, ROWS
from .evidence.links import chain_through, is_chain, nodes_of, seen_by_all
from .patterns.conjugate_pairs import COLUMN, ROW
from .position import Position
from .step import Link, Step, by_role

EMPTY_RECTANGLE = "empty_rectangle"
DUAL_EMPTY_RECTANGLE = "dual_empty_rectangle"

Cross = tuple[int, int]


class _Rectangle(NamedTuple):
    """A strong link from its end to its joint, which shares a line with some places of the box.

    `entry` is that line, `exit` the line of the box's other places; `arms` are the places in the one and
    in the other, and a place in both counts in both. `base` is the house of the link.
    """

    digit: int
    box: int
    base: int
    entry: int
    exit: int
    end: int
    joint: int
    arms: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links from the end of the strong link to the places in the exit."""
        return chain_through(*((self.digit, cells) for cells in ((self.end,), (self.joint,), *self.arms)))

    def excluded(self, position: Position) -> tuple[Candidate, ...]:
        """The candidates that see the end of the strong link and all places in the exit."""
        return seen_by_all(self.digit, (self.end, *self.arms[1]), position)


def find_empty_rectangles(position: Position) -> Iterator[Step]:
    """Each empty rectangle that excludes something, digit by digit, box by box."""
    for rectangle in _rectangles(position):
        yield _step(EMPTY_RECTANGLE, [rectangle], rectangle.excluded(position))


def find_dual_empty_rectangles(position: Position) -> Iterator[Step]:
    """Each two empty rectangles of one digit in one box that do not exclude the same."""
    # Two in different boxes are two steps: only one box can be read at a glance.
    for first, second in combinations(list(_rectangles(position)), 2):
        if (first.digit, first.box) == (second.digit, second.box):
            excluded, also_excluded = set(first.excluded(position)), set(second.excluded(position))
            if excluded != also_excluded:
                yield _step(DUAL_EMPTY_RECTANGLE, [first, second], excluded | also_excluded)


def verify_empty_rectangle(step: Step, position: Position) -> bool:
    """Whether the step's links are an empty rectangle that excludes just what it says."""
    rectangle = _read(step.links, position)
    if rectangle is None:
        return False
    return step == _step(EMPTY_RECTANGLE, [rectangle], rectangle.excluded(position))


def verify_dual_empty_rectangle(step: Step, position: Position) -> bool:
    """Whether the step's links are two empty rectangles of one box that exclude just what it says."""
    first, second = _read(step.links[:3], position), _read(step.links[3:], position)
    if first is None or second is None or (first.digit, first.box) != (second.digit, second.box):
        return False
    excluded, also_excluded = set(first.excluded(position)), set(second.excluded(position))
    expected = _step(DUAL_EMPTY_RECTANGLE, [first, second], excluded | also_excluded)
    return step == expected and bool(excluded and also_excluded) and excluded != also_excluded


def _crosses() -> dict[int, tuple[Cross, ...]]:
    """By the places of a digit in a box: each row and column they lie in, both with a place of its own."""
    found: dict[int, list[Cross]] = {}
    for row, column, box in ((row, column, box) for row in ROWS for column in COLUMNS for box in BOXES):
        across, down = set(row) & set(box), set(column) & set(box)
        if not across or not down:
            continue
        cross = (ROWS.index(row), 9 + COLUMNS.index(column))
        for places in _subsets(across | down):
            # Places in one line only are locked candidates, not a cross.
            if places - across and places - down:
                found.setdefault(cell_set_of(places), []).append(cross)
    return {places: tuple(crosses) for places, crosses in found.items()}


def _subsets(cells: Iterable[int]) -> Iterator[set[int]]:
    ordered = sorted(cells)
    return (set(some) for size in range(len(ordered) + 1) for some in combinations(ordered, size))


# Looked up for each digit and box: deriving the lines anew would cost more than all that follows.
_CROSSES = _crosses()


def _rectangles(position: Position) -> Iterator[_Rectangle]:
    """Each empty rectangle that excludes something."""
    for digit, (in_rows, in_columns, _) in enumerate(position.strong_links):
        if in_rows.ends or in_columns.ends:
            cell_set = position.cells_with[digit]
            for box in range(18, 27):
                crosses = _CROSSES.get(cell_set & HOUSE_CELLS[box])
                if crosses:
                    yield from _rectangles_in_box(digit, box, crosses, position)


def _rectangles_in_box(
    digit: int, box: int, crosses: Iterable[Cross], position: Position
) -> Iterator[_Rectangle]:
    places = position.cells_with[digit] & HOUSE_CELLS[box]
    beside = position.cells_with[digit] & ~HOUSE_CELLS[box]
    for row, column in crosses:
        for entry, exit_, kind in ((row, column, COLUMN), (column, row, ROW)):
            pairs = position.strong_links[digit][kind]
            for joint in cells_of(pairs.ends & HOUSE_CELLS[entry] & beside):
                end = pairs.other_end[joint]
                # The target lies where the exit line and the far end's own line cross, outside the box.
                if beside & HOUSE_CELLS[exit_] & PEER_CELLS[end]:
                    base = HOUSES_OF[joint][kind]
                    arms = (cells_of(places & HOUSE_CELLS[entry]), cells_of(places & HOUSE_CELLS[exit_]))
                    yield _Rectangle(digit, box, base, entry, exit_, end, joint, arms)


def _read(chain: tuple[Link, ...], position: Position) -> _Rectangle | None:
    """The evidence of these links, if they are true and make an empty rectangle."""
    nodes = nodes_of(chain)
    digits = {digit for digit, _ in nodes}
    if len(nodes) != 4 or len(digits) != 1 or not is_chain(chain, position):
        return None
    (digit,), (ends, joints, arm, other_arm) = digits, (cells for _, cells in nodes)
    if len(ends) != 1 or len(joints) != 1:
        return None
    (end,), (joint,) = ends, joints
    for kind, other_kind in ((COLUMN, ROW), (ROW, COLUMN)):
        entry, exit_ = HOUSES_OF[joint][other_kind], HOUSES_OF[other_arm[0]][kind]
        box, base = HOUSES_OF[other_arm[0]][2], HOUSES_OF[joint][kind]
        found = _Rectangle(digit, box, base, entry, exit_, end, joint, (arm, other_arm))
        if _is_where_it_says(found, position):
            return found
    return None


def _is_where_it_says(found: _Rectangle, position: Position) -> bool:
    places = set(position.cells_for(found.digit, found.box))
    arms = tuple(tuple(sorted(places.intersection(HOUSES[line]))) for line in (found.entry, found.exit))
    return (
        set(position.cells_for(found.digit, found.base)) == {found.end, found.joint}
        and found.joint not in HOUSES[found.box]
        and found.end not in HOUSES[found.exit]
        and arms == found.arms
        and places == {*arms[0], *arms[1]}
        and all(places.difference(arm) for arm in arms)
    )


def _step(technique: str, rectangles: Sequence[_Rectangle], eliminations: Iterable[Candidate]) -> Step:
    ends = {rectangle.end for rectangle in rectangles}
    joints = {rectangle.joint for rectangle in rectangles}
    places = {cell for rectangle in rectangles for arm in rectangle.arms for cell in arm}
    return Step(
        technique,
        eliminations=tuple(sorted(eliminations)),
        digits=by_role(pattern={rectangle.digit for rectangle in rectangles}),
        houses=by_role(
            house={rectangle.box for rectangle in rectangles},
            base={rectangle.base for rectangle in rectangles},
            entry={rectangle.entry for rectangle in rectangles},
            exit={rectangle.exit for rectangle in rectangles},
        ),
        cells=by_role(pattern=places | ends | joints, end=ends, joint=joints, box=places),
        links=tuple(link for rectangle in rectangles for link in rectangle.chain),
    )
