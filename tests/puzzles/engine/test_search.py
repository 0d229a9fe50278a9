import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.board import EMPTY_BOARD, Board, BoardError
from puzzles.engine.cells import CELLS, DIGITS, parse_cell
from puzzles.engine.rules import conflicts, is_valid
from puzzles.engine.search import SearchLimitError, search, search_implementation, search_line, solutions
from tests.bench import textbook
from tests.lengths import IS_LONG

# The textbook takes as long over one of the hardest as ours over a thousand.
TEXTBOOK_COUNT = 60 if IS_LONG else 20
SOLVED = Board.from_line("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
# In rows 4 and 5 these columns hold 8 and 4, 7 and 8, 4 and 7: both rows hold the same three digits there.
SIX_CELLS = [parse_cell(name) for name in ("r4c1", "r4c4", "r4c7", "r5c1", "r5c4", "r5c7")]


def emptied(board, cells):
    for cell in cells:
        board = board.clear(cell)
    return board


def count_by_trial(board, limit):
    """The number of solutions up to the limit, by plain trial over the candidates of the fullest cell."""
    if board.is_complete:
        return int(not conflicts(board))
    cell = min(board.empty_cells, key=lambda cell: len(board.candidates(cell)))
    count = 0
    for digit in board.candidates(cell):
        count += count_by_trial(board.place(cell, digit), limit - count)
        if count >= limit:
            break
    return count


@st.composite
def symmetries(draw):
    """A map of boards to boards: digits renamed, rows, columns, bands and stacks moved, transposed."""
    names = (0, *draw(st.permutations(list(DIGITS))))
    rows, columns = draw(lines_moved()), draw(lines_moved())
    is_transposed = draw(st.booleans())

    def moved(board):
        cells = [9 * row + column for row in rows for column in columns]
        if is_transposed:
            cells = [cells[9 * column + row] for row in range(9) for column in range(9)]
        return Board(tuple(names[board[cell]] for cell in cells))

    return moved


@st.composite
def lines_moved(draw):
    bands = draw(st.permutations([0, 1, 2]))
    return [3 * band + line for band in bands for line in draw(st.permutations([0, 1, 2]))]


def parts_of(board, least=0, most=81):
    """Boards that keep so many digits of a board."""
    kept = st.sets(st.sampled_from(CELLS), min_size=least, max_size=most)
    return kept.map(lambda cells: Board(tuple(board[cell] if cell in cells else 0 for cell in CELLS)))


def test_the_grids_of_the_course_have_the_one_solution_of_the_worksheets(course_grid):
    result = search(Board.from_line(course_grid.line))
    assert result.count == 1
    assert result.solution == Board.from_line(course_grid.solution)


def test_a_solved_board_is_its_only_solution():
    result = search(SOLVED)
    assert (result.count, result.solution) == (1, SOLVED)


def test_an_empty_board_has_two_solutions_and_more_at_once():
    result = search(EMPTY_BOARD)
    assert (result.count, result.solution) == (2, None)
    assert is_valid(next(solutions(EMPTY_BOARD, limit=1)))
    assert result.nodes < 200


def test_one_digit_and_80_dots_have_two_solutions_and_more_at_once():
    board = EMPTY_BOARD.place(40, 7)
    result = search(board)
    assert (result.count, result.solution) == (2, None)
    assert next(solutions(board, limit=1))[40] == 7
    assert result.nodes < 200


@pytest.mark.parametrize("names", [("r1c1", "r1c9"), ("r1c1", "r9c1"), ("r1c1", "r3c3")])
def test_a_lone_pair_of_equal_digits_in_a_house_is_refused_before_any_search(names):
    board = EMPTY_BOARD
    for name in names:
        board = board.place(parse_cell(name), 5)
    result = search(board)
    assert (result.count, result.solution, result.nodes) == (0, None, 0)


def test_a_full_board_with_a_conflict_is_no_solution():
    assert search(SOLVED.place(0, 3)).count == 0


@pytest.mark.parametrize("other", [1, 9, 10, 3, 27, 80])
def test_a_full_board_with_two_digits_swapped_is_no_solution(other):
    assert search(SOLVED.place(0, SOLVED[other]).place(other, SOLVED[0])).count == 0


def test_a_cell_without_a_candidate_leaves_no_solution():
    board = Board.from_line("12345678." + "........9" + "." * 63)
    result = search(board)
    assert (result.count, result.solution, result.nodes) == (0, None, 1)


def test_a_digit_without_a_place_in_a_house_leaves_no_solution():
    # The 1 of the first box can only go to r1c2 or r1c3, until both are filled.
    board = Board.from_line("." * 9 + "...1....." + "......1.." + "." * 9 + "1........" + "." * 36)
    assert search(board).count == 2
    result = search(board.place(1, 2).place(2, 3))
    assert (result.count, result.nodes) == (0, 1)


def test_a_grid_without_a_solution_may_need_trial_to_show_it():
    board = Board.from_line(
        "45...3..186...27...7.6....9....81......3..5..6..2......3.5..1..5..9.7.6.7...2.3.."
    )
    result = search(board)
    assert (result.count, result.solution) == (0, None)
    assert result.nodes > 1


def test_six_cells_in_which_two_rows_may_swap_their_digits_have_exactly_two_solutions():
    upper, lower = SIX_CELLS[:3], SIX_CELLS[3:]
    swapped = SOLVED
    for above, below in zip(upper, lower, strict=True):
        swapped = swapped.place(above, SOLVED[below]).place(below, SOLVED[above])
    board = emptied(SOLVED, SIX_CELLS)
    assert set(solutions(board, limit=10)) == {SOLVED, swapped}
    assert search(board).count == 2
    assert search(board.place(upper[0], swapped[upper[0]])).solution == swapped


def test_no_more_solutions_are_counted_than_asked_for():
    assert [search(EMPTY_BOARD, limit=limit).count for limit in (1, 2, 7)] == [1, 2, 7]


def test_the_solutions_of_an_empty_board_are_all_different_and_valid():
    found = list(solutions(EMPTY_BOARD, limit=500))
    assert len(found) == len(set(found)) == 500
    assert all(is_valid(solution) for solution in found)


def test_solutions_are_found_as_they_are_asked_for():
    assert len(list(islice(solutions(EMPTY_BOARD, limit=10**9), 3))) == 3


@settings(max_examples=40)
@given(parts_of(SOLVED, least=30, most=60))
def test_every_solution_is_listed_exactly_once(board):
    found = list(solutions(board, limit=60))
    assert len(found) == len(set(found)) == count_by_trial(board, 60)
    for solution in found:
        assert is_valid(solution)
        assert all(board[cell] in (0, solution[cell]) for cell in CELLS)


@given(parts_of(SOLVED))
def test_part_of_a_solved_board_can_be_solved(board):
    result = search(board)
    assert result.count >= 1
    assert is_valid(next(solutions(board, limit=1)))
    assert result.solution == (SOLVED if result.count == 1 else None)


@settings(max_examples=60)
@given(parts_of(SOLVED, least=26, most=45), symmetries())
def test_renaming_digits_and_moving_lines_keeps_the_count(board, moved):
    assert search(moved(board), limit=20).count == search(board, limit=20).count


@settings(max_examples=60)
@given(parts_of(SOLVED, least=26, most=40), st.sampled_from(CELLS), st.sampled_from(DIGITS))
def test_a_board_with_a_doubtful_digit_is_solved_where_the_textbook_solves_it(board, cell, digit):
    board = board.place(cell, digit)
    if conflicts(board):
        assert search(board).count == 0
    found = textbook.solve(board.to_line())
    assert (search(board).count > 0) == (found is not None)
    if search(board).count == 1:
        assert search(board).solution.to_line() == found


@given(parts_of(SOLVED))
def test_a_line_is_searched_like_a_board(board):
    result = search(board)
    solution = result.solution and result.solution.to_line()
    assert search_line(board.to_line()) == (result.count, solution)


@given(parts_of(SOLVED), st.integers(1, 3))
def test_a_solution_is_named_when_it_is_the_only_one_however_many_are_counted(board, limit):
    first, *others = solutions(board, limit=2)
    expected = None if others else first
    assert search(board, limit=limit).solution == expected
    assert search_line(board.to_line(), limit=limit)[1] == (expected and expected.to_line())


def test_a_line_of_80_dots_is_no_grid():
    with pytest.raises(BoardError, match="got 80"):
        search_line("." * 80)


def test_a_search_past_its_limit_of_nodes_is_given_up():
    nodes = search(EMPTY_BOARD).nodes
    assert search(EMPTY_BOARD, node_limit=nodes).count == 2
    with pytest.raises(SearchLimitError, match=f"given up after {nodes - 1} nodes"):
        search(EMPTY_BOARD, node_limit=nodes - 1)
    with pytest.raises(SearchLimitError):
        search_line("." * 81, node_limit=nodes - 1)


def test_listing_is_given_up_when_no_further_solution_is_near():
    found = solutions(EMPTY_BOARD, limit=1000, node_limit=search(EMPTY_BOARD).nodes)
    assert len(list(found)) == 1000
    with pytest.raises(SearchLimitError):
        list(solutions(EMPTY_BOARD, limit=2, node_limit=5))


@pytest.mark.parametrize(
    "name", ["singles.txt", "minimal.txt", "clue17.txt", "top1465.txt", "forum_hardest_1106.txt"]
)
def test_puzzles_of_the_files_have_one_solution_the_textbooks(name, data_lines):
    for line in data_lines(name, TEXTBOOK_COUNT):
        assert search_line(line) == (1, textbook.solve(line))


def test_the_hardest_known_stay_far_below_the_limit_of_nodes(data_lines):
    for line in data_lines("forum_hardest_se11.txt", 200):
        result = search(Board.from_line(line), node_limit=10_000)
        assert result.count == 1
        assert is_valid(result.solution)


def test_grids_of_the_file_of_many_solutions_have_two_or_more(data_lines):
    for line in data_lines("many_solutions.txt", 1000):
        board = Board.from_line(line)
        first, second = solutions(board, limit=2)
        assert search(board).count == 2
        assert first != second
        assert is_valid(first)
        assert is_valid(second)


def test_grids_of_the_file_of_no_solution_have_none(data_lines):
    for line in data_lines("no_solution.txt", 1000):
        assert search_line(line) == (0, None)
    for line in data_lines("no_solution.txt", 25):
        assert textbook.solve(line) is None


def test_the_reference_does_all_of_this_too():
    if search_implementation() == "python":
        pytest.skip("the search is not compiled here: all of this was about the reference")
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
        env=os.environ | {"SUDOKU_SEARCH": "python"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
    )
    assert answer.returncode == 0, answer.stdout
