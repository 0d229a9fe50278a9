"""What the board shows and says, before any browser draws it."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from puzzles.engine import Board
from puzzles.engine.translation import house_label
from puzzles.play.game import GameState, Op, apply_op, new_game
from puzzles.play.models import Attempt
from puzzles.play.pages.finish import finish_sentence
from puzzles.play.pages.play import cell_views, changed_cells, checksum, joined

GIVENS = Board.from_line(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
).digits
SCRIPTS = Path(__file__).parents[4] / "sudokusite" / "static" / "js"


def after(*ops: Op) -> GameState:
    state = new_game(GIVENS)
    for op in ops:
        state = apply_op(state, op).state
    return state


@pytest.mark.parametrize(
    ("ops", "cell", "label"),
    [
        ([], 0, "Row 1, column 1, given 5"),
        ([], 2, "Row 1, column 3, empty"),
        ([Op("d", 2, 4)], 2, "Row 1, column 3, 4"),
        ([Op("n", 2, 4), Op("n", 2, 1)], 2, "Row 1, column 3, notes 1 4"),
        ([Op("d", 2, 8)], 2, "Row 1, column 3, 8, repeats in column 3 and box 1"),
        ([Op("d", 2, 5)], 0, "Row 1, column 1, given 5, repeats in row 1 and box 1"),
        (
            [Op("d", 2, 9), Op("d", 3, 9), Op("d", 11, 9)],
            2,
            "Row 1, column 3, 9, repeats in row 1, column 3 and box 1",
        ),
    ],
)
def test_a_cell_says_where_it_is_what_it_holds_and_what_repeats(ops: list[Op], cell: int, label: str) -> None:
    with translation.override("en"):
        assert cell_views(after(*ops))[cell].label == label


def test_only_cells_that_change_are_sent() -> None:
    before = after(Op("n", 3, 4), Op("n", 40, 4))
    placed = apply_op(before, Op("d", 2, 4)).state
    assert [cell.number for cell in changed_cells(before, placed)] == [2, 3]
    assert changed_cells(before, before) == []


def test_a_conflict_that_spreads_changes_the_label_of_cells_that_stay() -> None:
    before = after(Op("d", 2, 8))
    assert [cell.number for cell in changed_cells(before, apply_op(before, Op("d", 5, 8)).state)] == [2, 5]


def test_houses_are_joined_as_people_do() -> None:
    with translation.override("en"):
        houses = [house_label(house, translation) for house in (2, 13, 19)]
        assert [joined(houses[:count]) for count in (1, 2, 3)] == [
            "row 3",
            "row 3 and column 5",
            "row 3, column 5 and box 2",
        ]


@pytest.mark.parametrize(
    ("help_given", "words"),
    [
        ({}, "Solved in 6 min 52 s, without help."),
        ({"hints_nudge": 1}, "Solved in 6 min 52 s, 1 hint."),
        ({"hints_nudge": 2, "cells_shown": 3}, "Solved in 6 min 52 s, 2 hints, 3 cells filled in."),
        ({"checks": 2}, "Solved in 6 min 52 s, 2 checks."),
        ({"corrected_cells": [2, 3]}, "Solved in 6 min 52 s, 2 right digits looked up."),
    ],
)
def test_the_end_shows_time_and_help(help_given: dict[str, Any], words: str) -> None:
    attempt = Attempt(state=Attempt.State.SOLVED, elapsed_ms=412_000, **help_given)
    with translation.override("en"):
        assert finish_sentence(attempt) == words


def test_an_open_attempt_has_no_end() -> None:
    assert finish_sentence(Attempt(elapsed_ms=412_000, digits="." * 81)) == ""


def test_the_checksum_distinguishes_digits_and_notes() -> None:
    grids = [("." * 81, ""), ("1" + "." * 80, ""), ("." * 81, "001" + "0" * 240)]
    assert len({checksum(Attempt(digits=digits, marks=marks)) for digits, marks in grids}) == 3
