"""Skyscrapers and 2-string kites with a group: of a line's places for a digit, those in one of its boxes.

Where a line has a digit in two of its boxes only, it holds it in the one group or in the other, which is a
strong link like that between two cells. Grouped Skyscraper: a far end is a group. Grouped 2-String Kite: the
links meet in a box in groups. Players' forums describe both as grouped X-Chains; HoDoKu and SudokuWiki have
the first as Finned and Sashimi X-Wing.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from ..bits import HOUSE_CELLS, PEER_CELLS, Candidate, CellSet, candidates_of, cells_of
from ..cells import DIGITS, HOUSES, HOUSES_OF
from .evidence.links import chain_through, is_chain, nodes_of, seen_by_all
from .position import Position
from .step import Link, Step, by_role

GROUPED_SKYSCRAPER = "grouped_skyscraper"
GROUPED_TWO_STRING_KITE = "grouped_two_string_kite"

Cells = tuple[int, ...]

_BOX_CELLS = HOUSE_CELLS[18:]
_ROWS, _COLUMNS = range(9), range(9, 18)


class _Half(NamedTuple):
    """A line and its places for a digit in two groups, as cell sets: one of the two holds the digit."""

    line: int
    end: int
    joint: int


class _TwoLinks(NamedTuple):
    """Two strong links of a digit: each from a far end to a joint, with both joints in the cover."""

    digit: int
    end: Cells
    joint: Cells
    other_joint: Cells
    other_end: Cells
    bases: tuple[int, int]
    cover: int

    @property
    def ends(self) -> Cells:
        """The far cells, one of which holds the digit."""
        return self.end + self.other_end

    @property
    def joints(self) -> Cells:
        """The cells where the links meet."""
        return self.joint + self.other_joint

    @property
    def chain(self) -> tuple[Link, ...]:
        """The links from end to end."""
        groups = (self.end, self.joint, self.other_joint, self.other_end)
        return chain_through(*((self.digit, group) for group in groups))


def find_grouped_skyscrapers(position: Position) -> Iterator[Step]:
    """Each grouped skyscraper that excludes something: by digit, in rows, then in columns."""
    for digit, lines in product(DIGITS, (_ROWS, _COLUMNS)):
        halves = [list(_halves(position.cells_with[digit], line)) for line in lines]
        for these, others in combinations(filter(None, halves), 2):
            for first, second in product(these, others):
                cover = _common_line(first.joint, second.joint)
                # Without a group at an end it is a plain skyscraper.
                if cover is not None and _has_group(first.end, second.end):
                    yield from _steps(GROUPED_SKYSCRAPER, position, digit, first, second, cover)


def find_grouped_two_string_kites(position: Position) -> Iterator[Step]:
    """Each grouped kite that excludes something: by digit, then by row."""
    for digit in DIGITS:
        cell_set = position.cells_with[digit]
        columns = [half for line in _COLUMNS for half in _halves(cell_set, line) if not _has_group(half.end)]
        for row in (half for line in _ROWS for half in _halves(cell_set, line) if not _has_group(half.end)):
            for column in columns:
                cover = _common_box(row, column)
                if cover is not None and _has_group(row.joint, column.joint):
                    yield from _steps(GROUPED_TWO_STRING_KITE, position, digit, row, column, cover)


def verify_grouped_skyscraper(step: Step, position: Position) -> bool:
    """Whether the step's links are true, lie in two rows or columns, and meet in a line across."""
    links = _read(step, position)
    if links is None or len(links.joints) != 2 or len(links.ends) == 2:
        return False
    first, second = links.bases
    return first < second and first // 9 == second // 9 != links.cover // 9 < 2


def verify_grouped_two_string_kite(step: Step, position: Position) -> bool:
    """Whether the step's links are true, lie in a row and a column, and meet in a box in groups."""
    links = _read(step, position)
    if links is None or len(links.ends) != 2 or len(links.joints) == 2:
        return False
    kinds = [house // 9 for house in (*links.bases, links.cover)]
    return kinds == [0, 1, 2] and not set(links.ends) & set(HOUSES[links.cover])


def _halves(cell_set: CellSet, line: int) -> Iterator[_Half]:
    """The two ways to see a line as end and joint: by its boxes, or where there are just two places."""
    places = cell_set & HOUSE_CELLS[line]
    parts = [places & box for box in _BOX_CELLS if places & box]
    # Two cells in one box are no groups, but still a strong link.
    if len(parts) == 1 and places.bit_count() == 2:
        parts = [places & -places, places & places - 1]
    if len(parts) == 2:
        yield _Half(line, parts[0], parts[1])
        yield _Half(line, parts[1], parts[0])


def _has_group(*cell_sets: int) -> bool:
    return any(cell_set & cell_set - 1 for cell_set in cell_sets)


def _common_line(joint: int, other: int) -> int | None:
    """The line across that two single cells of parallel lines share."""
    if _has_group(joint, other):
        return None
    houses, other_houses = (HOUSES_OF[cell_set.bit_length() - 1] for cell_set in (joint, other))
    shared = set(houses[:2]) & set(other_houses[:2])
    return min(shared, default=None)


def _common_box(row: _Half, column: _Half) -> int | None:
    """The box that two joints share without a cell in common, with both ends beyond."""
    box = HOUSES_OF[row.joint.bit_length() - 1][2]
    cell_set = HOUSE_CELLS[box]
    is_met = not column.joint & ~cell_set and not row.joint & column.joint
    return box if is_met and not (row.end | column.end) & cell_set else None


def _steps(
    technique: str, position: Position, digit: int, first: _Half, second: _Half, cover: int
) -> Iterator[Step]:
    targets = position.cells_with[digit]
    for cell in cells_of(first.end | second.end):
        targets &= PEER_CELLS[cell]
    if targets:
        links = _TwoLinks(
            digit,
            end=cells_of(first.end),
            joint=cells_of(first.joint),
            other_joint=cells_of(second.joint),
            other_end=cells_of(second.end),
            bases=(first.line, second.line),
            cover=cover,
        )
        yield _step(technique, links, candidates_of(digit, targets))


def _read(step: Step, position: Position) -> _TwoLinks | None:
    """The evidence of the step, if its links are true where it says so, and exclude just what it says."""
    nodes, bases, cover = nodes_of(step.links), step.houses_as("base"), step.houses_as("cover")
    digits = {digit for digit, _ in nodes}
    if not (len(nodes) == 4 and len(digits) == len(cover) == 1 and len(bases) == 2):
        return None
    if not is_chain(step.links, position) or any(cells != tuple(sorted(cells)) for _, cells in nodes):
        return None
    end, joint, other_joint, other_end = (cells for _, cells in nodes)
    (digit,), (first, second) = digits, bases
    links = _TwoLinks(digit, end, joint, other_joint, other_end, (first, second), cover[0])
    is_where_it_says = (
        position.cells_for(digit, first) == tuple(sorted(end + joint))
        and position.cells_for(digit, second) == tuple(sorted(other_end + other_joint))
        and set(links.joints) <= set(HOUSES[links.cover])
    )
    excluded = seen_by_all(digit, links.ends, position)
    return links if is_where_it_says and step == _step(step.technique, links, excluded) else None


def _step(technique: str, links: _TwoLinks, eliminations: tuple[Candidate, ...]) -> Step:
    return Step(
        technique,
        eliminations=eliminations,
        digits=by_role(pattern=[links.digit]),
        houses=by_role(base=links.bases, cover=[links.cover]),
        cells=by_role(pattern=links.ends + links.joints, end=links.ends, joint=links.joints),
        links=links.chain,
    )
