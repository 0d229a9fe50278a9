"""XY-, XYZ- and W-Wings by an example and near misses, on grids made for them."""

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.cells import COLUMNS, HOUSES
from puzzles.engine.techniques.step import Link, Step, by_role
from puzzles.engine.techniques.wings import (
    find_w_wings,
    find_xy_wings,
    find_xyz_wings,
    verify_w_wing,
    verify_xy_wing,
    verify_xyz_wing,
)
from tests.puzzles.engine.notation import candidates, cells, chain

XY = {"r5c5": "12", "r5c9": "13", "r2c5": "23"}
XYZ = {"r5c5": "123", "r5c9": "13", "r6c4": "23"}
W = {"r2c2": "46", "r8c8": "46"}
ROW_5 = 4


def with_bridge(with_candidates, *places: str, **wings: str):
    """The wings, and row 5 with these places only for 6."""
    position = with_candidates(**wings)
    return position.eliminate((cell, 6) for cell in HOUSES[ROW_5] if cell not in cells(" ".join(places)))


def test_an_xy_wing_is_a_pivot_that_makes_one_of_two_wings_hold_a_digit(with_candidates):
    (step,) = find_xy_wings(with_candidates(**XY))
    assert step == Step(
        "xy_wing",
        eliminations=candidates("r2c9", 3),
        digits=by_role(pattern=[1, 2, 3], pivot=[1, 2], shared=[3]),
        cells=by_role(pattern=cells("r5c5 r5c9 r2c5"), pivot=cells("r5c5"), wing=cells("r5c9 r2c5")),
        links=chain((3, "r5c9"), (1, "r5c9"), (1, "r5c5"), (2, "r5c5"), (2, "r2c5"), (3, "r2c5")),
    )


@pytest.mark.parametrize(
    "cells_and_candidates",
    [
        {"r5c5": "12", "r6c9": "13", "r2c5": "23"},
        XY | {"r2c5": "24"},
        XY | {"r5c9": "134"},
        XY | {"r5c5": "123"},
        XY | {"r2c5": "13"},
        XY | {"r2c9": "12456789"},
        {"r5c5": "12", "r5c9": "13", "r5c2": "23"},
    ],
    ids=[
        "a wing the pivot does not see",
        "wings without a common digit",
        "a wing with three candidates",
        "a pivot with three candidates",
        "wings with the same candidates",
        "nothing that both wings see",
        "a naked triple",
    ],
)
def test_a_near_miss_is_no_xy_wing(with_candidates, cells_and_candidates):
    assert not list(find_xy_wings(with_candidates(**cells_and_candidates)))


def test_an_xyz_wing_has_the_digit_in_the_pivot_too(with_candidates):
    (step,) = find_xyz_wings(with_candidates(**XYZ))
    assert step == Step(
        "xyz_wing",
        eliminations=candidates("r5c4 r5c6", 3),
        digits=by_role(pattern=[1, 2, 3], shared=[3]),
        cells=by_role(pattern=cells("r5c5 r5c9 r6c4"), pivot=cells("r5c5"), wing=cells("r5c9 r6c4")),
        links=(
            Link(1, cells("r5c5"), 1, cells("r5c9"), is_strong=False),
            Link(2, cells("r5c5"), 2, cells("r6c4"), is_strong=False),
        ),
    )


@pytest.mark.parametrize(
    "cells_and_candidates",
    [
        {"r5c5": "123", "r6c9": "13", "r6c4": "23"},
        XYZ | {"r5c5": "1234"},
        XYZ | {"r5c5": "12"},
        XYZ | {"r6c4": "234"},
        XYZ | {"r6c4": "24"},
        XYZ | {"r6c4": "13"},
        {"r5c5": "123", "r5c9": "13", "r2c5": "23"},
        {"r5c5": "123", "r5c4": "13", "r6c4": "23"},
    ],
    ids=[
        "a wing the pivot does not see",
        "a pivot with four candidates",
        "a pivot with two candidates",
        "a wing with three candidates",
        "a wing with another digit",
        "wings with the same candidates",
        "nothing that all three see",
        "a naked triple",
    ],
)
def test_a_near_miss_is_no_xyz_wing(with_candidates, cells_and_candidates):
    assert not list(find_xyz_wings(with_candidates(**cells_and_candidates)))


def test_a_w_wing_is_two_equal_cells_over_a_strong_link(with_candidates):
    position = with_bridge(with_candidates, "r5c2 r5c8", **W)
    (step,) = find_w_wings(position)
    assert step == Step(
        "w_wing",
        eliminations=candidates("r2c8 r8c2", 4),
        digits=by_role(pattern=[4, 6], bridge=[6], shared=[4]),
        houses=by_role(base=[ROW_5]),
        cells=by_role(
            pattern=cells("r2c2 r8c8 r5c2 r5c8"), wing=cells("r2c2 r8c8"), bridge=cells("r5c2 r5c8")
        ),
        links=chain((4, "r2c2"), (6, "r2c2"), (6, "r5c2"), (6, "r5c8"), (6, "r8c8"), (4, "r8c8")),
    )


@pytest.mark.parametrize(
    ("places", "wings"),
    [
        ("r5c2 r5c5 r5c8", W),
        ("r5c2 r5c7", W),
        ("r5c2 r5c8", W | {"r8c8": "47"}),
        ("r5c2 r5c8", W | {"r8c8": "467"}),
        ("r5c2 r5c8", {"r2c2": "46", "r2c8": "46"}),
        ("r5c2 r5c8", W | {"r2c8": "12356789", "r8c2": "12356789"}),
    ],
    ids=[
        "three places for the digit",
        "a place the wing does not see",
        "wings with other digits",
        "a wing with three candidates",
        "a naked pair",
        "nothing that both wings see",
    ],
)
def test_a_near_miss_is_no_w_wing(with_candidates, places, wings):
    assert not list(find_w_wings(with_bridge(with_candidates, places, **wings)))


def test_a_w_wing_works_in_either_digit(with_candidates):
    fours_too = [(cell, 4) for cell in COLUMNS[4] if cell not in cells("r2c5 r8c5")]
    position = with_bridge(with_candidates, "r5c2 r5c8", **W).eliminate(fours_too)
    assert [step.eliminations for step in find_w_wings(position)] == [
        candidates("r2c8 r8c2", 6),
        candidates("r2c8 r8c2", 4),
    ]
    assert all(verify_w_wing(step, position) for step in find_w_wings(position))


def test_the_proof_fails_where_a_cell_of_the_pattern_has_one_candidate_more(with_candidates):
    for find, verify, pattern in (
        (find_xy_wings, verify_xy_wing, XY),
        (find_xyz_wings, verify_xyz_wing, XYZ),
    ):
        (step,) = find(with_candidates(**pattern))
        assert verify(step, with_candidates(**pattern))
        for name, digits in pattern.items():
            assert not verify(step, with_candidates(**pattern | {name: digits + "9"}))


def test_the_proof_fails_where_the_bridge_has_one_place_more(with_candidates):
    (step,) = find_w_wings(with_bridge(with_candidates, "r5c2 r5c8", **W))
    assert verify_w_wing(step, with_bridge(with_candidates, "r5c2 r5c8", **W))
    assert not verify_w_wing(step, with_bridge(with_candidates, "r5c2 r5c5 r5c8", **W))
    assert not verify_w_wing(step, with_bridge(with_candidates, "r5c2 r5c8", **W | {"r2c2": "469"}))


def test_an_xyz_wing_with_a_digit_it_does_not_share_is_refused(with_candidates):
    position = with_candidates(**XYZ)
    (step,) = find_xyz_wings(position)
    for digit in (1, 2, 9):
        wrong = Step(
            "xyz_wing",
            eliminations=tuple(Candidate(cell, digit) for cell in step.targets),
            digits=by_role(pattern={1, 2, digit}, shared=[digit]),
            cells=step.cells,
            links=step.links,
        )
        assert not verify_xyz_wing(wrong, position)
