"""Links and chains as evidence: how they are written, and how they are proved from the candidates.

Of a strong link at least one end holds, of a weak link at most one. In a chain they alternate, strong first
and last, so its first or its last node holds: a candidate that both exclude is false.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ...bits import Candidate
from ...cells import CELLS, DIGITS, HOUSES, HOUSES_OF, PEERS
from ..position import Position
from ..step import Link

# Plain sets, and nothing of the graph that finds chains: a proof must not repeat a mistake of the search.
Node = tuple[int, tuple[int, ...]]


def chain_through(*nodes: Node) -> tuple[Link, ...]:
    """The links from node to node, strong and weak in turn. A node is a digit and its cells."""
    return tuple(
        Link(*node, *next_node, is_strong=index % 2 == 0)
        for index, (node, next_node) in enumerate(pairwise(nodes))
    )


def weak_link(node: Node, other: Node) -> Link:
    """A weak link between these nodes."""
    return Link(*node, *other, is_strong=False)


def nodes_of(links: Sequence[Link]) -> tuple[Node, ...]:
    """The nodes these links lead through, in turn; what `chain_through` was given."""
    return (
        *((link.digit, link.cells) for link in links),
        *(_end_of(link) for link in links[-1:]),
    )


def is_chain(links: Sequence[Link], position: Position) -> bool:
    """Whether the links alternate, strong first and last, without a gap, and each is true here."""
    return (
        len(links) % 2 == 1
        and all(link.is_strong == (index % 2 == 0) for index, link in enumerate(links))
        and are_joined(links)
        and all(is_true(link, position) for link in links)
    )


def are_joined(links: Sequence[Link]) -> bool:
    """Whether each link begins where the one before it ends."""
    return all(_end_of(link) == (other.digit, other.cells) for link, other in pairwise(links))


def is_true(link: Link, position: Position) -> bool:
    """Whether the link is true in this position."""
    ends = ((link.digit, link.cells), (link.next_digit, link.next_cells))
    if not all(cells and _are_candidates(digit, cells, position) for digit, cells in ends):
        return False
    if link.through:
        return link.is_strong and _is_strong_in_set(link, position)
    return _is_strong(link, position) if link.is_strong else _is_weak(link)


def sees(cell: int, cells: Iterable[int]) -> bool:
    """Whether the cell shares a house with one of these cells."""
    return any(other in PEERS[cell] for other in cells)


def all_see(cells: Sequence[int], others: Sequence[int]) -> bool:
    """Whether each of these cells sees each of the others; false if there are none."""
    return bool(cells) and bool(others) and all(other in PEERS[cell] for cell in cells for other in others)


def seen_by_all(digit: int, cells: Iterable[int], position: Position) -> tuple[Candidate, ...]:
    """The candidates of the digit in cells that see all of these cells."""
    common = set(CELLS).intersection(*(PEERS[cell] for cell in cells))
    return tuple(Candidate(cell, digit) for cell in sorted(common) if position.has_candidate(cell, digit))


def _end_of(link: Link) -> Node:
    return link.next_digit, link.next_cells


def _are_candidates(digit: int, cells: Iterable[int], position: Position) -> bool:
    return digit in DIGITS and all(cell in CELLS and position.has_candidate(cell, digit) for cell in cells)


def _is_strong(link: Link, position: Position) -> bool:
    """Between two digits: the only two of a cell. In one digit: all its places in a house."""
    if link.digit != link.next_digit:
        # Two digits can only be the two candidates of one cell.
        (cell, *others) = {*link.cells, *link.next_cells}
        return not others and set(position.candidates(cell)) == {link.digit, link.next_digit}
    places = {*link.cells, *link.next_cells}
    houses = HOUSES_OF[link.cells[0]]
    return any(places == set(position.cells_for(link.digit, house)) for house in houses)


def _is_strong_in_set(link: Link, position: Position) -> bool:
    """Whether it leads through an almost locked set from all places of a digit to all of another.

    The cells of the set have one digit more than they are: of any two at most one is missing from it.
    """
    cells = set(link.through)
    digits = {digit for cell in cells for digit in position.candidates(cell)}
    ends = ((link.digit, link.cells), (link.next_digit, link.next_cells))
    return (
        link.digit != link.next_digit
        and len(digits) - 1 == len(cells) == len(link.through)
        and any(cells <= set(house) for house in HOUSES)
        and all(position.candidates(cell) for cell in cells)
        and all(
            set(members) == {cell for cell in cells if position.has_candidate(cell, digit)}
            for digit, members in ends
        )
    )


def _is_weak(link: Link) -> bool:
    if link.digit != link.next_digit:
        return len({*link.cells, *link.next_cells}) == 1
    return all_see(link.cells, link.next_cells)
