import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import EMPTY_BOARD, Board
from puzzles.engine.cells import CELLS
from puzzles.engine.simple import solve_simple
from puzzles.engine.techniques.position import ContradictionError
from puzzles.engine.techniques.solving.paths import solve_path
from puzzles.engine.techniques.solving_class import solving_class, solving_class_of_line
from tests.puzzles.engine.conftest import DATA
from tests.reference import in_python

SINGLES = ("full_house", "hidden_single", "naked_single")
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

CLASS_OF_COURSE_GRID = {
    "790304108000006000000080059030000497000000000217000030470010000000700000302609071": "harder",
    ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6.": "harder",
    "..4.36..5..51...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7": "simple",
    "000120000700000502200047009840500201000000000507006084100380005903000007000052000": "singles",
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079": "simple",
    "010078000080040900005600010100060005040915072067080400000300100070890023000004000": "singles",
}


def solved_by_singles(board: Board) -> bool:
    try:
        return solve_path(board, techniques=SINGLES).is_solved
    except ContradictionError:
        return False


def agrees_with_slower_ways(board: Board) -> bool:
    found = solving_class(board)
    return (found == "simple") == solve_simple(board).is_solved and (found != "harder") == solved_by_singles(
        board
    )


@pytest.mark.parametrize(("grid", "expected"), CLASS_OF_COURSE_GRID.items())
def test_the_course_grids_have_their_class(grid, expected):
    assert solving_class(Board.from_line(grid)) == expected


@pytest.mark.parametrize("grid", CLASS_OF_COURSE_GRID)
def test_a_line_has_the_class_of_its_board(grid):
    board = Board.from_line(grid)
    assert solving_class_of_line(board.to_line()) == solving_class(board) == in_python(solving_class)(board)


@given(st.frozensets(st.sampled_from(CELLS)))
def test_the_class_agrees_with_the_simple_method_and_the_path(kept):
    board = Board(tuple(int(SOLUTION[cell]) if cell in kept else 0 for cell in CELLS))
    assert agrees_with_slower_ways(board)


@settings(max_examples=400)
@given(st.frozensets(st.sampled_from(CELLS), min_size=25), st.sampled_from(CELLS), st.integers(1, 9))
def test_a_grid_with_a_wrong_digit_is_classed_as_the_path_finds_it(kept, cell, digit):
    board = Board(tuple(int(SOLUTION[c]) if c in kept else 0 for c in CELLS)).place(cell, digit)
    assert agrees_with_slower_ways(board)


def test_two_digits_that_claim_one_cell_at_once_solve_nothing():
    # Every house comes to hold each digit once, but r7c1 none and another cell two.
    line = "...67.9.....19.3.819.3.....9...61.2.4...53..1.139.4.56.6...72...87..96.53.5.8.1.9"
    assert solving_class(Board.from_line(line)) == "harder"


def test_a_finished_grid_is_simple_and_a_wrong_one_is_not():
    finished = Board.from_line(SOLUTION)
    assert solving_class(finished) == "simple"
    assert solving_class(finished.place(0, 3)) == "harder"


def test_an_empty_grid_is_harder():
    assert solving_class(EMPTY_BOARD) == "harder"


@pytest.mark.skipif(not DATA.exists(), reason="the shared puzzles are not beside the project")
@pytest.mark.parametrize(
    ("name", "classes"),
    [
        ("singles.txt", {"simple", "singles"}),
        ("clue17.txt", {"singles", "harder"}),
        ("no_solution.txt", {"harder"}),
        ("many_solutions.txt", {"harder"}),
    ],
)
def test_a_sample_of_each_shared_file_has_the_classes_it_promises(name, classes):
    lines = [line for line in (DATA / "puzzles" / name).read_text().split() if len(line) == 81]
    sample = [Board.from_line(line) for line in random.Random(2).sample(lines, 150)]
    assert {solving_class(board) for board in sample} <= classes
    assert all(agrees_with_slower_ways(board) for board in sample)
