"""Contradictions by chains: assuming a candidate leads by chains of singles to a gap.

A gap is a cell without a candidate, or a house without a place for a digit. Nishio follows a single digit
until a house has no place for it. In a contradiction chain each single follows from one earlier single
alone. Described in HoDoKu's "Forcing Chains"
(contradiction) and in SudokuWiki's "Nishio Forcing Chains".
"""

from collections.abc import Callable, Iterator

from ...bits import numbers_in
from ...constraints import HOUSE_CONSTRAINTS, Constraint
from ..position import Position
from ..singles import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE
from ..step import Step
from .forcing import follow_chains
from .implications import grid_candidates, has_singles
from .propagation import propagations
from .reasons import Reasons, Refutation, shorter
from .tree import follows_from_one, has_only, is_contradiction, refutation_step

NISHIO = "nishio"
CONTRADICTION_CHAIN = "contradiction_chain"


def find_nishio(position: Position) -> Iterator[Step]:
    """The candidates that leave some house without a place for their digit, the shortest proofs first."""
    return _find(NISHIO, _refuted_by_digit, position)


def find_contradiction_chains(position: Position) -> Iterator[Step]:
    """The candidates from which chains lead to a contradiction, the shortest proofs first."""
    return _find(CONTRADICTION_CHAIN, _refuted_by_chains, position)


def verify_nishio(step: Step, position: Position) -> bool:
    """Whether hidden singles of the digit alone lead to a house without a place for it."""
    digits = set(step.digits_as("gap"))
    return (
        has_only((FULL_HOUSE, HIDDEN_SINGLE), step)
        and len(step.branches) == 1
        and {digit for one in step.branches[0].steps for _, digit in one.placements} <= digits
        and {step.branches[0].assumed.digit} == digits
        and is_contradiction(step, position)
    )


def verify_contradiction_chain(step: Step, position: Position) -> bool:
    """Whether each single follows from one earlier single, and they lead to the gap."""
    return (
        has_only((FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE), step)
        and is_contradiction(step, position)
        and follows_from_one(step.branches[0], position)
    )


def _find(
    technique: str, refute: Callable[[int, Position], Refutation | None], position: Position
) -> Iterator[Step]:
    if has_singles(position):
        return
    refuted = (candidate for candidate, end in propagations(position).items() if end.is_contradiction)
    found = (proof for candidate in refuted if (proof := refute(candidate, position)) is not None)
    proofs = [_shortened(proof, technique, position) for proof in found]
    for proof in sorted(proofs, key=lambda proof: proof.size):
        yield refutation_step(technique, proof, position)


def _shortened(proof: Refutation, technique: str, position: Position) -> Refutation:
    """The shortest proof by this technique that dropping deductions leads to."""
    for fewer in shorter(proof, grid_candidates(position)):
        # A shorter proof may belong to another technique: the verifier decides.
        if _VERIFY[technique](refutation_step(technique, fewer, position), position):
            return _shortened(fewer, technique, position)
    return proof


def _refuted_by_chains(candidate: int, position: Position) -> Refutation | None:
    branch = follow_chains(position, candidate)
    contradiction = branch.contradiction()
    return branch.refutation(candidate, contradiction) if contradiction else None


def _refuted_by_digit(candidate: int, position: Position) -> Refutation | None:
    branch = Reasons(grid_candidates(position), position.placed).assume(candidate)
    # The 27 constraints of this digit.
    constraints = HOUSE_CONSTRAINTS[candidate // 81 :: 9]
    while (contradiction := branch.contradiction(constraints)) is None:
        singles = _only_places(branch, constraints)
        if not singles:
            return None
        for single in singles:
            if branch.candidate_set >> single & 1:
                branch.place(single, branch.needs_of_single(single, constraints))
    return branch.refutation(candidate, contradiction)


def _only_places(branch: Reasons, constraints: tuple[Constraint, ...]) -> tuple[int, ...]:
    """The digit's only places in houses that lack it."""
    single = 0
    for constraint in constraints:
        left = branch.candidate_set & constraint.members
        if left and not left & left - 1:
            single |= left
    return numbers_in(single & ~branch.placed)


_VERIFY = {NISHIO: verify_nishio, CONTRADICTION_CHAIN: verify_contradiction_chain}
