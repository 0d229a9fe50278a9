"""Chains of almost locked sets: a digit that both end sets have is held by one of them.

Consecutive sets share a restricted common; consecutive commons differ. If neither end set holds digit z, the
first set is locked, so the next set loses its common and is locked too. The last set would then lose two
digits: a contradiction. So one end holds z. Two sets make an ALS-XZ, three an ALS-XY-Wing, more an ALS chain.
Two sets with two restricted commons are doubly linked: each holds one of the two and all its other digits.
Described in HoDoKu's "Almost Locked Sets" and in SudokuWiki's "Almost Locked Sets" and "ALS-XY-Wing".
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from ...bits import ALL_CANDIDATES, Candidate, candidate_number, candidates_in_set, cells_of
from ...cells import DIGITS
from ..evidence.almost_locked_sets import EvidenceSet, evidence_sets, is_almost_locked
from ..evidence.links import all_see, seen_by_all, weak_link
from ..position import Position
from ..step import SET_ROLES, Form, Step, by_role
from .graph import BUT_DIGIT, AlsGraph, als_graph, paths

ALS_XZ = "als_xz"
ALS_XY_WING = "als_xy_wing"
ALS_CHAIN = "als_chain"

# What form the step has: two commons, or a chain that ends in the set it began with.
DOUBLY_LINKED: Form = "doubly_linked"
CLOSED: Form = "closed"
# A step has a role for each of its sets.
MOST_SETS = len(SET_ROLES)
_FOR_EACH_DIGIT = sum(1 << candidate_number(0, digit) for digit in DIGITS)


class _Chain(NamedTuple):
    """Sets and the restricted commons between them; doubly linked are two sets with two commons."""

    sets: tuple[EvidenceSet, ...]
    commons: tuple[int, ...]

    @property
    def is_doubly_linked(self) -> bool:
        """Whether there is a common too many for a chain."""
        return len(self.commons) == len(self.sets)

    @property
    def form(self) -> Form:
        """The form of its steps."""
        if self.is_doubly_linked:
            return DOUBLY_LINKED
        return CLOSED if self.sets[0] == self.sets[-1] else ""

    @property
    def connections(self) -> tuple[tuple[int, EvidenceSet, EvidenceSet], ...]:
        """Each common with the two sets it links."""
        if self.is_doubly_linked:
            return tuple((digit, self.sets[0], self.sets[1]) for digit in self.commons)
        return tuple(zip(self.commons, self.sets, self.sets[1:], strict=False))


# Sets by number, their commons, and what they exclude.
_Found = tuple[tuple[int, ...], tuple[int, ...], int]


def find_als_xz(position: Position) -> Iterator[Step]:
    """Each ALS-XZ that excludes something, singly or doubly linked: the smallest sets first."""
    graph = als_graph(position)
    found: list[_Found] = [
        (path.sets, path.commons, candidate_set) for path, candidate_set in paths(position, 2)
    ]
    for sets, commons in _doubly_linked(graph):
        candidate_set = _excluded_by_both(graph, sets, commons)
        if candidate_set:
            found.append((sets, commons, candidate_set))
    yield from _steps(ALS_XZ, found, graph, position)


def find_als_xy_wings(position: Position) -> Iterator[Step]:
    """Each ALS-XY-Wing that excludes something: the smallest sets first."""
    found = [(path.sets, path.commons, candidate_set) for path, candidate_set in paths(position, 3)]
    yield from _steps(ALS_XY_WING, found, als_graph(position), position)


def find_als_chains(position: Position) -> Iterator[Step]:
    """Each chain of four sets or more that excludes something: the shortest first, then the smallest sets."""
    for count in range(4, MOST_SETS + 1):
        found = [(path.sets, path.commons, candidate_set) for path, candidate_set in paths(position, count)]
        yield from _steps(ALS_CHAIN, found, als_graph(position), position)


def _doubly_linked(graph: AlsGraph) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for first, own_commons in enumerate(graph.commons_of):
        if len({graph.commons[number].digit for number in own_commons}) > 1:
            seen: dict[int, list[int]] = {}
            for number in own_commons:
                digit, others = graph.commons[number]
                for other in others:
                    # Symmetric: each two sets are met once.
                    if other > first:
                        seen.setdefault(other, []).append(digit)
            for other, digits in seen.items():
                for pair in combinations(digits, 2):
                    yield (first, other), pair


def _excluded_by_both(graph: AlsGraph, sets: tuple[int, int], commons: tuple[int, int]) -> int:
    first, last = (graph.excluded[number] for number in sets)
    cells, other_cells = (graph.sets[number].cells for number in sets)
    elsewhere = ALL_CANDIDATES ^ (cells | other_cells) * _FOR_EACH_DIGIT
    # Each set holds one of the two commons, and so all its other digits: those it excludes by itself. A
    # common is in one set or the other, so only what both exclude is eliminated for it.
    but_commons = BUT_DIGIT[commons[0]] & BUT_DIGIT[commons[1]]
    return elsewhere & ((first | last) & but_commons | first & last & ~but_commons)


def _steps(
    technique: str,
    found: Iterable[_Found],
    graph: AlsGraph,
    position: Position,
) -> Iterator[Step]:
    def size(found_sets: _Found) -> tuple[int, tuple[int, ...]]:
        numbers = found_sets[0]
        return sum(graph.sets[number].size for number in numbers), numbers

    # Many chains exclude the same: only the one with the fewest cells becomes a step.
    yielded = set()
    for sets, commons, candidate_set in sorted(found, key=size):
        if candidate_set not in yielded:
            yielded.add(candidate_set)
            chain = _Chain(
                tuple(
                    EvidenceSet(cells_of(graph.sets[number].cells), graph.sets[number].digits)
                    for number in sets
                ),
                commons,
            )
            yield _step(technique, chain, candidates_in_set(candidate_set), position)


def _step(technique: str, chain: _Chain, eliminations: tuple[Candidate, ...], position: Position) -> Step:
    sets = dict(zip(SET_ROLES, chain.sets, strict=False))
    return Step(
        technique,
        eliminations=eliminations,
        digits=by_role(
            common=set(chain.commons),
            shared={digit for _, digit in eliminations},
            **{role: als.digits for role, als in sets.items()},
        ),
        cells=by_role(
            pattern={cell for als in chain.sets for cell in als.cells},
            first=chain.sets[0].cells,
            last=chain.sets[-1].cells,
            **{role: als.cells for role, als in sets.items()},
        ),
        links=tuple(
            weak_link((digit, als.cells_with(digit, position)), (digit, next_als.cells_with(digit, position)))
            for digit, als, next_als in chain.connections
        ),
        form=chain.form,
    )


def verify_als_chain(step: Step, position: Position) -> bool:
    """Whether the step's sets are almost locked and linked in a chain, and exclude just what it says."""
    chain = _Chain(evidence_sets(step, SET_ROLES), tuple(link.digit for link in step.links))
    return (
        _has_length(step.technique, chain)
        and all(is_almost_locked(als, position) for als in chain.sets)
        and all(
            all_see(als.cells_with(digit, position), next_als.cells_with(digit, position))
            for digit, als, next_als in chain.connections
        )
        # A set that has lost a digit holds all its others: it can pass on any but that one.
        and all(digit != next_digit for digit, next_digit in pairwise(chain.commons))
        and step == _step(step.technique, chain, _excluded(chain, position), position)
    )


def _has_length(technique: str, chain: _Chain) -> bool:
    count = len(chain.sets)
    if technique == ALS_XZ:
        return count == 2 and len(chain.commons) in (1, 2)
    return count == len(chain.commons) + 1 and (count == 3 if technique == ALS_XY_WING else count > 3)


def _excluded(chain: _Chain, position: Position) -> tuple[Candidate, ...]:
    """The eliminations: of the digits that both ends share, or of all digits that are surely in a set."""
    first, last = chain.sets[0], chain.sets[-1]

    def places_in(digit: int, *sets: EvidenceSet) -> set[Candidate]:
        places = [cell for als in sets for cell in als.cells_with(digit, position)]
        return set(seen_by_all(digit, places, position))

    if not chain.is_doubly_linked:
        shared = set(first.digits) & set(last.digits) - {chain.commons[0], chain.commons[-1]}
        return tuple(sorted(set().union(*(places_in(digit, first, last) for digit in shared))))
    eliminated = [places_in(digit, first, last) for digit in chain.commons]
    eliminated += [
        places_in(digit, als) for als in chain.sets for digit in set(als.digits) - set(chain.commons)
    ]
    # The sets' own cells hold these digits; nothing in them is eliminated.
    own = {*first.cells, *last.cells}
    return tuple(sorted(candidate for candidate in set().union(*eliminated) if candidate.cell not in own))
