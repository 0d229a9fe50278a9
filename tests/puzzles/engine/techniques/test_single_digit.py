"""Skyscrapers, kites and turbot fish by an example and near misses, on grids made for them."""

from dataclasses import replace

import pytest

from puzzles.engine.bits import Candidate
from puzzles.engine.cells import HOUSES, parse_cell
from puzzles.engine.techniques.single_digit import (
    find_dual_two_string_kites,
    find_skyscrapers,
    find_turbot_fish,
    find_two_string_kites,
    verify_dual_two_string_kite,
    verify_skyscraper,
    verify_turbot_fish,
    verify_two_string_kite,
)
from puzzles.engine.techniques.step import Link, Step, by_role
from tests.puzzles.engine.notation import cells, fives, houses

SKYSCRAPER = {"row 2": "r2c3 r2c7", "row 8": "r8c3 r8c8"}
KITE = {"row 2": "r2c1 r2c8", "column 3": "r3c3 r8c3"}
OTHER_KITE = {"column 1": "r2c1 r7c1", "row 3": "r3c3 r3c6"}
TURBOT_FISH = {"row 2": "r2c1 r2c8", "box 7": "r8c1 r9c2"}


def chain(names: str, digit: int = 5) -> tuple[Link, ...]:
    end, joint, other_joint, other_end = [(parse_cell(name),) for name in names.split()]
    return (
        Link(digit, end, digit, joint, is_strong=True),
        Link(digit, joint, digit, other_joint, is_strong=False),
        Link(digit, other_joint, digit, other_end, is_strong=True),
    )


def test_a_skyscraper_is_two_rows_with_two_places_that_meet_in_a_column(with_places):
    (step,) = find_skyscrapers(with_places(5, SKYSCRAPER))
    assert step == Step(
        "skyscraper",
        eliminations=fives("r1c8 r3c8 r7c7 r9c7"),
        digits=by_role(pattern=[5]),
        houses=by_role(base=houses("row 2", "row 8"), cover=houses("column 3")),
        cells=by_role(pattern=cells("r2c3 r2c7 r8c3 r8c8"), end=cells("r2c7 r8c8"), joint=cells("r2c3 r8c3")),
        links=chain("r2c7 r2c3 r8c3 r8c8"),
    )


@pytest.mark.parametrize(
    "places",
    [
        SKYSCRAPER | {"row 2": "r2c3 r2c5 r2c7"},
        SKYSCRAPER | {"row 8": "r8c2 r8c8"},
        SKYSCRAPER | {"row 8": "r8c3 r8c7"},
        SKYSCRAPER | {"row 8": "r8c3 r8c5"},
    ],
    ids=["three places in a row", "no common column", "an X-Wing", "ends that see nothing in common"],
)
def test_a_near_miss_is_no_skyscraper(with_places, places):
    assert not list(find_skyscrapers(with_places(5, places)))


def test_a_kite_is_a_row_and_a_column_that_meet_in_a_box(with_places):
    (step,) = find_two_string_kites(with_places(5, KITE))
    assert step == Step(
        "two_string_kite",
        eliminations=fives("r8c8"),
        digits=by_role(pattern=[5]),
        houses=by_role(base=houses("row 2", "column 3"), cover=houses("box 1")),
        cells=by_role(pattern=cells("r2c1 r2c8 r3c3 r8c3"), end=cells("r2c8 r8c3"), joint=cells("r2c1 r3c3")),
        links=chain("r2c8 r2c1 r3c3 r8c3"),
    )


@pytest.mark.parametrize(
    "places",
    [
        KITE | {"row 2": "r2c1 r2c5 r2c8"},
        {"row 2": "r2c4 r2c8", "column 3": "r3c3 r8c3"},
        {"row 2": "r2c3 r2c8", "column 3": "r2c3 r8c3"},
        KITE | {"column 8": "r2c8 r5c8"},
    ],
    ids=[
        "three places in the row",
        "no common box",
        "a cell in both strings",
        "nothing where the ends cross",
    ],
)
def test_a_near_miss_is_no_kite(with_places, places):
    assert not list(find_two_string_kites(with_places(5, places)))


def test_a_dual_kite_is_two_kites_tied_in_the_same_cells(with_places):
    position = with_places(5, KITE | OTHER_KITE)
    (step,) = find_dual_two_string_kites(position)
    assert [kite.eliminations for kite in find_two_string_kites(position)] == [fives("r8c8"), fives("r7c6")]
    assert step == Step(
        "dual_two_string_kite",
        eliminations=fives("r7c6 r8c8"),
        digits=by_role(pattern=[5], end=[5], other_end=[5]),
        houses=by_role(base=houses("row 2", "row 3", "column 1", "column 3"), cover=houses("box 1")),
        cells=by_role(
            pattern=cells("r2c1 r3c3 r2c8 r8c3 r3c6 r7c1"),
            joint=cells("r2c1 r3c3"),
            end=cells("r2c8 r8c3"),
            other_end=cells("r3c6 r7c1"),
        ),
        links=chain("r2c8 r2c1 r3c3 r8c3") + chain("r3c6 r3c3 r2c1 r7c1"),
    )


def test_a_dual_kite_may_be_of_two_digits(with_places):
    sevens = [
        (cell, 7)
        for house, names in OTHER_KITE.items()
        for cell in HOUSES[houses(house)[0]]
        if cell not in cells(names)
    ]
    position = with_places(5, KITE).eliminate(sevens)
    (step,) = find_dual_two_string_kites(position)
    assert step.eliminations == (Candidate(parse_cell("r7c6"), 7), Candidate(parse_cell("r8c8"), 5))
    assert (step.digits_as("end"), step.digits_as("other_end")) == ((5,), (7,))
    assert verify_dual_two_string_kite(step, position)


def test_two_kites_that_share_one_cell_are_no_dual_kite(with_places):
    position = with_places(5, {"row 2": "r2c1 r2c8", "column 3": "r3c3 r8c3", "column 2": "r1c2 r7c2"})
    assert len(list(find_two_string_kites(position))) == 2
    assert not list(find_dual_two_string_kites(position))


def test_a_turbot_fish_is_a_box_and_a_row_that_meet_in_a_column(with_places):
    (step,) = find_turbot_fish(with_places(5, TURBOT_FISH))
    assert step == Step(
        "turbot_fish",
        eliminations=fives("r9c8"),
        digits=by_role(pattern=[5]),
        houses=by_role(base=houses("row 2", "box 7"), cover=houses("column 1")),
        cells=by_role(pattern=cells("r2c1 r2c8 r8c1 r9c2"), end=cells("r2c8 r9c2"), joint=cells("r2c1 r8c1")),
        links=chain("r2c8 r2c1 r8c1 r9c2"),
    )


@pytest.mark.parametrize(
    "places",
    [
        TURBOT_FISH | {"box 7": "r8c1 r9c2 r9c3"},
        TURBOT_FISH | {"box 7": "r8c3 r9c2"},
        TURBOT_FISH | {"box 7": "r8c1 r8c2"},
        TURBOT_FISH | {"box 7": "r8c1 r9c1"},
        TURBOT_FISH | {"row 9": "r9c2 r9c4"},
    ],
    ids=[
        "three places in the box",
        "no common column",
        "places of the box in a row",
        "places of the box in the common column",
        "nothing where the ends cross",
    ],
)
def test_a_near_miss_is_no_turbot_fish(with_places, places):
    assert not list(find_turbot_fish(with_places(5, places)))


@pytest.mark.parametrize(
    ("find", "verify", "places", "more"),
    [
        (find_skyscrapers, verify_skyscraper, SKYSCRAPER, {"row 2": "r2c3 r2c5 r2c7"}),
        (find_two_string_kites, verify_two_string_kite, KITE, {"column 3": "r3c3 r5c3 r8c3"}),
        (find_turbot_fish, verify_turbot_fish, TURBOT_FISH, {"box 7": "r8c1 r9c2 r9c3"}),
    ],
    ids=["skyscraper", "kite", "turbot fish"],
)
def test_the_proof_fails_where_a_link_is_not_strong(with_places, find, verify, places, more):
    (step,) = find(with_places(5, places))
    assert verify(step, with_places(5, places))
    assert not verify(step, with_places(5, places | more))


def test_no_technique_proves_the_pattern_of_another(with_places):
    patterns = {
        "skyscraper": (find_skyscrapers, verify_skyscraper, SKYSCRAPER),
        "two_string_kite": (find_two_string_kites, verify_two_string_kite, KITE),
        "turbot_fish": (find_turbot_fish, verify_turbot_fish, TURBOT_FISH),
    }
    for name, (find, _, places) in patterns.items():
        position = with_places(5, places)
        (step,) = find(position)
        renamed = {other: replace(step, technique=other) for other in patterns}
        assert [other for other in patterns if patterns[other][1](renamed[other], position)] == [name]
