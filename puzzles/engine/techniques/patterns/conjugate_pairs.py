"""Strong links: a digit with two places in a house stands in one of them. Found once for a position.

What hangs together by strong links falls into two sides, usually shown as two colours: the digit stands in
all cells of the one or in all cells of the other.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...bits import HOUSE_BOARDS, PEER_BOARDS

# The kinds of house, as HOUSES_OF[cell] and HOUSES[9 * kind :] have them.
ROW, COLUMN, BOX = range(3)


class Partners(NamedTuple):
    """The strong links of a digit in the houses of a kind: other end by end, and all ends as a board."""

    of: dict[int, int]
    ends: int


class Side(NamedTuple):
    """The cells of one colour, and every cell that sees one of them, as boards."""

    cells: int
    seen: int


class Cluster(NamedTuple):
    """What hangs together: two sides, and enough links (as pairs of cells) to reach each cell in turn."""

    sides: tuple[Side, Side]
    links: tuple[tuple[int, int], ...]

    @property
    def cells(self) -> int:
        """The board of both sides."""
        return self.sides[0].cells | self.sides[1].cells


StrongLinks = tuple[tuple[Partners, Partners, Partners], ...]

_NO_PARTNERS = Partners({}, 0)
_HOUSE_BOARDS_BY_KIND = tuple(HOUSE_BOARDS[9 * kind : 9 * kind + 9] for kind in (ROW, COLUMN, BOX))


def find_strong_links(boards: Iterable[int]) -> StrongLinks:
    """For each of these boards its strong links in rows, columns and boxes."""
    return tuple((_partners(board, ROW), _partners(board, COLUMN), _partners(board, BOX)) for board in boards)


def find_clusters(links: Sequence[Partners]) -> tuple[Cluster, ...]:
    """What hangs together by these links of one digit; the cluster with the lowest cell first."""
    clusters = []
    left = links[ROW].ends | links[COLUMN].ends | links[BOX].ends
    while left:
        cluster = _cluster_from((left & -left).bit_length() - 1, links)
        clusters.append(cluster)
        left &= ~cluster.cells
    return tuple(clusters)


def _partners(board: int, kind: int) -> Partners:
    if not board:
        return _NO_PARTNERS
    of, ends = {}, 0
    for house in _HOUSE_BOARDS_BY_KIND[kind]:
        places = board & house
        others = places & places - 1
        if others and not others & others - 1:
            first, second = (places ^ others).bit_length() - 1, others.bit_length() - 1
            of[first], of[second] = second, first
            ends |= places
    return Partners(of, ends)


def _cluster_from(start: int, links: Sequence[Partners]) -> Cluster:
    partners = [of for of, _ in links]
    cells, seen = [1 << start, 0], [PEER_BOARDS[start], 0]
    reached, pairs = 1 << start, []
    queue = [(start, 0)]
    for cell, side in queue:
        other_side = 1 - side
        for of in partners:
            other = of.get(cell)
            if other is not None and not reached >> other & 1:
                reached |= 1 << other
                cells[other_side] |= 1 << other
                seen[other_side] |= PEER_BOARDS[other]
                pairs.append((cell, other))
                queue.append((other, other_side))
    return Cluster((Side(cells[0], seen[0]), Side(cells[1], seen[1])), tuple(pairs))
