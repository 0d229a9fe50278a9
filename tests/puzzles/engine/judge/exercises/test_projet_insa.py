"""Worksheet 1 judged: programs of any build pass, each plausible mistake is caught with a counterexample."""

import ast
import doctest
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from puzzles.engine.judge import grids, oracle, wording
from puzzles.engine.judge.exercises import exercise_of, exercises_of
from puzzles.engine.judge.exercises.projet_insa import solvers
from puzzles.engine.judge.verdicts import judge
from puzzles.engine.worksheets import source_of
from puzzles.engine.worksheets.mutants import MUTANTS

FOLDER = Path(__file__).parents[1]
STYLES = sorted((FOLDER / "styles" / "projet_insa").glob("*.py"))
# Beside the mutants of the gallery, which have a test of their own.
WRONG = sorted((FOLDER / "wrong" / "projet_insa").glob("*.py"))
STARTER = Path(solvers.__file__).parents[2] / "starters" / "projet_insa.py"
KEYS = [exercise.key for exercise in exercises_of("projet_insa")]
BASE = source_of("projet_insa").split("\nif __name__")[0]
END = '\nif __name__ == "__main__":\n    programme()\n'


@pytest.fixture(autouse=True)
def _streams() -> Iterator[None]:
    """A program under judgement leaves the console as it was."""
    before = sys.stdout, sys.stdin
    yield
    assert (sys.stdout, sys.stdin) == before


def verdicts(source: str, *keys: str) -> dict[str, dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    judge(source, "projet_insa", list(keys) or None, messages.append)
    return {found["exercise"]: found for found in messages if found["kind"] == "verdict"}


def changed(code: str) -> str:
    """The course's program with other functions; those with `self` become methods of the class."""
    names = [node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)]
    methods = [name for name in names if f"def {name}(self" in code]
    moves = "".join(f"\nSudoku.{name} = {name}\ndel {name}\n" for name in methods)
    return f"{BASE}\n\n{code}\n{moves}{END}"


def verdict(code: str, key: str) -> dict[str, Any]:
    return verdicts(changed(code), key)[key]


def wrong(name: str) -> dict[str, Any]:
    return verdict((FOLDER / "wrong" / "projet_insa" / f"{name}.py").read_text("utf-8"), name.split("-")[0])


def test_the_courses_own_program_passes() -> None:
    found = verdicts(source_of("projet_insa"))
    assert {key: found[key]["verdict"] for key in KEYS} == dict.fromkeys(KEYS, "passed")


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.stem)
def test_a_right_program_passes_however_it_is_built(path: Path) -> None:
    found = verdicts(path.read_text("utf-8"))
    assert {key: found[key]["verdict"] for key in KEYS} == dict.fromkeys(KEYS, "passed")


def test_there_are_more_than_five_other_ways() -> None:
    assert len(STYLES) > 5


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_each_plausible_mistake_is_caught(path: Path) -> None:
    key = path.stem.split("-")[0]
    found = verdict(path.read_text("utf-8"), key)
    assert found["verdict"] in ("wrong", "raised", "printed_wrong", "changed")
    assert wording.sentence(found, "fr") != wording.sentence(found, "en")


@pytest.mark.parametrize("key", KEYS)
def test_each_question_has_at_least_three_plausible_mistakes(key: str) -> None:
    mutants = [mutant for mutant in MUTANTS["projet_insa"] if mutant.key == key]
    assert len([path for path in WRONG if path.stem.startswith(f"{key}-")]) + len(mutants) >= 3


def test_an_empty_starter_passes_nothing_and_ends() -> None:
    found = verdicts(STARTER.read_text("utf-8"))
    assert set(found) == set(KEYS)
    assert not [key for key in KEYS if found[key]["verdict"] == "passed"]


def test_the_examples_of_the_starter_are_true_of_the_courses_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sudoku.txt").write_text(grids.PROJET_INSA.replace(".", "0") + "\n")
    monkeypatch.chdir(tmp_path)
    starter, right = ModuleType("starter"), ModuleType("right")
    exec(STARTER.read_text("utf-8"), starter.__dict__)
    exec(source_of("projet_insa"), right.__dict__)
    figures = {name: value for name, value in vars(starter).items() if name.startswith("FIGURE")}
    tests = [test for test in doctest.DocTestFinder().find(starter, "starter", module=False) if test.examples]
    assert len(tests) >= 5
    for test in tests:
        test.globs = {**vars(right), **figures}
        assert doctest.DocTestRunner(verbose=False).run(test, out=lambda text: None).failed == 0, test.name


def test_a_class_of_another_name_is_missed_but_its_methods_are_judged() -> None:
    found = verdicts(BASE.replace("Sudoku", "Grille") + END, "sudoku", "est_valide")
    assert found["sudoku"]["verdict"] == "not_defined"
    assert found["est_valide"]["verdict"] == "passed"


def test_true_for_one_is_reported_as_a_wrong_type() -> None:
    assert wrong("est_valide-true_for_one")["detail"] == "type"


def test_an_incomplete_grid_taken_for_valid_shrinks_to_the_empty_grid() -> None:
    [mutant] = [mutant for mutant in MUTANTS["projet_insa"] if mutant.name == "empty-cells-allowed"]
    found = verdicts(mutant.program(), "est_valide")["est_valide"]
    assert (found["grid"], found["value"], found["expected"]) == (grids.EMPTY, "1", "0")


def test_blanks_written_into_the_grid_while_drawing_are_a_change() -> None:
    assert wrong("afficher_sudoku-blanks_written")["verdict"] == "changed"


def test_lines_may_be_counted_from_0_but_always_in_the_same_way() -> None:
    from_0 = """
def lire_fichier_sudoku(fichier, ligne):
    texte = open(fichier).readlines()[ligne]
    return Sudoku([[int(texte[9 * i + j]) for j in range(9)] for i in range(9)])
"""
    assert verdict(from_0, "lire_fichier_sudoku")["verdict"] == "passed"
    found = verdict(from_0.replace("[ligne]", "[ligne if ligne == 0 else ligne - 1]"), "lire_fichier_sudoku")
    assert found["verdict"] == "passed"
    found = verdict(from_0.replace("[ligne]", "[ligne if ligne < 3 else ligne - 1]"), "lire_fichier_sudoku")
    assert found["verdict"] == "wrong"


def test_a_wrong_answer_may_end_the_typing_but_not_be_forgotten_after_asking_again() -> None:
    gives_up = """
def saisir_sudoku():
    texte = input()
    if len(texte) != 81 or not texte.isdigit():
        print("Erreur")
        return None
    return Sudoku(grille_de(texte))
"""
    assert verdict(gives_up, "saisir_sudoku")["verdict"] == "passed"
    assert wrong("saisir_sudoku-result_dropped")["verdict"] == "wrong"


@pytest.mark.parametrize(
    "drawing",
    [
        "print(' '.join(str(c) for c in ligne))",
        "print(ligne)",
        "print('|' + '|'.join(str(c) if c else ' ' for c in ligne) + '|')",
        "print(*['x' if c == 0 else c for c in ligne], sep='\\t')",
    ],
)
def test_any_drawing_with_a_row_on_a_line_will_do(drawing: str) -> None:
    start = "def afficher_sudoku(self):\n    print('Grille 1 :')\n    for ligne in self.grille:\n"
    code = f"{start}        {drawing}\n"
    assert verdict(code, "afficher_sudoku")["verdict"] == "passed"


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        ("return True", "wrong"),
        ("return 1", "wrong"),
        ("return False", "passed"),
        ("return None", "passed"),
        ("print('pas de solution')", "passed"),
        ("raise ValueError('pas de solution')", "passed"),
        ("raise PasDeSolution", "passed"),
        ("return [][0]", "raised"),
    ],
)
def test_a_solver_may_say_in_any_way_that_there_is_no_solution(ending: str, expected: str) -> None:
    code = f"""
class PasDeSolution(Exception):
    pass


def resoudre(self):
    if essayer(self):
        return 1
    {ending}


def essayer(sudoku):
    for i, j in CASES:
        if sudoku.grille[i][j] == 0:
            sudoku.memoriser()
            for chiffre in sudoku.permis(i, j):
                sudoku.grille[i][j] = chiffre
                if essayer(sudoku):
                    return True
            sudoku.grille[i][j] = 0
            return False
    return True
"""
    assert verdict(code, "resoudre")["verdict"] == expected


def test_a_method_of_unknown_name_is_found_by_what_it_does() -> None:
    source = BASE.replace("resoudre_simple", "etape_par_etape") + END
    found = verdicts(source, "resoudre_simple")["resoudre_simple"]
    assert (found["verdict"], found["name"]) == ("passed", "etape_par_etape")


def test_without_a_simple_method_its_name_is_asked_for() -> None:
    start, end = BASE.index("    def resoudre_simple"), BASE.index("    def est_coherente")
    found = verdicts(BASE[:start] + BASE[end:] + END, "resoudre_simple")["resoudre_simple"]
    assert (found["verdict"], found["name"]) == ("not_defined", "resoudre_simple")


def test_the_simple_method_fills_the_same_cells_in_any_order(course_line: Callable[[str], str]) -> None:
    for name in ("FIGURE_1", "FIGURE_2", "TUTORIEL", "MINI_PROJET"):
        line = course_line(name)
        turned = solvers.simply_filled(line[::-1])[::-1]
        assert solvers.simply_filled(line) == turned


@pytest.fixture
def course_line() -> Callable[[str], str]:
    return lambda name: getattr(grids, name)


def test_the_grids_of_the_solvers_are_what_their_labels_say() -> None:
    assert "." in solvers.simply_filled(solvers.NOT_SIMPLE)
    assert len(oracle.solutions(solvers.NOT_SIMPLE)) == 1
    for line in solvers.WITH_WRONG_DIGIT:
        assert not oracle.solutions(line)
        assert not oracle.has_conflict(line)
    assert "." not in solvers.simply_filled(grids.FIGURE_2)


def test_each_rule_is_broken_alone_in_some_grid_of_est_valide() -> None:
    broken = set()
    for case in exercise_of("projet_insa", "est_valide").cases():
        if "." not in case.grid:
            kinds = ("row", "column", "box")
            houses = (oracle.ROW, oracle.COLUMN, oracle.BOX)
            faults = [
                kind
                for kind, some in zip(kinds, houses, strict=True)
                if any(len(set(oracle.present(case.grid, house))) < 9 for house in some)
            ]
            broken.add(tuple(faults))
    assert {(), ("row",), ("column",), ("box",)} <= broken
