"""The judge's grids are what their names say, and random ones are the same everywhere."""

import pytest

from puzzles.engine.judge import grids, oracle

NAMED = {name: value for name, value in vars(grids).items() if name.isupper() and isinstance(value, str)}


@pytest.mark.parametrize("name", sorted(NAMED))
def test_every_grid_has_81_characters(name: str) -> None:
    assert len(NAMED[name].strip(".123456789")) == 0
    assert len(NAMED[name]) == 81


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("PROJET_INSA", 1),
        ("FIGURE_1", 1),
        ("FIGURE_2", 1),
        ("N_VALIDE", 2),
        ("TD_ITERATIF", 1),
        ("TUTORIEL", 1),
        ("MINI_PROJET", 1),
        ("SEVENTEEN", 1),
        ("ONE_MISSING", 1),
        ("TWO_SOLUTIONS", 2),
        ("SEVENTEEN_SEVERAL", 3),
        ("NO_SOLUTION", 0),
        ("NO_CANDIDATE", 0),
        ("HOPELESS", 0),
        ("EMPTY", 3),
    ],
)
def test_every_grid_has_as_many_solutions_as_it_should(name: str, count: int) -> None:
    assert len(oracle.solutions(NAMED[name], limit=3)) == count


def test_special_grids_are_special() -> None:
    assert oracle.is_valid_full(grids.FULL)
    assert oracle.has_conflict(grids.CONTRADICTORY)
    assert oracle.has_conflict(grids.HOPELESS)
    assert not oracle.has_conflict(grids.NO_SOLUTION)
    assert all(
        oracle.candidates(grids.NO_SOLUTION, cell) for cell in range(81) if grids.NO_SOLUTION[cell] == "."
    )
    assert oracle.candidates(grids.NO_CANDIDATE, 0) == []
    assert 81 - grids.SEVENTEEN.count(".") == 81 - grids.SEVENTEEN_SEVERAL.count(".") == 17


def test_random_grids_are_the_same_everywhere_and_solvable() -> None:
    numbers = grids.Numbers(7)
    assert [numbers.below(10) for _ in range(8)] == [4, 6, 8, 4, 1, 5, 4, 0]
    for seed in range(5):
        assert oracle.is_valid_full(grids.random_full(seed))
        grid = grids.random_grid(seed, clues=30)
        assert 81 - grid.count(".") == 30
        assert oracle.solutions(grid, limit=1)
    assert len({grids.random_full(seed) for seed in range(20)}) == 20


def test_lines_and_rows_go_there_and_back() -> None:
    rows = grids.rows_of(grids.TUTORIEL)
    assert rows[0] == [5, 3, 0, 0, 7, 0, 0, 0, 0]
    assert grids.line_of(digit for row in rows for digit in row) == grids.TUTORIEL
    assert grids.rows_of(grids.EMPTY)[0] is not grids.rows_of(grids.EMPTY)[0]
