"""A call as the explorer shows it."""

from typing import Any

import pytest

from puzzles.course.access import ReferenceAccess
from puzzles.course.pages.explorer import AXES, asked_call, board_rows, cells_in, explorer_page, own_board
from puzzles.engine import Board
from puzzles.engine.worksheets import COURSE_MODULES, DEMOS, explore, functions_of, source_of


def page_of(function: str, *, cell: int, digit: int | None = None, board: Board | None = None) -> Any:
    """The page of a call, for somebody who may read every text."""
    access = ReferenceAccess(function.partition(".")[0], "always")
    return explorer_page(asked_call(function, cell=cell, digit=digit, board=board), access=access)


@pytest.mark.parametrize(
    ("value", "cells"),
    [
        ("(0, 2)", [2]),
        ("[(0, 3), (8, 8)]", [3, 80]),
        ("(9, 0)", []),
        ("(-1, 8)", []),
        ("[6, 9]", []),
        ("None", []),
        ("True", []),
        ("1", []),
    ],
)
def test_the_cells_that_a_value_names(value: str, cells: list[int]) -> None:
    assert list(cells_in(value)) == cells


def test_cells_are_numbered_in_the_order_they_were_read() -> None:
    asked = asked_call("n_valide.n_valide", cell=0, digit=5, board=None)
    call = explore("n_valide", "n_valide", asked.board, cell=0, digit=5)
    cells = [cell for row in board_rows(asked, call) for cell in row]
    assert [cell.order for cell in cells if cell.order] == list(range(1, len(call.looked_at) + 1))
    assert [cell.number for cell in cells if cell.is_chosen] == [0]


def test_a_call_about_the_whole_grid_has_no_chosen_cell() -> None:
    page = page_of("tutoriel.find_empty", cell=40)
    cells = [cell for row in page["rows"] for cell in row]
    assert not any(cell.is_chosen for cell in cells)
    assert [cell.number for cell in cells if cell.is_answer] == [2]


def test_missing_arguments_are_those_of_the_worksheet() -> None:
    asked = asked_call(None, cell=None, digit=None, board=None)
    assert (asked.module, asked.function, asked.cell, asked.typed) == ("mini_projet", "bloc", 31, "")
    assert asked.board == own_board("mini_projet")


def test_the_address_of_a_call_has_only_the_arguments_it_takes() -> None:
    board = Board.from_line("." * 81)
    page = page_of("mini_projet.bloc", cell=0, digit=9)
    assert page["address"] == "/course/explorer/?function=mini_projet.bloc&cell=0"
    page = page_of("n_valide.n_valide", cell=0, digit=9, board=board)
    assert page["address"].endswith(f"cell=0&digit=9&grid={'.' * 81}")


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_the_own_grid_of_a_worksheet_is_one_of_its_demos(module: str) -> None:
    assert own_board(module).to_line() in {demo.puzzle for demo in DEMOS[module]}


@pytest.mark.parametrize("module", AXES)
def test_rows_and_columns_are_named_as_in_the_text(module: str) -> None:
    row, column = AXES[module]
    lines = source_of(module).splitlines()
    numbers = functions_of(module)[{"n_valide": "n_valide", "tutoriel": "is_valid"}[module]]
    text = "\n".join(lines[number - 1] for number in numbers)
    assert f"{row}, {column}" in text or f"{row}: int, {column}: int" in text
