"""Grids are read and written in whatever shape a program keeps them."""

from typing import Any

import pytest

from puzzles.engine.judge import grids, held_grids, layout

LINE = grids.FIGURE_1
DIGITS = grids.digits_of(LINE)


class Cell:
    def __init__(self, valeur: int) -> None:
        self.valeur = valeur


class Holder:
    def __init__(self, grille: Any) -> None:
        self.__grille = grille
        self.nom = "figure 1"


SHAPES: dict[str, Any] = {
    "rows": grids.rows_of(LINE),
    "tuples": tuple(tuple(row) for row in grids.rows_of(LINE)),
    "flat": DIGITS,
    "characters": LINE.replace(".", "0"),
    "a line of a file": LINE.replace(".", "0") + "\n",
    "texts": held_grids.rows_of_text(LINE),
    "None for empty": [[digit or None for digit in row] for row in grids.rows_of(LINE)],
    "by cell": {(cell // 9, cell % 9): DIGITS[cell] for cell in range(81)},
    "by cell from 1": {(cell // 9 + 1, cell % 9 + 1): DIGITS[cell] for cell in range(81)},
    "by row": dict(enumerate(grids.rows_of(LINE))),
    "objects": [[Cell(digit) for digit in row] for row in grids.rows_of(LINE)],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_grid_is_read_in_any_shape(shape: str) -> None:
    assert held_grids.grid_line(SHAPES[shape]) == LINE
    assert held_grids.grids_in(Holder(SHAPES[shape])) == [LINE]
    assert held_grids.grids_in((True, SHAPES[shape])) == [LINE]


@pytest.mark.parametrize("shape", ["rows", "flat", "characters", "texts", "None for empty", "by cell"])
def test_another_grid_is_written_in_the_same_shape(shape: str) -> None:
    other = held_grids.copy_of_shape(SHAPES[shape], grids.TUTORIEL)
    assert type(other) is type(SHAPES[shape])
    assert held_grids.grid_line(other) == grids.TUTORIEL


@pytest.mark.parametrize(
    "value",
    [None, True, 5, "53..7", [[0] * 9] * 8, [[10] * 9] * 9, [[[0] * 9] * 9] * 9, ["a" * 9] * 9, print],
)
def test_an_invalid_grid_is_not_read_as_one(value: Any) -> None:
    assert held_grids.grid_line(value) is None


def test_parameters_without_default_are_those_required() -> None:
    def function(a: int, b: int, c: int = 0, *, d: int = 0) -> None:
        pass

    assert layout.required(function) == ["a", "b"]
    assert layout.required(len) is None
