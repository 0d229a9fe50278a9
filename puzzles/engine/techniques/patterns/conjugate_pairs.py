"""Conjugate pairs: two cells that are the only ones for a digit in a house, so one of them holds it.

They are strong links. A connected component of them has two colours: the digit is in all cells of the one or
in all cells of the other. Described in SudokuWiki's "Simple Colouring".
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...bits import HOUSE_CELLS, PEER_CELLS, CellSet, first_of

# The kinds of house, as HOUSES_OF[cell] and HOUSES[9 * kind :] have them.
ROW, COLUMN, BOX = range(3)


class ConjugatePairs(NamedTuple):
    """The strong links of a digit in the houses of a kind: other end by end, and all ends as a cell set."""

    other_end: dict[int, int]
    ends: int


class Color(NamedTuple):
    """The cells of one colour, and every cell that sees one of them, as cell sets."""

    cells: int
    seen: int


class ColorComponent(NamedTuple):
    """A connected component: two colours, and enough links (as pairs of cells) to reach each cell in turn."""

    colors: tuple[Color, Color]
    links: tuple[tuple[int, int], ...]

    @property
    def cells(self) -> int:
        """The cells of both colours."""
        return self.colors[0].cells | self.colors[1].cells


StrongLinks = tuple[tuple[ConjugatePairs, ConjugatePairs, ConjugatePairs], ...]

_NO_PAIRS = ConjugatePairs({}, 0)
_HOUSES_BY_KIND = tuple(HOUSE_CELLS[9 * kind : 9 * kind + 9] for kind in (ROW, COLUMN, BOX))


def find_strong_links(cell_sets: Iterable[CellSet]) -> StrongLinks:
    """For each of these cell sets its strong links in rows, columns and boxes."""
    return tuple(
        (_conjugate_pairs(cell_set, ROW), _conjugate_pairs(cell_set, COLUMN), _conjugate_pairs(cell_set, BOX))
        for cell_set in cell_sets
    )


def find_color_components(links: Sequence[ConjugatePairs]) -> tuple[ColorComponent, ...]:
    """The components of these links of one digit; the component with the lowest cell first."""
    components = []
    left = links[ROW].ends | links[COLUMN].ends | links[BOX].ends
    while left:
        component = _component_from(first_of(left), links)
        components.append(component)
        left &= ~component.cells
    return tuple(components)


def _conjugate_pairs(cell_set: CellSet, kind: int) -> ConjugatePairs:
    if not cell_set:
        return _NO_PAIRS
    other_end, ends = {}, 0
    for house in _HOUSES_BY_KIND[kind]:
        places = cell_set & house
        others = places & places - 1
        if others and not others & others - 1:
            first, second = (places ^ others).bit_length() - 1, others.bit_length() - 1
            other_end[first], other_end[second] = second, first
            ends |= places
    return ConjugatePairs(other_end, ends)


def _component_from(start: int, links: Sequence[ConjugatePairs]) -> ColorComponent:
    other_ends = [pairs.other_end for pairs in links]
    cells, seen = [1 << start, 0], [PEER_CELLS[start], 0]
    reached, taken = 1 << start, []
    queue = [(start, 0)]
    # Breadth-first two-colouring; the queue grows while it is read. An odd cycle leaves two ends of a link in
    # one colour: that is the wrap of simple colours, and no error.
    for cell, color in queue:
        other_color = 1 - color
        for other_end in other_ends:
            other = other_end.get(cell)
            if other is not None and not reached >> other & 1:
                reached |= 1 << other
                cells[other_color] |= 1 << other
                seen[other_color] |= PEER_CELLS[other]
                taken.append((cell, other))
                queue.append((other, other_color))
    return ColorComponent((Color(cells[0], seen[0]), Color(cells[1], seen[1])), tuple(taken))
