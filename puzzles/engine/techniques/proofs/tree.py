"""A refutation as a step: one branch of singles, and of smaller trials, that ends in a contradiction.

The step has the assumed candidate and the gap at the end: a cell without a candidate (form "cell"), or a
house without a place for a digit (form "house"). The verifier replays the branch on the position and verifies
each of its steps like any other step.
"""

from collections.abc import Collection, Iterable, Sequence

from ...bits import Candidate, candidate_at
from ...cells import CELLS, DIGITS
from ...constraints import CELL_CONSTRAINTS, HOUSE_CONSTRAINTS, Constraint
from ..position import Position
from ..singles import (
    FULL_HOUSE,
    HIDDEN_SINGLE,
    NAKED_SINGLE,
    single_at,
    verify_full_house,
    verify_hidden_single,
    verify_naked_single,
)
from ..step import Branch, Step, by_role
from .reasons import Deduction, Refutation

TRIAL = "trial"
NESTED_TRIAL = "nested_trial"

_VERIFY_SINGLE = {
    FULL_HOUSE: verify_full_house,
    HIDDEN_SINGLE: verify_hidden_single,
    NAKED_SINGLE: verify_naked_single,
}


def refutation_step(technique: str, refutation: Refutation, position: Position) -> Step:
    """The step that eliminates the assumed candidate."""
    assumed = candidate_at(refutation.assumed)
    return contradiction_step(technique, branch_of(assumed, refutation.deductions, position), refutation.gap)


def branch_of(assumed: Candidate, deductions: Iterable[Deduction], position: Position) -> Branch:
    """The branch in which the candidate holds and these deductions are made."""
    steps = []
    position = position.place(*assumed)
    for deduction in deductions:
        step = _step_of(deduction, position)
        steps.append(step)
        position = position.apply(step)
    return Branch(assumed, True, tuple(steps))


def contradiction_step(technique: str, branch: Branch, gap: Constraint) -> Step:
    """The step that a branch proves by ending in this gap."""
    assumed = branch.assumed
    is_cell = gap.cell is not None
    return Step(
        technique,
        eliminations=(assumed,),
        digits=by_role(assumed=[assumed.digit], gap=[] if gap.digit is None else [gap.digit]),
        houses=by_role(gap=[] if gap.house is None else [gap.house]),
        cells=by_role(
            pattern={assumed.cell, *cells_on(branch)},
            assumed=[assumed.cell],
            gap=[] if gap.cell is None else [gap.cell],
        ),
        branches=(branch,),
        form="cell" if is_cell else "house",
    )


def cells_on(branch: Branch) -> set[int]:
    """The cells that the steps of a branch change."""
    return {cell for step in branch.steps for cell in step.targets}


def is_contradiction(step: Step, position: Position) -> bool:
    """Whether the step's branch, replayed here, ends in its gap."""
    gap = _gap_of(step)
    if len(step.branches) != 1 or gap is None:
        return False
    (branch,) = step.branches
    if step != contradiction_step(step.technique, branch, gap):
        return False
    end = replayed(branch, position)
    return end is not None and not (end.candidate_set | end.placed) & gap.members


def replayed(branch: Branch, position: Position) -> Position | None:
    """The position at the end of a branch. None if one of its steps is not proved."""
    if not _is_candidate(branch.assumed, position) or not branch.holds:
        return None
    # Verification shares nothing with the search but the verifiers of singles.
    position = position.place(*branch.assumed)
    for step in branch.steps:
        if not _is_proved(step, position):
            return None
        position = position.apply(step)
    return position


def follows_from_one(branch: Branch, position: Position, *, last: bool = False) -> bool:
    """Whether each placement is a single after one earlier placement alone; with `last`, the previous one."""
    before = [branch.assumed]
    for step in branch.steps:
        if len(step.placements) != 1 or step.eliminations or not step.is_well_formed:
            return False
        ((cell, digit),) = step.placements
        # A forcing chain is one line; a contradiction chain may fork, each single after any one before it.
        causes = before[-1:] if last else before
        if not any(_leaves_alone(cause, cell, digit, position) for cause in causes):
            return False
        before.append(step.placements[0])
    return True


def _leaves_alone(cause: Candidate, cell: int, digit: int, position: Position) -> bool:
    then = position.place(*cause)
    return then.has_candidate(cell, digit) and single_at(cell, digit, then) is not None


def verify_trial(step: Step, position: Position) -> bool:
    """Whether singles alone lead from the assumption to the gap."""
    return has_only(_VERIFY_SINGLE, step) and is_contradiction(step, position)


def verify_nested_trial(step: Step, position: Position) -> bool:
    """Whether singles and smaller trials lead from the assumption to the gap."""
    return not has_only(_VERIFY_SINGLE, step) and is_contradiction(step, position)


def has_only(techniques: Collection[str], step: Step) -> bool:
    """Whether the branches of a step use no other techniques."""
    return all(one.technique in techniques for branch in step.branches for one in branch.steps)


def tree_size(step: Step) -> int:
    """How many steps all branches of a step have together, inner trials included."""
    return sum(1 + tree_size(one) for branch in step.branches for one in branch.steps)


def _step_of(deduction: Deduction, position: Position) -> Step:
    if deduction.refutation is not None:
        is_nested = any(line.refutation for line in deduction.refutation.deductions)
        return refutation_step(NESTED_TRIAL if is_nested else TRIAL, deduction.refutation, position)
    step = single_at(*candidate_at(deduction.candidate), position)
    if step is None:
        raise ValueError(f"expected a single, got {candidate_at(deduction.candidate)!r}")
    return step


def _is_proved(step: Step, position: Position) -> bool:
    results = step.placements + step.eliminations
    if not step.is_well_formed or not all(_is_candidate(result, position) for result in results):
        return False
    if step.technique in _VERIFY_SINGLE:
        return _VERIFY_SINGLE[step.technique](step, position)
    verify = {TRIAL: verify_trial, NESTED_TRIAL: verify_nested_trial}.get(step.technique)
    return verify is not None and verify(step, position)


def _is_candidate(candidate: Sequence[int], position: Position) -> bool:
    cell, digit = candidate
    return cell in CELLS and digit in DIGITS and position.has_candidate(cell, digit)


def _gap_of(step: Step) -> Constraint | None:
    cells, houses, digits = step.cells_as("gap"), step.houses_as("gap"), step.digits_as("gap")
    match len(cells), len(houses), len(digits):
        case 1, 0, 0:
            return CELL_CONSTRAINTS[cells[0]]
        case 0, 1, 1:
            return HOUSE_CONSTRAINTS[9 * houses[0] + digits[0] - 1]
    return None
