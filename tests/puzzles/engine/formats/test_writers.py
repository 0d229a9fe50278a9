"""Grids written in each form, there and back."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine import Board
from puzzles.engine.formats import read_puzzle, read_puzzles, to_csv, to_grid, to_line, to_sdk, to_sdm, to_ss

INSA = Board.from_line("790304108000006000000080059030000497000000000217000030470010000000700000302609071")
EULER = Board.from_line("003020600900305001001806400008102900700000008006708200002609500800203009005010300")
EULER_SOLUTION = Board.from_line(
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
)
BOARDS = st.tuples(*[st.integers(0, 9)] * 81).map(Board)

WRITERS: list[Callable[[Board], str]] = [
    to_line,
    lambda board: to_line(board, empty="-"),
    to_grid,
    to_sdk,
    lambda board: to_sdk(board, author="1 2 3", description="#5\n6"),
    lambda board: to_sdm([board]),
    to_ss,
    lambda board: to_csv([(board, None)]),
]


def test_the_course_prints_a_grid_in_13_lines() -> None:
    assert to_grid(INSA).split("\n") == [
        "-----",
        "| 790|304|108|",
        "| 000|006|000|",
        "| 000|080|059|",
        "-----",
        "| 030|000|497|",
        "| 000|000|000|",
        "| 217|000|030|",
        "-----",
        "| 470|010|000|",
        "| 000|700|000|",
        "| 302|609|071|",
        "-----",
    ]


def test_an_ss_file_is_framed() -> None:
    lines = to_ss(EULER).splitlines()
    assert [lines[0], lines[1], lines[4], lines[12]] == [
        "*-----------*",
        "|..3|.2.|6..|",
        "|---+---+---|",
        "*-----------*",
    ]
    assert len(lines) == 13


def test_an_sdk_file_says_who_made_it() -> None:
    lines = to_sdk(EULER, author="Mme Martin", description="For\nMonday").splitlines()
    assert lines[:4] == ["#AMme Martin", "#DFor Monday", "[Puzzle]", "..3.2.6.."]
    assert to_sdk(EULER).startswith("[Puzzle]\n")


@pytest.mark.parametrize("write", WRITERS)
@given(board=BOARDS)
def test_a_written_puzzle_is_read_back(write: Callable[[Board], str], board: Board) -> None:
    assert read_puzzle(write(board)).puzzle == board.to_line()


def test_many_grids_in_one_file_read_back() -> None:
    text = to_sdm([INSA, EULER]) + to_grid(INSA) + "\n" + to_grid(EULER) + "\n" + to_ss(INSA) + to_sdk(EULER)
    assert [record[2] for record in read_puzzles([text.encode()])] == [INSA.to_line(), EULER.to_line()] * 3


def test_a_table_gives_puzzles_and_solutions_back() -> None:
    text = to_csv([(EULER, EULER_SOLUTION), (INSA, None)])
    assert [record[2:4] for record in read_puzzles([text.encode()])] == [
        (EULER.to_line(), EULER_SOLUTION.to_line()),
        (INSA.to_line(), None),
    ]
