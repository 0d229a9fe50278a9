from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.bits import Candidate
from puzzles.engine.board import EMPTY_BOARD, Board
from puzzles.engine.cells import CELLS, parse_cell
from puzzles.engine.rules import is_valid
from puzzles.engine.simple import simple_placements, solve_simple

SOLVED = Board.from_line("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

boards = st.lists(st.integers(0, 9), min_size=81, max_size=81).map(tuple).map(Board)
parts_of_a_solution = st.sets(st.sampled_from(CELLS), max_size=60).map(
    lambda emptied: Board(tuple(0 if cell in emptied else SOLVED[cell] for cell in CELLS))
)


def test_the_grids_of_the_course_end_as_the_worksheets_say(course_grid):
    result = solve_simple(Board.from_line(course_grid.line))
    assert len(result.board.empty_cells) == course_grid.left_by_simple
    assert result.is_solved == (course_grid.left_by_simple == 0)
    assert solve_simple(Board.from_line(course_grid.line)).is_solved == result.is_solved


def test_figure_2_and_the_tutorial_are_simple_and_solved_right(course_grids):
    for name in ("insa figure 2", "tutoriel"):
        grid = course_grids[name]
        assert solve_simple(Board.from_line(grid.line)).board.to_line() == grid.solution


def test_on_the_insa_line_no_cell_can_be_placed(course_grids):
    board = Board.from_line(course_grids["insa line"].line)
    assert list(simple_placements(board)) == []
    assert solve_simple(board).board == board


def test_figure_3_is_one_right_beginning_of_figure_2(course_grids):
    board = Board.from_line(course_grids["insa figure 2"].line)
    for name, digit in (("r8c5", 1), ("r8c7", 5), ("r7c7", 3)):
        assert board.candidates(parse_cell(name)) == (digit,)
        board = board.place(parse_cell(name), digit)


def test_the_search_begins_again_at_the_first_cell_after_each_placement(course_grids):
    placements = list(simple_placements(Board.from_line(course_grids["tutoriel"].line)))
    assert placements[0] == Candidate(parse_cell("r5c5"), 5)
    assert placements[1] == Candidate(parse_cell("r5c2"), 2)


@given(boards | parts_of_a_solution)
def test_each_placement_is_the_first_cell_that_has_one_candidate_left(board):
    for placement in simple_placements(board):
        open_to_one = [cell for cell in CELLS if len(board.candidates(cell)) == 1]
        assert placement.cell == open_to_one[0]
        assert board.candidates(placement.cell) == (placement.digit,)
        board = board.place(placement.cell, placement.digit)
    assert all(len(board.candidates(cell)) != 1 for cell in CELLS)


@given(parts_of_a_solution)
def test_replaying_the_placements_gives_the_board_reached(board):
    result = solve_simple(board)
    for placement in result.placements:
        board = board.place(placement.cell, placement.digit)
    assert board == result.board


@given(parts_of_a_solution)
def test_the_simple_method_never_leaves_the_only_solution(board):
    result = solve_simple(board)
    assert result.is_solved == is_valid(result.board)
    if result.is_solved:
        assert result.board == SOLVED


def test_an_empty_grid_is_not_simple():
    assert not solve_simple(EMPTY_BOARD).is_solved


def test_a_solved_grid_is_simple_without_a_placement():
    assert solve_simple(SOLVED).placements == ()
    assert solve_simple(SOLVED).is_solved


def test_two_cells_that_want_the_same_digit_do_not_make_a_grid_simple():
    # r1c1 and r1c2 are both left with 9 alone.
    board = Board.from_line("..3456781" + "2........" + ".2......." + "." * 54)
    assert board.candidates(0) == board.candidates(1) == (9,)
    assert not solve_simple(board).is_solved
    assert solve_simple(board).board[1] == 0


def test_a_full_grid_with_a_conflict_is_not_simple():
    assert not solve_simple(SOLVED.place(0, 3)).is_solved
