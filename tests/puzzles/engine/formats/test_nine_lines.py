"""A nine-line grid, row by row."""

from puzzles.engine.formats.nine_lines import OpenGrid
from puzzles.engine.formats.records import LocatedText

ROWS = [LocatedText(line, 1, "123456789") for line in range(1, 20)]


def fed(*signs: str) -> list[int]:
    """The sizes of the grids that end: `r` is a row, a space a blank line, `-` a bar."""
    grid, ended, rows = OpenGrid(), [], iter(ROWS)
    for sign in "".join(signs):
        if sign == "-":
            grid.draw()
        else:
            ended.append(len(grid.pause() if sign == " " else grid.add(next(rows))))
    return [size for size in [*ended, len(grid.end())] if size]


def test_the_ninth_row_ends_a_grid() -> None:
    assert fed("r" * 18) == [9, 9]


def test_a_blank_line_ends_a_grid_except_between_bands() -> None:
    assert fed("rrrrrrrr r") == [8, 1]
    assert fed("rrr rrr rrr") == [9]
    assert fed("rrr  rrr  rrr") == [9]
    assert fed("rrrrrr rrr") == [6, 3]


def test_a_band_alone_ends_when_the_next_goes_on_without_a_blank_line() -> None:
    assert fed("rrr rrrrrrrrr") == [3, 9]


def test_a_bar_replaces_the_second_blank_line() -> None:
    assert fed("rrr-- rrr-rrr") == [9]
    assert fed("rrr-rrr-rrr") == [9]


def test_the_state_goes_on() -> None:
    grid = OpenGrid()
    for row in ROWS[:3]:
        grid.add(row)
    grid.pause()
    again = OpenGrid(grid.state())
    assert again.rows == grid.rows
    assert again.state() == grid.state()
