"""Worksheet 1: the class Sudoku, the file, the keyboard, the simple method, any grid, the program."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

DRAWN = """\
-----
| 790|304|108|
| 000|006|000|
| 000|080|059|
-----
| 030|000|497|
| 000|000|000|
| 217|000|030|
-----
| 470|010|000|
| 000|700|000|
| 302|609|071|
-----
"""
NO_SOLUTION = "12345678." + "........9" + "." * 63


@pytest.fixture
def sheet(pasted: Callable[[str], SimpleNamespace]) -> SimpleNamespace:
    return pasted("projet_insa")


@pytest.fixture
def sudoku(sheet: Any) -> Callable[[str], Any]:
    return lambda line: sheet.Sudoku(sheet.grille_de(line))


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """`typed("a", "b")`: what the user answers, then the end of input; gives the questions asked."""

    def answer_with(*answers: str) -> list[str]:
        waiting, questions = list(answers), []

        def answer(question: str = "") -> str:
            questions.append(question)
            if not waiting:
                raise EOFError
            return waiting.pop(0)

        monkeypatch.setattr("builtins.input", answer)
        return questions

    return answer_with


@pytest.fixture
def first_grid(tmp_path: Path, course_grids: dict[str, Any]) -> str:
    path = tmp_path / "une.txt"
    path.write_text(course_grids["insa line"].line + "\n")
    return str(path)


@pytest.fixture
def file(tmp_path: Path, course_grids: dict[str, Any]) -> str:
    path = tmp_path / "sudoku.txt"
    first, second = course_grids["insa line"].line, course_grids["insa figure 2"].line
    path.write_text(f"# les grilles\n\n{first}\n   \n{second}   # figure 2\n12345\n")
    return str(path)


def test_a_sudoku_holds_a_grid_complete_or_not(sheet: Any, rows: Callable[[str], Any]) -> None:
    assert sheet.Sudoku().grille == [[0] * 9 for _ in range(9)]
    given = rows(NO_SOLUTION)
    held = sheet.Sudoku(given)
    held.grille[0][0] = 9
    assert given[0][0] == 1


def test_an_empty_sudoku_has_nine_rows_of_its_own(sheet: Any) -> None:
    empty = sheet.Sudoku()
    empty.grille[0][0] = 5
    assert empty.grille[1][0] == 0
    assert sheet.Sudoku().grille[0][0] == 0


def test_the_first_grid_of_a_file_is_1_and_blanks_and_comments_do_not_count(
    sheet: Any, file: str, rows: Callable[[str], Any], course_grids: dict[str, Any]
) -> None:
    assert sheet.lire_fichier_sudoku(file, 1).grille == rows(course_grids["insa line"].line)
    assert sheet.lire_fichier_sudoku(file, 2).grille == rows(course_grids["insa figure 2"].line)


@pytest.mark.parametrize(
    ("ligne", "reason"),
    [
        (3, "grille 3 de {file} : il faut 81 caractères, en voici 5"),
        (4, "pas de grille 4 dans {file} : la dernière est la grille 3"),
        (0, "pas de grille 0 dans {file} : la dernière est la grille 3"),
        (-1, "pas de grille -1 dans {file} : la dernière est la grille 3"),
    ],
)
def test_a_bad_line_and_a_line_beyond_the_end_are_explained(
    sheet: Any, file: str, ligne: int, reason: str
) -> None:
    with pytest.raises(ValueError, match=r"\d") as refusal:
        sheet.lire_fichier_sudoku(file, ligne)
    assert str(refusal.value) == reason.format(file=file)


def test_a_missing_file_a_folder_and_a_file_without_grids_are_explained(sheet: Any, tmp_path: Path) -> None:
    (tmp_path / "vide.txt").write_text("# rien\n")
    for name, reason in [("absent.txt", "n'existe pas"), ("", "être lu"), ("vide.txt", "pas de grille")]:
        with pytest.raises(ValueError, match=reason):
            sheet.lire_fichier_sudoku(str(tmp_path / name), 1)


def test_a_file_that_windows_has_saved_is_read(
    sheet: Any, tmp_path: Path, rows: Callable[[str], Any], course_grids: dict[str, Any]
) -> None:
    line = course_grids["insa line"].line
    (tmp_path / "sudoku.txt").write_text(f"{line}\r\n\r\n", encoding="utf-8-sig", newline="")
    assert sheet.lire_fichier_sudoku(str(tmp_path / "sudoku.txt"), 1).grille == rows(line)


def test_a_strange_character_is_named_with_its_place(sheet: Any) -> None:
    with pytest.raises(ValueError, match=r"le caractère 3 est 'x', ni un chiffre"):
        sheet.grille_de("12x" + "0" * 78)
    with pytest.raises(ValueError, match=r"le caractère 1 est '²'"):
        sheet.grille_de("²" + "0" * 80)


def test_a_grid_is_typed_in_until_it_is_right(
    sheet: Any,
    typed: Callable[..., list[str]],
    rows: Callable[[str], Any],
    course_grids: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    good = course_grids["insa figure 1"].line
    questions = typed("123", "a" * 81, f" {good} ")
    assert sheet.saisir_sudoku().grille == rows(good)
    assert len(questions) == 3
    assert capsys.readouterr().out == (
        "Erreur : il faut 81 caractères, en voici 3.\n"
        "Erreur : le caractère 1 est 'a', ni un chiffre ni 0 pour une case vide.\n"
    )


@pytest.mark.parametrize("answers", [(), ("",), ("q",)])
def test_typing_a_grid_can_be_given_up(
    sheet: Any, typed: Callable[..., list[str]], answers: tuple[str, ...]
) -> None:
    typed(*answers)
    assert sheet.saisir_sudoku() is None


def test_ctrl_c_gives_up_politely(sheet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(question: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert sheet.saisir_sudoku() is None


def test_a_grid_is_drawn_in_the_thirteen_lines_of_the_worksheet(
    sudoku: Callable[[str], Any], course_grids: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    sudoku(course_grids["insa line"].line).afficher_sudoku()
    assert capsys.readouterr().out == DRAWN
    assert DRAWN.count("\n") == 13


def test_a_solution_is_valid_and_the_answer_is_the_number_1(
    sudoku: Callable[[str], Any], course_grid: Any
) -> None:
    assert repr(sudoku(course_grid.solution).est_valide()) == "1"
    assert repr(sudoku(course_grid.line).est_valide()) == "0"


def swapped(line: str, first: int, second: int) -> str:
    digits = list(line)
    digits[first], digits[second] = digits[second], digits[first]
    return "".join(digits)


def test_each_of_the_three_tests_can_fail_alone(sudoku: Callable[[str], Any]) -> None:
    rows_fine = sudoku("123456789" * 9)
    columns_fine = sudoku("".join(str(digit) * 9 for digit in range(1, 10)))
    regions_fine = sudoku(("123" * 3 + "456" * 3 + "789" * 3) * 3)
    latin = sudoku("".join("123456789"[shift:] + "123456789"[:shift] for shift in range(9)))
    results = [
        (
            all(grid.test_ligne(n) for n in range(9)),
            all(grid.test_colonne(n) for n in range(9)),
            all(grid.test_region(n // 3 * 3, n % 3 * 3) for n in range(9)),
        )
        for grid in (rows_fine, columns_fine, regions_fine, latin)
    ]
    assert results == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
        (True, True, False),
    ]
    assert [grid.est_valide() for grid in (rows_fine, columns_fine, regions_fine, latin)] == [0, 0, 0, 0]


def test_two_digits_swapped_in_a_row_make_a_solution_invalid(
    sudoku: Callable[[str], Any], course_grid: Any
) -> None:
    assert sudoku(swapped(course_grid.solution, 0, 8)).est_valide() == 0


def test_M_forbids_a_digit_to_the_twenty_peers_of_its_cell(sudoku: Callable[[str], Any]) -> None:
    grid = sudoku("." * 40 + "5" + "." * 40)
    grid.memoriser()
    marked = {(i, j, k) for i in range(9) for j in range(9) for k in range(9) if grid.M[i][j][k] == 1}
    assert len(marked) == 20
    assert {k for _, _, k in marked} == {4}
    assert (4, 4, 4) not in marked
    assert {(4, 0, 4), (0, 4, 4), (3, 3, 4), (5, 5, 4)} <= marked


def test_M_has_648_marks_on_a_solved_grid(sudoku: Callable[[str], Any], course_grid: Any) -> None:
    grid = sudoku(course_grid.solution)
    grid.memoriser()
    assert sum(grid.M[i][j][k] for i in range(9) for j in range(9) for k in range(9)) == 648


def test_the_simple_method_solves_a_simple_grid_and_fails_on_another(
    sudoku: Callable[[str], Any], course_grid: Any, line: Callable[[Any], str]
) -> None:
    grid = sudoku(course_grid.line)
    assert grid.resoudre_simple() == (0 if course_grid.left_by_simple else 1)
    assert line(grid.grille).count("0") == course_grid.left_by_simple
    assert all(
        reached in {"0", digit}
        for reached, digit in zip(line(grid.grille), course_grid.solution, strict=True)
    )


def test_the_steps_of_figure_3_are_open_one_after_the_other(
    sudoku: Callable[[str], Any], course_grids: dict[str, Any]
) -> None:
    grid = sudoku(course_grids["insa figure 2"].line)
    grid.memoriser()
    for row, column, digit in [(8, 5, 1), (8, 7, 5), (7, 7, 3)]:
        assert grid.permis(row - 1, column - 1) == [digit]
        grid.grille[row - 1][column - 1] = digit
        grid.interdire(row - 1, column - 1, digit)


def test_resoudre_solves_any_grid(
    sudoku: Callable[[str], Any], course_grid: Any, line: Callable[[Any], str]
) -> None:
    grid = sudoku(course_grid.line)
    assert grid.resoudre() == 1
    assert line(grid.grille) == course_grid.solution


def test_resoudre_finds_a_solution_of_the_empty_grid(sheet: Any) -> None:
    grid = sheet.Sudoku()
    assert grid.resoudre() == 1
    assert grid.est_valide() == 1


@pytest.mark.parametrize("line", [NO_SOLUTION, "55" + "." * 79])
def test_resoudre_fails_without_changing_a_grid_that_has_no_solution(
    sudoku: Callable[[str], Any], rows: Callable[[str], Any], line: str
) -> None:
    grid = sudoku(line)
    assert grid.resoudre() == 0
    assert grid.grille == rows(line)


def test_the_program_draws_a_random_grid_of_the_file(
    sheet: Any,
    tmp_path: Path,
    typed: Callable[..., list[str]],
    course_grids: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "deux.txt"
    path.write_text("\n".join(course_grids[name].line for name in ("insa line", "tutoriel")))
    typed(*["1"] * 40, "q")
    sheet.programme(str(path))
    drawn = capsys.readouterr().out.split("-----\n-----\n")
    assert len(drawn) == 41
    assert {grid.replace("-----\n", "") for grid in drawn} == {
        DRAWN.replace("-----\n", ""),
        "| 530|070|000|\n| 600|195|000|\n| 098|000|060|\n| 800|060|003|\n| 400|803|001|\n"
        "| 700|020|006|\n| 060|000|280|\n| 000|419|005|\n| 000|080|079|\n",
    }


def test_the_program_gives_a_partial_solution_of_the_requested_number_of_cells(
    sheet: Any, first_grid: str, typed: Callable[..., list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("2", "beaucoup", "2", "3", "q")
    sheet.programme(first_grid)
    partly = DRAWN.replace("790|304|108", "795|324|168")
    assert capsys.readouterr().out == f"{DRAWN}Erreur : il faut un nombre de cases.\n{DRAWN}{partly}"


def test_the_partial_solution_fills_cells_in_reading_order(
    sheet: Any, sudoku: Callable[[str], Any], typed: Callable[..., list[str]], course_grids: dict[str, Any]
) -> None:
    grid = sudoku(course_grids["insa line"].line)
    typed("4")
    sheet.solution_partielle(grid)
    assert grid.grille[0] == [7, 9, 5, 3, 2, 4, 1, 6, 8]
    assert grid.grille[1] == [8, 0, 0, 0, 0, 6, 0, 0, 0]


def test_the_program_gives_the_full_solution_and_says_it_is_valid(
    sheet: Any,
    first_grid: str,
    sudoku: Callable[[str], Any],
    course_grids: dict[str, Any],
    typed: Callable[..., list[str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed("3", "q")
    sheet.programme(first_grid)
    out = capsys.readouterr().out
    sudoku(course_grids["insa line"].solution).afficher_sudoku()
    assert out == DRAWN + capsys.readouterr().out + "La grille est valide.\n"


def test_the_program_asks_for_a_grid_when_there_is_no_file(
    sheet: Any, tmp_path: Path, typed: Callable[..., list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    questions = typed("0" * 81, "115", "q")
    sheet.programme(str(tmp_path / "absent.txt"))
    out = capsys.readouterr().out
    assert out.startswith("Erreur : le fichier ")
    assert "\n| 500|000|000|\n" in out
    assert "1 une grille au hasard, 2 une solution partielle, 3 la solution complète" in questions[1]


def test_the_user_solves_by_row_column_and_digit(
    sheet: Any, sudoku: Callable[[str], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    grid = sudoku("." * 81)
    sheet.placer(grid, "857")
    assert grid.grille[7][4] == 7
    sheet.placer(grid, "850")
    assert grid.grille[7][4] == 0
    for nonsense in ("057", "85", "8577", "abc", "²²²"):
        sheet.placer(grid, nonsense)
    assert grid.grille == [[0] * 9] * 9
    assert capsys.readouterr().out.count("Erreur : tapez") == 5


def test_a_given_digit_stays_and_the_program_says_why(
    sheet: Any, first_grid: str, typed: Callable[..., list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("111", "110", "131", "130", "q")
    sheet.programme(first_grid)
    out = capsys.readouterr().out
    stays = "Erreur : la case ligne 1, colonne 1 a un chiffre donné, qui reste.\n"
    written = DRAWN.replace("| 790|304", "| 791|304", 1)
    assert out == f"{DRAWN}{stays}{DRAWN}{stays}{DRAWN}{written}{DRAWN}"


def test_a_grid_without_solution_gets_neither_a_partial_nor_a_full_one(
    sheet: Any,
    sudoku: Callable[[str], Any],
    typed: Callable[..., list[str]],
    rows: Callable[[str], Any],
    capsys: pytest.CaptureFixture[str],
) -> None:
    grid = sudoku(NO_SOLUTION)
    typed("4")
    sheet.solution_partielle(grid)
    sheet.solution_complete(grid)
    assert capsys.readouterr().out == "La grille n'a pas de solution.\n" * 2
    assert grid.grille == rows(NO_SOLUTION)
