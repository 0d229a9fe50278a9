"""Starters: every function of the worksheet, empty, with examples that a right program fulfils."""

import ast
import doctest
import sys
from types import ModuleType
from typing import Any

import pytest

from puzzles.engine.judge.arrays import as_module
from puzzles.engine.judge.starters import WORKSHEETS, starter_of
from puzzles.engine.worksheets import functions_of, source_of

MINE = ("td_iteratif", "tutoriel", "mini_projet")
NAMES = {
    "td_iteratif": "test_ligne test_colonne test_carre test protection remplissage avance_case recule_case "
    "resolution",
    "tutoriel": "print_board find_empty is_valid solve",
    "mini_projet": "printSudoku ligne colonne bloc possibles suivante resoudre",
}
GRIDS = {"td_iteratif": "M", "tutoriel": "board", "mini_projet": "S"}


@pytest.fixture(autouse=True)
def numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", as_module())


def module_of(source: str) -> ModuleType:
    module = ModuleType("programme")
    exec(source, module.__dict__)
    return module


def tried(module: ModuleType) -> tuple[dict[str, int], dict[str, int]]:
    """How many examples each function has, and how many of them fail."""
    examples, failures = {}, {}
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(module, "programme", module=False):
        result = runner.run(test, out=lambda text: None)
        if result.attempted:
            name = test.name.removeprefix("programme.")
            examples[name], failures[name] = result.attempted, result.failed
    return examples, failures


@pytest.mark.parametrize("worksheet", MINE)
def test_a_starter_has_each_function_of_its_worksheet_and_no_other(worksheet: str) -> None:
    tree = ast.parse(starter_of(worksheet))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert [function.name for function in functions] == NAMES[worksheet].split()
    for function in functions:
        assert len(function.body) == 2
        assert ast.unparse(function.body[1]) == "..."


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_the_words_of_a_starter_fit_the_editor(worksheet: str) -> None:
    lines = starter_of(worksheet).splitlines()
    assert [line for line in lines if len(line) > 72 and not line.lstrip().startswith(">>>")] == []
    # The editor of a laptop has 81 columns.
    assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize("worksheet", MINE)
def test_a_starter_runs_as_it_is(worksheet: str) -> None:
    exec(starter_of(worksheet), {"__name__": "__main__"})


@pytest.mark.parametrize("worksheet", MINE)
def test_a_starter_passes_none_of_its_functions(worksheet: str) -> None:
    examples, failures = tried(module_of(starter_of(worksheet)))
    assert set(examples) == set(NAMES[worksheet].split())
    assert all(failures.values())


@pytest.mark.parametrize("worksheet", MINE)
def test_the_worksheets_own_functions_fulfil_the_examples(worksheet: str) -> None:
    right: dict[str, Any] = {"__name__": "right"}
    exec(source_of(worksheet), right)
    module = module_of(starter_of(worksheet))
    assert set(NAMES[worksheet].split()) <= set(functions_of(worksheet))
    for name in NAMES[worksheet].split():
        right[name].__doc__ = getattr(module, name).__doc__
        setattr(module, name, right[name])
    if worksheet == "td_iteratif":
        right["affiche"] = print
        module.liste_protegee = module.protection(module.M)  # type: ignore[attr-defined]
    else:
        setattr(module, GRIDS[worksheet], right[GRIDS[worksheet]])
    for name in NAMES[worksheet].split():
        right[name].__module__ = "programme"
        assert right[name].__globals__ is right
    failed = {}
    runner = doctest.DocTestRunner(verbose=False)
    for name in NAMES[worksheet].split():
        docstring = right[name].__doc__
        test = doctest.DocTestParser().get_doctest(docstring, dict(module.__dict__), name, None, None)
        failed[name] = runner.run(test, out=lambda text: None).failed
    assert failed == dict.fromkeys(NAMES[worksheet].split(), 0)


def test_an_unknown_worksheet_has_no_starter() -> None:
    with pytest.raises(KeyError):
        starter_of("../judge/verdicts")
