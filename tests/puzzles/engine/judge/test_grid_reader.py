"""Grids are read in whatever form a program keeps them, and what holds none is None everywhere."""

from array import array
from typing import Any

import pytest

from puzzles.engine.judge import grid_forms, grid_reader, grids

LINE = grids.FIGURE_1
DIGITS = grids.digits_of(LINE)


class Cell:
    def __init__(self, valeur: int) -> None:
        self.valeur = valeur


class Holder:
    def __init__(self, grille: Any) -> None:
        self.__grille = grille
        self.nom = "figure 1"


class Indexed:
    """Rows by number, and nothing else of a list."""

    def __len__(self) -> int:
        return 9

    def __getitem__(self, row: int) -> list[int]:
        return grids.rows_of(LINE)[row]


SHAPES: dict[str, Any] = {
    "rows": grids.rows_of(LINE),
    "tuples": tuple(tuple(row) for row in grids.rows_of(LINE)),
    "flat": DIGITS,
    "characters": LINE.replace(".", "0"),
    "a line of a file": LINE.replace(".", "0") + "\n",
    "texts": grid_forms.rows_of_text(LINE),
    "None for empty": [[digit or None for digit in row] for row in grids.rows_of(LINE)],
    "by cell": {(cell // 9, cell % 9): DIGITS[cell] for cell in range(81)},
    "by cell from 1": {(cell // 9 + 1, cell % 9 + 1): DIGITS[cell] for cell in range(81)},
    "by number of the cell": dict(enumerate(DIGITS)),
    "by row": dict(enumerate(grids.rows_of(LINE))),
    "by letter of the row": dict(zip("ABCDEFGHI", grids.rows_of(LINE), strict=True)),
    "objects": [[Cell(digit) for digit in row] for row in grids.rows_of(LINE)],
    "arrays": [array("b", row) for row in grids.rows_of(LINE)],
    "an object with rows": Indexed(),
}
# Each cell a whole number or a sign of text.
EXACT = [shape for shape in SHAPES if shape not in ("None for empty", "objects")]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_grid_is_read_in_any_shape(shape: str) -> None:
    assert grid_reader.grid_line(SHAPES[shape]) == LINE
    assert grid_reader.grids_in(Holder(SHAPES[shape])) == [LINE]
    assert grid_reader.grids_in((True, SHAPES[shape])) == [LINE]


@pytest.mark.parametrize("shape", EXACT)
def test_a_grid_that_was_handed_over_is_read_in_any_shape(shape: str) -> None:
    assert grid_reader.read_grid(SHAPES[shape]) == LINE
    assert grid_reader.read_grid(Holder(SHAPES[shape])) == LINE


@pytest.mark.parametrize(
    "value",
    [None, True, 5, "53..7", [[0] * 9] * 8, [[10] * 9] * 9, [[[0] * 9] * 9] * 9, ["a" * 9] * 9, print, list],
)
def test_an_invalid_grid_is_not_read_as_one(value: Any) -> None:
    assert grid_reader.grid_line(value) is None
    assert grid_reader.digits_being_written(value) is None


@pytest.mark.parametrize("cell", [None, "", "x", 4.0, Cell(4)])
def test_a_cell_in_an_open_form_is_no_digit_in_a_grid_that_was_handed_over(cell: Any) -> None:
    rows: list[list[Any]] = grids.rows_of(grids.EMPTY)
    rows[0][0] = cell
    assert grid_reader.open_digit_of(cell) in (0, 4)
    assert grid_reader.digit_of(cell) is None
    assert grid_reader.read_grid(rows) == "?" + grids.EMPTY[1:]


@pytest.mark.parametrize("cell", [True, 10, -1, 4.5, "12", "a", [4], {4}])
def test_what_is_no_digit_in_any_form_is_refused(cell: Any) -> None:
    assert grid_reader.open_digit_of(cell) is None
    assert grid_reader.digit_of(cell) is None


@pytest.mark.parametrize("shape", ["rows", "flat", "by cell", "by cell from 1", "by number of the cell"])
def test_one_cell_may_hold_no_digit_while_a_grid_is_written(shape: str) -> None:
    grid = grid_forms.copy_of_shape(SHAPES[shape], LINE)
    grid_forms.write_cells(grid, {7: "?!"})
    digits = grid_reader.digits_being_written(grid)
    assert digits is not None
    assert [cell for cell, digit in enumerate(digits) if digit is None] == [7]
    grid_forms.write_cells(grid, {8: "?!"})
    assert grid_reader.digits_being_written(grid) is None
