"""Rectangles as facts, and which of them a position has."""

from itertools import combinations

import pytest

from puzzles.engine.cells import CELLS, PEERS, box_of, cell_name, column_of, parse_cell, row_of
from puzzles.engine.techniques.patterns.rectangles import (
    BETWEEN,
    CROSS_CELLS,
    OPPOSITE_CELLS,
    are_on_a_side,
    crosswise,
    is_rectangle,
    opposite,
    sides,
)
from puzzles.engine.techniques.position import Position
from tests.puzzles.engine.notation import cells

CORNERS = "r1c1 r1c4 r2c1 r2c4"
ALL = [
    (9 * row + column, 9 * row + other_column, 9 * other_row + column, 9 * other_row + other_column)
    for row, other_row in combinations(range(9), 2)
    for column, other_column in combinations(range(9), 2)
    if (row // 3 == other_row // 3) != (column // 3 == other_column // 3)
]


def floor_at(corners: str, position: Position) -> str | None:
    """Which kind of floor the rectangle with these corners has, if the position has it."""
    for kind, rectangles in position.rectangles._asdict().items():
        if cells(corners) in [rectangle.corners for rectangle in rectangles]:
            return kind
    return None


def test_there_are_486_rectangles_in_two_boxes():
    assert len(ALL) == 486
    assert all(map(is_rectangle, ALL))
    assert all(len({box_of(corner) for corner in corners}) == 2 for corners in ALL)


@pytest.mark.parametrize(
    "names",
    [
        "r1c1 r1c2 r2c1 r2c2",
        "r1c1 r1c4 r4c1 r4c4",
        "r1c1 r1c4 r2c1 r2c5",
        "r1c1 r1c4 r2c1",
        "",
        "r1c1 r1c1 r2c4 r2c4",
    ],
    ids=["one box", "four boxes", "askew", "three corners", "no corner", "corners twice"],
)
def test_other_cells_are_no_rectangle(names):
    assert not is_rectangle([parse_cell(name) for name in names.split()])


def test_opposite_corners_share_neither_row_nor_column():
    for corners in ALL:
        for corner in corners:
            other = opposite(corner, corners)
            assert row_of(corner) != row_of(other)
            assert column_of(corner) != column_of(other)
            assert opposite(other, corners) == corner
            assert {*sides(corner, other), corner, other} == set(corners)


def test_the_corners_between_opposite_ones_are_known_for_each_rectangle_and_no_more():
    known = {(corner, end): between for corner in CELLS for end, between in BETWEEN[corner].items()}
    assert known == {
        (corner, opposite(corner, corners)): sum(
            1 << side for side in sides(corner, opposite(corner, corners))
        )
        for corners in ALL
        for corner in corners
    }
    assert all(OPPOSITE_CELLS[corner] == sum(1 << end for end in BETWEEN[corner]) for corner in CELLS)


def test_two_corners_are_on_a_side_where_they_share_a_line():
    for first, second, third, fourth in ALL:
        assert all(map(are_on_a_side, [(first, second), (first, third), (second, fourth), (third, fourth)]))
        assert not any(
            map(are_on_a_side, [(first, fourth), (second, third), (first, second, third), (first,), ()])
        )


def test_the_cross_of_a_cell_is_what_shares_its_lines():
    for cell in CELLS:
        lines = (
            peer for peer in PEERS[cell] if row_of(peer) == row_of(cell) or column_of(peer) == column_of(cell)
        )
        assert CROSS_CELLS[cell] == sum(1 << peer for peer in lines)


def test_two_digits_fill_a_rectangle_crosswise_in_two_ways():
    assert crosswise((3, 5)) == ((3, 5, 5, 3), (5, 3, 3, 5))


def test_every_rectangle_is_found_from_any_corner(with_candidates):
    for corners in ALL[::7]:
        for floor in corners:
            names = map(cell_name, corners)
            held = {name: "35" if parse_cell(name) == floor else "357" for name in names}
            (rectangle,) = [one for one in with_candidates(**held).rectangles.one if one.corners == corners]
            assert rectangle.digits == (3, 5)
            assert rectangle.floor == (floor,)
            assert set(rectangle.roof) == set(corners) - {floor}
            assert rectangle.extras == 1 << 6


@pytest.mark.parametrize(
    ("floor", "kind"),
    [
        ("r1c1 r1c4 r2c1", "three"),
        ("r1c1 r1c4", "side"),
        ("r1c4 r2c4", "side"),
        ("r1c1 r2c4", "diagonal"),
        ("r1c4 r2c1", "diagonal"),
        ("r2c1", "one"),
    ],
)
def test_rectangles_are_distinguished_by_their_floor(with_candidates, floor, kind):
    held = {name: "35" if name in floor else "357" for name in CORNERS.split()}
    assert floor_at(CORNERS, with_candidates(**held)) == kind


def test_a_corner_may_lack_a_digit_while_the_two_can_still_fill_the_rectangle(with_candidates):
    corners = {"r1c1": "35", "r1c4": "35", "r2c1": "37", "r2c4": "58"}
    assert floor_at(CORNERS, with_candidates(**corners)) == "side"
    # 3 or 5 would have to be in r1c4 and r2c1 both, or in r1c1 and r2c4 both, and the other in the other two.
    assert floor_at(CORNERS, with_candidates(**corners | {"r2c4": "38"})) is None


def test_corners_that_have_just_the_two_digits_have_no_roof(with_candidates):
    corners = dict.fromkeys(CORNERS.split(), "35")
    assert floor_at(CORNERS, with_candidates(**corners)) is None


def test_a_naked_single_is_no_corner(with_candidates):
    corners = {"r1c1": "35", "r1c4": "35", "r2c1": "3", "r2c4": "358"}
    assert floor_at(CORNERS, with_candidates(**corners)) is None


def test_a_floor_of_one_corner_counts_only_where_it_leads_to_something(with_candidates):
    corners = {"r1c1": "35", "r1c4": "357", "r2c1": "358", "r2c4": "357"}
    position = with_candidates(**corners)
    assert floor_at(CORNERS, position) is None
    beside = {
        (cell, 3) for house in (1, 12) for cell in position.cells_for(3, house) if cell not in cells(CORNERS)
    }
    assert floor_at(CORNERS, position.eliminate(beside)) == "one"
