"""Grids of candidates, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.engine import EMPTY_BOARD, Board
from puzzles.engine.formats import read_candidate_grid, to_candidate_grid

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

# As a solver draws it.
DRAWN = """
.------------------.------------------.--------------------.
| 5    3     124   | 26   7      2468 | 1489   1249   248  |
| 6    247   247   | 1    9      5    | 3478   234    2478 |
| 12   9     8     | 23   34     24   | 13457  6      2457 |
:------------------+------------------+--------------------:
| 8    125   1259  | 579  6      147  | 4579   2459   3    |
| 4    25    2569  | 8    5      3    | 579    259    1    |
| 7    15    1359  | 59   2      14   | 4589   459    6    |
:------------------+------------------+--------------------:
| 139  6     134579| 357  35     7    | 2      8      4    |
| 23   278   237   | 4    1      9    | 36     3      5    |
| 123  1245  12345 | 2356 8      26   | 1346   7      9    |
'------------------'------------------'--------------------'
"""


def test_a_drawn_grid_of_candidates_is_read() -> None:
    found = read_candidate_grid(DRAWN)
    assert found is not None
    assert found.board.to_line()[:9] == "53..7...."
    assert found.masks[0] == 0
    assert found.masks[2] == 0b1011
    assert found.masks[62] == 0


def test_the_729_characters_of_a_grid_are_read() -> None:
    found = read_candidate_grid("....5...." + "12......." * 40 + "\n" + "120000000" * 40)
    assert found is not None
    assert found.board.to_line() == "5" + "." * 80
    assert found.masks == (0, *[0b11] * 80)


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        "\n".join(LINE[at : at + 9] for at in range(0, 81, 9)),
        " ".join("123456789" * 9),
        DRAWN.replace("2468", "2448"),
        DRAWN.replace("2468 |", "|"),
        "." * 729,
        "",
    ],
)
def test_any_other_text_is_none(text: str) -> None:
    assert read_candidate_grid(text) is None


def test_candidates_are_written_as_the_rules_leave_them() -> None:
    board = Board.from_line(LINE)
    found = read_candidate_grid(to_candidate_grid(board))
    assert found is not None
    masks = board.candidate_masks()
    for cell in range(81):
        if masks[cell].bit_count() == 1:
            assert 1 << found.board[cell] - 1 == masks[cell]
        else:
            assert (found.board[cell], found.masks[cell]) == (board[cell], masks[cell])


several = st.integers(1, 511).filter(lambda mask: mask.bit_count() > 1)


@given(st.lists(st.one_of(st.integers(1, 9), several.map(lambda mask: -mask)), min_size=81, max_size=81))
def test_a_written_position_is_read_back(cells: list[int]) -> None:
    if min(cells) > 0:
        cells[40] = -3
    board = Board(tuple(max(cell, 0) for cell in cells))
    masks = tuple(max(-cell, 0) for cell in cells)
    assert read_candidate_grid(to_candidate_grid(board, masks)) == (board, masks)


def test_a_cell_without_candidates_shows_a_nought() -> None:
    masks = tuple(0 if cell == 0 else 3 for cell in range(81))
    assert "| 0 " in to_candidate_grid(EMPTY_BOARD, masks)


def test_the_frame_is_even() -> None:
    lines = to_candidate_grid(Board.from_line(LINE)).splitlines()
    assert len(lines) == 13
    assert len({len(line) for line in lines}) == 1
