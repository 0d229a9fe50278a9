"""Avoidable rectangles by an example and near misses, on grids made for them."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, parse_cell
from puzzles.engine.techniques.avoidable_rectangles import (
    find_type_1,
    find_type_2,
    verify_type_1,
    verify_type_2,
)
from puzzles.engine.techniques.position import Position
from puzzles.engine.techniques.step import Step, by_role
from tests.puzzles.engine.notation import candidates, cells

THREE = {"r1c1": 3, "r1c4": 5, "r2c1": 5}
SIDE = {"r1c1": 3, "r1c4": 5}
ACROSS = {"r1c1": 3, "r2c1": 5}


def solved(digits: dict[str, int], *, givens: Iterable[str] = (), **kept: str) -> Position:
    """A grid with these digits solved, but for the givens, and cells with these candidates only."""
    held = {parse_cell(name): digit for name, digit in digits.items()}
    board = Board(tuple(held.get(cell, 0) for cell in CELLS))
    start = Position.from_board(board, givens=map(parse_cell, givens), is_unique=True)
    return start.eliminate(
        (parse_cell(name), digit)
        for name, digits_kept in kept.items()
        for digit in start.candidates(parse_cell(name))
        if str(digit) not in digits_kept
    )


def test_three_solved_corners_of_two_digits_rule_out_the_one_that_would_complete_them():
    position = solved(THREE)
    (step,) = find_type_1(position)
    assert step == Step(
        "avoidable_rectangle_1",
        eliminations=candidates("r2c4", 3),
        digits=by_role(pattern=[3, 5]),
        cells=by_role(
            pattern=cells("r1c1 r1c4 r2c1 r2c4"), floor=cells("r1c1 r1c4 r2c1"), roof=cells("r2c4")
        ),
    )
    assert verify_type_1(step, position)


@pytest.mark.parametrize("corner", THREE)
def test_a_given_corner_makes_any_rectangle_safe(corner):
    (step,) = find_type_1(solved(THREE))
    assert not list(find_type_1(solved(THREE, givens=[corner])))
    assert not verify_type_1(step, solved(THREE, givens=[corner]))


@pytest.mark.parametrize(
    "position",
    [
        solved({"r1c1": 3, "r1c2": 5, "r2c1": 5}),
        solved({"r1c1": 3, "r1c4": 5, "r4c1": 5}),
        solved({"r1c1": 3, "r1c4": 5, "r2c1": 6}),
        solved({"r1c1": 3, "r1c4": 5}),
        solved(THREE, r2c4="789"),
        solved(THREE | {"r2c4": 7}),
        replace(solved(THREE), is_unique=False),
    ],
    ids=[
        "in one box",
        "in four boxes",
        "three digits",
        "two corners",
        "the last corner cannot complete it",
        "the last corner is filled",
        "not known to be unique",
    ],
)
def test_a_near_miss_is_no_type_1(position):
    (step,) = find_type_1(solved(THREE))
    assert not list(find_type_1(position))
    assert not verify_type_1(step, position)


def test_two_solved_corners_on_a_side_leave_one_digit_more_to_one_of_the_others():
    position = solved(SIDE, r2c1="57", r2c4="37")
    (step,) = find_type_2(position)
    assert step == Step(
        "avoidable_rectangle_2",
        eliminations=candidates("r2c2 r2c3 r2c5 r2c6 r2c7 r2c8 r2c9", 7),
        digits=by_role(pattern=[3, 5], extra=[7]),
        cells=by_role(
            pattern=cells("r1c1 r1c4 r2c1 r2c4"), floor=cells("r1c1 r1c4"), roof=cells("r2c1 r2c4")
        ),
    )
    assert verify_type_2(step, position)


def test_the_solved_side_may_lie_in_one_box():
    position = solved(ACROSS, r1c4="57", r2c4="37")
    (step,) = find_type_2(position)
    assert step.cells_as("roof") == cells("r1c4 r2c4")
    in_column = "r3c4 r4c4 r5c4 r6c4 r7c4 r8c4 r9c4"
    assert step.eliminations == candidates(f"r1c5 r1c6 r2c5 r2c6 r3c5 r3c6 {in_column}", 7)
    assert verify_type_2(step, position)


@pytest.mark.parametrize(
    "position",
    [
        solved(SIDE, givens=["r1c1"], r2c1="57", r2c4="37"),
        solved(SIDE, givens=["r1c4"], r2c1="57", r2c4="37"),
        solved(SIDE, r2c1="57", r2c4="38"),
        solved(SIDE, r2c1="57", r2c4="378"),
        solved(SIDE, r2c1="57", r2c4="78"),
        solved(SIDE, r3c1="57", r2c4="37"),
        solved({"r1c1": 3, "r2c4": 3}, r1c4="57", r2c1="57"),
        solved(
            SIDE | dict.fromkeys(["r3c7", "r7c8", "r8c2", "r9c6"], 7),
            r2c1="57",
            r2c4="37",
            r2c3="8",
            r2c5="9",
        ),
        replace(solved(SIDE, r2c1="57", r2c4="37"), is_unique=False),
    ],
    ids=[
        "a given corner",
        "the other corner given",
        "two digits more",
        "three candidates",
        "the digit it lacks is no candidate",
        "askew",
        "solved corners opposite",
        "nothing sees both",
        "not known to be unique",
    ],
)
def test_a_near_miss_is_no_type_2(position):
    (step,) = find_type_2(solved(SIDE, r2c1="57", r2c4="37"))
    assert not list(find_type_2(position))
    assert not verify_type_2(step, position)


def test_without_known_givens_every_digit_may_be_one():
    board = solved(THREE).board
    assert not list(find_type_1(Position.from_board(board, is_unique=True)))


@pytest.mark.parametrize("digits", [[3, 3, 5], [3, 3], [3], []])
def test_the_proof_refuses_what_are_not_two_digits(digits):
    position = solved(THREE)
    (step,) = find_type_1(position)
    assert not verify_type_1(replace(step, digits=by_role(pattern=digits)), position)
