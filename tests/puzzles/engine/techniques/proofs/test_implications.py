"""Groups of candidates and their singles: counted plainly, cell by cell and house by house."""

import random

import pytest

from puzzles.engine.bits import EXCLUDED, Candidate, candidate_at, candidates_in_set
from puzzles.engine.board import EMPTY_BOARD
from puzzles.engine.cells import CELLS, DIGITS, HOUSES
from puzzles.engine.constraints import CELL_CONSTRAINTS, CONSTRAINTS, CONSTRAINTS_OF, HOUSE_CONSTRAINTS
from puzzles.engine.techniques.position import Position
from puzzles.engine.techniques.proofs.implications import grid_candidates, singles_in
from puzzles.engine.techniques.solving.paths import solve_path
from tests.puzzles.engine.notation import position_of

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "..7.541...8.......2..3.....3.9..........7.9.5.......14.48615..9......4.....7...8."


def after_singles(line: str) -> Position:
    return solve_path(position_of(line), techniques=["full_house", "hidden_single", "naked_single"]).end


def alone_plainly(position: Position) -> set[Candidate]:
    found = {Candidate(cell, ds[0]) for cell in CELLS if len(ds := position.candidates(cell)) == 1}
    for house in range(len(HOUSES)):
        for digit in DIGITS:
            places = position.cells_for(digit, house)
            found |= {Candidate(places[0], digit)} if len(places) == 1 else set()
    return found


def test_a_group_is_a_cell_or_a_digit_in_a_house_and_a_candidate_is_in_four() -> None:
    assert (len(CELL_CONSTRAINTS), len(HOUSE_CONSTRAINTS), len(CONSTRAINTS)) == (81, 243, 324)
    assert all(group.members.bit_count() == 9 for group in CONSTRAINTS)
    assert all(len(groups) == 4 for groups in CONSTRAINTS_OF)
    group = HOUSE_CONSTRAINTS[9 * 22 + 7 - 1]
    assert (group.house, group.digit) == (22, 7)
    assert candidates_in_set(group.members) == tuple(Candidate(cell, 7) for cell in HOUSES[22])


def test_a_placement_excludes_its_peers_and_the_other_digits_of_its_cell() -> None:
    excluded = [candidate_at(candidate) for candidate in range(729) if EXCLUDED[4 * 81 + 40] >> candidate & 1]
    assert len(excluded) == 28
    assert {digit for cell, digit in excluded if cell == 40} == {1, 2, 3, 4, 6, 7, 8, 9}
    assert {digit for cell, digit in excluded if cell != 40} == {5}


@pytest.mark.parametrize("line", [EASY, HARD])
def test_singles_are_those_counted_plainly(line: str) -> None:
    position = position_of(line)
    chance = random.Random(7)
    for _ in range(30):
        singles = singles_in(grid_candidates(position))
        if singles is None:
            break
        assert set(candidates_in_set(singles & ~position.placed)) == alone_plainly(position)
        open_ones = [Candidate(cell, digit) for cell in CELLS for digit in position.candidates(cell)]
        position = position.eliminate(chance.sample(open_ones, 3))
    else:
        pytest.fail("so many candidates gone must leave a gap")


def test_a_gap_is_given_as_none() -> None:
    empty = Position.from_board(EMPTY_BOARD)
    assert singles_in(grid_candidates(empty)) == 0
    without_cell = empty.eliminate((0, digit) for digit in DIGITS)
    without_place = empty.eliminate((cell, 5) for cell in HOUSES[20])
    assert singles_in(grid_candidates(without_cell)) is None
    assert singles_in(grid_candidates(without_place)) is None
