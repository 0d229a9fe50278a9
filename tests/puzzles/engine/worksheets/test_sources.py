"""The source shown is the source that runs: complete in itself, short, and found line by line."""

import ast
import doctest
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

from puzzles.engine.worksheets import (
    COURSE_MODULES,
    UnknownSourceError,
    annex,
    functions_in,
    functions_of,
    line_of,
    numpy_source,
    source_of,
)

WORKSHEET_OUTPUT = {
    "n_valide": "184236795\n265197483\n937854612\n",
    "td_iteratif": "[6, 3, 9, 1, 2, 5, 4, 7, 8]\n",
    "tutoriel": "5 3 0  | 0 7 0  | 0 0 0\n",
    "mini_projet": "[0, 1, 0, 0, 7, 8, 0, 0, 0]\n",
    "projet_insa": "Erreur : le fichier sudoku.txt n'existe pas.\n",
    "propagation": "[9, 8, 7, 6, 5, 4, 3, 2, 1]\n",
}


@pytest.mark.parametrize("module", COURSE_MODULES)
@pytest.mark.parametrize("options", [[], ["-i"]], ids=["as a file", "as if pasted"])
def test_the_text_alone_runs_in_python(module: str, options: list[str], tmp_path: object) -> None:
    answer = subprocess.run(
        [sys.executable, "-I", "-S", *options, "-"],
        input=source_of(module) + "\n",
        capture_output=True,
        text=True,
        cwd=str(tmp_path),
        env={"PYTHONIOENCODING": "utf-8", "PYTHONUTF8": "1"},
        timeout=60,
    )
    assert "Error" not in answer.stderr
    first = WORKSHEET_OUTPUT[module]
    assert first in answer.stdout if options else answer.stdout.startswith(first)


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_the_text_needs_only_the_standard_library(module: str) -> None:
    imported = [
        alias.name if isinstance(node, ast.Import) else f"{'.' * node.level}{node.module}"
        for node in ast.walk(ast.parse(source_of(module)))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]
    assert set(imported) <= {"random", "copy"}


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_every_function_fits_on_a_screen_and_says_what_it_does(module: str) -> None:
    assert functions_of(module)
    long = {}
    for node in ast.walk(ast.parse(source_of(module))):
        if isinstance(node, ast.FunctionDef):
            told, *examples = (ast.get_docstring(node) or "").splitlines()
            assert told.endswith("."), node.name
            lines = len(functions_of(module)[node.name]) - len(examples)
            if lines > 24:
                long[node.name] = lines
    assert long == {}


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_no_function_has_a_blank_line_so_that_it_can_be_pasted(module: str) -> None:
    lines = source_of(module).splitlines()
    blank = [
        (name, number)
        for name, numbers in functions_of(module).items()
        for number in numbers
        if not lines[number - 1].strip()
    ]
    assert blank == []


def test_importing_a_module_prints_nothing() -> None:
    program = "from puzzles.engine.worksheets import " + ", ".join(COURSE_MODULES)
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")


def test_a_statement_is_found_by_its_text_and_its_occurrence() -> None:
    lines = source_of("tutoriel").splitlines()
    first = line_of("tutoriel", "solve", "return True")
    second = line_of("tutoriel", "solve", "return True", nth=2)
    assert first < second
    assert lines[first - 1].strip() == lines[second - 1].strip() == "return True"
    assert lines[first - 2].strip() == "if pos is None:"


@pytest.mark.parametrize(
    ("module", "function", "statement", "nth"),
    [
        ("tutoriel", "solve", "return None", 1),
        ("tutoriel", "solve", "return True", 3),
        ("tutoriel", "resoudre", "return True", 1),
        ("os", "solve", "return True", 1),
    ],
)
def test_a_missing_statement_is_refused(module: str, function: str, statement: str, nth: int) -> None:
    with pytest.raises(UnknownSourceError):
        line_of(module, function, statement, nth=nth)


# The examples of the worksheets, as doctests


def examples_of(text: str) -> doctest.TestResults:
    module = types.ModuleType("pasted")
    exec(text, module.__dict__)
    return doctest.testmod(module)


@pytest.mark.parametrize(
    ("module", "count"),
    [("projet_insa", 10), ("n_valide", 1), ("td_iteratif", 8), ("tutoriel", 3), ("mini_projet", 6)],
)
def test_the_examples_in_the_text_give_what_they_say(module: str, count: int) -> None:
    found = examples_of(source_of(module))
    assert (found.failed, found.attempted) == (0, count)


@pytest.mark.parametrize(
    ("module", "example"),
    [
        ("mini_projet", ">>> ligne(S, 0)\n    [1, 7, 8]\n"),
        ("mini_projet", ">>> colonne(S, 0)\n    [1]\n"),
        ("mini_projet", ">>> bloc(S, 3, 4)\n    [6, 9, 1, 5, 8]\n"),
        ("mini_projet", ">>> possibles(S, 0, 0)\n    [2, 3, 4, 6, 9]\n"),
        ("mini_projet", ">>> suivante(0, 0), suivante(0, 8), suivante(8, 8)\n    ((0, 1), (1, 0), (9, 0))\n"),
        ("tutoriel", ">>> find_empty(board)\n    (0, 2)\n"),
        ("projet_insa", "        | 790|304|108|\n        | 000|006|000|\n        | 000|080|059|\n"),
    ],
)
def test_the_worksheets_own_examples_are_among_them(module: str, example: str) -> None:
    assert example in source_of(module)


# The third worksheet's text for numpy


def test_each_access_to_the_matrix_is_written_as_for_numpy() -> None:
    text = numpy_source()
    assert "][" not in text
    for name in ("M", "matrice_originale"):
        assert f"{name}[i, j]" in text
        assert f"{name}: np.ndarray" in text
    assert text.count("matrice_originale = M.copy()") == 2
    assert list(functions_in(text)) == list(functions_of("td_iteratif"))


def test_the_annex_sets_each_given_digit_of_the_matrix() -> None:
    given = {}
    text = annex().replace("M = np.zeros((9, 9), int)\n", "")
    exec(text, {"M": given})
    lists: dict[str, list[list[int]]] = {}
    exec(source_of("td_iteratif"), lists)
    digits = {(i, j): digit for i, row in enumerate(lists["M"]) for j, digit in enumerate(row) if digit}
    assert given == digits
    assert len(digits) == 28


def python_with_numpy() -> str:
    """An interpreter that has numpy: this one, or the machine's."""
    for python in (sys.executable, shutil.which("python3")):
        if python and subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0:
            return python
    pytest.skip("numpy is not installed: no requirement of the site, but of this text")


def test_the_text_for_numpy_runs_with_numpy(tmp_path: Path) -> None:
    python = python_with_numpy()
    (tmp_path / "td.py").write_text(numpy_source(), "utf-8")
    solved = subprocess.run([python, "td.py"], capture_output=True, text=True, cwd=tmp_path)
    assert (solved.returncode, solved.stderr) == (0, "")
    assert solved.stdout.startswith("[[6 3 9 1 2 5 4 7 8]\n [7 1 4 9 3 8 5 6 2]\n")
    examples = "import doctest, td; print(tuple(doctest.testmod(td)), td.M[0, 3], td.liste_protegee[0])"
    tried = subprocess.run([python, "-c", examples], capture_output=True, text=True, cwd=tmp_path)
    assert tried.stdout == "(0, 8) 1 (0, 3)\n"
