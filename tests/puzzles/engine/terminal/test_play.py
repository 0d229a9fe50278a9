"""`play`: the interactive program of the course, answer by answer."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from puzzles.engine import Board, is_valid, search
from tests.puzzles.engine.notation import TUTORIAL

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ALMOST = SOLUTION[:-2] + "00"
ALMOST_DRAWN = """\
-----
| 534|678|912|
| 672|195|348|
| 198|342|567|
-----
| 859|761|423|
| 426|853|791|
| 713|924|856|
-----
| 961|537|284|
| 287|419|635|
| 345|286|100|
-----
"""
CHOOSE = "Which grid? 1 to 2, r for a random one, 81 characters for your own, q to quit: "
MOVE = "Row, column, digit (? for help): "


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "sudoku.txt"
    path.write_text(f"# two grids\n{TUTORIAL}\n{ALMOST}\n")
    return str(path)


def with_last(drawn: str, cells: str) -> str:
    return drawn.replace("|100|", f"|{cells}|")


def test_a_whole_game_in_english(terminal: Callable[..., Any], file: str) -> None:
    answer = terminal("play", file, stdin="2\n998\nr9c9 9\n9 8 7\nq\n")
    wrong = (
        "Conflict in row 9: 8 in r9c5, r9c9.\n"
        "Conflict in column 9: 8 in r2c9, r9c9.\n"
        "Conflict in box 9: 8 in r7c8, r9c9.\n"
    )
    assert answer == (
        0,
        "Sudoku. Press Ctrl-D or q to quit at any time.\n"
        + CHOOSE
        + ALMOST_DRAWN
        + MOVE
        + with_last(ALMOST_DRAWN, "108")
        + wrong
        + MOVE
        + with_last(ALMOST_DRAWN, "109")
        + MOVE
        + with_last(ALMOST_DRAWN, "179")
        + "The grid is complete and valid.\n"
        + CHOOSE
        + "Goodbye.\n",
        "",
    )


def test_a_whole_game_in_french(
    terminal: Callable[..., Any], file: str, french: Callable[[str], str]
) -> None:
    choose = (
        "Quelle grille ? 1 à 2, r pour une grille au hasard, 81 caractères pour la tienne, q pour quitter : "
    )
    move = "Ligne, colonne, chiffre (? pour l’aide) : "
    answer = terminal("play", file, stdin="9\n2\nL1C1 2\nbonjour\np\n1\n9 9 5\ns\n990\ns\n", language="fr")
    assert answer.out == french(
        "Sudoku. Ctrl-D ou q pour quitter à tout moment.\n"
        + choose
        + "il n’y a pas de grille 9 : la dernière est la grille 2\n"
        + choose
        + ALMOST_DRAWN
        + move
        + "L1C1 contient un chiffre donné : tu ne peux pas le changer.\n"
        + move
        + "« bonjour » n’est pas un coup : tape la ligne, la colonne et le chiffre, comme 3 5 7 ; "
        "le chiffre 0 vide la case.\n"
        + move
        + "Combien de cases ? 1 à 2, ou s pour aller aussi loin que la méthode simple : "
        + "L9C8 = 7\n"
        + with_last(ALMOST_DRAWN, "170")
        + "Il reste 1 case vide.\n"
        + move
        + with_last(ALMOST_DRAWN, "175")
        + "Conflit (ligne 9) : le 5 en L9C3, L9C9.\n"
        + "Conflit (colonne 9) : le 5 en L8C9, L9C9.\n"
        + "Conflit (région 9) : le 5 en L8C9, L9C9.\n"
        + move
        + "Efface d’abord le chiffre faux : L9C9.\n"
        + move
        + with_last(ALMOST_DRAWN, "170")
        + move
        + with_last(ALMOST_DRAWN, "179")
        + "La grille est complète et valide.\n"
        + choose
        + "\nAu revoir.\n"
    )


@pytest.mark.parametrize(
    "move",
    [
        *("r9c8 7", "R9C8=7", "L9C8 7", "l9 c8 7", "9 8 7", "9,8,7", "987", " 9;8:7 "),
        *("9\u00a08\u202f7", "\ufeff9 8 7"),
    ],
)
def test_a_move_may_be_typed_in_several_ways(terminal: Callable[..., Any], file: str, move: str) -> None:
    assert with_last(ALMOST_DRAWN, "170") in terminal("play", file, stdin=f"2\n{move}\n").out


def test_on_a_full_grid_every_conflict_is_repeated(terminal: Callable[..., Any], file: str) -> None:
    out = terminal("play", file, stdin="2\n988\n999\nq\n").out
    conflicts_of_the_8 = (
        "Conflict in row 9: 8 in r9c5, r9c8.\n"
        "Conflict in column 8: 8 in r7c8, r9c8.\n"
        "Conflict in box 9: 8 in r7c8, r9c8.\n"
    )
    assert out.endswith(f"{with_last(ALMOST_DRAWN, '189')}{conflicts_of_the_8}{MOVE}Goodbye.\n")


@pytest.mark.parametrize(
    "move", ["0 1 2", "1 0 2", "9 8", "98", "9 8 77", "r9c8", "c8r9 7", "９８７", "x" * 500]
)
def test_a_mistyped_move_is_explained_and_asked_again(
    terminal: Callable[..., Any], file: str, move: str
) -> None:
    out = terminal("play", file, stdin=f"2\n{move}\nq\n").out
    assert out.endswith(
        f"{MOVE}“{move[:40]}” is not a move: "
        "type row, column and digit, as in 3 5 7; the digit 0 clears the cell.\n"
        f"{MOVE}Goodbye.\n"
    )


def test_keys_that_steer_a_terminal_are_not_sent_back_to_it(terminal: Callable[..., Any], file: str) -> None:
    out = terminal("play", file, stdin="2\n\x1b[A\x07\np\n\x1b[2J\nq\n").out
    assert "“�[A�” is not a move" in out
    assert "“�[2J” is neither a number" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (TUTORIAL[:-1], "line 1, column 81: found 80 cells; expected 81 cells, or nine lines of 9"),
        (
            "x" + TUTORIAL[1:],
            "line 1, column 1: found “x”; expected a digit 1 to 9, or 0 . * _ - for an empty cell",
        ),
        (
            "55" + "." * 79,
            "Conflict in row 1: 5 in r1c1, r1c2.\nConflict in box 1: 5 in r1c1, r1c2.\n"
            "This grid has no solution; choose another one.",
        ),
        ("0", "there is no grid 0: the last one is grid 2"),
    ],
)
def test_a_mistyped_grid_is_explained_and_asked_again(
    terminal: Callable[..., Any], file: str, typed: str, told: str
) -> None:
    out = terminal("play", file, stdin=f"{typed}\n2\nq\n").out
    assert f"{CHOOSE}{told}\n{CHOOSE}{ALMOST_DRAWN}" in out


def test_a_grid_with_several_solutions_can_be_played(terminal: Callable[..., Any], file: str) -> None:
    out = terminal("play", file, stdin="." * 81 + "\n1 1 5\ns\n").out
    assert "This grid has several solutions; any of them is right.\n-----\n| 000|" in out
    assert out.count("| 5") >= 2
    assert "The grid is complete and valid." in out


def test_81_characters_of_ones_own_are_played(terminal: Callable[..., Any], file: str) -> None:
    out = terminal("play", file, stdin=f"{ALMOST.replace('0', '-')}\n").out
    assert f"{CHOOSE}{ALMOST_DRAWN}{MOVE}" in out


def test_a_random_grid_is_drawn_uniformly_from_the_good_lines(
    terminal: Callable[..., Any], tmp_path: Path
) -> None:
    path = tmp_path / "sudoku.txt"
    path.write_text(f"{TUTORIAL}\nbroken\n{ALMOST}\n")
    firsts = [
        terminal("play", str(path), "--seed", str(seed), stdin="r\n").out.count("| 345|286|100|")
        for seed in range(60)
    ]
    assert 15 < sum(firsts) < 45


def test_the_same_seed_draws_the_same_grids(terminal: Callable[..., Any], file: str) -> None:
    first, again = (terminal("play", file, "--seed", "1", stdin="r\nn\nr\nn\nr\n").out for _ in range(2))
    assert first == again


def test_without_a_file_the_grids_of_the_course_are_offered(terminal: Callable[..., Any]) -> None:
    out = terminal("play", stdin="1\n").out
    assert "Which grid? 1 to " in out
    assert "-----\n| " in out


def test_where_there_is_no_file_at_all_a_random_grid_is_made(
    terminal: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzles.engine.terminal.grid_choice.SAMPLE_FILE", tmp_path / "sudoku.txt")
    lines = terminal("play", "--json", "--seed", "1", stdin="r\ns\n7\n").out.splitlines()
    choose, first, solved, refused = (json.loads(line) for line in lines[:4])
    assert choose["asks"] == "Which grid? r for a random one, 81 characters for your own, q to quit:"
    assert search(Board.from_line(first["grid"])).count == 1
    assert is_valid(Board.from_line(solved["grid"]))
    assert refused["says"] == ["line 1, column 2: found 1 cell; expected 81 cells, or nine lines of 9"]


def test_the_partial_solution_goes_as_far_as_the_simple_method(
    terminal: Callable[..., Any], course_grids: Any
) -> None:
    grid = course_grids["mini-projet"]
    out = terminal("play", stdin=f"{grid.line}\np\ns\n").out
    assert "r6c4 = 2\n" in out
    assert "\n35 cells are still empty.\n" in out


@pytest.mark.parametrize("typed", ["0", "3", "-1", "MANY", "02" * 3000])
def test_a_wrong_number_of_cells_is_asked_again(terminal: Callable[..., Any], file: str, typed: str) -> None:
    out = terminal("play", file, stdin=f"2\np\n{typed}\n2\n").out
    ask = "How many cells? 1 to 2, or s for as far as the simple method goes: "
    assert f"{ask}“{typed[:40]}” is neither a number from 1 to 2 nor s.\n{ask}r9c8 = 7\nr9c9 = 9\n" in out


def test_an_empty_answer_asks_again_or_cancels(terminal: Callable[..., Any], file: str) -> None:
    out = terminal("play", file, stdin="2\n\np\n\nv\n").out
    assert out.endswith(f"{MOVE}{ALMOST_DRAWN}{MOVE}\nGoodbye.\n")


def test_where_several_digits_may_be_wrong_they_are_not_named(
    terminal: Callable[..., Any], file: str
) -> None:
    out = terminal("play", file, stdin="." * 81 + "\n115\n125\ns\n").out
    assert f"{MOVE}No solution has all these digits: clear some of them.\n{MOVE}" in out


def test_help_lists_what_can_be_done(
    terminal: Callable[..., Any], file: str, french: Callable[[str], str]
) -> None:
    assert (
        "3 5 7   place 7 in row 3, column 5 (also 357 or r3c5 7); 3 5 0 clears the cell\n"
        "p       partial solution: some cells, or as far as the simple method goes\n"
        "s       full solution\n"
        "v       view the grid\n"
        "n       another grid\n"
        "q       quit\n"
    ) in terminal("play", file, stdin="2\n?\n").out
    assert (
        french(
            "3 5 7   place 7 dans la ligne 3, colonne 5 (ou bien 357, L3C5 7) ; 3 5 0 vide la case\n"
            "p       solution partielle : quelques cases, ou aussi loin que la méthode simple\n"
            "s       solution complète\n"
            "v       voir la grille\n"
            "n       une autre grille\n"
            "q       quitter\n"
        )
        in terminal("play", file, stdin="2\naide\n", language="fr").out
    )


def test_a_missing_file_is_a_sentence(terminal: Callable[..., Any], french: Callable[[str], str]) -> None:
    assert terminal("play", "nowhere.txt") == (
        2,
        "",
        "python -m puzzles.engine: there is no file “nowhere.txt”\n",
    )
    assert terminal("play", "nowhere.txt", language="fr").err == french(
        "python -m puzzles.engine: il n’y a pas de fichier « nowhere.txt »\n"
    )


def test_as_data_each_question_comes_with_the_grid(terminal: Callable[..., Any], file: str) -> None:
    lines = [
        json.loads(line)
        for line in terminal("play", file, "--json", stdin="2\n987\n990\nq\n").out.splitlines()
    ]
    assert [line["asks"] for line in lines] == [CHOOSE.strip(), *[MOVE.strip()] * 3, None]
    assert [line["grid"] for line in lines[1:4]] == [
        SOLUTION[:-2] + "..",
        SOLUTION[:-2] + "7.",
        SOLUTION[:-2] + "7.",
    ]
    assert lines[-1]["says"] == ["Goodbye."]
