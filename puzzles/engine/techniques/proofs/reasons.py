"""Why a candidate is false or true under an assumption: the fewest deductions found that prove it.

An assumption is followed single by single. Each deduction has a number. Each consequence carries the set of
the deductions it needs (an integer with a bit for each), so its proof is known once it is reached. A
deduction may itself be a refutation: the candidate is false because assuming it here leads to a
contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...bits import EXCLUDED, CandidateSet, numbers_in
from ...constraints import CONSTRAINTS, CONSTRAINTS_OF, Constraint
from .implications import KEPT, singles_in


class Deduction(NamedTuple):
    """One line of a proof: the candidate is a single, or is false by the refutation."""

    candidate: int
    refutation: Refutation | None = None


class Refutation(NamedTuple):
    """Assuming the candidate leads by these deductions to a gap, a constraint without candidates."""

    assumed: int
    deductions: tuple[Deduction, ...]
    gap: Constraint

    @property
    def size(self) -> int:
        """How many deductions it takes, those of inner refutations too."""
        return sum(1 if one.refutation is None else 1 + one.refutation.size for one in self.deductions)


class Contradiction(NamedTuple):
    """The end of a branch: a constraint without candidates, the gap, and the deductions that lead there."""

    scope: int
    needs: int
    gap: Constraint


class _Event(NamedTuple):
    """A deduction, and the scope of the branch in which it was made."""

    candidate: int
    scope: int
    contradiction: Contradiction | None


class Reasons:
    """A branch that is being followed: the candidates left, and why the others are eliminated."""

    def __init__(self, start: int, placed: int) -> None:
        self.start, self.candidate_set, self.placed = start, start, placed
        self.scope = 0
        # The deductions that eliminate a candidate, and those that make one hold: a bit each, so a union is
        # one `|` and the size of a proof one `bit_count`. `_scopes` is a list of one number that all branches
        # share.
        self._why: dict[int, int] = {}
        self._held: dict[int, int] = {}
        self._events: list[_Event] = []
        self._scopes = [0]

    def assume(self, candidate: int) -> Reasons:
        """The branch in which this candidate holds as well. Deductions have one numbering in all branches."""
        # The events are shared: a number means the same deduction in all branches of a proof.
        inner = Reasons(self.start, self.placed | 1 << candidate)
        inner.candidate_set = self.candidate_set
        inner._why, inner._held = dict(self._why), self._held | {candidate: 0}
        inner._events, inner._scopes = self._events, self._scopes
        inner.scope = self._scopes[0] = self._scopes[0] + 1
        inner._exclude(candidate, 0)
        return inner

    def place(self, candidate: int, needs: int) -> int:
        """Note a single that needs these deductions; return what follows from it needs."""
        needs |= self._note(candidate, None)
        self.placed |= 1 << candidate
        self._held[candidate] = needs
        self._exclude(candidate, needs)
        return needs

    def eliminate(self, candidate: int, contradiction: Contradiction) -> None:
        """Eliminate a candidate because the branch that assumes it fails."""
        needs = contradiction.needs | self._note(candidate, contradiction)
        self.candidate_set &= ~(1 << candidate)
        self._because(candidate, needs)

    def needs_of_elimination(self, candidate: int) -> int:
        """The deductions that eliminate a candidate of the start."""
        return self._why[candidate]

    def needs_of_place(self, candidate: int) -> int:
        """The deductions by which a candidate holds, its own last; none if it is assumed."""
        return self._held[candidate]

    def singles(self) -> list[tuple[int, int]] | None:
        """The new singles and the deductions each needs. None where there is a gap."""
        singles = singles_in(self.candidate_set)
        if singles is None:
            return None
        new = numbers_in(singles & ~self.placed)
        return [(single, self.needs_of_single(single, CONSTRAINTS_OF[single])) for single in new]

    def needs_of_single(self, single: int, constraints: Iterable[Constraint]) -> int:
        """The smallest known set of deductions that leaves the candidate alone in one of the constraints."""
        alone = 1 << single
        needs = (
            self._needs_of_all(constraint.members & self.start & ~alone)
            for constraint in constraints
            if self.candidate_set & constraint.members == alone
        )
        return min(needs, key=int.bit_count)

    def contradiction(self, constraints: Iterable[Constraint] = CONSTRAINTS) -> Contradiction | None:
        """The gap among these constraints that needs the fewest deductions."""
        gaps = [constraint for constraint in constraints if not self.candidate_set & constraint.members]
        found = [Contradiction(self.scope, self._needs_of_all(gap.members & self.start), gap) for gap in gaps]
        return min(found, key=lambda contradiction: contradiction.needs.bit_count(), default=None)

    def follow(self) -> Contradiction | None:
        """Place singles in rounds until there is none left, or a gap."""
        while (singles := self.singles()) is not None:
            if not singles:
                return None
            for single, needs in singles:
                # A single that another one of the round excludes is not placed: it leaves a gap.
                if self.candidate_set >> single & 1:
                    self.place(single, needs)
        return self.contradiction()

    def follow_to_contradiction(self) -> Contradiction:
        """Follow the branch to its gap. Raises ValueError if there is none."""
        contradiction = self.follow()
        if contradiction is None:
            raise ValueError("expected a branch that ends in a contradiction")
        return contradiction

    def deductions(self, needs: int) -> tuple[Deduction, ...]:
        """These deductions as lines of a proof, in turn, those of inner branches inside the refutations."""
        return self._in_scope(self.scope, needs)

    def refutation(self, assumed: int, contradiction: Contradiction) -> Refutation:
        """The proof that the assumption of this branch fails."""
        return Refutation(
            assumed, self._in_scope(contradiction.scope, contradiction.needs), contradiction.gap
        )

    def _in_scope(self, scope: int, needs: int) -> tuple[Deduction, ...]:
        lines = []
        for number in numbers_in(needs):
            candidate, event_scope, contradiction = self._events[number]
            if event_scope == scope:
                lines.append(
                    Deduction(candidate, self.refutation(candidate, contradiction) if contradiction else None)
                )
        return tuple(lines)

    def _needs_of_all(self, candidates: int) -> int:
        needs = 0
        for candidate in numbers_in(candidates):
            needs |= self._why[candidate]
        return needs

    def _exclude(self, candidate: int, needs: int) -> None:
        for excluded in numbers_in(EXCLUDED[candidate] & self.start):
            self._because(excluded, needs)
        self.candidate_set &= KEPT[candidate]

    def _because(self, candidate: int, needs: int) -> None:
        # Greedy: the fewest deductions known so far, which need not be the fewest there are.
        known = self._why.get(candidate)
        if known is None or needs.bit_count() < known.bit_count():
            self._why[candidate] = needs

    def _note(self, candidate: int, contradiction: Contradiction | None) -> int:
        self._events.append(_Event(candidate, self.scope, contradiction))
        return 1 << len(self._events) - 1


def is_proved(refutation: Refutation, candidate_set: CandidateSet) -> bool:
    """Whether each deduction is right after those before it, and the gap is left in the end."""
    left = after(refutation.deductions, candidate_set & KEPT[refutation.assumed])
    return left is not None and not left & refutation.gap.members


def in_turn(refutation: Refutation, candidate_set: CandidateSet) -> Refutation:
    """The refutation cut where a gap comes sooner.

    Inner refutations are found independently of each other. In sequence, the earlier ones have eliminated
    candidates, so a single of a later one may be gone already: its constraint is then the gap.
    """
    lines: list[Deduction] = []
    candidate_set &= KEPT[refutation.assumed]
    for candidate, inner in refutation.deductions:
        if inner is not None:
            lines.append(Deduction(candidate, in_turn(inner, candidate_set)))
            candidate_set &= ~(1 << candidate)
        elif candidate_set >> candidate & 1:
            lines.append(Deduction(candidate))
            candidate_set &= KEPT[candidate]
        else:
            gap = next(
                constraint
                for constraint in CONSTRAINTS_OF[candidate]
                if not candidate_set & constraint.members
            )
            return Refutation(refutation.assumed, tuple(lines), gap)
    return refutation._replace(deductions=tuple(lines))


def shortened(refutation: Refutation, candidate_set: CandidateSet) -> Refutation:
    """The refutation without deductions that it does not need."""
    while (fewer := next(shorter(refutation, candidate_set), None)) is not None:
        refutation = fewer
    return refutation


def shorter(refutation: Refutation, candidate_set: CandidateSet) -> Iterator[Refutation]:
    """Refutations still proved that lack one deduction, or have a shorter inner refutation."""
    lines = refutation.deductions
    # Last deductions first: no other deduction rests on them.
    for index in range(len(lines) - 1, -1, -1):
        fewer = refutation._replace(deductions=lines[:index] + lines[index + 1 :])
        if is_proved(fewer, candidate_set):
            yield fewer
    left = candidate_set & KEPT[refutation.assumed]
    for index, line in enumerate(lines):
        if line.refutation is not None:
            inner = shortened(line.refutation, left)
            if inner != line.refutation:
                changed = line._replace(refutation=inner)
                yield refutation._replace(deductions=(*lines[:index], changed, *lines[index + 1 :]))
        left = after((line,), left) or 0


def after(lines: tuple[Deduction, ...], candidate_set: CandidateSet) -> int | None:
    """The candidates left after these deductions. None if one of them is not right."""
    for candidate, refutation in lines:
        alone = 1 << candidate
        if refutation is None:
            if not any(
                candidate_set & constraint.members == alone for constraint in CONSTRAINTS_OF[candidate]
            ):
                return None
            candidate_set &= KEPT[candidate]
        elif (
            candidate_set & alone and refutation.assumed == candidate and is_proved(refutation, candidate_set)
        ):
            candidate_set &= ~alone
        else:
            return None
    return candidate_set
