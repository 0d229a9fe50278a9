"""A deduction as a player means it: it follows in a few steps, and these may fill other cells on the way.

The easiest step that shows the conclusion by itself comes first. Otherwise all open steps of the easiest tier
are taken, round by round, then those of the next tier too, and unneeded steps are dropped. Chains come last.
Long proofs do not count: in many steps everything follows that is true.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from ...bits import Candidate
from ..catalogue import CATALOGUE, TECHNIQUES
from ..position import ContradictionError, Position
from ..step import Step
from .justification import HARDEST_PROOF_TIER, Conclusion, Justification, conclusion_of, direct_proofs
from .paths import all_steps, verify

# As many as a person keeps in mind.
FEW_STEPS = 5

# Chains are many, and slow to list: few rounds of them, and few steps at once.
_CHAIN_TIER = HARDEST_PROOF_TIER
_ROUNDS_OF_CHAINS = 2
_MOST_AT_ONCE = 120


def short_proof(
    position: Position,
    *,
    cell: int,
    digit: int,
    is_placement: bool,
    hardest_tier: int = HARDEST_PROOF_TIER,
    techniques: Collection[str] | None = None,
    limit: int = FEW_STEPS,
) -> Justification | None:
    """A proof in at most `limit` steps of a placement or, if not `is_placement`, of an elimination.

    Its steps are of techniques up to `hardest_tier`. Only a step that is the whole proof may be harder, and
    none is a trial. None where there is no such proof, whether it is true or not. `techniques` are the ids
    that may be used. Raises ValueError and ContradictionError as `justify` does.
    """
    conclusion = conclusion_of(position, cell=cell, digit=digit, is_placement=is_placement)
    if not conclusion.is_open(position):
        return None if is_placement else Justification(())
    easy = min(hardest_tier, _CHAIN_TIER - 1)
    direct = _direct_proof(position, conclusion, _up_to(easy, techniques))
    if direct:
        return direct
    for tier in range(1, easy + 1):
        steps = _few_steps(position, conclusion, _up_to(tier, techniques), limit, limit)
        if steps:
            return Justification(steps)
    # Only techniques of the easiest tier place digits: for a placement the others need no look.
    direct = (
        None if is_placement else _direct_proof(position, conclusion, _up_to(HARDEST_PROOF_TIER, techniques))
    )
    if direct is None and hardest_tier >= _CHAIN_TIER:
        usable = _up_to(HARDEST_PROOF_TIER, techniques)
        steps = _few_steps(position, conclusion, usable, limit, _ROUNDS_OF_CHAINS)
        return Justification(steps) if steps else None
    return direct


def _up_to(tier: int, techniques: Collection[str] | None) -> set[str]:
    """The ids of the techniques up to a tier that may be used."""
    return {one.id for one in CATALOGUE if one.tier <= tier and (techniques is None or one.id in techniques)}


def _direct_proof(position: Position, conclusion: Conclusion, techniques: set[str]) -> Justification | None:
    steps = direct_proofs(position, **conclusion._asdict(), techniques=techniques)
    return next((Justification((step,)) for step in steps), None)


def _few_steps(
    start: Position, conclusion: Conclusion, techniques: set[str], limit: int, rounds: int
) -> tuple[Step, ...]:
    """Steps of these techniques, the last of which shows the conclusion; none if more than `limit`."""
    position, taken = start, list[tuple[Position, Step]]()
    for _ in range(rounds):
        if not conclusion.is_open(position):
            break
        try:
            found = list(islice(all_steps(position, techniques=techniques), _MOST_AT_ONCE))
        except ContradictionError:
            break
        last = [step for step in found if conclusion.follows_from(step)]
        if last:
            proofs = (_pruned(start, [*taken, (position, step)], limit) for step in last)
            # Of several last steps the one with the shortest way there.
            return min(filter(None, proofs), key=len, default=())
        for step in found:
            if all(position.has_candidate(*result) for result in _results(step)):
                taken.append((position, step))
                position = position.apply(step)
    return ()


def _pruned(start: Position, taken: list[tuple[Position, Step]], limit: int) -> tuple[Step, ...]:
    """The steps that the last one needs, as they are seen without the others; none if still too many."""
    needed = [taken[-1][1]]
    for before, step in reversed(taken[:-1]):
        if _replayed(before, needed) is None:
            needed.insert(0, step)
            if len(needed) > limit:
                return ()
    return tuple(_replayed(start, needed) or ())


def _replayed(position: Position, steps: list[Step]) -> list[Step] | None:
    """These steps as they are found one after the other from here; None where one is not."""
    found = []
    for step in steps:
        again = _found_again(step, position)
        if again is None:
            return None
        found.append(again)
        position = position.apply(again)
    return found


def _found_again(step: Step, position: Position) -> Step | None:
    """The step itself, if it is proved here too, or one of the same technique with at least its results."""
    if verify(step, position):
        return step
    if TECHNIQUES[step.technique].tier >= _CHAIN_TIER:
        return None
    results = {result for result in _results(step) if position.has_candidate(*result)}
    alike = TECHNIQUES[step.technique].find(position)
    return next((one for one in alike if results and results <= {*_results(one)}), None)


def _results(step: Step) -> tuple[Candidate, ...]:
    return step.placements + step.eliminations
