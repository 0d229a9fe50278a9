"""Test cases of exercises: their grids, and copies on other grids."""

import pytest

from puzzles.engine.judge import grids
from puzzles.engine.judge.cases import Case


def test_the_grid_of_a_case_shows_empty_cells_as_dots() -> None:
    assert Case(grid=grids.TUTORIEL.replace(".", "0")).required_grid == grids.TUTORIEL


def test_a_case_without_a_grid_is_refused_where_one_is_required() -> None:
    with pytest.raises(ValueError, match="no grid in the case 'a row alone'"):
        _ = Case(1, label="a row alone").required_grid


def test_a_case_on_another_grid_keeps_all_else() -> None:
    case = Case(3, grid=grids.TUTORIEL, answers=("1",), files={"a": "b"}, label="own").with_grid(grids.EMPTY)
    assert (case.arguments, case.grid, case.answers, case.files, case.label) == (
        (3,),
        grids.EMPTY,
        ("1",),
        {"a": "b"},
        "own",
    )
