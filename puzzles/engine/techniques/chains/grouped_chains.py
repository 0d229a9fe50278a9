"""Chains and nice loops with groups (several cells that hold a digit together) or almost locked sets.

The kinds are those of chains of single candidates. Here at least one link ends in a group, or leads through
an almost locked set. Described in HoDoKu's "Chains and Loops" (grouped nodes, ALS nodes) and in SudokuWiki's
"Grouped X-Cycles" and "AIC with ALSs".
"""

from collections.abc import Iterator

from ..position import Position
from ..step import Step
from .graph import Graph
from .grouped_graph import grouped_graph, set_graph
from .nice_loops import (
    closed_loops,
    is_closed_loop_proved,
    is_loop_at_candidate_proved,
    loops_at_candidates,
)
from .open_chains import aics, has_ends_of_aic, is_proved
from .steps import has_group

GROUPED_CONTINUOUS_NICE_LOOP = "grouped_continuous_nice_loop"
GROUPED_AIC = "grouped_aic"
GROUPED_DISCONTINUOUS_NICE_LOOP = "grouped_discontinuous_nice_loop"


def find_grouped_continuous_nice_loops(position: Position) -> Iterator[Step]:
    """Each continuous nice loop with a group, the shortest first, then those with almost locked sets."""
    for graph in _graphs(position):
        yield from closed_loops(GROUPED_CONTINUOUS_NICE_LOOP, graph, position)


def find_grouped_aics(position: Position) -> Iterator[Step]:
    """Each AIC with a group, the shortest first, then those with almost locked sets."""
    for graph in _graphs(position):
        yield from aics(GROUPED_AIC, graph)


def find_grouped_discontinuous_nice_loops(position: Position) -> Iterator[Step]:
    """For each candidate the shortest loop with a group, then the shortest with almost locked sets."""
    for graph in _graphs(position):
        yield from loops_at_candidates(GROUPED_DISCONTINUOUS_NICE_LOOP, graph, position)


def verify_grouped_continuous_nice_loop(step: Step, position: Position) -> bool:
    """Whether the step's links alternate all the way round, one with a group, and exclude what it says."""
    return is_closed_loop_proved(step, position, _is_grouped)


def verify_grouped_aic(step: Step, position: Position) -> bool:
    """Whether the step's links make a chain with a group, and it excludes just what it says."""
    return is_proved(step, position, _is_grouped_aic)


def verify_grouped_discontinuous_nice_loop(step: Step, position: Position) -> bool:
    """Whether the step's links lead round, over a group, to a candidate that they prove true or false."""
    return is_loop_at_candidate_proved(step, position, _is_grouped)


def _graphs(position: Position) -> Iterator[Graph]:
    """The graph with groups, then that with almost locked sets, each if it adds to the simpler one."""
    graph = grouped_graph(position)
    if graph.groups:
        yield graph
    graph = set_graph(position)
    if graph.sets:
        yield graph


def _is_grouped(step: Step) -> bool:
    return has_group(step.links)


def _is_grouped_aic(step: Step) -> bool:
    return has_group(step.links) and has_ends_of_aic(step)
