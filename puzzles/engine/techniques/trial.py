"""Trial: a candidate is assumed, and singles, or smaller trials inside, lead to a contradiction.

No guess: nothing is kept but that the candidate falls, and of all candidates the one with the smallest proof
found is told. A nested trial is the last resort, looked for where no trial by singles leads on, and in a
puzzle that is known to have one solution: there it always ends. Described in HoDoKu's "Forcing Nets" and
SudokuWiki's "Nishio Forcing Chains".
"""

from collections.abc import Iterator
from typing import NamedTuple

from .implications import (
    CELL_GROUPS,
    KEPT,
    candidates_in,
    decided_in,
    follow,
    grid_layers,
    has_singles,
    outcomes,
)
from .position import Position
from .proof_tree import (
    NESTED_TRIAL,
    TRIAL,
    cost_by_size,
    rating_by_size,
    refutation_step,
    verify_nested_trial,
    verify_trial,
)
from .reasons import Failure, Reasons, Refutation, in_turn, shortened
from .step import Step
from .technique import Technique

# The assumptions followed at a time, those that decide most first.
_TRIED = 40
# The nested trials proved to find the smallest.
_COMPARED = 12


class _Start(NamedTuple):
    """Where an assumption leads by itself, and which candidates fail there, in rounds of refuting.

    `failing` are, for each round, the candidates that singles refute, with the rounds of singles that takes.
    """

    assumed: int
    layers: int
    failing: tuple[dict[int, int], ...] = ()


def find_trials(position: Position) -> Iterator[Step]:
    """The candidates that singles alone refute, those with the smallest proofs, the smallest first."""
    if has_singles(position):
        return
    layers = grid_layers(position)
    refuted = [candidate for candidate, outcome in outcomes(position).items() if outcome.layers is None]
    proofs = [shortened(_refutation_by_singles(candidate, position), layers) for candidate in refuted]
    for proof in sorted(proofs, key=lambda proof: proof.size):
        yield refutation_step(TRIAL, proof, position)


def find_nested_trials(position: Position) -> Iterator[Step]:
    """The candidate with the smallest proof by trials inside a trial, where nothing less refutes one."""
    ends = outcomes(position)
    if not position.is_unique or has_singles(position) or any(end.layers is None for end in ends.values()):
        return
    starts = sorted(
        (_Start(candidate, end.layers or 0) for candidate, end in ends.items()),
        key=lambda start: start.layers.bit_count(),
    )
    some = (starts[index : index + _TRIED] for index in range(0, len(starts), _TRIED))
    proofs = (_smallest_nested(few, position) for few in some)
    refutation = next(filter(None, proofs), None) or _deep(starts, position)
    if refutation is not None:
        layers = grid_layers(position)
        yield refutation_step(NESTED_TRIAL, shortened(in_turn(refutation, layers), layers), position)


def _refutation_by_singles(candidate: int, position: Position) -> Refutation:
    branch = _reasons(position).assume(candidate)
    return branch.refutation(candidate, branch.fail())


def _reasons(position: Position) -> Reasons:
    return Reasons(grid_layers(position), position.placed)


def _smallest_nested(starts: list[_Start], position: Position) -> Refutation | None:
    """The smallest of some proofs by one level of trials inside: those that take the fewest rounds."""
    while starts:
        grown = [_with_failing(start) for start in starts]
        ends = [(start, follow(_left(start), decided_in(start.layers))) for start in grown]
        ended = [start for start, end in ends if end.layers is None]
        if ended:
            chosen = sorted(map(_by_easiest, ended))[:_COMPARED]
            proofs = [_nested_refutation(start, highest, position) for highest, _, start in chosen]
            return min(proofs, key=lambda proof: proof.size)
        starts = [
            start._replace(layers=end.layers) for start, end in ends if end.layers and start.failing[-1]
        ]
    return None


def _with_failing(start: _Start) -> _Start:
    """The start with the candidates that singles refute there."""
    placed = decided_in(start.layers)
    failing = {}
    for candidate in candidates_in(start.layers & ~placed):
        end = follow(start.layers & KEPT[candidate], placed | 1 << candidate)
        if end.layers is None:
            failing[candidate] = end.rounds
    return start._replace(failing=(*start.failing, failing))


def _left(start: _Start, highest: int | None = None) -> int:
    """What is left of a start once the candidates that fail in so many rounds have fallen."""
    fallen = 0
    for candidate, rounds in start.failing[-1].items():
        if highest is None or rounds <= highest:
            fallen |= 1 << candidate
    return start.layers & ~fallen


def _by_easiest(start: _Start) -> tuple[int, int, _Start]:
    """How many rounds the inner trials need for a contradiction, how many follow, and the start."""
    placed = decided_in(start.layers)
    for highest in sorted(set(start.failing[-1].values())):
        end = follow(_left(start, highest), placed)
        if end.layers is None:
            return highest, end.rounds, start
    raise AssertionError("all that fails leads to a contradiction")


def _nested_refutation(start: _Start, highest: int, position: Position) -> Refutation:
    """The proof that a start ends in a contradiction, by the inner trials of so many rounds in the last."""
    branch = _reasons(position).assume(start.assumed)
    *earlier, last = start.failing
    easiest = {candidate: rounds for candidate, rounds in last.items() if rounds <= highest}
    for tried in (*earlier, easiest):
        branch.follow()
        failures = [(candidate, branch.assume(candidate).fail()) for candidate in tried]
        for candidate, failure in failures:
            branch.fall(candidate, failure)
    return branch.refutation(start.assumed, branch.fail())


def _deep(starts: list[_Start], position: Position) -> Refutation | None:
    """The first proof by trials nested as deep as it takes."""
    for start in starts:
        branch = _reasons(position).assume(start.assumed)
        failure = _exhaust(branch)
        if failure is not None:
            return branch.refutation(start.assumed, failure)
    return None


def _exhaust(branch: Reasons) -> Failure | None:
    """Refute every candidate of a cell, in branches of its own. None if one leads to a solution."""
    failure = branch.follow()
    if failure is not None:
        return failure
    cells = [branch.layers & group.members for group in CELL_GROUPS]
    smallest = min((cell for cell in cells if cell.bit_count() > 1), key=int.bit_count, default=0)
    if not smallest:
        return None
    for candidate in candidates_in(smallest):
        inner = _exhaust(branch.assume(candidate))
        if inner is None:
            return None
        branch.fall(candidate, inner)
    return branch.failure()


FAMILY = (
    Technique(
        id=TRIAL,
        tier=5,
        score=700,
        code="1303",
        rating=rating_by_size(8.5),
        find=find_trials,
        verify=verify_trial,
        cost=cost_by_size(10),
    ),
    Technique(
        id=NESTED_TRIAL,
        tier=5,
        score=1000,
        code="",
        rating=rating_by_size(9.5),
        find=find_nested_trials,
        verify=verify_nested_trial,
        cost=cost_by_size(10),
    ),
)
