import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine.board import EMPTY_BOARD, EMPTY_MARKS, Board, BoardError, format_line, parse_line
from puzzles.engine.cells import CELLS, DIGITS, PEERS, parse_cell

TUTORIEL = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

boards = st.lists(st.integers(0, 9), min_size=81, max_size=81).map(tuple).map(Board)
cells = st.sampled_from(CELLS)
digits = st.sampled_from(DIGITS)


def test_a_line_is_read_row_by_row():
    board = Board.from_line(TUTORIEL)
    assert board.digits[:9] == (5, 3, 0, 0, 7, 0, 0, 0, 0)
    assert board[parse_cell("r1c1")] == 5
    assert board[parse_cell("r9c9")] == 9
    assert board[parse_cell("r9c1")] == 0


@pytest.mark.parametrize("mark", EMPTY_MARKS)
def test_each_symbol_of_an_empty_cell_reads_the_same(mark):
    assert Board.from_line(TUTORIEL.replace(".", mark)) == Board.from_line(TUTORIEL)


def test_a_line_is_written_with_dots():
    assert Board.from_line(TUTORIEL.replace(".", "0")).to_line() == TUTORIEL


@given(boards)
def test_a_board_is_written_and_read_again(board):
    assert Board.from_line(board.to_line()) == board


@given(boards)
def test_digits_are_formatted_and_parsed_again(board):
    assert tuple(parse_line(format_line(board.digits))) == board.digits


@pytest.mark.parametrize("length", [0, 80, 82])
def test_a_line_of_another_length_is_refused_with_its_length(length):
    with pytest.raises(BoardError, match=f"81 characters, got {length}"):
        Board.from_line("." * length)


@pytest.mark.parametrize("character", ["x", "²", "٣", " ", "?", "\n", "😀"])
def test_a_character_that_is_no_digit_is_refused_with_its_place(character):
    with pytest.raises(BoardError, match="character 81 is ") as error:
        Board.from_line("." * 80 + character)
    assert repr(character) in str(error.value)


def test_the_first_of_several_wrong_characters_is_named():
    with pytest.raises(BoardError, match="character 3 is 'a'"):
        Board.from_line("12abc" + "." * 76)


@pytest.mark.parametrize("value", [-1, 10, None])
def test_a_board_holds_nothing_but_digits(value):
    with pytest.raises(BoardError, match=f"{value} is not a digit"):
        Board((value,) + (0,) * 80)


def test_a_board_of_80_cells_is_refused():
    with pytest.raises(BoardError, match="81 cells, got 80"):
        Board((0,) * 80)


@given(boards, cells, digits)
def test_a_placed_digit_is_in_its_cell_and_changes_no_other(board, cell, digit):
    placed = board.place(cell, digit)
    assert placed[cell] == digit
    assert [placed[other] for other in CELLS if other != cell] == [
        board[other] for other in CELLS if other != cell
    ]


@given(boards, cells, digits)
def test_clearing_undoes_placing_on_an_empty_cell(board, cell, digit):
    board = board.clear(cell)
    assert board.place(cell, digit).clear(cell) == board


def test_placing_leaves_the_board_itself_as_it_was():
    EMPTY_BOARD.place(0, 1)
    assert EMPTY_BOARD.digits == (0,) * 81


@pytest.mark.parametrize("digit", [0, 10])
def test_only_1_to_9_can_be_placed(digit):
    with pytest.raises(BoardError, match=f"{digit} is not a digit"):
        EMPTY_BOARD.place(0, digit)


@pytest.mark.parametrize("cell", [-1, 81])
def test_a_cell_beyond_the_grid_is_refused_everywhere(cell):
    for door in (
        EMPTY_BOARD.__getitem__,
        EMPTY_BOARD.clear,
        EMPTY_BOARD.candidates,
        lambda cell: EMPTY_BOARD.place(cell, 1),
    ):
        with pytest.raises(BoardError, match=f"{cell} is not a cell"):
            door(cell)


def test_the_candidates_of_a_cell_are_the_digits_its_peers_do_not_hold():
    assert Board.from_line(TUTORIEL).candidates(parse_cell("r5c5")) == (5,)
    assert Board.from_line(TUTORIEL).candidates(parse_cell("r1c3")) == (1, 2, 4)


def test_a_filled_cell_has_no_candidates():
    assert Board.from_line(TUTORIEL).candidates(0) == ()


def test_on_an_empty_board_every_digit_is_a_candidate():
    assert EMPTY_BOARD.candidates(40) == tuple(DIGITS)


def test_a_cell_whose_peers_hold_all_nine_digits_has_no_candidates():
    board = Board.from_line("12345678." + "........9" + "." * 63)
    assert board.candidates(8) == ()


@given(boards)
def test_masks_and_candidates_say_the_same(board):
    masks = board.candidate_masks()
    for cell in CELLS:
        assert masks[cell] == sum(1 << digit - 1 for digit in board.candidates(cell))


@given(boards, cells)
def test_no_candidate_is_on_a_peer_of_its_digit(board, cell):
    assert not {board[peer] for peer in PEERS[cell]} & set(board.candidates(cell))


@given(boards)
def test_clues_and_empty_cells_add_up_to_81(board):
    assert board.clue_count + len(board.empty_cells) == 81
    assert all(board[cell] == 0 for cell in board.empty_cells)
    assert board.is_complete == (board.clue_count == 81)


def test_a_board_full_of_wrong_digits_is_complete():
    assert Board((1,) * 81).is_complete
    assert not Board((1,) * 80 + (0,)).is_complete


def test_equal_boards_are_one_in_a_set():
    assert len({Board.from_line(TUTORIEL), Board.from_line(TUTORIEL), EMPTY_BOARD}) == 2


def test_a_board_can_be_walked_through():
    assert list(Board.from_line(TUTORIEL))[:5] == [5, 3, 0, 0, 7]


@given(boards)
def test_a_board_shows_the_line_it_can_be_made_of(board):
    assert repr(board) == f"Board('{board.to_line()}')"
    assert Board(board.to_line()) == board


def test_a_board_prints_as_a_drawn_grid():
    assert str(Board(TUTORIEL)).splitlines()[:5] == [
        "5 3 . | . 7 . | . . .",
        "6 . . | 1 9 5 | . . .",
        ". 9 8 | . . . | . 6 .",
        "------+-------+------",
        "8 . . | . 6 . | . . 3",
    ]


@given(boards)
def test_the_drawn_grid_has_the_digits_of_the_line(board):
    assert [sign for sign in str(board) if sign in ".123456789"] == list(board.to_line())
