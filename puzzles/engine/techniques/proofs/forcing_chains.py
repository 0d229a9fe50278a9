"""Forcing chains: all candidates of a cell, or all places of a digit in a house, force the same.

From each of them starts a branch, a chain of singles. A candidate that is true, or false, in all branches is
so in any case. Described in HoDoKu's "Forcing Chains" (verity) and in SudokuWiki's "Cell Forcing
Chains" and "Unit Forcing Chains".
"""

from collections.abc import Iterable, Iterator

from ...bits import Candidate, candidate_at, candidates_in_set
from ...constraints import Constraint
from ..position import Position
from ..step import Branch, Form, Step, by_role
from .forcing import Verity, constraints_of_cells, constraints_of_houses, verities
from .implications import has_singles
from .tree import branch_of, cells_on, follows_from_one, replayed, tree_size

CELL_FORCING_CHAIN = "cell_forcing_chain"
HOUSE_FORCING_CHAIN = "house_forcing_chain"

PLACES: Form = "places"


def find_cell_forcing_chains(position: Position) -> Iterator[Step]:
    """What all candidates of a cell force: one step for each cell, the shortest first."""
    return _find(CELL_FORCING_CHAIN, constraints_of_cells(position), position)


def find_house_forcing_chains(position: Position) -> Iterator[Step]:
    """What all places of a digit in a house force: one step for each such pair, the shortest first."""
    return _find(HOUSE_FORCING_CHAIN, constraints_of_houses(position), position)


def verify_cell_forcing_chain(step: Step, position: Position) -> bool:
    """Whether the branches are all candidates of a cell, and the chain of each forces the step's result."""
    stem = step.cells_as("stem")
    if step.houses or len(stem) != 1:
        return False
    members = tuple((stem[0], digit) for digit in position.candidates(stem[0]))
    return _is_proved(step, members, position)


def verify_house_forcing_chain(step: Step, position: Position) -> bool:
    """Whether the branches are all places of a digit in a house, and the chain of each forces the result."""
    houses, stem = step.houses_as("house"), step.digits_as("stem")
    if len(houses) != 1 or len(stem) != 1:
        return False
    members = tuple((cell, stem[0]) for cell in position.cells_for(stem[0], houses[0]))
    return _is_proved(step, members, position)


def _find(technique: str, constraints: tuple[Constraint, ...], position: Position) -> Iterator[Step]:
    # Every branch would place an open single, which is no consequence of its assumption.
    if has_singles(position):
        return
    found = [verity for verity in verities(constraints, position) if verity.size]
    for verity in sorted(found, key=lambda verity: verity.size):
        yield _step(technique, verity, position)


def _is_proved(step: Step, members: tuple[tuple[int, int], ...], position: Position) -> bool:
    """Whether each branch is a chain from a member, and they force the result of the step."""
    branches = step.branches
    # Rebuilt from its branches, so that all of the step is proved by them.
    rebuilt = _step_of(step.technique, branches, step.houses_as("house"), step.placements, step.eliminations)
    if step != rebuilt or tuple(branch.assumed for branch in branches) != members or not tree_size(step):
        return False
    if not all(follows_from_one(branch, position, last=True) for branch in branches):
        return False
    ends = [end for branch in branches if (end := replayed(branch, position)) is not None]
    return len(ends) == len(branches) and _are_forced(step, ends, position)


def _step(technique: str, verity: Verity, position: Position) -> Step:
    branches = [branch_of(candidate_at(one.assumed), one.deductions, position) for one in verity.branches]
    house = [] if verity.constraint.house is None else [verity.constraint.house]
    placements, eliminations = candidates_in_set(verity.true), candidates_in_set(verity.false)
    return _step_of(technique, branches, house, placements, eliminations)


def _step_of(
    technique: str,
    branches: Iterable[Branch],
    houses: Iterable[int],
    placements: tuple[Candidate, ...],
    eliminations: tuple[Candidate, ...],
) -> Step:
    branches = tuple(branches)
    assumed = [branch.assumed for branch in branches]
    stem = {cell for cell, _ in assumed}
    return Step(
        technique,
        placements,
        eliminations,
        digits=by_role(stem={digit for _, digit in assumed}),
        houses=by_role(house=houses),
        cells=by_role(pattern=stem.union(*map(cells_on, branches)), stem=stem),
        branches=branches,
        form=PLACES if placements else "",
    )


def _are_forced(step: Step, ends: list[Position], position: Position) -> bool:
    """Whether every end has the digit the step places, or lacks exactly what it eliminates."""
    if step.placements:
        return (
            len(step.placements) == 1
            and not step.eliminations
            and all(end.digits[cell] == digit for cell, digit in step.placements for end in ends)
        )
    left = 0
    for end in ends:
        left |= end.candidate_set | end.placed
    return step.eliminations == candidates_in_set(position.candidate_set & ~left)
