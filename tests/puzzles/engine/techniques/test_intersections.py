"""Pointing and claiming by an example and a near miss, and by counting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, HOUSES
from puzzles.engine.techniques import Candidate, Position, Step
from puzzles.engine.techniques.intersections import find_claiming, find_pointing, verify_intersection
from puzzles.engine.techniques.step import by_role
from tests.puzzles.engine.counting import intersections_by_counting
from tests.puzzles.engine.notation import EMPTY, cells

ROW_1, COLUMN_1, BOX_1, BOX_2 = 0, 9, 18, 19


def with_places(house: int, digit: int, *names: str) -> Position:
    """An empty grid where the digit has only these places in the house."""
    return EMPTY.eliminate((cell, digit) for cell in HOUSES[house] if cell not in cells(*names))


def test_a_digit_confined_to_one_row_of_a_box_is_eliminated_elsewhere_in_the_row() -> None:
    (step,) = find_pointing(with_places(BOX_1, 5, "r1c1", "r1c3"))
    assert step == Step(
        "pointing",
        eliminations=tuple(
            Candidate(cell, 5) for cell in cells(*(f"r1c{column}" for column in range(4, 10)))
        ),
        digits=by_role(pattern=[5]),
        houses=by_role(house=[BOX_1], cover=[ROW_1]),
        cells=by_role(pattern=cells("r1c1", "r1c3")),
    )


def test_three_candidates_in_a_column_point_too() -> None:
    (step,) = find_pointing(with_places(BOX_1, 5, "r1c2", "r2c2", "r3c2"))
    assert step.houses_as("cover") == (10,)
    assert step.targets == cells(*(f"r{row}c2" for row in range(4, 10)))


@pytest.mark.parametrize("names", [("r1c1", "r1c3", "r2c2"), ("r1c1", "r2c2"), ("r1c1",), ()])
def test_candidates_in_two_rows_or_a_single_one_do_not_point(names: tuple[str, ...]) -> None:
    assert not list(find_pointing(with_places(BOX_1, 5, *names)))


def test_a_digit_confined_to_one_box_of_a_row_is_eliminated_elsewhere_in_the_box() -> None:
    (step,) = find_claiming(with_places(ROW_1, 5, "r1c4", "r1c5"))
    assert step == Step(
        "claiming",
        eliminations=tuple(
            Candidate(cell, 5) for cell in cells("r2c4", "r2c5", "r2c6", "r3c4", "r3c5", "r3c6")
        ),
        digits=by_role(pattern=[5]),
        houses=by_role(house=[ROW_1], cover=[BOX_2]),
        cells=by_role(pattern=cells("r1c4", "r1c5")),
    )


@pytest.mark.parametrize("names", [("r1c3", "r1c4"), ("r1c1", "r1c2", "r1c9"), ("r1c5",), ()])
def test_places_in_two_boxes_or_one_place_alone_claim_nothing(names: tuple[str, ...]) -> None:
    assert not list(find_claiming(with_places(ROW_1, 5, *names)))


def test_nothing_points_without_an_elimination() -> None:
    position = with_places(BOX_1, 5, "r1c1", "r1c3")
    (step,) = find_pointing(position)
    assert not list(find_pointing(position.apply(step)))


@given(st.sets(st.sampled_from(CELLS), max_size=25), st.sampled_from([1, 9]))
def test_they_are_those_found_by_counting(kept: set[int], digit: int) -> None:
    position = EMPTY.eliminate((cell, digit) for cell in CELLS if cell not in kept)
    for find, is_box in ((find_pointing, True), (find_claiming, False)):
        expected = intersections_by_counting(position, digit, is_box=is_box)
        found = [
            (*step.houses_as("house"), *step.houses_as("cover"), step.cells_as("pattern"), step.targets)
            for step in find(position)
        ]
        assert found == expected


def test_the_proof_refuses_a_box_and_a_line_in_each_others_place() -> None:
    position = with_places(BOX_1, 5, "r1c1", "r1c3")
    (step,) = find_pointing(position)
    assert verify_intersection(step, position)
    claimed = Step("claiming", (), step.eliminations, step.digits, step.houses, step.cells)
    assert not verify_intersection(claimed, position)


def test_the_proof_refuses_a_digit_that_the_box_already_has() -> None:
    position = Position.from_board(Board.from_line("." * 20 + "5" + "." * 60))  # r3c3
    beyond = [Candidate(cell, 5) for cell in position.cells_for(5, ROW_1)]
    step = Step(
        "pointing",
        eliminations=tuple(beyond),
        digits=by_role(pattern=[5]),
        houses=by_role(house=[BOX_1], cover=[ROW_1]),
        cells=by_role(pattern=cells("r1c1", "r1c2")),
    )
    assert not verify_intersection(step, position)
