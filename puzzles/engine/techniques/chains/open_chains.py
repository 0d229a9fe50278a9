"""Chains with two ends: strong and weak links in turn, strong first and last, so that one end holds.

Candidates that both ends exclude are eliminated. X-Chain: all links in one digit. XY-Chain: from cell to cell
with two candidates. Alternating inference chain (AIC): links of any kind; with only one elimination it counts
as a nice loop. Described in HoDoKu's "Chains and Loops" and in SudokuWiki's "X-Cycles", "XY-Chains" and
"Alternating Inference Chains".
"""

from collections.abc import Callable, Iterator

from ...bits import Candidate, numbers_in
from ..evidence.links import nodes_of
from ..position import Position
from ..step import Step
from .graph import Graph, GraphNode, bivalue_graph, digit_graph, plain_graph, union_of
from .search import ChainSearch, shortest_chains
from .steps import (
    excluded_by_both,
    from_cell_to_cell,
    has_group,
    in_one_digit,
    is_open_chain,
    links_along,
    open_step,
)

X_CHAIN = "x_chain"
XY_CHAIN = "xy_chain"
AIC = "aic"


def find_x_chains(position: Position) -> Iterator[Step]:
    """Each X-Chain that excludes something, the shortest first; no two that say the same."""
    return open_chains(X_CHAIN, digit_graph(position))


def find_xy_chains(position: Position) -> Iterator[Step]:
    """Each XY-Chain that excludes something, the shortest first; no two that say the same."""
    return open_chains(XY_CHAIN, bivalue_graph(position))


def find_aics(position: Position) -> Iterator[Step]:
    """Each AIC that excludes something, the shortest first; no two that say the same."""
    return (step for step in aics(AIC, plain_graph(position)) if not _has_simpler_name(step))


def verify_x_chain(step: Step, position: Position) -> bool:
    """Whether the step's links make a chain in one digit, and it excludes just what it says."""
    return is_proved(step, position, _is_x_chain)


def verify_xy_chain(step: Step, position: Position) -> bool:
    """Whether the step's links lead from cell to cell, and it excludes just what it says."""
    return is_proved(step, position, _is_xy_chain)


def verify_aic(step: Step, position: Position) -> bool:
    """Whether the step's links make a chain of several kinds, and it excludes just what it says."""
    return is_proved(step, position, _is_aic)


def open_chains(technique: str, graph: Graph) -> Iterator[Step]:
    """The steps of a shortest chain between any two nodes that exclude something, the shortest first."""
    return _open_chains(technique, graph, lambda *_: True)


def aics(technique: str, graph: Graph) -> Iterator[Step]:
    """The same where the ends are those of an AIC."""
    return _open_chains(technique, graph, _are_ends_of_aic)


def is_proved(step: Step, position: Position, is_wanted: Callable[[Step], bool]) -> bool:
    """Whether the links are true, make a wanted chain, and exclude just what the step says."""
    if not is_open_chain(step.links, position):
        return False
    nodes = nodes_of(step.links)
    eliminations = excluded_by_both(nodes[0], nodes[-1], position)
    return step == open_step(step.technique, step.links, eliminations) and is_wanted(step)


def has_ends_of_aic(step: Step) -> bool:
    """Whether the ends lie in different cells and exclude two candidates or more; else it is a nice loop."""
    nodes = nodes_of(step.links)
    return _are_ends_of_aic(nodes[0], nodes[-1], step.eliminations)


def _are_ends_of_aic(
    first: tuple[int, object], last: tuple[int, object], eliminations: tuple[Candidate, ...]
) -> bool:
    # With one elimination, chain and candidate together are a discontinuous nice loop, and so named.
    return len(eliminations) > 1 and first[1] != last[1]


def _is_x_chain(step: Step) -> bool:
    return in_one_digit(step.links) and not has_group(step.links)


def _is_xy_chain(step: Step) -> bool:
    return from_cell_to_cell(step.links) and not has_group(step.links)


def _is_aic(step: Step) -> bool:
    return not has_group(step.links) and has_ends_of_aic(step) and not _has_simpler_name(step)


def _has_simpler_name(step: Step) -> bool:
    return in_one_digit(step.links) or from_cell_to_cell(step.links)


def _open_chains(
    technique: str, graph: Graph, are_ends: Callable[[GraphNode, GraphNode, tuple[Candidate, ...]], bool]
) -> Iterator[Step]:
    yielded = set()
    for start, last, chains in shortest_chains(graph, _searches(graph)):
        eliminations = graph.excluded(start, last)
        if eliminations not in yielded and are_ends(graph.node(start), graph.node(last), eliminations):
            chain = next(chains, ())
            if len(chain) > 2:
                yielded.add(eliminations)
                yield open_step(technique, links_along(graph, chain), eliminations)


def _searches(graph: Graph) -> Iterator[ChainSearch]:
    """From each node with a failing candidate in its sight, to the later ones that have it in theirs."""
    if graph.failing:
        for start in numbers_in(graph.active):
            in_sight = union_of(graph.weak, graph.weak[start] & graph.failing) & graph.forced[start]
            # The same chain read backwards starts at its other end: only later nodes are looked for.
            last = in_sight >> start + 1 << start + 1
            if last:
                yield ChainSearch(start, first=1 << start, last=last)
