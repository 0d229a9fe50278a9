"""Beyond the course: place what is forced, and try only where the choice is smallest."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine import CELLS, PEERS, Board


@pytest.fixture
def sheet(pasted: Callable[[str], Any]) -> Any:
    return pasted("propagation")


def test_the_linked_cells_are_the_twenty_peers(sheet: Any) -> None:
    for cell in CELLS:
        assert [9 * a + b for a, b in sheet.liees(*divmod(cell, 9))] == list(PEERS[cell])


def test_the_candidates_are_what_the_peers_allow(
    sheet: Any, rows: Callable[[str], Any], course_grid: Any
) -> None:
    C = sheet.candidats(rows(course_grid.line))
    board = Board.from_line(course_grid.line)
    assert [tuple(C[cell // 9][cell % 9]) for cell in CELLS] == [board.candidates(cell) for cell in CELLS]


def test_every_grid_of_the_course_is_solved_and_left_intact(
    sheet: Any, rows: Callable[[str], Any], line: Callable[[Any], str], course_grid: Any
) -> None:
    S = rows(course_grid.line)
    assert line(sheet.resoudre(S)) == course_grid.solution
    assert rows(course_grid.line) == S


def test_the_grid_built_against_reading_order_needs_no_trial(sheet: Any) -> None:
    S, C = [list(row) for row in sheet.S], sheet.candidats(sheet.S)
    assert sum(digit > 0 for row in S for digit in row) == 17
    assert sheet.propager(S, C)
    assert all(digit for row in S for digit in row)
    assert S[0] == [9, 8, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("line", ["12345678." + "........9" + "." * 63, "123456789" * 9 + ""])
def test_a_grid_without_solution_has_none_and_a_full_one_is_its_own(
    sheet: Any, rows: Callable[[str], Any], line: str
) -> None:
    assert sheet.resoudre(rows(line)) == (rows(line) if "." not in line else None)
