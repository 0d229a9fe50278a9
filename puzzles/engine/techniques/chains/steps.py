"""Chains as steps: their evidence, and their eliminations, which verifiers derive from candidates alone."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ...bits import Candidate, cells_of
from ...cells import HOUSES_OF
from ..als.sets import AlmostLockedSet
from ..evidence.links import Node, are_joined, is_chain, is_true, nodes_of, seen_by_all
from ..position import Position
from ..step import Form, Link, Roles, Step, by_role
from .graph import Graph
from .search import Chain

TWO_DIGITS: Form = "two_digits"
HOLDS: Form = "holds"
_WITH_SETS: dict[Form, Form] = {
    "": "with_sets",
    TWO_DIGITS: "two_digits_with_sets",
    HOLDS: "holds_with_sets",
}


def links_along(graph: Graph, chain: Chain, sets: Sequence[AlmostLockedSet] = ()) -> tuple[Link, ...]:
    """The links of a chain, strong first and last.

    `sets` are the almost locked sets of its links through sets, in turn; by default the first of each link.
    """
    links, chosen = [], iter(sets)
    for index, (number, next_number) in enumerate(pairwise(chain)):
        node, other, is_strong = graph.node(number), graph.node(next_number), index % 2 == 0
        through: tuple[int, ...] = ()
        if is_strong and graph.is_through_set(number, next_number):
            als = next(chosen, None) or next(graph.sets_between(number, next_number))
            through = cells_of(als.cells)
        links.append(
            Link(
                node.digit, cells_of(node.cell_set), other.digit, cells_of(other.cell_set), is_strong, through
            )
        )
    return tuple(links)


def open_step(technique: str, links: Sequence[Link], eliminations: Iterable[Candidate]) -> Step:
    """The step of a chain with two ends, one of which holds."""
    nodes = nodes_of(links)
    (digit, cells), (other_digit, other_cells) = nodes[0], nodes[-1]
    return Step(
        technique,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=_digits(nodes), start=[digit], finish=[other_digit]),
        houses=_beginning(nodes),
        cells=by_role(
            pattern=_cells(nodes),
            start=cells,
            finish=other_cells,
            end={*cells, *other_cells},
            set=_cells_of_sets(links),
        ),
        links=tuple(links),
        form=_form("" if digit == other_digit else TWO_DIGITS, links),
    )


def loop_at_step(technique: str, links: Sequence[Link], eliminations: Iterable[Candidate]) -> Step:
    """The step of a loop that begins and ends in one candidate, which it proves true or false."""
    nodes = nodes_of(links)
    digit, cells = nodes[0]
    return Step(
        technique,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=_digits(nodes), start=[digit]),
        houses=_beginning(nodes),
        cells=by_role(pattern=_cells(nodes), start=cells, set=_cells_of_sets(links)),
        links=tuple(links),
        form=_form(HOLDS if links[0].is_strong else "", links),
    )


def closed_step(technique: str, links: Sequence[Link], eliminations: Iterable[Candidate]) -> Step:
    """The step of a loop whose links alternate all the way round."""
    nodes = nodes_of(links)
    return Step(
        technique,
        eliminations=tuple(eliminations),
        digits=by_role(pattern=_digits(nodes)),
        houses=_beginning(nodes),
        cells=by_role(pattern=_cells(nodes), set=_cells_of_sets(links)),
        links=tuple(links),
        form=_form("", links),
    )


def _beginning(nodes: Sequence[Node]) -> Roles:
    """The box in which the links begin: where a player should look."""
    _digit, cells = nodes[0]
    return by_role(begin=[HOUSES_OF[cells[0]][2]])


def has_group(links: Iterable[Link]) -> bool:
    """Whether a link ends in several cells taken together, or leads through an almost locked set."""
    return any(link.through or len(link.cells) > 1 or len(link.next_cells) > 1 for link in links)


def has_set(links: Iterable[Link]) -> bool:
    """Whether a link leads through an almost locked set."""
    return any(link.through for link in links)


def in_one_digit(links: Iterable[Link]) -> bool:
    """Whether all links are within the same digit."""
    return len({digit for link in links for digit in (link.digit, link.next_digit)}) == 1


def from_cell_to_cell(links: Iterable[Link]) -> bool:
    """Whether the strong links are within cells, and only these."""
    return all((link.digit != link.next_digit) == link.is_strong and not link.through for link in links)


def is_open_chain(links: Sequence[Link], position: Position) -> bool:
    """Whether the links make a chain with two ends, one of which holds, that passes no node twice."""
    nodes = nodes_of(links)
    # Two nodes are one strong link: what that excludes by itself is locked candidates.
    return len(set(nodes)) == len(nodes) > 2 and is_chain(links, position)


def is_loop_at_candidate(links: Sequence[Link], position: Position) -> bool:
    """Whether the links lead from a candidate back to it and prove it true or false."""
    nodes = nodes_of(links)
    if len(nodes) < 4 or nodes[0] != nodes[-1] or len(nodes[0][1]) != 1 or len(set(nodes)) != len(nodes) - 1:
        return False
    if links[0].is_strong:
        return is_chain(links, position)
    return (
        # Weak at both ends: what lies between is a chain in its own right.
        is_chain(links[1:-1], position)
        and all(not link.is_strong and is_true(link, position) for link in (links[0], links[-1]))
        and are_joined(links)
    )


def is_closed_loop(links: Sequence[Link], position: Position) -> bool:
    """Whether the links alternate all the way round; the last is weak, back to the first node."""
    nodes = nodes_of(links)
    return (
        # Two strong links at least, and the first node again at the end.
        len(nodes) > 4
        and nodes[0] == nodes[-1]
        and len(set(nodes)) == len(nodes) - 1
        # The last link closes the loop: without it the rest is a chain, strong first and last.
        and is_chain(links[:-1], position)
        and are_joined(links)
        and not links[-1].is_strong
        and is_true(links[-1], position)
    )


def excluded_by_both(first: Node, last: Node, position: Position) -> tuple[Candidate, ...]:
    """The candidates that both nodes exclude: one of the two holds."""
    eliminated = set(_excluded_by(first, position)).intersection(_excluded_by(last, position))
    return tuple(sorted(eliminated))


def excluded_by_loop(links: Sequence[Link], position: Position) -> tuple[Candidate, ...]:
    """What a closed loop excludes: exactly one end of each link holds, weak or strong.

    So candidates that both ends of a weak link exclude are eliminated. An almost locked set lacks one end of
    its strong link, so it has all its other digits. In the cells of the loop only eliminations within a cell
    count.
    """
    within = {cell for link in links for cell in (*link.cells, *link.next_cells)}
    excluded: set[Candidate] = set()
    for link in links:
        ends = (link.digit, link.cells), (link.next_digit, link.next_cells)
        if link.through:
            for digit in _digits_of_set(link, position):
                cells = tuple(cell for cell in link.through if position.has_candidate(cell, digit))
                excluded.update(seen_by_all(digit, cells, position))
        elif not link.is_strong:
            eliminated = excluded_by_both(*ends, position)
            is_in_cell = link.digit != link.next_digit
            excluded.update(
                candidate for candidate in eliminated if is_in_cell or candidate.cell not in within
            )
    return tuple(sorted(excluded))


def _digits_of_set(link: Link, position: Position) -> set[int]:
    """The digits of the set a link leads through, without those of its ends."""
    digits = {digit for cell in link.through for digit in position.candidates(cell)}
    return digits - {link.digit, link.next_digit}


def _excluded_by(node: Node, position: Position) -> Iterator[Candidate]:
    """What a true node eliminates: its digit wherever all its cells are seen, and the others of its cell."""
    digit, cells = node
    yield from seen_by_all(digit, cells, position)
    if len(cells) == 1:
        (cell,) = cells
        yield from (Candidate(cell, other) for other in position.candidates(cell) if other != digit)


def _digits(nodes: Iterable[Node]) -> set[int]:
    return {digit for digit, _ in nodes}


def _cells(nodes: Iterable[Node]) -> set[int]:
    return {cell for _, cells in nodes for cell in cells}


def _cells_of_sets(links: Iterable[Link]) -> set[int]:
    return {cell for link in links for cell in link.through}


def _form(shape: Form, links: Iterable[Link]) -> Form:
    """The shape, and whether almost locked sets are in it."""
    return _WITH_SETS[shape] if has_set(links) else shape
