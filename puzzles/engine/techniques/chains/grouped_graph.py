"""The graph of links with groups. A group is the places of a digit where a line and a box cross.

If all places of a digit in a house are in two groups, or in a group and a cell, the two have a strong link.
An almost locked set adds strong links between the places of two of its digits: at most one digit is missing.
"""

from collections.abc import Iterator

from ...bits import HOUSE_CELLS, CellSet, candidate_number, cells_of, common_peers
from ...cells import DIGITS
from ..als.sets import almost_locked_sets
from ..position import Position, derived
from .graph import FIRST_GROUP, Graph, GraphNode, Neighbours, make_graph, plain_graph

# A set of one cell is a strong link by itself.
_FEWEST_DIGITS_OF_SET = 3


@derived
def grouped_graph(position: Position) -> Graph:
    """Every link between candidates and groups in houses."""
    builder = _Builder(position)
    for digit in DIGITS:
        for first, second in _halves(position.cells_with[digit]):
            builder.link(builder.number(digit, first), builder.number(digit, second))
    return make_graph(builder.weak(), builder.strong, groups=builder.groups)


@derived
def set_graph(position: Position) -> Graph:
    """The grouped graph with the strong links that almost locked sets add."""
    start = grouped_graph(position)
    builder = _Builder(position, start)
    sets = tuple(als for als in almost_locked_sets(position) if len(als.digits) >= _FEWEST_DIGITS_OF_SET)
    for als in sets:
        nodes = [
            builder.number(digit, als.cells_with[digit])
            for digit in als.digits
            # A digit that excludes nothing outside the set leads nowhere.
            if als.buddies[digit] & position.cells_with[digit]
        ]
        together = 0
        for node in nodes:
            together |= 1 << node
        for node in nodes:
            builder.strong[node] = builder.strong.get(node, 0) | together ^ 1 << node
    return make_graph(
        builder.weak(), builder.strong, groups=builder.groups, sets=sets, own_strong=start.strong
    )


class _Builder:
    """A graph in the making: its groups by number, and its strong links."""

    def __init__(self, position: Position, start: Graph | None = None) -> None:
        self._position = position
        self.groups = list(start.groups) if start else []
        self.strong: Neighbours = dict((start or plain_graph(position)).strong)
        self._numbers = {node: FIRST_GROUP + index for index, node in enumerate(self.groups)}

    def number(self, digit: int, cell_set: CellSet) -> int:
        """The number of the node of these cells; a new one if there is none yet."""
        if not cell_set & cell_set - 1:
            return candidate_number(cell_set.bit_length() - 1, digit)
        node = GraphNode(digit, cell_set)
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = FIRST_GROUP + len(self.groups)
            self.groups.append(node)
        return number

    def link(self, node: int, other: int) -> None:
        """Add a strong link."""
        self.strong[node] = self.strong.get(node, 0) | 1 << other
        self.strong[other] = self.strong.get(other, 0) | 1 << node

    def weak(self) -> Neighbours:
        """The weak neighbours of all nodes: a group excludes what each of its cells would exclude."""
        # Two passes: first each candidate gets the groups it sees, then each group what all its cells see, so
        # that groups see each other, too.
        weak = dict(plain_graph(self._position).weak)
        cell_sets = self._position.cells_with
        for number, (digit, cell_set) in enumerate(self.groups, start=FIRST_GROUP):
            shift, bit = candidate_number(0, digit), 1 << number
            seeing = cell_sets[digit] & common_peers(cell_set)
            while seeing:
                lowest = seeing & -seeing
                weak[shift + lowest.bit_length() - 1] |= bit
                seeing ^= lowest
        for number, (digit, cell_set) in enumerate(self.groups, start=FIRST_GROUP):
            first, *others = cells_of(cell_set << candidate_number(0, digit))
            excluded = weak[first]
            for other in others:
                excluded &= weak[other]
            weak[number] = excluded
        return weak


def _halves(cell_set: CellSet) -> Iterator[tuple[int, int]]:
    """The ways to split a digit's places in a house into two groups, one of them of several cells."""
    for house, cells in enumerate(HOUSE_CELLS):
        places = cell_set & cells
        # Two places are a conjugate pair, which the plain graph has.
        if places.bit_count() < 3:
            continue
        parts = [places & segment for segment in _SEGMENTS[house] if places & segment]
        for first in parts:
            second = places ^ first
            if second and any(second == part & second for part in parts):
                yield first, second


# By house: what a line and a box share in it.
_SEGMENTS = tuple(
    tuple(cells & other for other in (HOUSE_CELLS[18:] if house < 18 else HOUSE_CELLS[:18]) if cells & other)
    for house, cells in enumerate(HOUSE_CELLS)
)
