"""Trial: a candidate is assumed, and singles, or smaller trials inside, lead to a contradiction.

A trial is no guess: it only eliminates the candidate, and the candidate with the smallest proof found comes
first. A nested trial is the last resort. It is searched only where no trial by singles is left, and only in a
puzzle that is known to have one solution: there the search always ends. Described in HoDoKu's "Forcing
Nets" and SudokuWiki's "Nishio Forcing Chains".
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...bits import numbers_in
from ...constraints import CELL_CONSTRAINTS, FieldBits, candidates_at
from ..position import Position
from ..step import Step
from .failing_pairs import failing_in, failing_together, follow_without, needed_trials
from .implications import grid_candidates, has_singles
from .propagation import Propagation, propagations
from .reasons import Contradiction, Reasons, Refutation, in_turn, shortened
from .tree import NESTED_TRIAL, TRIAL, refutation_step

# The size of a proof is estimated for this many assumptions, those that decide most first.
_WEIGHED = 40
# For this many of them, the smallest by estimate, the proof is written out.
_PROVED = 8


class _Start(NamedTuple):
    """An assumption, where it leads by itself, and the candidates that singles refute there.

    `failing` has these candidates as bits, a set for each round: eliminating one set may make others fail.
    """

    assumed: int
    end: Propagation
    failing: tuple[FieldBits, ...]


class _Weighed(NamedTuple):
    """The estimated cost of a proof, its start, and the candidates of the last round that it needs."""

    cost: int
    start: _Start
    needed: FieldBits


def find_trials(position: Position) -> Iterator[Step]:
    """The candidates that singles alone refute, those with the smallest proofs, the smallest first."""
    if has_singles(position):
        return
    candidate_set = grid_candidates(position)
    refuted = [candidate for candidate, outcome in propagations(position).items() if outcome.is_contradiction]
    proofs = [shortened(_refutation_by_singles(candidate, position), candidate_set) for candidate in refuted]
    for proof in sorted(proofs, key=lambda proof: proof.size):
        yield refutation_step(TRIAL, proof, position)


def find_nested_trials(position: Position) -> Iterator[Step]:
    """The candidate with the smallest proof by trials inside a trial, if singles refute no candidate."""
    ends = propagations(position)
    # No candidate of a solution can be refuted: with two solutions the search might never end.
    if not position.is_unique or has_singles(position) or any(end.is_contradiction for end in ends.values()):
        return
    failing = failing_together(ends, position)
    starts = [_Start(candidate, ends[candidate], (eliminated,)) for candidate, eliminated in failing.items()]
    refutation = _smallest_nested(starts, ends, position) or _deep(starts, position)
    if refutation is not None:
        candidate_set = grid_candidates(position)
        yield refutation_step(
            NESTED_TRIAL, shortened(in_turn(refutation, candidate_set), candidate_set), position
        )


def _refutation_by_singles(candidate: int, position: Position) -> Refutation:
    branch = _reasons(position).assume(candidate)
    return branch.refutation(candidate, branch.follow_to_contradiction())


def _reasons(position: Position) -> Reasons:
    return Reasons(grid_candidates(position), position.placed)


def _smallest_nested(
    starts: list[_Start], ends: Mapping[int, Propagation], position: Position
) -> Refutation | None:
    """The smallest proof found by one level of trials inside, with the fewest rounds of them."""
    # The n-th pass finds the assumptions that n rounds of inner trials refute.
    while starts:
        left = [
            (start, follow_without(start.end, start.failing[-1], ends))
            for start in starts
            if start.failing[-1]
        ]
        ended = [start for start, end in left if end.is_contradiction]
        if ended:
            # Proofs are costly: many are weighed by an estimate, few are written out.
            weighed = sorted(_weighed(start, ends) for start in ended[:_WEIGHED])[:_PROVED]
            return min((_nested_refutation(one, position) for one in weighed), key=lambda proof: proof.size)
        starts = [_Start(start.assumed, end, (*start.failing, failing_in(end, ends))) for start, end in left]
    return None


def _weighed(start: _Start, ends: Mapping[int, Propagation]) -> _Weighed:
    """The start with trials that suffice, few and short ones."""
    cost, needed = needed_trials(start.failing[-1], start.end, ends)
    return _Weighed(cost, start, needed)


def _nested_refutation(weighed: _Weighed, position: Position) -> Refutation:
    """The proof that a start ends in a contradiction."""
    start = weighed.start
    branch = _reasons(position).assume(start.assumed)
    for tried in (*start.failing[:-1], weighed.needed):
        branch.follow()
        contradictions = [
            (candidate, branch.assume(candidate).follow_to_contradiction())
            for candidate in candidates_at(tried)
        ]
        for candidate, contradiction in contradictions:
            branch.eliminate(candidate, contradiction)
    return branch.refutation(start.assumed, branch.follow_to_contradiction())


def _deep(starts: list[_Start], position: Position) -> Refutation | None:
    """The first proof by trials nested as deep as it takes."""
    for start in starts:
        branch = _reasons(position).assume(start.assumed)
        contradiction = _exhaust(branch)
        if contradiction is not None:
            return branch.refutation(start.assumed, contradiction)
    return None


def _exhaust(branch: Reasons) -> Contradiction | None:
    """Refute every candidate of a cell, each in a new branch. None if one leads to a solution."""
    contradiction = branch.follow()
    if contradiction is not None:
        return contradiction
    # The cell with the fewest candidates first (minimum remaining values) keeps the tree narrow.
    cells = [branch.candidate_set & constraint.members for constraint in CELL_CONSTRAINTS]
    smallest = min((cell for cell in cells if cell.bit_count() > 1), key=int.bit_count, default=0)
    if not smallest:
        return None
    for candidate in numbers_in(smallest):
        inner = _exhaust(branch.assume(candidate))
        if inner is None:
            return None
        branch.eliminate(candidate, inner)
    return branch.contradiction()
