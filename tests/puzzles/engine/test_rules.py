from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.board import EMPTY_BOARD, Board
from puzzles.engine.cells import CELLS, HOUSES, PEERS, parse_cell
from puzzles.engine.rules import Conflict, conflict_cells, conflicts, is_valid

SOLVED = Board.from_line("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

boards = st.lists(st.integers(0, 9), min_size=81, max_size=81).map(tuple).map(Board)


def with_digits(board, **placed):
    for name, digit in placed.items():
        board = board.place(parse_cell(name), digit)
    return board


def test_an_empty_board_has_no_conflict():
    assert conflicts(EMPTY_BOARD) == []


def test_equal_digits_in_a_row_conflict_in_that_row():
    assert conflicts(with_digits(EMPTY_BOARD, r1c1=5, r1c9=5)) == [Conflict(house=0, digit=5, cells=(0, 8))]


def test_equal_digits_in_a_column_conflict_in_that_column():
    assert conflicts(with_digits(EMPTY_BOARD, r1c9=5, r9c9=5)) == [Conflict(house=17, digit=5, cells=(8, 80))]


def test_equal_digits_in_a_box_conflict_in_that_box():
    assert conflicts(with_digits(EMPTY_BOARD, r7c7=5, r9c9=5)) == [
        Conflict(house=26, digit=5, cells=(60, 80))
    ]


def test_equal_digits_that_share_no_house_do_not_conflict():
    assert conflicts(with_digits(EMPTY_BOARD, r1c1=5, r4c4=5, r9c9=5)) == []


def test_two_neighbours_conflict_in_their_row_and_in_their_box():
    found = conflicts(with_digits(EMPTY_BOARD, r1c1=5, r1c2=5))
    assert [conflict.house for conflict in found] == [0, 18]


def test_three_equal_digits_in_a_house_are_one_conflict():
    found = conflicts(with_digits(EMPTY_BOARD, r1c1=5, r1c5=5, r1c9=5))
    assert found == [Conflict(house=0, digit=5, cells=(0, 4, 8))]


def test_conflicts_come_by_house_and_then_by_digit():
    found = conflicts(with_digits(EMPTY_BOARD, r1c1=9, r1c4=9, r1c2=2, r1c5=2, r9c2=2))
    assert [(conflict.house, conflict.digit) for conflict in found] == [(0, 2), (0, 9), (10, 2)]


@given(boards)
def test_a_cell_is_in_conflict_exactly_when_a_peer_holds_its_digit(board):
    assert conflict_cells(board) == {
        cell for cell in CELLS if board[cell] and board[cell] in {board[peer] for peer in PEERS[cell]}
    }


@given(boards)
def test_every_conflict_can_be_seen_on_the_board(board):
    for conflict in conflicts(board):
        assert len(conflict.cells) >= 2
        assert set(conflict.cells) <= set(HOUSES[conflict.house])
        assert {board[cell] for cell in conflict.cells} == {conflict.digit}


def test_a_solved_board_is_valid():
    assert SOLVED.is_complete
    assert is_valid(SOLVED)


@given(st.sampled_from(CELLS))
def test_a_board_with_an_empty_cell_is_neither_complete_nor_valid(cell):
    board = SOLVED.clear(cell)
    assert not board.is_complete
    assert not is_valid(board)


@given(st.sampled_from(CELLS), st.integers(1, 8))
def test_a_solved_board_with_one_digit_changed_is_complete_and_not_valid(cell, shift):
    board = SOLVED.place(cell, (SOLVED[cell] - 1 + shift) % 9 + 1)
    assert board.is_complete
    assert not is_valid(board)


def test_a_latin_square_whose_boxes_repeat_digits_is_not_valid():
    shifted = Board(tuple((row + column) % 9 + 1 for row in range(9) for column in range(9)))
    assert {conflict.house // 9 for conflict in conflicts(shifted)} == {2}
    assert not is_valid(shifted)
