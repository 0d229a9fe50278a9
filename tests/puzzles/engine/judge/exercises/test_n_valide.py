"""Worksheet 2 judged: the global grid, its test of one digit, and all solutions printed in any drawing."""

import doctest
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from puzzles.engine.judge import grids, oracle
from puzzles.engine.judge.exercises import exercise_of, exercises_of, n_valide
from puzzles.engine.judge.verdicts import judge
from puzzles.engine.worksheets import source_of
from puzzles.engine.worksheets.mutants import MUTANTS

FOLDER = Path(__file__).parents[1]
STYLES = sorted((FOLDER / "styles" / "n_valide").glob("*.py"))
# Beside the mutants of the gallery, which have a test of their own.
WRONG = sorted((FOLDER / "wrong" / "n_valide").glob("*.py"))
STARTER = Path(n_valide.__file__).parents[1] / "starters" / "n_valide.py"
KEYS = [exercise.key for exercise in exercises_of("n_valide")]
BASE = source_of("n_valide").split("\nif __name__")[0]


@pytest.fixture(autouse=True)
def _numpy_as_before() -> Iterator[None]:
    """The judge offers a stand-in for numpy where there is none."""
    before = sys.modules.get("numpy")
    yield
    sys.modules.pop("numpy", None)
    if before is not None:
        sys.modules["numpy"] = before


def verdicts(source: str, *keys: str) -> dict[str, dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    judge(source, "n_valide", list(keys) or None, messages.append)
    return {found["exercise"]: found for found in messages if found["kind"] == "verdict"}


def test_the_courses_own_program_passes() -> None:
    found = verdicts(source_of("n_valide"))
    assert {key: found[key]["verdict"] for key in KEYS} == dict.fromkeys(KEYS, "passed")


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.stem)
def test_a_right_program_passes_however_it_is_written(path: Path) -> None:
    source = path.read_text("utf-8")
    if "import numpy" in source and "numpy" not in sys.modules:
        pytest.importorskip("puzzles.engine.judge.arrays", reason="neither numpy nor its stand-in")
    found = verdicts(source)
    assert {key: found[key]["verdict"] for key in KEYS} == dict.fromkeys(KEYS, "passed")


def test_there_are_more_than_five_ways() -> None:
    assert len(STYLES) > 5


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_each_plausible_mistake_is_caught(path: Path) -> None:
    key = path.stem.split("-")[0]
    found = verdicts(f"{BASE}\n\n{path.read_text('utf-8')}", key)[key]
    assert found["verdict"] in ("wrong", "printed_wrong", "changed")


@pytest.mark.parametrize("key", KEYS)
def test_each_exercise_has_at_least_three_plausible_mistakes(key: str) -> None:
    mutants = [mutant for mutant in MUTANTS["n_valide"] if mutant.key == key]
    assert len([path for path in WRONG if path.stem.startswith(f"{key}-")]) + len(mutants) >= 3


def test_row_and_column_exchanged_in_the_box_show_on_one_digit() -> None:
    [turned] = [
        mutant for mutant in MUTANTS["n_valide"] if mutant.name == "row-and-column-swapped-in-the-box"
    ]
    found = verdicts(turned.program(), "n_valide")["n_valide"]
    assert found["digits"] == 1
    assert found["detail"] == "value"


def test_the_starter_passes_only_its_grid_and_its_examples_are_true() -> None:
    found = verdicts(STARTER.read_text("utf-8"))
    assert [key for key in KEYS if found[key]["verdict"] == "passed"] == ["grid"]
    starter, right = ModuleType("starter"), ModuleType("right")
    exec(STARTER.read_text("utf-8"), starter.__dict__)
    exec(source_of("n_valide"), right.__dict__)
    right.grid = starter.grid  # type: ignore[attr-defined]
    tests = [test for test in doctest.DocTestFinder().find(starter, "starter", module=False) if test.examples]
    assert len(tests) == 2
    for test in tests:
        test.globs = vars(right)
        assert (
            doctest.DocTestRunner(verbose=False).run(test, out=lambda text: None, clear_globs=False).failed
            == 0
        )


def test_a_grid_that_another_name_holds_too_is_filled_in_place() -> None:
    namespace: dict[str, Any] = {"grid": grids.rows_of(grids.EMPTY)}
    other = namespace["grid"]
    n_valide.put_global(namespace, grids.FIGURE_1)
    assert other == grids.rows_of(grids.FIGURE_1)
    assert namespace["grid"] is other


@pytest.mark.parametrize(
    "text",
    [
        n_valide.drawn(grids.FULL),
        " ".join(grids.FULL),
        "\n".join(f"| {' '.join(grids.FULL[start : start + 9])} |" for start in range(0, 81, 9)),
        f"Solution 1 :\n{n_valide.drawn(grids.FULL)}Il y a 1 solution.\n",
        str(grids.rows_of(grids.FULL)),
    ],
)
def test_a_solution_is_read_in_any_drawing(text: str) -> None:
    assert n_valide.grids_printed(text) == [grids.FULL]


def test_a_digit_too_many_is_not_read_as_a_solution() -> None:
    assert n_valide.grids_printed(n_valide.drawn(grids.FULL) + "4\n") != [grids.FULL]


def test_n_valide_is_never_asked_for_the_digit_of_its_own_cell() -> None:
    for case in exercise_of("n_valide", "n_valide").cases():
        y, x, n = case.arguments
        assert case.grid[9 * y + x] != str(n)


def test_the_grids_of_solve_have_none_one_and_several_solutions() -> None:
    counts = {
        len(oracle.solutions(case.grid, limit=100)) for case in exercise_of("n_valide", "solve").cases()
    }
    assert {0, 1, 2, 3} <= counts
