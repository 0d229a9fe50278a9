"""Trial: a candidate is assumed, and singles, or smaller trials inside, lead to a contradiction.

No guess: nothing is kept but that the candidate falls, and of all candidates the one with the smallest proof
found is told. A nested trial is the last resort, looked for where no trial by singles leads on, and in a
puzzle that is known to have one solution: there it always ends. Described in HoDoKu's "Forcing Nets" and
SudokuWiki's "Nishio Forcing Chains".
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .fourfold import (
    IN_CELL,
    IN_CELLS,
    KEPT_PLACES,
    PLACES,
    Outcome,
    candidates_at,
    follow,
    fourfold,
    leap,
    outcomes,
    placed_on,
)
from .implications import CELL_GROUPS, candidates_in, grid_layers, has_singles
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

# The assumptions weighed to find the smallest proof, those that decide most, and those proved.
_WEIGHED = 40
_PROVED = 8


class _Start(NamedTuple):
    """An assumption, where it leads by itself, and the candidates that singles refute there.

    `failing` are these, fourfold, in rounds: once those of a round have fallen, others may fail.
    """

    assumed: int
    end: Outcome
    failing: tuple[int, ...]


class _Weighed(NamedTuple):
    """About what a proof costs, the start it is of, and which of those that fail last it takes."""

    cost: int
    start: _Start
    needed: int


def find_trials(position: Position) -> Iterator[Step]:
    """The candidates that singles alone refute, those with the smallest proofs, the smallest first."""
    if has_singles(position):
        return
    layers = grid_layers(position)
    refuted = [candidate for candidate, outcome in outcomes(position).items() if outcome.left is None]
    proofs = [shortened(_refutation_by_singles(candidate, position), layers) for candidate in refuted]
    for proof in sorted(proofs, key=lambda proof: proof.size):
        yield refutation_step(TRIAL, proof, position)


def find_nested_trials(position: Position) -> Iterator[Step]:
    """The candidate with the smallest proof by trials inside a trial, where nothing less refutes one."""
    ends = outcomes(position)
    if not position.is_unique or has_singles(position) or any(end.left is None for end in ends.values()):
        return
    ends = dict(sorted(ends.items(), key=lambda item: -item[1].placed.bit_count()))
    failing = _failing_together(ends, position)
    starts = [_Start(candidate, end, (failing[candidate],)) for candidate, end in ends.items()]
    refutation = _smallest_nested(starts, ends, position) or _deep(starts, position)
    if refutation is not None:
        layers = grid_layers(position)
        yield refutation_step(NESTED_TRIAL, shortened(in_turn(refutation, layers), layers), position)


def _refutation_by_singles(candidate: int, position: Position) -> Refutation:
    branch = _reasons(position).assume(candidate)
    return branch.refutation(candidate, branch.fail())


def _reasons(position: Position) -> Reasons:
    return Reasons(grid_layers(position), position.placed)


def _failing_together(ends: Mapping[int, Outcome], position: Position) -> Mapping[int, int]:
    """For each assumption the candidates that singles refute under it, fourfold.

    Two that lead to a contradiction together do so in either turn, and so does whatever forces them. Where
    they lead to none, nor do any two that hold there. So few of all pairs need to be followed.
    """
    held_before = placed_on(position)
    forced_by = _forced_by(ends, held_before)
    failing, sound = dict.fromkeys(ends, 0), dict.fromkeys(ends, 0)
    followed = 0
    for first, end in ends.items():
        followed |= IN_CELL[first]
        for second in candidates_at(_open_in(end) & ~followed):
            if not (failing[first] | sound[first]) & IN_CELL[second]:
                both = _joined(end, ends[second], ends)
                if both.left is None:
                    _note_pairs(failing, forced_by[first], forced_by[second])
                    _note_pairs(failing, forced_by[second], forced_by[first])
                else:
                    held = (both.placed ^ held_before) & IN_CELLS
                    _note_pairs(sound, held, held)
    return {one: fourfold(candidates_at(failing[one] & _open_in(end))) for one, end in ends.items()}


def _forced_by(ends: Mapping[int, Outcome], held_before: int) -> Mapping[int, int]:
    """For each candidate those that force it, itself one of them, in their cells."""
    forced_by = dict.fromkeys(ends, 0)
    for candidate, end in ends.items():
        _note_pairs(forced_by, end.placed ^ held_before, IN_CELL[candidate])
    return forced_by


def _note_pairs(pairs: dict[int, int], firsts: int, seconds: int) -> None:
    for first in candidates_at(firsts):
        pairs[first] |= seconds


def _smallest_nested(
    starts: list[_Start], ends: Mapping[int, Outcome], position: Position
) -> Refutation | None:
    """The smallest proof found by one level of trials inside: by one round of them if there is any."""
    while starts:
        left = [(start, _without(start, start.failing[-1], ends)) for start in starts if start.failing[-1]]
        ended = [start for start, end in left if end.left is None]
        if ended:
            weighed = sorted(_weighed(start, ends) for start in ended[:_WEIGHED])[:_PROVED]
            return min((_nested_refutation(one, position) for one in weighed), key=lambda proof: proof.size)
        starts = [_Start(start.assumed, end, (*start.failing, _failing_in(end, ends))) for start, end in left]
    return None


def _failing_in(end: Outcome, ends: Mapping[int, Outcome]) -> int:
    """The candidates that singles refute where an assumption and the trials under it have led, fourfold."""
    failing = sound = 0
    for candidate in candidates_at(_open_in(end)):
        if not sound & IN_CELL[candidate]:
            then = _joined(end, ends[candidate], ends)
            if then.left is None:
                failing |= PLACES[candidate]
            else:
                sound |= then.placed
    return failing


def _open_in(end: Outcome) -> int:
    """What is undecided there."""
    return (end.left or 0) & ~end.placed


def _joined(one: Outcome, other: Outcome, ends: Mapping[int, Outcome]) -> Outcome:
    """Where two assumptions lead together: what each of them forces holds."""
    return leap((one.left or 0) & (other.left or 0), one.placed | other.placed, ends)


def _without(start: _Start, fallen: int, ends: Mapping[int, Outcome]) -> Outcome:
    """Where a start leads once these candidates have fallen."""
    return leap((start.end.left or 0) & ~fallen, start.end.placed, ends)


def _weighed(start: _Start, ends: Mapping[int, Outcome]) -> _Weighed:
    """The start with few and short trials that are enough: the longest are done without if they can be."""
    left, placed = start.end.left or 0, start.end.placed
    needed = start.failing[-1]
    rounds = {
        candidate: follow(left & KEPT_PLACES[candidate], placed | PLACES[candidate]).rounds
        for candidate in candidates_at(needed)
    }
    for candidate in sorted(rounds, key=lambda candidate: -rounds[candidate]):
        fewer = needed & ~PLACES[candidate]
        if _without(start, fewer, ends).left is None:
            needed = fewer
    # A trial of twice as many rounds has more than twice as many singles.
    inner = sum(1 + rounds[candidate] ** 2 for candidate in candidates_at(needed))
    return _Weighed(inner + follow(left & ~needed, placed).rounds, start, needed)


def _nested_refutation(weighed: _Weighed, position: Position) -> Refutation:
    """The proof that a start ends in a contradiction."""
    start = weighed.start
    branch = _reasons(position).assume(start.assumed)
    for tried in (*start.failing[:-1], weighed.needed):
        branch.follow()
        failures = [(candidate, branch.assume(candidate).fail()) for candidate in candidates_at(tried)]
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
