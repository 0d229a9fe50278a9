"""Grids are written in the form in which a program keeps its own."""

from typing import Any

import pytest

from puzzles.engine.judge import grid_forms, grids
from puzzles.engine.judge.grid_reader import grid_line, read_grid

from .test_grid_reader import LINE, SHAPES

WRITABLE = ("rows", "flat", "None for empty", "by cell", "by cell from 1", "by row", "by letter of the row")


@pytest.mark.parametrize("shape", [*WRITABLE, "characters", "texts"])
def test_another_grid_is_written_in_the_same_shape(shape: str) -> None:
    other = grid_forms.copy_of_shape(SHAPES[shape], grids.TUTORIEL)
    assert type(other) is type(SHAPES[shape])
    assert grid_line(other) == grids.TUTORIEL


@pytest.mark.parametrize("shape", WRITABLE)
def test_another_grid_is_written_in_place(shape: str) -> None:
    own = grid_forms.copy_of_shape(SHAPES[shape], LINE)
    assert grid_forms.write_in_place(own, grids.TUTORIEL)
    assert grid_line(own) == grids.TUTORIEL


@pytest.mark.parametrize("shape", ["tuples", "characters", "texts", "an object with rows"])
def test_what_cannot_be_written_in_place_says_so(shape: str) -> None:
    assert not grid_forms.write_in_place(SHAPES[shape], grids.TUTORIEL)
    assert grid_line(SHAPES[shape]) == LINE


@pytest.mark.parametrize("shape", [*WRITABLE[:2], "by row", "characters"])
def test_an_object_gets_another_grid_in_the_shape_it_has(shape: str) -> None:
    class Sudoku:
        def __init__(self) -> None:
            self.taille: Any = 9
            self.grille = SHAPES[shape]

    made = grid_forms.make_object(Sudoku, grids.TUTORIEL)
    assert type(made.grille) is type(SHAPES[shape])
    assert read_grid(made) == grids.TUTORIEL
