"""What an assumption forces by chains of singles, and what every candidate of a group forces alike.

In a chain each single follows from the one before it alone. Of a group of candidates one must hold: what each
of them forces is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_
from typing import NamedTuple

from ...bits import EXCLUDED
from ..position import Position, derived
from .implications import (
    CELL_GROUPS,
    HOUSE_GROUPS,
    KEPT,
    Group,
    candidates_in,
    grid_layers,
    singles_in,
)
from .reasons import Deduction, Reasons, after


class Forced(NamedTuple):
    """The candidates an assumption forces to hold, and those it forces to fall, as layers."""

    holding: int
    falling: int


class Way(NamedTuple):
    """An assumption, and the deductions by which it forces something."""

    assumed: int
    deductions: tuple[Deduction, ...]


class Verity(NamedTuple):
    """What every candidate of a group forces: a candidate that holds, or, with `holds` 0, those that fall."""

    group: Group
    ways: tuple[Way, ...]
    holds: int
    falling: int

    @property
    def size(self) -> int:
        """How many deductions it takes."""
        return sum(len(way.deductions) for way in self.ways)


@derived
def next_singles(position: Position) -> Mapping[int, int]:
    """For each candidate the singles that follow from it alone."""
    layers, placed = grid_layers(position), position.placed
    return {
        candidate: (singles_in(layers & KEPT[candidate]) or 0) & ~placed & ~(1 << candidate)
        for candidate in candidates_in(position.layers)
    }


@derived
def forced_by_chains(position: Position) -> Mapping[int, Forced]:
    """What each candidate forces by chains of singles. None of those that force what cannot be."""
    following = next_singles(position)
    return {
        candidate: forced
        for candidate in following
        if not (forced := _forced_by_chain(candidate, following)).holding & forced.falling
    }


def follow_chains(position: Position, candidate: int) -> Reasons:
    """The branch of a candidate, followed by chains of singles."""
    branch = Reasons(grid_layers(position), position.placed).assume(candidate)
    following = next_singles(position)
    reached = [(candidate, 0)]
    for last, needs in reached:
        for single in candidates_in(following[last] & ~branch.placed & branch.layers):
            if branch.layers >> single & 1:
                reached.append((single, branch.place(single, needs)))
    return branch


def verities(groups: tuple[Group, ...], position: Position) -> Iterator[Verity]:
    """For each of the groups the shortest proof of something that all its candidates force."""
    forced = forced_by_chains(position)
    branches: dict[int, Reasons] = {}
    for group in groups:
        members = candidates_in(group.members & position.layers)
        if len(members) < 2 or not all(member in forced for member in members):
            continue
        holding = reduce(and_, (forced[member].holding for member in members))
        falling = reduce(and_, (forced[member].falling for member in members)) & position.layers
        if holding | falling:
            for member in members:
                if member not in branches:
                    branches[member] = follow_chains(position, member)
            found = [branches[member] for member in members]
            yield _shortest(group, dict(zip(members, found, strict=True)), holding, falling)


def groups_of_cells(position: Position) -> tuple[Group, ...]:
    """The empty cells."""
    return tuple(group for group in CELL_GROUPS if group.members & position.layers)


def groups_of_houses(position: Position) -> tuple[Group, ...]:
    """The digits that houses lack."""
    return tuple(group for group in HOUSE_GROUPS if group.members & position.layers)


def _forced_by_chain(candidate: int, following: Mapping[int, int]) -> Forced:
    holding = frontier = 1 << candidate
    falling = 0
    while frontier:
        onward = 0
        for one in candidates_in(frontier):
            onward |= following[one]
            falling |= EXCLUDED[one]
        frontier = onward & ~holding
        holding |= frontier
    return Forced(holding, falling)


def _shortest(group: Group, branches: Mapping[int, Reasons], holding: int, falling: int) -> Verity:
    """What takes the fewest deductions of all that the branches force alike; a placement if there is one."""
    start = next(iter(branches.values())).start
    candidate = min(
        candidates_in(holding or falling),
        key=lambda one: sum(map(int.bit_count, _needs(branches, one, bool(holding)))),
    )
    holds = bool(holding)
    needs = _needs(branches, candidate, holds)
    ways = tuple(
        Way(assumed, branch.deductions(needed))
        for (assumed, branch), needed in zip(branches.items(), needs, strict=True)
    )
    left = 0
    for way in ways:
        left |= after(way.deductions, start & KEPT[way.assumed]) or 0
    return Verity(group, ways, 1 << candidate if holds else 0, 0 if holds else start & ~left)


def _needs(branches: Mapping[int, Reasons], candidate: int, holds: bool) -> list[int]:
    """The deductions that each branch takes to force this."""
    if holds:
        return [branch.needs_of_place(candidate) for branch in branches.values()]
    return [branch.needs_of_fall(candidate) for branch in branches.values()]
