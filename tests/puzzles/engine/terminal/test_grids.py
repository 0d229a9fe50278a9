"""The grid argument: 81 characters, a file, or standard input."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.puzzles.engine.notation import TUTORIAL

PREFIX = "python -m puzzles.engine: "


@pytest.mark.parametrize(
    ("argument", "told"),
    [
        (TUTORIAL[:-1], "line 1, column 81: found 80 cells; expected 81 cells, or nine lines of 9"),
        (TUTORIAL + "1", "line 1, column 82: found 82 cells; expected 81 cells, or nine lines of 9"),
        (
            TUTORIAL[:12] + "a" + TUTORIAL[13:],
            "line 1, column 13: found “a”; expected a digit 1 to 9, or 0 . * _ - for an empty cell",
        ),
        (
            "x" + TUTORIAL[1:],
            "line 1, column 1: found “x”; expected a digit 1 to 9, or 0 . * _ - for an empty cell",
        ),
        ("", "line 1, column 1: found 0 cells; expected 81 cells, or nine lines of 9"),
        ("123", "line 1, column 4: found 3 cells; expected 81 cells, or nine lines of 9"),
        ("nowhere.txt", "there is no file “nowhere.txt”"),
        ("no/where", "there is no file “no/where”"),
        ("nowhere", "there is no file “nowhere”"),
        (".", "“.” is a folder, not a file"),
    ],
)
@pytest.mark.parametrize("verb", ["show", "check", "simple", "solve"])
def test_an_argument_that_is_neither_grid_nor_file_is_reported_in_one_line(
    terminal: Callable[..., Any], verb: str, argument: str, told: str
) -> None:
    assert terminal(verb, argument) == (2, "", f"{PREFIX}{told}\n")


def test_a_grid_that_begins_with_dashes_is_no_option(terminal: Callable[..., Any]) -> None:
    line = "--" + TUTORIAL.replace("0", "-")[2:]
    assert terminal("solve", line, "--json").code == 0
    assert terminal("show", line).out.startswith("-----\n| 000|070|000|\n")
    assert terminal("show", line[:-1]).err.endswith("found 80 cells; expected 81 cells, or nine lines of 9\n")


def test_a_file_that_is_no_file_of_grids_is_reported(
    terminal: Callable[..., Any], tmp_path: Path, french: Callable[[str], str]
) -> None:
    file = tmp_path / "sudoku.txt"
    for data, sentence in (
        (b"", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\0\0", "This is a picture, not a text file of grids."),
        (b"# nothing\n", "The file holds no grid, only blank lines, comments or titles."),
    ):
        file.write_bytes(data)
        assert terminal("solve", str(file)) == (2, "", f"{PREFIX}{file}: {sentence}\n")
        assert terminal("solve", "-", stdin=data) == (2, "", f"{PREFIX}{sentence}\n")
    assert terminal("solve", "-", stdin=b"", language="fr").err == french(f"{PREFIX}Le fichier est vide.\n")


def test_an_unreadable_file_is_reported(
    terminal: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = tmp_path / "sudoku.txt"
    file.touch()
    monkeypatch.setattr("builtins.open", refuse)
    assert terminal("show", str(file)) == (
        2,
        "",
        f"{PREFIX}the file “{file}” cannot be read (Permission denied)\n",
    )


@pytest.mark.parametrize("number", ["0", "-1", "x", "1.5", "²", "9" * 5000])
def test_a_number_of_a_grid_counts_from_1(terminal: Callable[..., Any], number: str) -> None:
    assert terminal("show", TUTORIAL, f"--line={number}") == (
        2,
        "",
        f"{PREFIX}argument --line: “{number}” is not a positive whole number\n",
    )


def test_every_encoding_of_a_file_is_read(terminal: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "sudoku.txt"
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        file.write_bytes(f"# élèves\r\n{TUTORIAL}\r\n".encode(encoding))
        assert terminal("show", str(file)).out.startswith("-----\n| 530|070|000|\n")
