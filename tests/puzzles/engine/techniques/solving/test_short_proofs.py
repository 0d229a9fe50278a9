"""Short proofs of a deduction: few steps, easiest first, with other cells filled on the way."""

from collections.abc import Callable, Mapping

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import parse_cell
from puzzles.engine.search import search
from puzzles.engine.techniques import Justification, Position, next_step, short_proof, verify
from tests.lengths import IS_LONG

WithPlaces = Callable[[int, Mapping[str, str]], Position]

PUZZLES = [
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
    "790304108000006000000080059030000497000000000217000030470010000000700000302609071",
]
# The only 5 of row 1 leaves row 9 one place; nothing else is near.
TWO_SINGLES = {"row 1": "r1c1", "row 9": "r9c1 r9c9"}


def test_a_digit_placed_elsewhere_may_be_the_first_of_two_steps(with_places: WithPlaces) -> None:
    position = with_places(5, TWO_SINGLES)
    proof = short_proof(position, cell=parse_cell("r9c9"), digit=5, is_placement=True, hardest_tier=1)
    assert proof is not None
    assert [step.placements for step in proof.steps] == [((0, 5),), ((80, 5),)]


def test_no_more_steps_than_the_limit_are_an_answer(with_places: WithPlaces) -> None:
    position = with_places(5, TWO_SINGLES)
    claim = {"cell": 80, "digit": 5, "is_placement": True}
    assert short_proof(position, **claim, limit=1) is None
    assert short_proof(position, **claim, limit=2) is not None


def test_one_step_comes_before_several_easier_ones(with_places: WithPlaces) -> None:
    position = with_places(5, {"box 1": "r1c1 r1c2"})
    proof = short_proof(position, cell=parse_cell("r1c9"), digit=5, is_placement=False)
    assert proof is not None
    assert [step.technique for step in proof.steps] == ["pointing"]


def test_nothing_is_needed_for_what_the_grid_excludes() -> None:
    position = Position.from_board(Board.from_line(PUZZLES[0]), is_unique=True)
    assert short_proof(position, cell=2, digit=5, is_placement=False) == Justification(())
    assert short_proof(position, cell=2, digit=5, is_placement=True) is None


def test_only_the_named_techniques_are_used(with_places: WithPlaces) -> None:
    claim = {"cell": 80, "digit": 5, "is_placement": True}
    assert short_proof(with_places(5, TWO_SINGLES), **claim, techniques={"naked_single"}) is None


@pytest.mark.parametrize("line", PUZZLES)
def test_each_proof_holds_step_by_step_and_shows_what_is_true(line: str) -> None:
    board = Board.from_line(line)
    solution, position = search(board).solution, Position.from_board(board, is_unique=True)
    proved = 0
    for cell in board.empty_cells[:: 3 if IS_LONG else 4]:
        for digit in position.candidates(cell):
            for is_placement in (True, False):
                proof = short_proof(
                    position, cell=cell, digit=digit, is_placement=is_placement, hardest_tier=2
                )
                if proof is None:
                    continue
                proved += 1
                assert (solution[cell] == digit) is is_placement
                assert len(proof.steps) <= 5
                after = position
                for step in proof.steps:
                    assert verify(step, after)
                    after = after.apply(step)
                assert after.digits[cell] == digit if is_placement else not after.has_candidate(cell, digit)
    assert proved > 20


@pytest.mark.parametrize("line", PUZZLES)
def test_the_next_steps_of_a_path_are_proved_before_they_are_taken(line: str) -> None:
    """What the second single on a path places follows in two steps at most."""
    position = Position.from_board(Board.from_line(line), is_unique=True)
    singles = {"full_house", "hidden_single", "naked_single"}
    first = next_step(position, techniques=singles)
    assert first is not None
    second = next_step(position.apply(first), techniques=singles)
    assert second is not None
    ((cell, digit),) = second.placements
    proof = short_proof(position, cell=cell, digit=digit, is_placement=True, techniques=singles)
    assert proof is not None
    assert len(proof.steps) <= 2
