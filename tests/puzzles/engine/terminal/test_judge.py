"""`judge`: a line an exercise, the counterexample drawn, 0, 1 or 2."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import override

from puzzles.course.models import EXERCISES
from puzzles.course.pages.worksheets import exercise_name
from puzzles.engine.judge.cases import QUESTIONS
from puzzles.engine.judge.exercises import WORKSHEETS, exercises_of
from puzzles.engine.judge.notebook import notebook_text
from puzzles.engine.terminal.judge import exercise_title
from puzzles.engine.worksheets.sources import source_of


def written(folder: Path, source: str | bytes) -> str:
    path = folder / "sudoku_curie_marie.py"
    path.write_bytes(source.encode() if isinstance(source, str) else source)
    return str(path)


def test_a_right_program_passes_with_a_line_an_exercise(terminal: Callable[..., Any], tmp_path: Path) -> None:
    answer = terminal("judge", "mini_projet", written(tmp_path, source_of("mini_projet")))
    lines = answer.out.splitlines()
    assert (answer.code, answer.err) == (0, "")
    assert [line.split(":")[0] for line in lines][:3] == ["S", "printSudoku", "ligne"]
    assert len(lines) == 9


def test_a_counterexample_is_drawn(terminal: Callable[..., Any], tmp_path: Path) -> None:
    source = "def colonne(S, j):\n    return [S[j][i] for i in range(9) if S[j][i]]\n"
    answer = terminal("judge", "5", written(tmp_path, source), "--exercise", "colonne", language="fr")
    assert answer.code == 1
    assert "colonne\N{NO-BREAK SPACE}: `colonne(S, 0)` a donné" in answer.out
    assert "La grille a un seul chiffre.\n-----\n|" in answer.out


def test_an_exercise_is_named_by_key_or_by_its_name(terminal: Callable[..., Any], tmp_path: Path) -> None:
    path = written(tmp_path, source_of("mini_projet"))
    answer = terminal("judge", "mini_projet", path, "--exercise", "printSudoku", "--exercise", "ligne")
    assert [line.split(":")[0] for line in answer.out.splitlines()] == ["printSudoku", "ligne"]
    unknown = terminal("judge", "mini_projet", path, "--exercise", "lignes")
    assert unknown.code == 2
    assert "“lignes” is not an exercise of mini_projet: expected S, printSudoku, ligne" in unknown.err


def test_a_function_is_found_before_the_script_that_calls_it(
    terminal: Callable[..., Any], tmp_path: Path
) -> None:
    path = written(tmp_path, source_of("td_iteratif"))
    answer = terminal("judge", "td_iteratif", path, "--exercise", "resolution")
    assert answer.out.startswith("resolution: Passed")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_an_exercise_has_the_name_that_the_pages_show(worksheet: str, language: str) -> None:
    exercises = [each for each in exercises_of(worksheet) if each.kind != QUESTIONS]
    with override(language):
        shown = {key: exercise_name(worksheet, key) for key in EXERCISES[worksheet]}
        shown.pop("questions", None)
        assert {each.key: exercise_title(each, translation) for each in exercises} == shown


def test_an_unusable_file_is_reported_in_a_line(terminal: Callable[..., Any], tmp_path: Path) -> None:
    answer = terminal("judge", "mini_projet", written(tmp_path, "x = (\n"))
    assert (answer.code, answer.out) == (2, "")
    assert "Line 1 cannot be read as Python" in answer.err
    missing = terminal("judge", "mini_projet", str(tmp_path / "nowhere.py"))
    assert missing.code == 2
    assert "there is no file" in missing.err
    folder = terminal("judge", "mini_projet", str(tmp_path))
    assert folder.code == 2
    assert "cannot be read" in folder.err
    assert terminal("judge", "mini_projets", "x.py").code == 2


def test_an_old_file_gets_sentences_and_its_verdicts(terminal: Callable[..., Any], tmp_path: Path) -> None:
    source = b"# \xe9l\xe8ve\n"
    source += b"def suivante(i, j):\n\tn = 9*i+j+1\n\treturn n//9, n%9\nx = input('?')\nsuivante(0, 0)\n"
    answer = terminal("judge", "mini_projet", written(tmp_path, source), "--exercise", "suivante")
    assert answer.code == 0
    assert "Windows-1252" in answer.out
    assert "Line 5 calls input()" in answer.out
    assert "Line 6 runs the program" in answer.out


def test_json_has_a_line_a_verdict_with_its_sentence(terminal: Callable[..., Any], tmp_path: Path) -> None:
    source = "print(1)\ndef ligne(S, i): return None\n"
    answer = terminal("--json", "judge", "mini_projet", written(tmp_path, source), "--exercise", "ligne")
    note, verdict = map(json.loads, answer.out.splitlines())
    assert (note["kind"], note["code"], note["line"]) == ("note", "prints", 1)
    assert (verdict["verdict"], verdict["value"]) == ("wrong", "None")
    assert verdict["message"].startswith("`ligne(S, 0)` gave `None`")


def test_the_help_says_whose_rights_a_program_has(
    terminal: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        terminal("judge", "--help")
    text = " ".join(capsys.readouterr().out.split())
    assert "runs on this computer with your rights" in text
    assert "protects against accidents, not against attacks" in text


def test_a_notebook_is_judged_by_its_code_cells(terminal: Callable[..., Any], tmp_path: Path) -> None:
    path = written(tmp_path, notebook_of(source_of("mini_projet")))
    answer = terminal("judge", "mini_projet", path)
    lines = answer.out.splitlines()
    assert lines[0] == "2 code cells of the notebook were taken as the program."
    assert (answer.code, answer.err) == (0, "")
    assert len(lines) == 10
    starter = terminal("judge", "5", written(tmp_path, notebook_text()), "--exercise", "ligne", language="fr")
    assert starter.code == 1
    assert starter.out.startswith("17 cellules de code du notebook forment le programme.")


def test_a_damaged_notebook_is_reported_in_a_line(terminal: Callable[..., Any], tmp_path: Path) -> None:
    answer = terminal("judge", "mini_projet", written(tmp_path, notebook_text()[:900]))
    assert (answer.code, answer.out) == (2, "")
    assert "This notebook cannot be read" in answer.err
    assert len(answer.err.splitlines()) == 1


def notebook_of(source: str) -> str:
    """A notebook with the imports of a program in one cell, the rest in another, and magics."""
    head, _, rest = source.partition("\ndef ")
    cells = [f"%matplotlib inline\n{head}", f"def {rest}"]
    return json.dumps(
        {"cells": [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]}
    )
