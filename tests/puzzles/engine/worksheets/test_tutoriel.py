"""Worksheet 4: the first solution, by recursion, with `is_valid(board, num, pos)`."""

from collections.abc import Callable
from typing import Any

import pytest

BOARD = """\
5 3 0  | 0 7 0  | 0 0 0
6 0 0  | 1 9 5  | 0 0 0
0 9 8  | 0 0 0  | 0 6 0
- - - - - - - - - - - - - -\x20
8 0 0  | 0 6 0  | 0 0 3
4 0 0  | 8 0 3  | 0 0 1
7 0 0  | 0 2 0  | 0 0 6
- - - - - - - - - - - - - -\x20
0 6 0  | 0 0 0  | 2 8 0
0 0 0  | 4 1 9  | 0 0 5
0 0 0  | 0 8 0  | 0 7 9
"""


@pytest.fixture
def sheet(pasted: Callable[[str], Any]) -> Any:
    return pasted("tutoriel")


def test_the_board_is_the_one_of_the_worksheet(
    sheet: Any, course_grids: dict[str, Any], line: Callable[[Any], str]
) -> None:
    assert line(sheet.board) == course_grids["tutoriel"].line


def test_print_board_separates_rows_and_columns_in_thirds(
    sheet: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet.print_board(sheet.board)
    assert capsys.readouterr().out == BOARD


def test_find_empty_gives_the_first_empty_cell_as_row_and_column(
    sheet: Any, rows: Callable[[str], Any], course_grids: dict[str, Any]
) -> None:
    assert sheet.find_empty(sheet.board) == (0, 2)
    assert sheet.find_empty(rows(course_grids["tutoriel"].solution)) is None


def test_is_valid_compares_with_the_other_cells_of_row_column_and_box(sheet: Any) -> None:
    assert [num for num in range(1, 10) if sheet.is_valid(sheet.board, num, (0, 2))] == [1, 2, 4]
    assert sheet.is_valid(sheet.board, 5, (0, 0))
    assert not sheet.is_valid(sheet.board, 3, (0, 0))
    assert not sheet.is_valid(sheet.board, 4, (0, 0))
    assert not sheet.is_valid(sheet.board, 8, (0, 0))


def test_solve_stops_at_the_first_solution(
    sheet: Any, course_grids: dict[str, Any], line: Callable[[Any], str]
) -> None:
    assert sheet.solve(sheet.board) is True
    assert line(sheet.board) == course_grids["tutoriel"].solution


def test_solve_reports_failure_and_leaves_the_board_as_it_was(sheet: Any, rows: Callable[[str], Any]) -> None:
    board = rows("12345678." + "........9" + "." * 63)
    assert sheet.solve(board) is False
    assert board == rows("12345678." + "........9" + "." * 63)


@pytest.mark.parametrize("name", ["insa line", "insa figure 1", "insa figure 2", "mini-projet"])
def test_the_other_grids_of_the_course_are_solved_too(
    sheet: Any,
    rows: Callable[[str], Any],
    line: Callable[[Any], str],
    course_grids: dict[str, Any],
    name: str,
) -> None:
    board = rows(course_grids[name].line)
    assert sheet.solve(board)
    assert line(board) == course_grids[name].solution
