"""A counterexample becomes as small as removing digits can make it."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine.judge import grids
from puzzles.engine.judge.cases import GRID, Case, Expected, Outcome
from puzzles.engine.judge.exercises import exercise_of
from puzzles.engine.judge.shrinking import Bound, Counterexample, shrink, smallest


def failing(when: Callable[[str], str | None]) -> Callable[[Case], Counterexample | None]:
    """A program that fails with a code where `when` of the grid gives one."""

    def fails(case: Case) -> Counterexample | None:
        code = when(case.grid)
        return Counterexample(case, Outcome(), Expected(), code) if code else None

    return fails


def shrunk(when: Callable[[str], str | None], calls: int = 400, **options: Any) -> Counterexample:
    fails = failing(when)
    first = fails(Case(grid=grids.FULL, **options))
    assert first is not None
    return shrink(first, fails, Bound(calls))


def test_only_the_digits_that_matter_stay() -> None:
    found = shrunk(lambda grid: "wrong" if grid[40] == "2" and grid[80] == "2" else None)
    assert found.case.grid == "." * 40 + "2" + "." * 39 + "2"
    assert found.size == 2


def test_a_failure_of_another_kind_is_not_taken() -> None:
    found = shrunk(lambda grid: "wrong" if grid[40] != "." else "raised")
    assert found.code == "wrong"
    assert found.size == 1


def test_the_bound_ends_it() -> None:
    calls = []

    def when(grid: str) -> str | None:
        calls.append(grid)
        return "wrong" if "." not in grid[:40] else None

    assert shrunk(when, calls=7).size >= 40
    assert len(calls) == 8


def test_a_case_that_does_not_shrink_stays() -> None:
    assert shrunk(lambda grid: "wrong", shrinks=False).size == 81


def test_of_several_failures_the_smallest_is_reported() -> None:
    fails = failing(
        lambda grid: "wrong" if grid[0] != "." and (grid[1] != "." or grid.count(".") == 80) else None
    )
    cases = [Case(grid=grids.FULL), Case(grid="4" + "." * 80)]
    found = smallest([counterexample for case in cases if (counterexample := fails(case))], fails, Bound(400))
    assert found.case.grid == "4" + "." * 80


def test_of_digits_that_show_the_same_the_nearest_stays() -> None:
    fails = failing(lambda grid: "wrong" if grid[3] != "." or grid[77] != "." or grid[40] != "." else None)
    first = fails(Case(grid=grids.FULL))
    assert first is not None
    for near in (3, 40, 77):
        found = shrink(first, fails, Bound(400), distance=lambda case, cell, near=near: abs(cell - near))
        assert found.cells() == [near]


def test_of_failures_with_as_many_digits_the_nearest_is_reported() -> None:
    fails = failing(lambda grid: "wrong")
    cases = [Case(grid=grids.with_digit(grids.EMPTY, cell, 4), shrinks=False) for cell in (5, 60, 40)]
    counterexamples = [counterexample for case in cases if (counterexample := fails(case))]
    found = smallest(counterexamples, fails, Bound(400), distance=lambda case, cell: abs(cell - 41))
    assert found.cells() == [40]


@pytest.mark.parametrize(
    ("worksheet", "key", "arguments", "near", "far"),
    [
        ("mini_projet", "bloc", (GRID, 3, 4), [30, 32, 50], [57, 0, 80]),
        ("mini_projet", "ligne", (GRID, 0), [0, 8], [9, 80]),
        ("mini_projet", "colonne", (GRID, 8), [8, 80], [7, 0]),
        ("td_iteratif", "test", (0, 0, 5, GRID), [20, 8, 72], [21, 30]),
        ("tutoriel", "is_valid", (GRID, 5, (8, 8)), [60, 72], [59, 40]),
        ("n_valide", "n_valide", (0, 8, 5), [0, 80], [33]),
    ],
)
def test_cells_that_share_a_house_with_the_one_asked_are_near(
    worksheet: str, key: str, arguments: tuple[Any, ...], near: list[int], far: list[int]
) -> None:
    exercise = exercise_of(worksheet, key)
    case = Case(*arguments, grid=grids.EMPTY)
    nearest = min(exercise.distance(case, cell) for cell in far)
    assert max(exercise.distance(case, cell) for cell in near) < nearest


def test_a_transposed_box_is_shown_with_a_digit_of_the_box_asked(judged: Callable[..., Any]) -> None:
    code = (
        "def bloc(S, i, j):\n    a, b = 3 * (j // 3), 3 * (i // 3)\n"
        "    return [S[k][l] for k in range(a, a + 3) for l in range(b, b + 3) if S[k][l]]\n"
    )
    found = judged(code, "bloc").verdicts["bloc"]
    assert (found["digits"], found["value"]) == (1, "[]")
    assert found["expected"] == f"[{found['grid'].strip('.')}]"
