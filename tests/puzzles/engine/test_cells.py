import pytest

from puzzles.engine.cells import (
    BOXES,
    CELLS,
    COLUMNS,
    DIGITS,
    HOUSES,
    HOUSES_OF,
    PEERS,
    ROWS,
    box_of,
    cell_name,
    column_of,
    house_name,
    parse_cell,
    parse_house,
    row_of,
)


def test_there_are_81_cells_and_nine_digits():
    assert list(CELLS) == list(range(81))
    assert list(DIGITS) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_there_are_nine_rows_nine_columns_and_nine_boxes_in_this_order():
    assert len(HOUSES) == 27
    assert HOUSES == ROWS + COLUMNS + BOXES


def test_the_first_row_column_and_box_hold_these_cells():
    assert ROWS[0] == (0, 1, 2, 3, 4, 5, 6, 7, 8)
    assert COLUMNS[0] == (0, 9, 18, 27, 36, 45, 54, 63, 72)
    assert BOXES[0] == (0, 1, 2, 9, 10, 11, 18, 19, 20)


def test_the_middle_and_the_last_box_hold_these_cells():
    assert BOXES[4] == (30, 31, 32, 39, 40, 41, 48, 49, 50)
    assert BOXES[8] == (60, 61, 62, 69, 70, 71, 78, 79, 80)


@pytest.mark.parametrize("kind", [ROWS, COLUMNS, BOXES], ids=["rows", "columns", "boxes"])
def test_the_houses_of_one_kind_share_out_the_grid(kind):
    assert sorted(cell for house in kind for cell in house) == list(CELLS)
    assert all(len(house) == 9 for house in kind)


def test_a_cell_lies_in_the_three_houses_it_is_said_to():
    for cell in CELLS:
        assert HOUSES_OF[cell] == tuple(house for house in range(27) if cell in HOUSES[house])
        assert HOUSES_OF[cell] == (row_of(cell), 9 + column_of(cell), 18 + box_of(cell))


def test_a_cell_has_20_peers_and_they_share_a_house_with_it():
    for cell in CELLS:
        assert len(PEERS[cell]) == 20
        assert list(PEERS[cell]) == sorted(PEERS[cell])
        sharing = [other for other in CELLS if set(HOUSES_OF[cell]) & set(HOUSES_OF[other]) and other != cell]
        assert list(PEERS[cell]) == sharing


def test_peers_are_mutual():
    assert all(cell in PEERS[peer] for cell in CELLS for peer in PEERS[cell])


def test_a_row_and_a_column_meet_in_one_cell_and_a_row_and_a_box_in_three_or_none():
    for row in ROWS:
        assert all(len(set(row) & set(column)) == 1 for column in COLUMNS)
        assert sorted(len(set(row) & set(box)) for box in BOXES) == [0] * 6 + [3] * 3


def test_cells_are_named_by_row_and_column_counted_from_one():
    assert cell_name(0) == "r1c1"
    assert cell_name(8) == "r1c9"
    assert cell_name(40) == "r5c5"
    assert cell_name(80) == "r9c9"


def test_a_cell_is_named_and_found_again():
    assert [parse_cell(cell_name(cell)) for cell in CELLS] == list(CELLS)


def test_a_cell_is_found_by_its_name_in_capitals():
    assert parse_cell("R5C5") == 40


@pytest.mark.parametrize("name", ["", "r0c1", "r1c10", "c1r1", "r5 c5", " r5c5", "r5c5\n", "r٣c٣", "40"])
def test_what_is_no_name_of_a_cell_is_quoted_in_the_error(name):
    with pytest.raises(ValueError, match="is not the name of a cell: expected r1c1 to r9c9") as error:
        parse_cell(name)
    assert repr(name) in str(error.value)


@pytest.mark.parametrize("cell", [-1, 81])
def test_a_number_beyond_the_grid_has_no_name(cell):
    with pytest.raises(ValueError, match=f"{cell} is not a cell"):
        cell_name(cell)


def test_houses_are_named_by_kind_and_number():
    assert house_name(0) == "row 1"
    assert house_name(13) == "column 5"
    assert house_name(26) == "box 9"
    assert len({house_name(house) for house in range(27)}) == 27


@pytest.mark.parametrize("house", [-1, 27])
def test_a_number_beyond_the_houses_has_no_name(house):
    with pytest.raises(ValueError, match=f"{house} is not a house"):
        house_name(house)


def test_the_name_of_a_house_is_read_again():
    assert [parse_house(house_name(house)) for house in range(27)] == list(range(27))
    assert parse_house("Box 9") == 26


@pytest.mark.parametrize("name", ["", "row", "row 0", "row 10", "column 5 ", "ligne 3", "row ٣"])
def test_no_other_text_names_a_house(name):
    with pytest.raises(ValueError, match="is not the name of a house"):
        parse_house(name)
