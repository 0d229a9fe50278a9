"""Death Blossom: a cell, the stem, and for each of its candidates an almost locked set, the petal.

If the stem holds a candidate, its petal loses that digit and holds all its other digits. So whichever digit
the stem holds, one of the petals holds a digit that they all share. Described in HoDoKu's "Almost Locked
Sets" and in SudokuWiki's "Death Blossom".
"""

from collections.abc import Iterator, Sequence

from ...bits import (
    ALL_CANDIDATES,
    Candidate,
    CellSet,
    candidate_number,
    candidates_in_set,
    cells_of,
    cells_with_one,
    cells_with_two,
    union,
)
from ...cells import DIGITS
from ..evidence.almost_locked_sets import EvidenceSet, evidence_sets, is_almost_locked
from ..evidence.links import all_see, seen_by_all, weak_link
from ..position import Position
from ..step import PETAL_ROLES, Step, by_role
from .graph import BUT_DIGIT, als_graph

DEATH_BLOSSOM = "death_blossom"


def find_death_blossoms(position: Position) -> Iterator[Step]:
    """Each Death Blossom that excludes something, stem by stem; of one stem the fewest cells first."""
    graph = als_graph(position)
    open_cells = position.cells_with
    # Cells with three candidates or more; with two, the blossom is an ALS-XY-Wing.
    stems = union(open_cells) & ~cells_with_one(open_cells) & ~cells_with_two(open_cells)
    behind = _behind(position, stems)
    yielded = set()
    for stem in cells_of(stems):
        digits = position.candidates(stem)
        # An upper bound: a stem whose candidates have no elimination in common needs no search for petals.
        hits = ALL_CANDIDATES
        for digit in digits:
            hits &= behind.get(candidate_number(stem, digit), 0)
        if not hits:
            continue
        for petals, candidate_set in _blossoms(position, stem, digits, hits):
            if candidate_set not in yielded:
                yielded.add(candidate_set)
                sets = [graph.sets[number] for number in petals]
                petal_sets = [EvidenceSet(cells_of(als.cells), als.digits) for als in sets]
                yield _step(stem, digits, petal_sets, candidates_in_set(candidate_set), position)


def verify_death_blossom(step: Step, position: Position) -> bool:
    """Whether each candidate of the stem locks a petal, and the petals exclude just what the step says."""
    petals, digits = evidence_sets(step, PETAL_ROLES), step.digits_as("stem")
    if len(step.cells_as("stem")) != 1 or not len(petals) == len(digits) > 2:
        return False
    (stem,) = step.cells_as("stem")
    shared = set(DIGITS).intersection(*(petal.digits for petal in petals)) - set(digits)
    eliminated = {
        candidate
        for digit in shared
        for candidate in seen_by_all(
            digit, [cell for petal in petals for cell in petal.cells_with(digit, position)], position
        )
    }
    return (
        position.candidates(stem) == digits
        and all(is_almost_locked(petal, position) for petal in petals)
        and all(
            all_see((stem,), petal.cells_with(digit, position))
            for digit, petal in zip(digits, petals, strict=True)
        )
        and step == _step(stem, digits, petals, tuple(sorted(eliminated)), position)
    )


def _behind(position: Position, stems: CellSet) -> dict[int, int]:
    """For each candidate of a stem (by number) the candidates excluded by the petals it can have."""
    graph = als_graph(position)
    open_stems = [cell_set & stems for cell_set in position.cells_with]
    onward_of: dict[tuple[int, int], int] = {}
    for als, excluded in zip(graph.sets, graph.excluded, strict=True):
        for digit in als.digits:
            seen = als.buddies[digit] & open_stems[digit]
            if seen:
                onward_of[digit, seen] = onward_of.get((digit, seen), 0) | excluded
    behind: dict[int, int] = {}
    for (digit, seen), excluded in onward_of.items():
        for cell in cells_of(seen):
            key = candidate_number(cell, digit)
            behind[key] = behind.get(key, 0) | excluded & BUT_DIGIT[digit]
    return behind


def _blossoms(
    position: Position, stem: int, digits: Sequence[int], hits: int
) -> list[tuple[tuple[int, ...], int]]:
    """The petals (sets by number) of each blossom of a stem, and what they exclude, as a candidate set."""
    graph = als_graph(position)
    # Dynamic programming, a digit of the stem at a time: the rest depends only on the candidates that the
    # petals so far exclude together, so the first choice of petals is kept for each such set.
    states: dict[int, tuple[int, ...]] = {hits: ()}
    for digit in digits:
        place = candidate_number(stem, digit)
        grown: dict[int, tuple[int, ...]] = {}
        for number, excluded in enumerate(graph.excluded):
            onward = excluded & BUT_DIGIT[digit] & hits
            if onward and excluded >> place & 1:
                for candidate_set, petals in states.items():
                    left = candidate_set & onward
                    if left and left not in grown:
                        grown[left] = (*petals, number)
        states = grown
    found = [(petals, candidate_set) for candidate_set, petals in states.items()]
    return sorted(found, key=lambda blossom: (sum(graph.sets[number].size for number in blossom[0]), blossom))


def _step(
    stem: int,
    digits: Sequence[int],
    petals: Sequence[EvidenceSet],
    eliminations: tuple[Candidate, ...],
    position: Position,
) -> Step:
    sets = dict(zip(PETAL_ROLES, petals, strict=False))
    in_petals = {cell for petal in petals for cell in petal.cells}
    return Step(
        DEATH_BLOSSOM,
        eliminations=eliminations,
        digits=by_role(
            stem=digits,
            shared={digit for _, digit in eliminations},
            **{role: petal.digits for role, petal in sets.items()},
        ),
        cells=by_role(
            pattern={stem, *in_petals},
            stem=[stem],
            petal=in_petals,
            **{role: petal.cells for role, petal in sets.items()},
        ),
        links=tuple(
            weak_link((digit, (stem,)), (digit, petal.cells_with(digit, position)))
            for digit, petal in zip(digits, petals, strict=True)
        ),
    )
