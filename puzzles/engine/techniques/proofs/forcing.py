"""Verities: what every candidate of a constraint forces by chains of singles.

In a chain each single follows from the one before it alone. One candidate of a constraint must hold, so
whatever all of them force is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_
from typing import NamedTuple

from ...bits import EXCLUDED, numbers_in
from ...constraints import CELL_CONSTRAINTS, HOUSE_CONSTRAINTS, Constraint
from ..position import Position, derived
from .implications import KEPT, grid_candidates, singles_in
from .reasons import Deduction, Reasons, after


class Forced(NamedTuple):
    """The candidates an assumption forces to hold, and those it forces to be false."""

    holding: int
    failing: int


class ForcedBranch(NamedTuple):
    """An assumption, and the deductions by which it forces something."""

    assumed: int
    deductions: tuple[Deduction, ...]


class Verity(NamedTuple):
    """What all candidates of a constraint force: `true` is one that holds or 0, `false` those that fail."""

    constraint: Constraint
    branches: tuple[ForcedBranch, ...]
    true: int
    false: int

    @property
    def size(self) -> int:
        """How many deductions it takes."""
        return sum(len(branch.deductions) for branch in self.branches)


@derived
def next_singles(position: Position) -> Mapping[int, int]:
    """For each candidate the singles that directly follow from it alone."""
    candidate_set, placed = grid_candidates(position), position.placed
    return {
        candidate: (singles_in(candidate_set & KEPT[candidate]) or 0) & ~placed & ~(1 << candidate)
        for candidate in numbers_in(position.candidate_set)
    }


@derived
def forced_by_chains(position: Position) -> Mapping[int, Forced]:
    """What each candidate forces by chains of singles; without candidates that force a contradiction."""
    following = next_singles(position)
    return {
        candidate: forced
        for candidate in following
        if not (forced := _forced_by_chain(candidate, following)).holding & forced.failing
    }


def follow_chains(position: Position, candidate: int) -> Reasons:
    """The branch of a candidate, followed by chains of singles."""
    branch = Reasons(grid_candidates(position), position.placed).assume(candidate)
    following = next_singles(position)
    # Breadth-first, the list growing while it is read: the shortest chain to each single comes first.
    reached = [(candidate, 0)]
    for last, needs in reached:
        for single in numbers_in(following[last] & ~branch.placed & branch.candidate_set):
            if branch.candidate_set >> single & 1:
                reached.append((single, branch.place(single, needs)))
    return branch


def verities(constraints: tuple[Constraint, ...], position: Position) -> Iterator[Verity]:
    """For each of the constraints the shortest proof of something that all its candidates force."""
    forced = forced_by_chains(position)
    branches: dict[int, Reasons] = {}
    for constraint in constraints:
        members = numbers_in(constraint.members & position.candidate_set)
        if len(members) < 2 or not all(member in forced for member in members):
            continue
        holding = reduce(and_, (forced[member].holding for member in members))
        failing = reduce(and_, (forced[member].failing for member in members)) & position.candidate_set
        # All members force it, so it is true: only then are the reasons worked out.
        if holding | failing:
            for member in members:
                if member not in branches:
                    branches[member] = follow_chains(position, member)
            found = [branches[member] for member in members]
            yield _shortest(constraint, dict(zip(members, found, strict=True)), holding, failing)


def constraints_of_cells(position: Position) -> tuple[Constraint, ...]:
    """The constraints of the empty cells."""
    return tuple(constraint for constraint in CELL_CONSTRAINTS if constraint.members & position.candidate_set)


def constraints_of_houses(position: Position) -> tuple[Constraint, ...]:
    """The constraints of the digits that houses lack."""
    return tuple(
        constraint for constraint in HOUSE_CONSTRAINTS if constraint.members & position.candidate_set
    )


def _forced_by_chain(candidate: int, following: Mapping[int, int]) -> Forced:
    holding = frontier = 1 << candidate
    failing = 0
    while frontier:
        onward = 0
        for node in numbers_in(frontier):
            onward |= following[node]
            failing |= EXCLUDED[node]
        frontier = onward & ~holding
        holding |= frontier
    return Forced(holding, failing)


def _shortest(constraint: Constraint, branches: Mapping[int, Reasons], holding: int, failing: int) -> Verity:
    """The shortest proof of what all branches force; of a placement if there is one."""
    start = next(iter(branches.values())).start
    candidate = min(
        numbers_in(holding or failing),
        key=lambda one: sum(map(int.bit_count, _needs(branches, one, is_true=bool(holding)))),
    )
    needs = _needs(branches, candidate, is_true=bool(holding))
    shortest = tuple(
        ForcedBranch(assumed, branch.deductions(needed))
        for (assumed, branch), needed in zip(branches.items(), needs, strict=True)
    )
    # Often the branches exclude more in common than the one candidate.
    left = 0
    for one in shortest:
        left |= after(one.deductions, start & KEPT[one.assumed]) or 0
    return Verity(constraint, shortest, 1 << candidate if holding else 0, 0 if holding else start & ~left)


def _needs(branches: Mapping[int, Reasons], candidate: int, *, is_true: bool) -> list[int]:
    """The deductions by which each branch forces this."""
    if is_true:
        return [branch.needs_of_place(candidate) for branch in branches.values()]
    return [branch.needs_of_elimination(candidate) for branch in branches.values()]
