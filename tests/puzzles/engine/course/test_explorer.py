"""One function called at a time: the call, its value, the cells it looked at."""

from typing import Any

import pytest

from puzzles.engine import BOXES, COLUMNS, ROWS, Board, parse_cell
from puzzles.engine.course import EXPLORABLE, UnknownSourceError, explore, functions_of


@pytest.fixture
def board(course_grids: dict[str, Any]) -> Board:
    return Board.from_line(course_grids["mini-projet"].line)


def test_bloc_of_row_3_column_4(board: Board) -> None:
    call = explore("mini_projet", "bloc", board, cell=parse_cell("r4c5"))
    assert (call.text, call.value, call.printed) == ("bloc(S, 3, 4)", "[6, 9, 1, 5, 8]", "")
    assert call.looked_at == BOXES[4]


def test_ligne_and_colonne_look_at_a_row_and_a_column(board: Board) -> None:
    assert explore("mini_projet", "ligne", board, cell=0).looked_at == ROWS[0]
    assert explore("mini_projet", "colonne", board, cell=0).looked_at == COLUMNS[0]


def test_possibles_looks_at_its_three_houses_once_each(board: Board) -> None:
    call = explore("mini_projet", "possibles", board, cell=0)
    assert call.value == "[2, 3, 4, 6, 9]"
    assert set(call.looked_at) == {*ROWS[0], *COLUMNS[0], *BOXES[0]}
    assert len(call.looked_at) == 21


def test_a_test_stops_looking_at_the_first_equal_digit(board: Board) -> None:
    call = explore("n_valide", "n_valide", board, cell=0, digit=7)
    assert (call.text, call.value) == ("n_valide(0, 0, 7)", "False")
    assert call.looked_at == ROWS[0][:5]


def test_a_position_is_given_as_a_pair(board: Board) -> None:
    call = explore("tutoriel", "is_valid", board, cell=4, digit=9)
    assert call.text == "is_valid(board, 9, (0, 4))"


def test_what_a_function_prints_is_kept(board: Board, capsys: pytest.CaptureFixture[str]) -> None:
    call = explore("mini_projet", "printSudoku", board)
    assert call.value == "None"
    assert call.printed.startswith("[0, 1, 0, 0, 7, 8, 0, 0, 0]\n")
    assert capsys.readouterr().out == ""


def test_a_function_that_writes_does_so_in_a_copy(board: Board) -> None:
    for _ in range(2):
        call = explore("td_iteratif", "remplissage", board, cell=0, digit=1)
        assert (call.text, call.value) == ("remplissage(0, 0, M, liste_protegee, True)", "True")
    assert board[0] == 0


def test_a_method_is_called_on_the_grid_with_its_table_ready(board: Board) -> None:
    assert explore("projet_insa", "permis", board, cell=0).value == "[2, 3, 4, 6, 9]"
    assert explore("projet_insa", "case_simple", board).value == "(5, 3)"


@pytest.mark.parametrize(
    ("module", "function"), [(module, name) for module, names in EXPLORABLE.items() for name in names]
)
def test_each_function_offered_is_there_and_answers_everywhere(
    board: Board, module: str, function: str
) -> None:
    assert function in functions_of(module)
    for cell in (0, 40, 80):
        call = explore(module, function, board, cell=cell, digit=5)
        assert call.text.startswith(f"{function}(")
        assert call.value


@pytest.mark.parametrize(("module", "function"), [("tutoriel", "solve"), ("os", "system"), ("tutoriel", "x")])
def test_a_solver_or_a_stranger_is_not_called(board: Board, module: str, function: str) -> None:
    with pytest.raises(UnknownSourceError):
        explore(module, function, board)


@pytest.mark.parametrize(
    ("module", "function"),
    [("projet_insa", "afficher_sudoku"), ("mini_projet", "printSudoku"), ("tutoriel", "print_board")],
)
def test_what_draws_a_grid_looks_at_all_of_it_in_reading_order(
    module: str, function: str, board: Board
) -> None:
    assert explore(module, function, board).looked_at == tuple(range(81))


@pytest.mark.parametrize(
    ("module", "function", "takes_place", "takes_digit"),
    [
        ("mini_projet", "printSudoku", False, False),
        ("mini_projet", "ligne", True, False),
        ("mini_projet", "bloc", True, False),
        ("n_valide", "n_valide", True, True),
        ("td_iteratif", "test", True, True),
        ("td_iteratif", "protection", False, False),
        ("tutoriel", "is_valid", True, True),
        ("projet_insa", "test_region", True, False),
    ],
)
def test_a_call_tells_what_it_takes(
    module: str, function: str, takes_place: bool, takes_digit: bool, board: Board
) -> None:
    call = explore(module, function, board)
    assert (call.takes_place, call.takes_digit) == (takes_place, takes_digit)
