import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.bits import (
    ALL_CANDIDATES,
    LEFT_AFTER,
    PACKED_AFTER,
    box_folds,
    candidate_number,
    candidates_of,
    candidates_of_masks,
    cell_set_of,
    cells_of,
    cells_with_one,
    cells_with_two,
    column_folds,
    digits_of,
    first_of,
    has_contradiction,
    hidden_singles_in,
    pack_masks,
    row_folds,
    split_by_digit,
    unpack_masks,
)
from puzzles.engine.cells import BOXES, CELLS, COLUMNS, DIGITS, HOUSES, PEERS, ROWS

cell_sets = st.frozensets(st.sampled_from(CELLS))
all_masks = st.lists(st.integers(0, 511), min_size=81, max_size=81)
# Few candidates each, so that houses with no place, one and several all occur.
sparse_layers = st.sets(st.integers(0, 728), max_size=60).map(lambda bits: sum(1 << bit for bit in bits))


@given(cell_sets)
def test_a_board_and_its_cells_are_there_and_back(cells):
    assert cells_of(cell_set_of(cells)) == tuple(sorted(cells))


@given(cell_sets.filter(bool))
def test_the_first_cell_is_the_lowest(cells):
    assert first_of(cell_set_of(cells)) == min(cells)


@given(all_masks)
def test_masks_and_lanes_are_there_and_back(masks):
    assert unpack_masks(pack_masks(masks)) == tuple(masks)


@given(all_masks)
def test_the_layers_hold_the_same_candidates_as_the_masks(masks):
    boards = split_by_digit(candidates_of_masks(masks))
    for digit in DIGITS:
        assert cells_of(boards[digit]) == tuple(cell for cell in CELLS if digit in digits_of(masks[cell]))


def test_a_mask_names_its_digits_in_ascending_order():
    assert digits_of(0b100_010_001) == (1, 5, 9)


@pytest.mark.parametrize(("cell", "digit"), [(0, 1), (40, 7), (80, 9)])
def test_a_placement_takes_the_cell_and_the_digit_of_its_peers(cell, digit):
    index = candidate_number(cell, digit)
    removed = ALL_CANDIDATES & ~LEFT_AFTER[index]
    expected = {candidate_number(peer, digit) for peer in PEERS[cell]} | {
        candidate_number(cell, other) for other in DIGITS
    }
    assert {bit for bit in range(729) if removed >> bit & 1} == expected
    assert candidates_of_masks(unpack_masks(PACKED_AFTER[index])) == LEFT_AFTER[index]


@pytest.mark.parametrize(("fold", "houses"), [(row_folds, ROWS), (column_folds, COLUMNS), (box_folds, BOXES)])
@given(layers=sparse_layers)
def test_a_fold_counts_the_places_of_every_digit_in_every_house(fold, houses, layers):
    any_place, several = fold(layers)
    expected_any = expected_several = 0
    for digit in DIGITS:
        for cells in houses:
            count = sum(layers >> candidate_number(cell, digit) & 1 for cell in cells)
            expected_any |= (count > 0) << candidate_number(cells[0], digit)
            expected_several |= (count > 1) << candidate_number(cells[0], digit)
    assert (any_place, several) == (expected_any, expected_several)


@given(sparse_layers)
def test_single_places_are_those_found_by_counting(layers):
    expected = set()
    for house, cells in enumerate(HOUSES):
        for digit in DIGITS:
            places = [cell for cell in cells if layers >> candidate_number(cell, digit) & 1]
            if len(places) == 1:
                expected.add((house, digit, places[0]))
    found = list(hidden_singles_in(layers))
    assert set(found) == expected
    assert len(found) == len(expected)


@given(all_masks)
def test_a_cell_with_one_candidate_is_one_whose_mask_has_one_bit(masks):
    expected = tuple(cell for cell in CELLS if masks[cell].bit_count() == 1)
    assert cells_of(cells_with_one(split_by_digit(candidates_of_masks(masks)))) == expected


@given(all_masks)
def test_a_cell_with_two_candidates_is_one_whose_mask_has_two_bits(masks):
    expected = tuple(cell for cell in CELLS if masks[cell].bit_count() == 2)
    assert cells_of(cells_with_two(split_by_digit(candidates_of_masks(masks)))) == expected


@given(cell_sets, st.sampled_from(DIGITS))
def test_the_candidates_of_a_board_are_the_digit_in_each_of_its_cells(cells, digit):
    found = candidates_of(digit, cell_set_of(cells))
    assert [(one.cell, one.digit) for one in found] == [(cell, digit) for cell in sorted(cells)]


def test_a_grid_of_all_candidates_is_neither_crowded_nor_lacking():
    assert not has_contradiction(ALL_CANDIDATES, 0)


@pytest.mark.parametrize("house", range(27))
def test_a_house_that_loses_its_last_place_is_lacking(house):
    without = ALL_CANDIDATES & ~sum(1 << candidate_number(cell, 5) for cell in HOUSES[house])
    assert has_contradiction(without, 0)


@pytest.mark.parametrize(("first", "second"), [(0, 8), (0, 72), (0, 10)])
def test_two_equal_digits_in_a_house_are_crowded(first, second):
    assert has_contradiction(
        ALL_CANDIDATES, 1 << candidate_number(first, 5) | 1 << candidate_number(second, 5)
    )
