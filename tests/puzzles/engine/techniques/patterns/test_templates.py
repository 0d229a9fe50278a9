"""The places of a digit that no way to place it uses, against placing it in every way."""

from functools import reduce
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine.bits import ALL_CELLS, HOUSE_CELLS, PEER_CELLS, cells_of
from puzzles.engine.cells import HOUSES, HOUSES_OF
from puzzles.engine.techniques import TECHNIQUES, Position
from puzzles.engine.techniques.patterns.templates import impossible_cells

Examples = dict[str, list[Position]]


def used_places(places: int, row: int = 0) -> int:
    """The places used by some way to place a digit from this row on, found by trying."""
    used = 0
    for cell in cells_of(places & HOUSE_CELLS[row]):
        left = places & ~PEER_CELLS[cell]
        below = used_places(left, row + 1) if row < 8 else 1 << cell
        used |= below and below | 1 << cell
    return used


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(range(81)), max_size=40, unique=True), st.permutations(range(9)))
def test_a_place_is_impossible_if_trying_finds_no_way_to_use_it(gone: list[int], columns: list[int]) -> None:
    places = ALL_CELLS & ~reduce(or_, (1 << cell for cell in gone), 0)
    for row in (0, 3, 6):  # few places are left there, so that trying takes no time
        places &= ~HOUSE_CELLS[row] | 1 << HOUSES[row][columns[row]]
    assert impossible_cells(places) == places & ~used_places(places)


def test_in_an_empty_grid_every_place_is_possible() -> None:
    assert impossible_cells(ALL_CELLS) == 0


def test_where_a_row_has_no_place_all_are_impossible() -> None:
    places = ALL_CELLS & ~HOUSE_CELLS[4]
    assert impossible_cells(places) == places


def test_candidates_excluded_by_placed_digits_may_be_omitted() -> None:
    corner_taken = ALL_CELLS & ~PEER_CELLS[0]
    assert impossible_cells(corner_taken) == 0
    assert all(not corner_taken & HOUSE_CELLS[house] & ~1 for house in HOUSES_OF[0])


@pytest.mark.parametrize("technique", ["x_wing", "jellyfish", "turbot_fish", "simple_colors_wrap", "x_chain"])
def test_eliminations_of_single_digit_techniques_are_impossible_by_templates(
    technique: str, examples: Examples
) -> None:
    for position in examples[technique]:
        for step in TECHNIQUES[technique].find(position):
            for cell, digit in step.eliminations:
                places = position.cells_with[digit] | position.cells_holding[digit]
                assert impossible_cells(places) >> cell & 1
