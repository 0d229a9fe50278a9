"""Trials inside a trial: which candidates singles refute under an assumption, and which of these are needed.

Most of the work is finding the pairs of assumptions that fail together. The compiled search does it where it
is in use; `_failing_together` is the reference and returns the same.
"""

from collections.abc import Mapping

from ... import compiled
from ...bits import numbers_in, pack_masks
from ...constraints import BITS, CELL_BIT, CELL_FIELDS, FieldBits, bits_of, candidates_at
from ..position import Position
from .propagation import KEPT_BITS, Propagation, follow, follow_with_ends, placed_on

# Of a set of candidates, as the compiled search returns it.
_ROW_BYTES = 92


def failing_together(ends: Mapping[int, Propagation], position: Position) -> Mapping[int, FieldBits]:
    """For each assumption the candidates (bits) that singles refute under it, the most forcing one first.

    No assumption may fail by itself. If A rules B out but B leaves A open, A is found under B only if A comes
    after B, or if other pairs imply it.
    """
    # Stable, like the sort in trials.c: with the same order both implementations lead to the same steps.
    ends = dict(sorted(ends.items(), key=lambda item: -item[1].placed.bit_count()))
    if not compiled.IS_USED:
        return _failing_together(ends, position)
    # A filled cell has its digit as its one candidate.
    masks = [mask or 1 << digit - 1 for mask, digit in zip(position.masks, position.digits, strict=True)]
    found = compiled.failing_together(pack_masks(masks).to_bytes(162, "little")) or b""
    rows = {assumed: found[_ROW_BYTES * assumed : _ROW_BYTES * (assumed + 1)] for assumed in ends}
    return {assumed: bits_of(numbers_in(int.from_bytes(row, "little"))) for assumed, row in rows.items()}


def failing_in(end: Propagation, ends: Mapping[int, Propagation]) -> FieldBits:
    """The candidates that singles refute after an assumption and the trials under it, as `bits_of`."""
    failing = sound = 0
    for candidate in candidates_at(undecided(end)):
        if not sound & CELL_BIT[candidate]:
            then = _joined(end, ends[candidate], ends)
            if then.is_contradiction:
                failing |= BITS[candidate]
            else:
                sound |= then.placed
    return failing


def needed_trials(
    needed: FieldBits, end: Propagation, ends: Mapping[int, Propagation]
) -> tuple[int, FieldBits]:
    """The estimated cost of a proof by trials of these candidates, and those that it needs.

    The longest trials are dropped first.
    """
    left, placed = end.remaining, end.placed
    rounds = {
        candidate: follow(left & KEPT_BITS[candidate], placed | BITS[candidate]).rounds
        for candidate in candidates_at(needed)
    }
    for candidate in sorted(rounds, key=lambda candidate: -rounds[candidate]):
        fewer = needed & ~BITS[candidate]
        if follow_without(end, fewer, ends).is_contradiction:
            needed = fewer
    # A trial of twice as many rounds has more than twice as many singles.
    inner = sum(1 + rounds[candidate] ** 2 for candidate in candidates_at(needed))
    return inner + follow(left & ~needed, placed).rounds, needed


def follow_without(end: Propagation, eliminated: FieldBits, ends: Mapping[int, Propagation]) -> Propagation:
    """Where an assumption leads once these candidates are eliminated."""
    return follow_with_ends(end.remaining & ~eliminated, end.placed, ends)


def undecided(end: Propagation) -> FieldBits:
    """The candidates that an assumption leaves undecided."""
    return end.remaining & ~end.placed


def _failing_together(ends: Mapping[int, Propagation], position: Position) -> Mapping[int, FieldBits]:
    """The reference, which follows few of all pairs.

    Failing together is symmetric. If two candidates fail together, so do any two that force them. If they do
    not, neither do any two that hold where they lead.
    """
    held_before = placed_on(position)
    forced_by = _forced_by(ends, held_before)
    failing, sound = dict.fromkeys(ends, 0), dict.fromkeys(ends, 0)
    followed = 0
    for first, end in ends.items():
        # Failing together is symmetric: each pair is followed once, from the stronger of the two.
        followed |= CELL_BIT[first]
        for second in candidates_at(undecided(end) & ~followed):
            if not (failing[first] | sound[first]) & CELL_BIT[second]:
                both = _joined(end, ends[second], ends)
                if both.is_contradiction:
                    # So do all pairs of a candidate that forces the first and one that forces the second.
                    _note_pairs(failing, forced_by[first], forced_by[second])
                    _note_pairs(failing, forced_by[second], forced_by[first])
                else:
                    held = (both.placed ^ held_before) & CELL_FIELDS
                    _note_pairs(sound, held, held)
    return {
        assumed: bits_of(candidates_at(failing[assumed] & undecided(end))) for assumed, end in ends.items()
    }


def _forced_by(ends: Mapping[int, Propagation], held_before: FieldBits) -> Mapping[int, FieldBits]:
    """For each candidate those that force it, itself included, as bits of their cells."""
    forced_by = dict.fromkeys(ends, 0)
    for candidate, end in ends.items():
        _note_pairs(forced_by, end.placed ^ held_before, CELL_BIT[candidate])
    return forced_by


def _note_pairs(pairs: dict[int, FieldBits], firsts: FieldBits, seconds: FieldBits) -> None:
    for first in candidates_at(firsts):
        pairs[first] |= seconds


def _joined(one: Propagation, other: Propagation, ends: Mapping[int, Propagation]) -> Propagation:
    """Where two assumptions lead together, from what each of them forces."""
    return follow_with_ends(one.remaining & other.remaining, one.placed | other.placed, ends)
