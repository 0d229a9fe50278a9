"""One line of text: cells, bars, titles, sections."""

import pytest

from puzzles.engine.formats.lines import (
    cell_columns,
    first_strange,
    is_bar,
    is_blank,
    is_caption,
    read_cells,
    section_name,
    without_comment,
)


def test_cells_are_read_without_what_separates_them() -> None:
    assert read_cells("| 53.|07*|_-9|") == "53..7...9"


@pytest.mark.parametrize(
    "text", ["5,3,,,7,,,,9", "5;3;;; 7;;;;9", "\t3\t\t\t7\t\t\t\t9", "|5|3| | |7| | | |9|"]
)
def test_nine_fields_of_one_cell_or_none_are_nine_cells(text: str) -> None:
    assert read_cells(text) == ("." if text[0] == "\t" else "5") + "3..7...9"


@pytest.mark.parametrize(
    "text",
    ["| 5 | 3 |   |   | 7 |   |   |   |   |", "|5|3| | |7| | | | |", "║ 5 │ 3 │   ║   │ 7 │   ║   │   │   ║"],
)
def test_blank_cells_with_a_bar_around_each_are_cells_up_to_the_last(text: str) -> None:
    assert read_cells(text) == "53..7...."


@pytest.mark.parametrize(
    "text", ["| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |", "1|2|3|4|5|6|7|8|", "| | 2|3|4|5|6|7|8|"]
)
def test_the_bars_around_eight_cells_make_no_ninth(text: str) -> None:
    assert len(read_cells(text)) < 9


def test_fields_with_more_than_a_cell_are_not_filled_up() -> None:
    assert read_cells("53,,,,7,,,,9") == "5379"


@pytest.mark.parametrize(
    "text",
    [
        *("| 53.|07*|_-9|", "53..7...9", " 5 3 . . 7 . . . 9 # x", "5,3,,,7,,,,9", "|5|3| | |7| | | |9|"),
        *('"5";"3";"";"";"7";"";"";"";"9"', " | (5) | 3 |  |  | 7 |  |  |  |  |"),
    ],
)
def test_the_columns_are_those_of_the_cells(text: str) -> None:
    columns = cell_columns(text)
    cells = read_cells(text)
    assert len(columns) == len(cells)
    for cell, column in zip(cells, columns, strict=True):
        assert cell == "." or text[column] == cell


def test_the_first_strange_character_is_found() -> None:
    assert first_strange("53..7x..y") == 5
    assert first_strange("| 53.│07*║_-9|") is None


def test_a_comment_begins_at_the_first_hash() -> None:
    assert without_comment("53 # easy # 1") == "53 "


def test_spaces_of_all_kinds_are_blank() -> None:
    assert is_blank(" \t\xa0\ufeff\x1a")
    assert not is_blank(".")


@pytest.mark.parametrize(
    "text", ["---", "- - -", "======", "+---+---+", "|||", "---------", "*-----------*", "┌───┬───┐"]
)
def test_a_line_that_only_draws_is_a_bar(text: str) -> None:
    assert is_bar(text, in_grid=True)
    assert is_bar(text, in_grid=False)


@pytest.mark.parametrize(
    "text", ["..-", ".........", "*********", "_________", "53-------", "*-------*", "....---...---*", ";;;"]
)
def test_a_line_with_other_signs_of_cells_is_no_bar(text: str) -> None:
    assert not is_bar(text, in_grid=True)


def test_a_frame_of_81_signs_of_cells_is_cells() -> None:
    assert is_bar("*" + "-" * 78 + "*", in_grid=False)
    assert not is_bar("*" + "-" * 79 + "*", in_grid=False)


def test_81_dashes_are_cells_alone_and_a_bar_within_a_grid() -> None:
    assert not is_bar("-" * 81, in_grid=False)
    assert is_bar("-" * 81, in_grid=True)
    assert is_bar("-" * 80, in_grid=False)
    assert is_bar("-" * 40 + "+" + "-" * 41, in_grid=False)


@pytest.mark.parametrize("text", ["Grid 01", "grille n° 3", "Puzzle #12:", "SUDOKU 7.", "No. 5"])
def test_a_numbered_title_is_a_caption(text: str) -> None:
    assert is_caption(text)


@pytest.mark.parametrize("text", ["12", "# 3", "hello", "Grid", "Grid 1 of 50", "Version 4.2", "123456789"])
def test_other_lines_are_no_captions(text: str) -> None:
    assert not is_caption(text)


def test_a_section_has_its_name_in_brackets() -> None:
    assert section_name(" [Pencil Marks] ") == "pencil marks"
    assert section_name("[1,2]") is None
