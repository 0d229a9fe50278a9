"""Empty rectangles by an example and near misses, on grids made for them."""

import pytest

from puzzles.engine.techniques.empty_rectangle import (
    find_dual_empty_rectangles,
    find_empty_rectangles,
    verify_dual_empty_rectangle,
    verify_empty_rectangle,
)
from puzzles.engine.techniques.step import Link, Step, by_role
from tests.puzzles.engine.notation import cells, fives, houses

# The places of box 1 lie in row 2 and column 3.
BOX = {"box 1": "r2c1 r2c2 r1c3"}
LINK = {"column 8": "r2c8 r7c8"}
OTHER_LINK = {"row 9": "r9c3 r9c5"}


def test_an_empty_rectangle_is_a_box_and_a_strong_link_beside_it(with_places):
    (step,) = find_empty_rectangles(with_places(5, BOX | LINK))
    end, joint, arm, other_arm = cells("r7c8"), cells("r2c8"), cells("r2c1 r2c2"), cells("r1c3")
    assert step == Step(
        "empty_rectangle",
        eliminations=fives("r7c3"),
        digits=by_role(pattern=[5]),
        houses=by_role(
            house=houses("box 1"),
            base=houses("column 8"),
            entry=houses("row 2"),
            exit=houses("column 3"),
        ),
        cells=by_role(pattern=end + joint + arm + other_arm, end=end, joint=joint, box=arm + other_arm),
        links=(
            Link(5, end, 5, joint, is_strong=True),
            Link(5, joint, 5, arm, is_strong=False),
            Link(5, arm, 5, other_arm, is_strong=True),
        ),
    )


def test_the_link_may_start_from_the_column_too(with_places):
    (step,) = find_empty_rectangles(with_places(5, BOX | OTHER_LINK))
    assert step.eliminations == fives("r2c5")


def test_the_place_where_row_and_column_meet_may_be_one(with_places):
    places = {"box 1": "r2c1 r2c3 r1c3"}
    (step,) = find_empty_rectangles(with_places(5, places | LINK))
    assert step.eliminations == fives("r7c3")
    assert step.links[2] == Link(5, cells("r2c1 r2c3"), 5, cells("r1c3 r2c3"), is_strong=True)


def test_two_places_in_the_box_are_enough(with_places):
    position = with_places(5, {"box 1": "r2c1 r1c3"} | LINK)
    (step,) = find_empty_rectangles(position)
    assert step.eliminations == fives("r7c3")
    assert verify_empty_rectangle(step, position)


@pytest.mark.parametrize(
    "places",
    [
        {"box 1": "r2c1 r2c2 r2c3"} | LINK,
        {"box 1": "r2c1 r2c2 r1c3 r3c1"} | LINK,
        BOX | {"column 8": "r2c8 r5c8 r7c8"},
        BOX | {"column 8": "r1c8 r7c8"},
        BOX | {"column 8": "r2c8 r3c8"},
        BOX | LINK | {"row 7": "r7c5 r7c8"},
    ],
    ids=[
        "all places in the row",
        "a place outside the row and the column",
        "three places in the column beside the box",
        "a link that starts beside the box in another row",
        "a link that ends beside the box",
        "nothing where the end crosses the column",
    ],
)
def test_a_near_miss_is_no_empty_rectangle(with_places, places):
    assert not list(find_empty_rectangles(with_places(5, places)))


def test_two_empty_rectangles_of_one_box_are_a_dual_one(with_places):
    position = with_places(5, BOX | LINK | OTHER_LINK)
    (step,) = find_dual_empty_rectangles(position)
    assert step == Step(
        "dual_empty_rectangle",
        eliminations=fives("r2c5 r7c3"),
        digits=by_role(pattern=[5]),
        houses=by_role(
            house=houses("box 1"),
            base=houses("column 8", "row 9"),
            entry=houses("row 2", "column 3"),
            exit=houses("row 2", "column 3"),
        ),
        cells=by_role(
            pattern=cells("r2c1 r2c2 r1c3 r2c8 r7c8 r9c3 r9c5"),
            end=cells("r7c8 r9c5"),
            joint=cells("r2c8 r9c3"),
            box=cells("r2c1 r2c2 r1c3"),
        ),
        links=tuple(link for single in find_empty_rectangles(position) for link in single.links),
    )


def test_empty_rectangles_of_two_boxes_are_no_dual_one(with_places):
    position = with_places(5, BOX | LINK | {"box 5": "r5c4 r5c5 r6c6", "row 8": "r8c6 r8c9"})
    assert len(list(find_empty_rectangles(position))) == 2
    assert not list(find_dual_empty_rectangles(position))


def test_the_proof_fails_where_the_box_or_the_link_has_one_place_more(with_places):
    (step,) = find_empty_rectangles(with_places(5, BOX | LINK))
    (dual,) = find_dual_empty_rectangles(with_places(5, BOX | LINK | OTHER_LINK))
    more_places = (
        {"box 1": "r2c1 r2c2 r1c3 r3c1"} | LINK | OTHER_LINK,
        BOX | OTHER_LINK | {"column 8": "r2c8 r5c8 r7c8"},
    )
    assert verify_empty_rectangle(step, with_places(5, BOX | LINK))
    assert verify_dual_empty_rectangle(dual, with_places(5, BOX | LINK | OTHER_LINK))
    for places in more_places:
        assert not verify_empty_rectangle(step, with_places(5, places))
        assert not verify_dual_empty_rectangle(dual, with_places(5, places))
