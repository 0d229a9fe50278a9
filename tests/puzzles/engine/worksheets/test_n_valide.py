"""Worksheet 2: every solution, by recursion, with `n_valide(y, x, n)`."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine.worksheets import functions_of, source_of

TWO_SOLUTIONS = (
    "184236795\n265197483\n937854612\n758429136\n491673258\n326581974\n849765321\n672318549\n513942867\n"
    "984236715\n265197483\n137854692\n758429136\n491673258\n326581974\n849765321\n672318549\n513942867\n"
)


@pytest.fixture
def sheet(pasted: Callable[[str], Any]) -> Any:
    return pasted("n_valide")


def test_a_number_fits_when_its_row_its_column_and_its_box_lack_it(sheet: Any) -> None:
    row, column, box = {3, 4, 5, 6}, {4, 6, 8}, {3, 4, 5, 7}
    fitting = {n for n in range(1, 10) if sheet.n_valide(0, 0, n)}
    assert fitting == set(range(1, 10)) - row - column - box == {1, 2, 9}


def test_y_is_the_row_and_x_the_column(sheet: Any) -> None:
    sheet.grid[:] = [[0] * 9 for _ in range(9)]
    sheet.grid[2][7] = 5
    assert not sheet.n_valide(2, 0, 5)
    assert not sheet.n_valide(8, 7, 5)
    assert sheet.n_valide(7, 2, 5)


@pytest.mark.parametrize(("y", "x"), [(0, 6), (0, 8), (2, 6), (1, 7)])
def test_the_whole_box_is_read(sheet: Any, y: int, x: int) -> None:
    sheet.grid[:] = [[0] * 9 for _ in range(9)]
    sheet.grid[y][x] = 5
    assert [(i, j) for i in range(3) for j in range(9) if j > 5 and sheet.n_valide(i, j, 5)] == []


def test_solve_goes_on_after_each_solution_and_prints_each(
    sheet: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet.solve()
    assert capsys.readouterr().out == TWO_SOLUTIONS


def test_both_functions_name_the_global_grid_and_the_text_explains_it() -> None:
    for name in ("n_valide", "solve"):
        lines = source_of("n_valide").splitlines()
        numbers = functions_of("n_valide")[name]
        assert "    global grid" in [lines[number - 1] for number in numbers]
    assert "variable globale" in source_of("n_valide")


def test_solve_leaves_the_grid_as_it_was(sheet: Any, capsys: pytest.CaptureFixture[str]) -> None:
    before = [list(row) for row in sheet.grid]
    sheet.solve()
    assert sheet.grid == before
    assert capsys.readouterr().out


def test_solve_prints_nothing_for_a_grid_without_solution(
    sheet: Any, rows: Callable[[str], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    sheet.grid[:] = rows("12345678." + "........9" + "." * 63)
    sheet.solve()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["insa line", "insa figure 1", "insa figure 2", "tutoriel", "mini-projet"])
def test_the_grids_of_the_course_have_one_solution(
    sheet: Any,
    rows: Callable[[str], Any],
    course_grids: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    sheet.grid[:] = rows(course_grids[name].line)
    sheet.solve()
    assert capsys.readouterr().out.replace("\n", "") == course_grids[name].solution
