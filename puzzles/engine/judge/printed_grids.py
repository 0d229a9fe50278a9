"""Grids in printed text. The positions of the cells are those where drawings of known grids differ."""

from __future__ import annotations

from . import grids

DIGITS = "123456789"
# What may mark an empty cell, where no other drawing shows it.
EMPTY_SIGNS = "0._*"


def drawing_lines(text: str) -> list[str]:
    """The lines of a printed text without trailing blanks."""
    lines = [line.rstrip() for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]


def renamed(line: str, shift: int) -> str:
    """A grid with every digit exchanged for another, so that each filled cell changes."""
    return "".join("." if sign == "." else DIGITS[(DIGITS.index(sign) + shift) % 9] for sign in line)


def framed(line: str) -> str:
    """The drawing that the first worksheet shows: 13 lines, 0 for an empty cell."""
    line = line.replace(".", "0")
    rows = []
    for start in range(0, 81, 9):
        if start % 27 == 0:
            rows.append("-----")
        rows.append(
            f"| {line[start : start + 3]}|{line[start + 3 : start + 6]}|{line[start + 6 : start + 9]}|"
        )
    return "\n".join([*rows, "-----"])


class Drawing:
    """The positions of the 81 cells in a drawing, and the text around them."""

    __slots__ = ("frame", "places")

    def __init__(self, places: list[tuple[int, int]], lines: list[str]) -> None:
        top, bottom = places[0][0], places[-1][0]
        self.places = [(row - top, column) for row, column in places]
        self.frame: list[list[str | None]] = [list(line) for line in lines[top : bottom + 1]]
        for row, column in self.places:
            self.frame[row][column] = None

    def read(self, lines: list[str], first: int = 0) -> str | None:
        """The grid drawn from line `first` on; None where the frame or the sign for empty differs."""
        if first + len(self.frame) > len(lines):
            return None
        for row, frame in enumerate(self.frame):
            text = lines[first + row]
            if len(text) > len(frame):
                return None
            for column, fixed in enumerate(frame):
                if fixed is not None and (text[column] if column < len(text) else " ") != fixed:
                    return None
        found: list[str] = []
        empty = None
        for row, column in self.places:
            text = lines[first + row]
            sign = text[column] if column < len(text) else " "
            if sign in DIGITS:
                found.append(sign)
                continue
            empty = empty or sign
            if sign != empty:
                return None
            found.append(".")
        return "".join(found)

    def read_all(self, lines: list[str]) -> list[str]:
        """The grids drawn in some lines, in order."""
        found: list[str] = []
        first = 0
        while first + len(self.frame) <= len(lines):
            grid = self.read(lines, first)
            if grid is None:
                first += 1
            else:
                found.append(grid)
                first += len(self.frame)
        return found


def drawing_of(first_text: str, second_text: str, first_line: str, second_line: str) -> Drawing | None:
    """The drawing by which two full grids that differ in every cell were printed. None if there is none."""
    first, second = drawing_lines(first_text), drawing_lines(second_text)
    if len(first) != len(second) or any(len(a) != len(b) for a, b in zip(first, second, strict=True)):
        return None
    places = [
        (row, column)
        for row in range(len(first))
        for column in range(len(first[row]))
        if first[row][column] != second[row][column]
    ]
    if "".join(first[row][column] for row, column in places) != first_line:
        return None
    if "".join(second[row][column] for row, column in places) != second_line:
        return None
    # Nine cells to a line, on nine lines: else it is a list printed at a stretch, or a column.
    for row in range(9):
        if len({place[0] for place in places[9 * row : 9 * row + 9]}) != 1:
            return None
    if len({place[0] for place in places}) != 9:
        return None
    return Drawing(places, first)


def grids_drawn(text: str, drawing: Drawing | None = None) -> list[str]:
    """The grids drawn in a text, in order: by a known drawing, else nine lines with nine cells each."""
    lines = drawing_lines(text)
    found = [] if drawing is None else [grid for grid in drawing.read_all(lines) if grid != grids.EMPTY]
    if found:
        return found
    rows: list[str] = []
    for line in lines:
        cells = _row(line)
        if cells is not None:
            rows.append(cells)
            if len(rows) == 9:
                found.append("".join(rows))
                rows = []
        elif any(sign in DIGITS for sign in line) and any(sign.isalpha() for sign in line):
            rows = []
    return found


def _row(line: str) -> str | None:
    """The nine cells of a line, `.` for empty; None for no row. A row's own number may come first."""
    cells = [sign for sign in line if sign in DIGITS or sign in EMPTY_SIGNS]
    if len(cells) == 10 and not any(sign.isalpha() for sign in line):
        cells = cells[1:]
    if len(cells) != 9:
        return None
    return "".join(sign if sign in DIGITS else "." for sign in cells)
