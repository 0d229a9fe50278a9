"""Worksheet 5: `possibles`, `suivante`, and `resoudre(S, i, j)` from a cell on."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine import Board

GRID = """\
[0, 1, 0, 0, 7, 8, 0, 0, 0]
[0, 8, 0, 0, 4, 0, 9, 0, 0]
[0, 0, 5, 6, 0, 0, 0, 1, 0]
[1, 0, 0, 0, 6, 0, 0, 0, 5]
[0, 4, 0, 9, 1, 5, 0, 7, 2]
[0, 6, 7, 0, 8, 0, 4, 0, 0]
[0, 0, 0, 3, 0, 0, 1, 0, 0]
[0, 7, 0, 8, 9, 0, 0, 2, 3]
[0, 0, 0, 0, 0, 4, 0, 0, 0]
"""
SOLUTION = """\
[9, 1, 6, 5, 7, 8, 2, 3, 4]
[7, 8, 3, 1, 4, 2, 9, 5, 6]
[4, 2, 5, 6, 3, 9, 7, 1, 8]
[1, 9, 2, 4, 6, 7, 3, 8, 5]
[3, 4, 8, 9, 1, 5, 6, 7, 2]
[5, 6, 7, 2, 8, 3, 4, 9, 1]
[8, 5, 9, 3, 2, 6, 1, 4, 7]
[6, 7, 4, 8, 9, 1, 5, 2, 3]
[2, 3, 1, 7, 5, 4, 8, 6, 9]
"""


@pytest.fixture
def sheet(pasted: Callable[[str], Any]) -> Any:
    return pasted("mini_projet")


def test_printSudoku_prints_a_list_a_row(sheet: Any, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.printSudoku(sheet.S)
    assert capsys.readouterr().out == GRID


def test_ligne_colonne_and_bloc_list_the_digits_there(sheet: Any) -> None:
    assert sheet.ligne(sheet.S, 0) == [1, 7, 8]
    assert sheet.colonne(sheet.S, 0) == [1]
    assert sheet.bloc(sheet.S, 3, 4) == [6, 9, 1, 5, 8]


def test_possibles_lists_what_row_column_and_block_allow(sheet: Any) -> None:
    assert sheet.possibles(sheet.S, 0, 0) == [2, 3, 4, 6, 9]


def test_possibles_are_the_candidates_of_every_empty_cell(
    sheet: Any, rows: Callable[[str], Any], course_grid: Any
) -> None:
    board, S = Board.from_line(course_grid.line), rows(course_grid.line)
    assert board.empty_cells
    for cell in board.empty_cells:
        assert tuple(sheet.possibles(S, *divmod(cell, 9))) == board.candidates(cell)


def test_suivante_goes_on_to_the_next_row_and_out_of_the_grid(sheet: Any) -> None:
    assert (sheet.suivante(0, 0), sheet.suivante(0, 8), sheet.suivante(8, 8)) == ((0, 1), (1, 0), (9, 0))
    assert sheet.suivante(3, 4) == (3, 5)


def test_resoudre_fills_the_grid_from_a_cell_on(
    sheet: Any, rows: Callable[[str], Any], line: Callable[[Any], str], course_grid: Any
) -> None:
    S = rows(course_grid.line)
    assert sheet.resoudre(S, 0, 0) is True
    assert line(S) == course_grid.solution


def test_resoudre_beyond_the_last_cell_has_nothing_left_to_do(sheet: Any) -> None:
    assert sheet.resoudre(sheet.S, 9, 0) is True


def test_resoudre_leaves_the_cells_empty_when_there_is_no_solution(
    sheet: Any, rows: Callable[[str], Any]
) -> None:
    S = rows("12345678." + "........9" + "." * 63)
    assert sheet.resoudre(S, 0, 0) is False
    assert rows("12345678." + "........9" + "." * 63) == S


def test_the_solution_is_printed_and_the_original_left_intact(
    sheet: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet.solution(sheet.S)
    assert capsys.readouterr().out == f"Pour la grille :\n{GRID}La solution est :\n{SOLUTION}"
    sheet.printSudoku(sheet.S)
    assert capsys.readouterr().out == GRID


def test_a_grid_without_solution_is_said_to_admit_none(
    sheet: Any, rows: Callable[[str], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    sheet.solution(rows("12345678." + "........9" + "." * 63))
    assert capsys.readouterr().out == "La grille n'admet pas de solution.\n"


def test_the_measure_of_exercise_7_shrinks_by_one_at_each_call(sheet: Any) -> None:
    calls: list[tuple[int, int]] = []
    resoudre, depth_measures = sheet.resoudre, []

    def watched(S: Any, i: int, j: int) -> bool:
        if calls:
            above = calls[-1]
            depth_measures.append((81 - (9 * above[0] + above[1]), 81 - (9 * i + j), 9 - above[0], 9 - i))
        calls.append((i, j))
        try:
            return resoudre(S, i, j)
        finally:
            calls.pop()

    resoudre.__globals__["resoudre"] = watched
    assert watched([list(row) for row in sheet.S], 0, 0)
    assert len(depth_measures) > 81
    assert all(after == before - 1 for before, after, _, _ in depth_measures)
    assert any(after == before for _, _, before, after in depth_measures)
