"""One function called at a time: the call, its value, the cells it looked at."""

import sys
from typing import Any

import pytest

from puzzles.engine import BOXES, COLUMNS, ROWS, Board, parse_cell
from puzzles.engine.worksheets import DEMOS, EXPLORABLE, SOLVERS, UnknownSourceError, explore, functions_of


@pytest.fixture
def board(course_grids: dict[str, Any]) -> Board:
    return Board.from_line(course_grids["mini-projet"].line)


def test_bloc_of_row_3_column_4(board: Board) -> None:
    call = explore("mini_projet", "bloc", board, cell=parse_cell("r4c5"))
    assert (call.text, call.value, call.printed) == ("bloc(S, 3, 4)", "[6, 9, 1, 5, 8]", "")
    assert call.looked_at == BOXES[4]


def test_ligne_and_colonne_read_a_row_and_a_column(board: Board) -> None:
    assert explore("mini_projet", "ligne", board, cell=0).looked_at == ROWS[0]
    assert explore("mini_projet", "colonne", board, cell=0).looked_at == COLUMNS[0]


def test_possibles_reads_its_three_houses_once_each(board: Board) -> None:
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
        assert call.text.startswith("Sudoku(" if function == "__init__" else f"{function}(")
        assert call.value
        assert (call.error, call.is_stopped) == ("", False)


@pytest.mark.parametrize(("module", "function"), [("os", "system"), ("tutoriel", "x")])
def test_a_stranger_is_not_called(board: Board, module: str, function: str) -> None:
    with pytest.raises(UnknownSourceError):
        explore(module, function, board)


@pytest.mark.parametrize(
    ("module", "function"),
    [("projet_insa", "afficher_sudoku"), ("mini_projet", "printSudoku"), ("tutoriel", "print_board")],
)
def test_functions_that_draw_a_grid_read_all_of_it_in_reading_order(
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
def test_a_call_lists_its_arguments(
    module: str, function: str, takes_place: bool, takes_digit: bool, board: Board
) -> None:
    call = explore(module, function, board)
    assert (call.takes_place, call.takes_digit) == (takes_place, takes_digit)


LINE = "790304108000006000000080059030000497000000000217000030470010000000700000302609071"


def test_every_function_of_the_course_can_be_called() -> None:
    assert {module: set(names) for module, names in EXPLORABLE.items()} == {
        module: set(functions_of(module)) for module in DEMOS
    }


# What a function writes


def test_the_three_cases_of_remplissage_can_be_seen(board: Board) -> None:
    first = explore("td_iteratif", "remplissage", board, cell=0)
    assert (first.value, first.changed, first.after[0]) == ("True", (0,), "2")
    following = explore("td_iteratif", "remplissage", board, cell=0, start=6)
    assert (following.value, following.after[0]) == ("True", "9")
    none_left = explore("td_iteratif", "remplissage", board, cell=0, start=9)
    assert (none_left.value, none_left.changed, none_left.after[0]) == ("False", (0,), "0")
    for sens in (True, False):
        protected = explore("td_iteratif", "remplissage", board, cell=1, start=9, sens=sens)
        assert protected.text == f"remplissage(0, 1, M, liste_protegee, {sens})"
        assert (protected.value, protected.after) == (str(sens), "")


def test_a_call_that_writes_returns_the_grid_after_it_and_the_changes(board: Board) -> None:
    call = explore("propagation", "placer", board, cell=0, digit=9)
    assert call.changed == (0,)
    assert call.after == f"9{board.to_line().replace('.', '0')[1:]}"


def test_a_call_that_only_reads_returns_no_grid(board: Board) -> None:
    for function in ("printSudoku", "bloc", "possibles", "solution"):
        call = explore("mini_projet", function, board)
        assert (call.after, call.changed) == ("", ())


# The table M


def test_interdire_marks_the_twenty_linked_cells(board: Board) -> None:
    call = explore("projet_insa", "interdire", board, cell=40, digit=5)
    assert call.shows_table
    assert len(call.forbidden) == 20
    assert 40 not in call.forbidden


def test_memoriser_forbids_a_digit_beside_each_of_its_cells(board: Board) -> None:
    call = explore("projet_insa", "memoriser", board, digit=1)
    ones = [cell for cell in range(81) if board[cell] == 1]
    peers = {peer for cell in ones for house in (*ROWS, *COLUMNS, *BOXES) if cell in house for peer in house}
    assert set(call.forbidden) == peers - set(ones)


# Files and dialogues


def test_a_grid_is_read_from_the_file_that_is_shown(board: Board) -> None:
    call = explore("projet_insa", "lire_fichier_sudoku", board, line=2, text=f"# rien\n{LINE}\n{'1' * 81}\n")
    assert (call.text, call.value) == ("lire_fichier_sudoku('sudoku.txt', 2)", "<Sudoku>")
    assert call.after == "1" * 81


def test_a_bad_line_raises_and_the_sentence_is_kept(board: Board) -> None:
    call = explore("projet_insa", "lire_fichier_sudoku", board, line=9, text=LINE)
    assert call.error == "ValueError: pas de grille 9 dans sudoku.txt : la dernière est la grille 1"
    assert explore("projet_insa", "grille_de", board, text="12").error.startswith("ValueError: il faut 81")


def test_a_grid_is_typed_in_until_it_is_right_and_the_dialogue_is_kept(board: Board) -> None:
    call = explore("projet_insa", "saisir_sudoku", board, text=f"123\n{LINE}")
    asked = "Les 81 caractères de la grille (0 pour une case vide) : "
    assert call.printed == f"{asked}123\nErreur : il faut 81 caractères, en voici 3.\n{asked}{LINE}\n"
    assert call.after == LINE


def test_the_program_is_a_dialogue(board: Board) -> None:
    call = explore("projet_insa", "programme", board, text="3\nq")
    assert "1 une grille au hasard" in call.printed
    assert "La grille est valide." in call.printed
    assert call.printed.rstrip().endswith("q")


def test_a_given_digit_of_the_board_is_not_written_over(board: Board) -> None:
    given = next(cell for cell in range(81) if board[cell])
    call = explore("projet_insa", "placer", board, text=f"{given // 9 + 1}{given % 9 + 1}5")
    assert (call.after, call.changed) == ("", ())
    assert "qui reste" in call.printed


def test_answers_that_end_leave_a_dialogue_and_no_more_than_twelve_are_heard(board: Board) -> None:
    assert explore("projet_insa", "saisir_sudoku", board, text="").value == "None"
    call = explore("projet_insa", "programme", board, text="850\n" * 100)
    assert call.printed.count("850") == 12


def test_no_other_file_is_opened(board: Board) -> None:
    call = explore("projet_insa", "lignes_du_fichier", board, text="#\n")
    assert call.error == "ValueError: le fichier sudoku.txt n'a pas de grille"


def test_the_same_draw_gives_the_same_grid(board: Board) -> None:
    text = "\n".join(str(digit) * 81 for digit in range(1, 10))
    drawn = [explore("projet_insa", "grille_au_hasard", board, line=n, text=text).after for n in range(30)]
    assert drawn == [
        explore("projet_insa", "grille_au_hasard", board, line=n, text=text).after for n in range(30)
    ]
    assert len(set(drawn)) > 5


# Solvers


@pytest.mark.parametrize(
    ("module", "function", "value"),
    [
        ("projet_insa", "resoudre", "1"),
        ("projet_insa", "resoudre_simple", "0"),
        ("tutoriel", "solve", "True"),
        ("mini_projet", "resoudre", "True"),
        ("n_valide", "solve", "None"),
    ],
)
def test_a_solver_gives_its_value(module: str, function: str, value: str) -> None:
    call = explore(module, function, Board.from_line(DEMOS[module][0].puzzle))
    assert (call.value, call.is_stopped, call.looked_at) == (value, False, ())


def test_a_solver_says_that_there_is_no_solution() -> None:
    board = Board.from_line(next(demo.puzzle for demo in DEMOS["tutoriel"] if demo.key == "none"))
    assert explore("tutoriel", "solve", board).value == "False"
    assert explore("projet_insa", "resoudre", board).value == "0"
    assert explore("td_iteratif", "resolution", board).printed == "Le problème n'a pas été résolu.\n"


def test_every_solution_is_printed() -> None:
    board = Board.from_line(DEMOS["n_valide"][0].puzzle)
    assert explore("n_valide", "solve", board).printed.count("\n") == 18


def test_the_third_worksheets_own_grid_is_solved_within_the_limit() -> None:
    call = explore("td_iteratif", "resolution", Board.from_line(DEMOS["td_iteratif"][0].puzzle))
    assert (call.is_stopped, call.printed[:28]) == (False, "[6, 3, 9, 1, 2, 5, 4, 7, 8]\n")


def test_a_solver_that_goes_on_and_on_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzles.engine.worksheets.explorer.CALL_LIMIT", 1000)
    board = Board.from_line(next(demo.puzzle for demo in DEMOS["tutoriel"] if demo.key == "endless"))
    for module, function in sorted(SOLVERS - {("projet_insa", "programme")}):
        call = explore(module, function, board)
        assert call.is_stopped == (function != "resoudre_simple"), (module, function)
    tracer = sys.gettrace()
    explore("tutoriel", "solve", board)
    assert sys.gettrace() is tracer


def test_a_grid_of_countless_solutions_prints_no_more_than_is_shown() -> None:
    call = explore("n_valide", "solve", Board.from_line("." * 81))
    assert call.is_stopped
    assert len(call.printed) <= 10_000
