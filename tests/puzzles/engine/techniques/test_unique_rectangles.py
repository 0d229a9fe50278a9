"""Each unique rectangle by an example and near misses, on grids made for them."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.board import EMPTY_BOARD
from puzzles.engine.cells import PEERS, parse_cell
from puzzles.engine.techniques import TECHNIQUES, Position, verify
from puzzles.engine.techniques.step import Step, by_role
from tests.puzzles.engine.notation import candidates, cells

CORNERS = "r1c1 r1c4 r2c1 r2c4"
THREE = {"r1c1": "35", "r1c4": "35", "r2c1": "35", "r2c4": "358"}
# A roof on a side in row 2, then in column 4 and box 2.
SIDE = {"r1c1": "35", "r1c4": "35"}
SIDE_IN_BOX = {"r1c1": "35", "r2c1": "35"}
DIAGONAL = {"r1c1": "35", "r2c4": "35"}

Make = Callable[..., Position]


@pytest.fixture
def unique(with_candidates: Make) -> Make:
    """`unique(r5c5="27")`: these cells have these candidates only, and the puzzle has one solution."""
    return lambda **kept: replace(with_candidates(**kept), is_unique=True)


def locked_away(position: Position, digit: int, *houses: int) -> set[Candidate]:
    """The places of the digit in these houses that are no corners."""
    places = (cell for house in houses for cell in position.cells_for(digit, house))
    return {Candidate(cell, digit) for cell in places if cell not in cells(CORNERS)}


def locked(position: Position, digit: int, *houses: int) -> Position:
    """The position with all places of the digit in these houses at corners."""
    return position.eliminate(locked_away(position, digit, *houses))


def found(technique: str, position: Position) -> list[Step]:
    """The steps of the technique, each proved."""
    steps = list(TECHNIQUES[technique].find(position))
    assert all(verify(step, position) for step in steps)
    return steps


def roles(floor: str, roof: str, **more: str) -> dict:
    others = {role: cells(names) for role, names in more.items()}
    return {"cells": by_role(pattern=cells(CORNERS), floor=cells(floor), roof=cells(roof), **others)}


def test_type_1_three_corners_have_just_two_digits_so_the_fourth_has_neither(unique):
    assert found("unique_rectangle_1", unique(**THREE)) == [
        Step(
            "unique_rectangle_1",
            eliminations=candidates("r2c4", 3, 5),
            digits=by_role(pattern=[3, 5]),
            **roles("r1c1 r1c4 r2c1", "r2c4"),
        )
    ]


def test_type_1_the_fourth_corner_may_have_only_one_of_the_digits(unique):
    (step,) = found("unique_rectangle_1", unique(**THREE | {"r2c4": "389"}))
    assert step.eliminations == candidates("r2c4", 3)


@pytest.mark.parametrize(
    "corners",
    [
        {"r1c1": "35", "r1c2": "35", "r2c1": "35", "r2c2": "358"},
        {"r1c1": "35", "r1c4": "35", "r4c1": "35", "r4c4": "358"},
        {"r1c1": "35", "r1c4": "35", "r2c2": "35", "r2c4": "358"},
        THREE | {"r1c4": "357"},
        THREE | {"r1c4": "37"},
        THREE | {"r2c4": "789"},
        THREE | {"r2c4": "35"},
    ],
    ids=[
        "in one box",
        "in four boxes",
        "askew",
        "two corners with more",
        "a corner with another digit",
        "a fourth corner without the digits",
        "a fourth corner without another",
    ],
)
def test_a_near_miss_is_no_type_1(unique, corners):
    assert not found("unique_rectangle_1", unique(**corners))


def test_a_filled_corner_makes_no_unique_rectangle():
    board = EMPTY_BOARD.place(parse_cell("r2c4"), 8)
    position = Position.from_board(board, givens=[], is_unique=True)
    kept = {parse_cell(name): {3, 5} for name in ("r1c1", "r1c4", "r2c1")}
    narrowed = position.eliminate(
        (cell, digit) for cell in kept for digit in position.candidates(cell) if digit not in kept[cell]
    )
    assert not found("unique_rectangle_1", narrowed)


def test_type_2_the_one_digit_more_is_in_one_corner_of_the_roof(unique):
    assert found("unique_rectangle_2", unique(**SIDE, r2c1="358", r2c4="358")) == [
        Step(
            "unique_rectangle_2",
            eliminations=candidates("r2c2 r2c3 r2c5 r2c6 r2c7 r2c8 r2c9", 8),
            digits=by_role(pattern=[3, 5], extra=[8]),
            **roles("r1c1 r1c4", "r2c1 r2c4"),
        )
    ]


def test_type_2_in_a_box_eliminates_along_the_line_too(unique):
    (step,) = found("unique_rectangle_2", unique(**SIDE_IN_BOX, r1c4="358", r2c4="38"))
    in_column = "r3c4 r4c4 r5c4 r6c4 r7c4 r8c4 r9c4"
    assert step.eliminations == candidates(f"r1c5 r1c6 r2c5 r2c6 r3c5 r3c6 {in_column}", 8)


@pytest.mark.parametrize("roof", [{"r2c1": "358", "r2c4": "359"}, {"r2c1": "358", "r2c4": "3589"}])
def test_two_digits_more_are_no_type_2(unique, roof):
    assert not found("unique_rectangle_2", unique(**SIDE, **roof))


def test_type_3_the_roof_counts_as_one_cell_of_a_naked_subset(unique):
    position = unique(**SIDE, r2c1="358", r2c4="359", r2c7="89")
    (step,) = (one for one in found("unique_rectangle_3", position) if len(one.cells_as("subset")) == 1)
    assert step == Step(
        "unique_rectangle_3",
        eliminations=candidates("r2c2 r2c3 r2c5 r2c6 r2c8 r2c9", 8, 9),
        digits=by_role(pattern=[3, 5], extra=[8, 9], subset=[8, 9]),
        houses=by_role(base=[1]),
        **roles("r1c1 r1c4", "r2c1 r2c4", subset="r2c7"),
    )


def test_type_3_a_larger_subset_needs_as_many_more_digits(unique):
    position = unique(**SIDE, r2c1="358", r2c4="359", r2c7="789", r2c8="79")
    (step,) = found("unique_rectangle_3", position)
    assert step.cells_as("subset") == cells("r2c7 r2c8")
    assert step.eliminations == candidates("r2c2 r2c3 r2c5 r2c6 r2c9", 7, 8, 9)


def test_type_3_in_a_line_and_a_box_eliminates_in_both(unique):
    position = unique(**SIDE_IN_BOX, r1c4="358", r2c4="359", r3c4="89")
    (step,) = found("unique_rectangle_3", position)
    assert step.houses_as("base") == (12, 19)
    around = "r1c5 r1c6 r2c5 r2c6 r3c5 r3c6 r4c4 r5c4 r6c4 r7c4 r8c4 r9c4"
    assert step.eliminations == candidates(around, 8, 9)


@pytest.mark.parametrize(
    "corners",
    [
        SIDE | {"r2c1": "358", "r2c4": "359", "r2c7": "789"},
        SIDE | {"r2c1": "358", "r2c4": "359", "r3c2": "89"},
        SIDE | {"r2c1": "358", "r2c4": "359", "r2c7": "38"},
        SIDE | {"r2c1": "358", "r2c4": "358", "r2c7": "89"},
        DIAGONAL | {"r1c4": "358", "r2c1": "359", "r2c7": "89"},
    ],
    ids=[
        "a digit too many",
        "a cell that sees one corner",
        "a digit of the floor",
        "one digit more: type 2",
        "a diagonal roof",
    ],
)
def test_a_near_miss_is_no_type_3(unique, corners):
    assert not found("unique_rectangle_3", unique(**corners))


def test_type_3_is_rated_by_the_size_of_the_subset(unique):
    pair = unique(**SIDE, r2c1="358", r2c4="359", r2c7="89")
    triple = unique(**SIDE, r2c1="358", r2c4="359", r2c7="789", r2c8="79")
    rating = TECHNIQUES["unique_rectangle_3"].rating
    assert rating(found("unique_rectangle_3", pair)[0]) == pytest.approx(4.6)
    assert rating(found("unique_rectangle_3", triple)[0]) == pytest.approx(4.7)


def test_type_4_a_digit_locked_in_the_roof_rules_the_other_out(unique):
    position = locked(unique(**SIDE, r2c1="3578", r2c4="359"), 3, 1)
    assert found("unique_rectangle_4", position) == [
        Step(
            "unique_rectangle_4",
            eliminations=candidates("r2c1 r2c4", 5),
            digits=by_role(pattern=[3, 5], locked=[3]),
            houses=by_role(base=[1]),
            **roles("r1c1 r1c4", "r2c1 r2c4"),
        )
    ]


@pytest.mark.parametrize("house", [12, 19])
def test_type_4_the_digit_may_be_locked_in_the_column_or_the_box_of_the_roof(unique, house):
    (step,) = found("unique_rectangle_4", locked(unique(**SIDE_IN_BOX, r1c4="3578", r2c4="39"), 3, house))
    assert step.houses_as("base") == (house,)
    assert step.eliminations == candidates("r1c4", 5)


def test_type_4_one_place_beside_the_roof_is_one_too_many(unique):
    position = unique(**SIDE, r2c1="3578", r2c4="359")
    last, *others = sorted(locked_away(position, 3, 1))
    assert not found("unique_rectangle_4", position.eliminate(others))
    assert found("unique_rectangle_4", position.eliminate([last, *others]))


def test_type_5_a_diagonal_roof_has_one_digit_more(unique):
    assert found("unique_rectangle_5", unique(**DIAGONAL, r1c4="358", r2c1="358")) == [
        Step(
            "unique_rectangle_5",
            eliminations=candidates("r1c2 r1c3 r2c5 r2c6", 8),
            digits=by_role(pattern=[3, 5], extra=[8]),
            **roles("r1c1 r2c4", "r1c4 r2c1"),
        )
    ]


def test_type_5_a_roof_of_three_corners_has_one_digit_more(unique):
    (step,) = found("unique_rectangle_5", unique(r1c1="35", r1c4="358", r2c1="358", r2c4="358"))
    assert step.cells_as("roof") == cells("r1c4 r2c1 r2c4")
    assert step.eliminations == candidates("r2c5 r2c6", 8)


@pytest.mark.parametrize("roof", [{"r1c4": "358", "r2c1": "359"}, {"r1c4": "3589", "r2c1": "358"}])
def test_two_digits_more_are_no_type_5(unique, roof):
    assert not found("unique_rectangle_5", unique(**DIAGONAL, **roof))


@pytest.mark.parametrize("lines", [(0, 1), (9, 12)], ids=["rows", "columns"])
def test_type_6_a_digit_locked_in_two_lines_is_in_the_floor(unique, lines):
    position = locked(unique(**DIAGONAL, r1c4="3578", r2c1="359"), 3, *lines)
    assert found("unique_rectangle_6", position) == [
        Step(
            "unique_rectangle_6",
            eliminations=candidates("r1c4 r2c1", 3),
            digits=by_role(pattern=[3, 5], locked=[3]),
            houses=by_role(base=lines),
            **roles("r1c1 r2c4", "r1c4 r2c1"),
        )
    ]


@pytest.mark.parametrize("lines", [(0,), (1,), (0, 9)])
def test_type_6_needs_both_rows_or_both_columns(unique, lines):
    position = locked(unique(**DIAGONAL, r1c4="3578", r2c1="359"), 3, *lines)
    assert not found("unique_rectangle_6", position)


def test_a_roof_on_a_side_is_no_type_6(unique):
    assert not found("unique_rectangle_6", locked(unique(**SIDE, r2c1="3578", r2c4="359"), 3, 0, 1))


def test_hidden_a_digit_locked_around_a_corner_would_complete_the_rectangle_with_the_other_there(unique):
    position = locked(unique(r1c1="35", r1c4="3578", r2c1="359", r2c4="3567"), 3, 1, 12)
    assert found("hidden_rectangle", position) == [
        Step(
            "hidden_rectangle",
            eliminations=candidates("r2c4", 5),
            digits=by_role(pattern=[3, 5], locked=[3]),
            houses=by_role(base=[1, 12]),
            **roles("r1c1", "r2c4"),
        )
    ]


def test_hidden_the_opposite_corner_may_have_just_the_two_digits_itself(unique):
    position = locked(unique(**DIAGONAL, r1c4="3578", r2c1="3579"), 3, 1, 12)
    (step,) = found("hidden_rectangle", position)
    assert step.cells_as("floor") == cells("r1c1")
    assert step.eliminations == candidates("r2c4", 5)


@pytest.mark.parametrize("lines", [(1,), (12,), (0, 9), (0, 12), (1, 9)])
def test_hidden_needs_the_row_and_the_column_of_the_opposite_corner(unique, lines):
    position = locked(unique(r1c1="35", r1c4="3578", r2c1="359", r2c4="3567"), 3, *lines)
    assert not found("hidden_rectangle", position)


def test_a_roof_of_one_corner_is_no_type_5_in_spite_of_its_eliminations(unique):
    position = unique(**THREE)
    told = Step(
        "unique_rectangle_5",
        eliminations=tuple(
            Candidate(cell, 8) for cell in PEERS[parse_cell("r2c4")] if position.has_candidate(cell, 8)
        ),
        digits=by_role(pattern=[3, 5], extra=[8]),
        **roles("r1c1 r1c4 r2c1", "r2c4"),
    )
    assert not verify(told, position)


@pytest.mark.parametrize("digits", [[3, 3, 5], [3, 3], [3], []])
def test_the_proof_refuses_what_are_not_two_digits(unique, digits):
    position = unique(**THREE)
    (step,) = found("unique_rectangle_1", position)
    assert not verify(replace(step, digits=by_role(pattern=digits)), position)
