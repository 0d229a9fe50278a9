"""The source shown is the source that runs: complete in itself, short, and found line by line."""

import ast
import subprocess
import sys

import pytest

from puzzles.engine.course import COURSE_MODULES, UnknownSourceError, functions_of, line_of, source_of

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
    assert {name: len(lines) for name, lines in functions_of(module).items() if len(lines) > 24} == {}
    for node in ast.walk(ast.parse(source_of(module))):
        if isinstance(node, ast.FunctionDef):
            assert (ast.get_docstring(node) or "").endswith("."), node.name


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
    program = "from puzzles.engine.course import " + ", ".join(COURSE_MODULES)
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")


def test_a_statement_is_found_by_its_text_and_its_turn() -> None:
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
def test_what_is_not_there_is_refused(module: str, function: str, statement: str, nth: int) -> None:
    with pytest.raises(UnknownSourceError):
        line_of(module, function, statement, nth=nth)
