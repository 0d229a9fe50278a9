"""`show` draws the worksheet's 13 lines."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

INSA = "790304108000006000000080059030000497000000000217000030470010000000700000302609071"
EMPTY = "0" * 81
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


def test_a_grid_is_drawn_in_the_13_lines_of_the_course(terminal: Callable[..., Any]) -> None:
    for language in ("fr", "en"):
        for empty in "0.*_-":
            answer = terminal("show", INSA.replace("0", empty), language=language)
            assert answer == (0, DRAWN, "")


def test_a_grid_of_a_file_is_drawn_by_its_number(terminal: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text(f"# grids\n\n{EMPTY}\nbroken\n{INSA}\n")
    assert terminal("show", str(file), "--line", "3") == (0, DRAWN, "")
    assert terminal("show", str(file), "--line", "1").out == DRAWN.translate(
        str.maketrans("123456789", "000000000")
    )


def test_a_rejected_grid_and_a_number_beyond_the_last_are_reported(
    terminal: Callable[..., Any], tmp_path: Path, french: Callable[[str], str]
) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text(f"{INSA}\nbroken\n")
    rejected = terminal("show", str(file), "--line", "2")
    assert rejected == (
        2,
        "",
        "line 2, column 1: found “b”; expected a digit 1 to 9, or 0 . * _ - for an empty cell\n",
    )
    beyond = terminal("show", str(file), "--line", "3")
    assert beyond == (2, "", "python -m puzzles.engine: there is no grid 3: the last one is grid 2\n")
    assert terminal("show", str(file), "--line", "3", language="fr").err == french(
        "python -m puzzles.engine: il n’y a pas de grille 3 : la dernière est la grille 2\n"
    )


def test_what_is_drawn_reads_back(terminal: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "drawn.txt"
    file.write_text(DRAWN + "\n" + DRAWN)
    assert terminal("show", str(file)) == (0, DRAWN + "\n" + DRAWN, "")
    assert terminal("show", "-", stdin=DRAWN) == (0, DRAWN, "")
    assert terminal("show", DRAWN) == (0, DRAWN, "")


def test_json_gives_the_rows(terminal: Callable[..., Any]) -> None:
    shown = json.loads(terminal("show", INSA, "--json").out)
    assert shown["puzzle"] == INSA.replace("0", ".")
    assert shown["rows"][0] == [7, 9, 0, 3, 0, 4, 1, 0, 8]
    assert (shown["number"], shown["line"]) == (1, 1)
