"""What chains of singles force: counted plainly, one placement after the other."""

from collections.abc import Mapping

import pytest

from puzzles.engine.bits import EXCLUDED, candidate_at, candidate_number, numbers_in
from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, DIGITS, HOUSES
from puzzles.engine.techniques import Position, solve_path
from puzzles.engine.techniques.proofs.forcing import (
    Verity,
    constraints_of_cells,
    constraints_of_houses,
    follow_chains,
    forced_by_chains,
    next_singles,
    verities,
)
from puzzles.engine.techniques.proofs.implications import KEPT, grid_candidates
from puzzles.engine.techniques.proofs.reasons import after

SINGLES = ("full_house", "hidden_single", "naked_single")
HARD = "..7.541...8.......2..3.....3.9..........7.9.5.......14.48615..9......4.....7...8."
POSITION = solve_path(Position.from_board(Board.from_line(HARD)), techniques=SINGLES).end
CANDIDATES_LEFT = grid_candidates(POSITION)
CONSTRAINTS = constraints_of_cells(POSITION) + constraints_of_houses(POSITION)


def alone_plainly(position: Position) -> set[int]:
    """The candidates alone in a cell, or a house's only place for their digit."""
    cells = ((cell, position.candidates(cell)) for cell in CELLS)
    places = ((digit, position.cells_for(digit, house)) for house in range(len(HOUSES)) for digit in DIGITS)
    found = {candidate_number(cell, digits[0]) for cell, digits in cells if len(digits) == 1}
    return found | {candidate_number(cells[0], digit) for digit, cells in places if len(cells) == 1}


def lengths_from(candidate: int) -> dict[int, int]:
    """How many singles it takes at least, one from the other, to each candidate that holds or falls."""
    holding, reached = {candidate: 0}, [candidate]
    for last in reached:
        for single in numbers_in(next_singles(POSITION)[last]):
            if single not in holding:
                holding[single] = holding[last] + 1
                reached.append(single)
    lengths = dict(holding)
    for one, length in holding.items():
        for eliminated in numbers_in(EXCLUDED[one] & POSITION.candidate_set):
            lengths[eliminated] = min(length, lengths.get(eliminated, length))
    return lengths


def shortest(verity: Verity, lengths: Mapping[int, Mapping[int, int]]) -> int:
    """The fewest singles by which all candidates of the group force one thing; a placement before all."""
    forced = [forced_by_chains(POSITION)[member] for member in lengths]
    shared = [
        [c for c in numbers_in(POSITION.candidate_set) if all(layers >> c & 1 for layers in all_layers)]
        for all_layers in ([one.holding for one in forced], [one.failing for one in forced])
    ]
    assert bool(shared[0]) == bool(verity.true)
    return min(sum(each[one] for each in lengths.values()) for one in shared[0] or shared[1])


@pytest.fixture(scope="module")
def found() -> list[Verity]:
    return list(verities(CONSTRAINTS, POSITION))


def test_the_next_singles_are_those_that_placing_a_candidate_leaves() -> None:
    following = next_singles(POSITION)
    assert set(following) == set(numbers_in(POSITION.candidate_set))
    sound = 0
    for candidate, singles in following.items():
        left = CANDIDATES_LEFT & KEPT[candidate]
        if all(left & constraint.members for constraint in CONSTRAINTS):
            sound += 1
            assert set(numbers_in(singles)) == alone_plainly(POSITION.place(*candidate_at(candidate)))
    assert sound > len(following) // 2


def test_a_chain_forces_what_each_of_its_singles_forces() -> None:
    for candidate, forced in forced_by_chains(POSITION).items():
        lengths = lengths_from(candidate)
        assert not forced.holding & forced.failing
        assert {one for one in lengths if not forced.failing >> one & 1} == set(numbers_in(forced.holding))
        for one in numbers_in(forced.holding):
            assert next_singles(POSITION)[one] & ~forced.holding == 0


def test_candidates_refuted_by_chains_force_nothing() -> None:
    forced = forced_by_chains(POSITION)
    missing = set(next_singles(POSITION)) - set(forced)
    assert 0 < len(missing) < len(forced)
    for candidate in missing:
        lengths = lengths_from(candidate)
        holding = {one for one in lengths if one == candidate or lengths[one]}
        assert any(EXCLUDED[one] >> other & 1 for one in holding for other in holding)


def test_each_candidate_of_a_chain_is_proved_by_as_few_singles_as_possible() -> None:
    for candidate, forced in forced_by_chains(POSITION).items():
        branch, lengths = follow_chains(POSITION, candidate), lengths_from(candidate)
        for one in numbers_in(forced.holding):
            needs = branch.needs_of_place(one)
            assert needs.bit_count() == lengths[one]
            left = after(branch.deductions(needs), CANDIDATES_LEFT & KEPT[candidate])
            assert left is not None
            assert left >> one & 1


def test_every_candidate_of_a_constraint_has_its_branch_to_what_all_force(found: list[Verity]) -> None:
    assert {verity.constraint.cell is None for verity in found} == {True, False}
    for verity in found:
        members = numbers_in(verity.constraint.members & POSITION.candidate_set)
        assert tuple(branch.assumed for branch in verity.branches) == members
        assert bool(verity.true) != bool(verity.false)
        joined = 0
        for branch in verity.branches:
            left = after(branch.deductions, CANDIDATES_LEFT & KEPT[branch.assumed])
            assert left is not None
            assert left & verity.true == verity.true
            joined |= left
        assert not verity.false & joined
        assert verity.true or verity.false == CANDIDATES_LEFT & ~joined


def test_the_branches_are_as_short_as_they_can_be(found: list[Verity]) -> None:
    for verity in found:
        members = numbers_in(verity.constraint.members & POSITION.candidate_set)
        assert verity.size == shortest(verity, {member: lengths_from(member) for member in members})


def test_a_constraint_with_a_candidate_that_cannot_be_forces_nothing_here(found: list[Verity]) -> None:
    forced = forced_by_chains(POSITION)
    told = {verity.constraint for verity in found}
    spoiled = [
        constraint
        for constraint in CONSTRAINTS
        if not all(member in forced for member in numbers_in(constraint.members & POSITION.candidate_set))
    ]
    assert spoiled
    assert not told & set(spoiled)
