"""Worksheet 3: a solution without recursion, forward and backward from cell to cell."""

from collections.abc import Callable
from typing import Any

import pytest

SOLUTION = """\
[6, 3, 9, 1, 2, 5, 4, 7, 8]
[7, 1, 4, 9, 3, 8, 5, 6, 2]
[2, 8, 5, 6, 4, 7, 1, 3, 9]
[8, 4, 6, 5, 7, 3, 2, 9, 1]
[3, 2, 1, 8, 9, 4, 7, 5, 6]
[5, 9, 7, 2, 1, 6, 3, 8, 4]
[1, 7, 2, 3, 8, 9, 6, 4, 5]
[9, 5, 3, 4, 6, 1, 8, 2, 7]
[4, 6, 8, 7, 5, 2, 9, 1, 3]
"""


@pytest.fixture
def sheet(pasted: Callable[[str], Any]) -> Any:
    return pasted("td_iteratif")


def test_the_matrix_is_the_one_of_the_worksheet(
    sheet: Any, course_grids: dict[str, Any], line: Callable[[Any], str]
) -> None:
    assert line(sheet.M) == course_grids["td iteratif"].line


def test_test_ligne_reads_the_other_columns_of_the_row(sheet: Any) -> None:
    assert not sheet.test_ligne(0, 0, 1, sheet.M)
    assert sheet.test_ligne(0, 0, 7, sheet.M)
    assert sheet.test_ligne(0, 3, 1, sheet.M)


def test_test_colonne_reads_the_other_rows_of_the_column(sheet: Any) -> None:
    assert not sheet.test_colonne(0, 0, 7, sheet.M)
    assert sheet.test_colonne(0, 0, 3, sheet.M)
    assert sheet.test_colonne(1, 0, 7, sheet.M)


def test_test_carre_reads_the_other_cells_of_the_box(sheet: Any) -> None:
    assert not sheet.test_carre(1, 1, 2, sheet.M)
    assert sheet.test_carre(1, 1, 1, sheet.M)
    assert sheet.test_carre(1, 0, 7, sheet.M)
    assert not sheet.test_carre(8, 8, 5, sheet.M)


def test_test_is_all_three(sheet: Any) -> None:
    by_hand = {
        n: sheet.test_ligne(0, 0, n, sheet.M)
        and sheet.test_colonne(0, 0, n, sheet.M)
        and sheet.test_carre(0, 0, n, sheet.M)
        for n in range(1, 10)
    }
    assert {n: sheet.test(0, 0, n, sheet.M) for n in range(1, 10)} == by_hand
    assert [n for n, fits in by_hand.items() if fits] == [3, 4, 6]


def test_protection_lists_the_cells_filled_at_first(sheet: Any) -> None:
    liste_protegee = sheet.protection(sheet.M)
    assert liste_protegee[:4] == [(0, 3), (0, 4), (1, 0), (1, 6)]
    assert len(liste_protegee) == 28
    assert all(sheet.M[i][j] for i, j in liste_protegee)


def test_the_original_and_its_protected_cells_are_in_the_module(sheet: Any) -> None:
    assert sheet.matrice_originale == sheet.M
    assert sheet.liste_protegee == sheet.protection(sheet.M)
    sheet.M[0][0] = 9
    assert sheet.matrice_originale[0][0] == 0


def test_remplissage_hands_the_direction_on_over_a_protected_cell(sheet: Any) -> None:
    liste_protegee = sheet.protection(sheet.M)
    before = [list(row) for row in sheet.M]
    assert sheet.remplissage(0, 3, sheet.M, liste_protegee, True) is True
    assert sheet.remplissage(0, 3, sheet.M, liste_protegee, False) is False
    assert before == sheet.M


def test_remplissage_writes_the_next_number_that_fits_then_empties_the_cell(sheet: Any) -> None:
    liste_protegee = sheet.protection(sheet.M)
    written = []
    while sheet.remplissage(0, 0, sheet.M, liste_protegee, True):
        written.append(sheet.M[0][0])
    assert written == [3, 4, 6]
    assert sheet.M[0][0] == 0


def test_avance_case_and_recule_case_undo_each_other(sheet: Any) -> None:
    assert sheet.avance_case(0, 0) == (0, 1)
    assert sheet.avance_case(0, 8) == (1, 0)
    assert sheet.recule_case(1, 0) == (0, 8)
    assert all(sheet.recule_case(*sheet.avance_case(i, j)) == (i, j) for i in range(9) for j in range(9))


def test_the_edges_lie_outside_the_grid(sheet: Any) -> None:
    assert sheet.avance_case(8, 8) == (9, 0)
    assert sheet.recule_case(0, 0) == (-1, 8)


def test_resolution_prints_the_solution(sheet: Any, capsys: pytest.CaptureFixture[str]) -> None:
    sheet.resolution(sheet.M)
    assert capsys.readouterr().out == SOLUTION


def test_resolution_says_so_when_there_is_none_and_empties_what_it_filled(
    sheet: Any, rows: Callable[[str], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    grid = rows("12345678." + "........9" + "." * 63)
    sheet.resolution(grid)
    assert capsys.readouterr().out == "Le problème n'a pas été résolu.\n"
    assert grid == rows("12345678." + "........9" + "." * 63)


def test_resolution_shows_the_matrix_at_each_iteration_on_request(
    sheet: Any, rows: Callable[[str], Any], course_grids: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    solution = course_grids["td iteratif"].solution
    sheet.resolution(rows("0" + solution[1:]), True)
    out = capsys.readouterr().out
    # 81 turns, and the end; only the first turn sees the empty cell.
    assert out.count("\n") == 9 * 82
    assert out.startswith("[0, 3, 9, 1, 2, 5, 4, 7, 8]\n")
    assert out.endswith(SOLUTION)
    assert out.count("[0, 3, 9, 1, 2, 5, 4, 7, 8]") == 1


@pytest.mark.parametrize("name", ["insa line", "insa figure 1", "insa figure 2", "tutoriel", "mini-projet"])
def test_the_other_grids_of_the_course_are_solved_too(
    sheet: Any,
    rows: Callable[[str], Any],
    line: Callable[[Any], str],
    course_grids: dict[str, Any],
    name: str,
) -> None:
    grid = rows(course_grids[name].line)
    sheet.resolution(grid)
    assert line(grid) == course_grids[name].solution
