"""Skyscrapers and kites with groups by an example and near misses, on grids made for them."""

from dataclasses import replace

import pytest

from puzzles.engine.techniques import Link, Step
from puzzles.engine.techniques.grouped_links import (
    find_grouped_skyscrapers,
    find_grouped_two_string_kites,
    verify_grouped_skyscraper,
    verify_grouped_two_string_kite,
)
from puzzles.engine.techniques.single_digit import find_skyscrapers, find_two_string_kites
from puzzles.engine.techniques.step import by_role
from tests.puzzles.engine.notation import cells, fives, houses

SKYSCRAPER = {"row 2": "r2c3 r2c7 r2c8", "row 8": "r8c3 r8c9"}
TWO_GROUPS = {"row 4": "r4c3 r4c7 r4c8", "row 6": "r6c3 r6c8 r6c9"}
KITE = {"row 2": "r2c1 r2c2 r2c8", "column 3": "r1c3 r8c3"}
TWO_GROUP_KITE = {"row 2": "r2c1 r2c2 r2c8", "column 3": "r1c3 r3c3 r8c3"}


def chain(*groups: str) -> tuple[Link, ...]:
    end, joint, other_joint, other_end = map(cells, groups)
    return (
        Link(5, end, 5, joint, is_strong=True),
        Link(5, joint, 5, other_joint, is_strong=False),
        Link(5, other_joint, 5, other_end, is_strong=True),
    )


def test_a_grouped_skyscraper_has_a_group_at_a_far_end(with_places):
    (step,) = find_grouped_skyscrapers(with_places(5, SKYSCRAPER))
    assert step == Step(
        "grouped_skyscraper",
        eliminations=fives("r1c9 r3c9"),
        digits=by_role(pattern=[5]),
        houses=by_role(base=houses("row 2", "row 8"), cover=houses("column 3")),
        cells=by_role(
            pattern=cells("r2c3 r2c7 r2c8 r8c3 r8c9"),
            end=cells("r2c7 r2c8 r8c9"),
            joint=cells("r2c3 r8c3"),
        ),
        links=chain("r2c7 r2c8", "r2c3", "r8c3", "r8c9"),
    )


def test_both_far_ends_may_be_groups_of_one_box(with_places):
    (step,) = find_grouped_skyscrapers(with_places(5, TWO_GROUPS))
    assert step.eliminations == fives("r5c7 r5c8 r5c9")
    assert step.links == chain("r4c7 r4c8", "r4c3", "r6c3", "r6c8 r6c9")


@pytest.mark.parametrize(
    "places",
    [
        SKYSCRAPER | {"row 2": "r2c3 r2c6 r2c7"},
        SKYSCRAPER | {"row 2": "r2c2 r2c3 r2c7 r2c8"},
        SKYSCRAPER | {"row 8": "r8c2 r8c9"},
        SKYSCRAPER | {"row 8": "r8c3 r8c6"},
        SKYSCRAPER | {"row 2": "r2c3 r2c7"},
    ],
    ids=[
        "places in three boxes",
        "a group where the rows meet",
        "no common column",
        "ends that see nothing in common",
        "a plain skyscraper",
    ],
)
def test_a_near_miss_is_no_grouped_skyscraper(with_places, places):
    assert not list(find_grouped_skyscrapers(with_places(5, places)))


def test_a_grouped_kite_meets_in_a_box_in_a_group(with_places):
    (step,) = find_grouped_two_string_kites(with_places(5, KITE))
    assert step == Step(
        "grouped_two_string_kite",
        eliminations=fives("r8c8"),
        digits=by_role(pattern=[5]),
        houses=by_role(base=houses("row 2", "column 3"), cover=houses("box 1")),
        cells=by_role(
            pattern=cells("r2c1 r2c2 r2c8 r1c3 r8c3"), end=cells("r2c8 r8c3"), joint=cells("r2c1 r2c2 r1c3")
        ),
        links=chain("r2c8", "r2c1 r2c2", "r1c3", "r8c3"),
    )


def test_a_kite_may_meet_in_two_groups(with_places):
    (step,) = find_grouped_two_string_kites(with_places(5, TWO_GROUP_KITE))
    assert step.eliminations == fives("r8c8")
    assert step.links == chain("r2c8", "r2c1 r2c2", "r1c3 r3c3", "r8c3")


@pytest.mark.parametrize(
    "places",
    [
        KITE | {"column 3": "r1c3 r2c3 r8c3", "row 2": "r2c2 r2c3 r2c8"},
        KITE | {"row 2": "r2c1 r2c2 r2c7 r2c8"},
        KITE | {"row 2": "r2c1 r2c2 r2c5 r2c8"},
        KITE | {"column 3": "r4c3 r8c3"},
        KITE | {"row 2": "r2c1 r2c8"},
    ],
    ids=[
        "a cell in both the row and the column",
        "a group at a far end",
        "places in three boxes",
        "no common box",
        "a plain kite",
    ],
)
def test_a_near_miss_is_no_grouped_kite(with_places, places):
    assert not list(find_grouped_two_string_kites(with_places(5, places)))


def test_plain_patterns_are_not_named_grouped(with_places):
    plain_skyscraper = with_places(5, {"row 2": "r2c3 r2c7", "row 8": "r8c3 r8c8"})
    plain_kite = with_places(5, {"row 2": "r2c1 r2c8", "column 3": "r3c3 r8c3"})
    (skyscraper,), (kite,) = find_skyscrapers(plain_skyscraper), find_two_string_kites(plain_kite)
    told = replace(skyscraper, technique="grouped_skyscraper")
    assert not verify_grouped_skyscraper(told, plain_skyscraper)
    assert not verify_grouped_two_string_kite(replace(kite, technique="grouped_two_string_kite"), plain_kite)


def test_a_reversed_group_is_not_proved(with_places):
    position = with_places(5, SKYSCRAPER)
    (step,) = find_grouped_skyscrapers(position)
    first, *others = step.links
    backwards = replace(first, cells=first.cells[::-1])
    assert verify_grouped_skyscraper(step, position)
    assert not verify_grouped_skyscraper(replace(step, links=(backwards, *others)), position)


def test_one_place_more_in_a_row_refutes_the_step(with_places):
    (step,) = find_grouped_skyscrapers(with_places(5, SKYSCRAPER))
    more = with_places(5, SKYSCRAPER | {"row 8": "r8c1 r8c3 r8c9"})
    assert not verify_grouped_skyscraper(step, more)


def test_the_two_rows_of_a_grouped_skyscraper_come_in_their_order(with_places):
    position = with_places(5, SKYSCRAPER)
    (step,) = find_grouped_skyscrapers(position)
    turned = replace(step, links=chain("r8c9", "r8c3", "r2c3", "r2c7 r2c8"))
    assert not verify_grouped_skyscraper(turned, position)
