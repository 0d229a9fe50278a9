"""A counterexample becomes as small as removing digits can make it."""

from collections.abc import Callable
from typing import Any

from puzzles.engine.judge import grids
from puzzles.engine.judge.exercise import Case, Expected, Outcome
from puzzles.engine.judge.shrinking import Bound, Failure, shrink, smallest


def failing(when: Callable[[str], str | None]) -> Callable[[Case], Failure | None]:
    """A program that fails with a code where `when` of the grid gives one."""

    def fails(case: Case) -> Failure | None:
        code = when(case.grid)
        return Failure(case, Outcome(), Expected(), code) if code else None

    return fails


def shrunk(when: Callable[[str], str | None], calls: int = 400, **options: Any) -> Failure:
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


def test_of_several_failures_the_smallest_is_told() -> None:
    fails = failing(
        lambda grid: "wrong" if grid[0] != "." and (grid[1] != "." or grid.count(".") == 80) else None
    )
    cases = [Case(grid=grids.FULL), Case(grid="4" + "." * 80)]
    found = smallest([failure for case in cases if (failure := fails(case))], fails, Bound(400))
    assert found.case.grid == "4" + "." * 80
