"""Tables of grids: which columns of a CSV hold the puzzle and its solution, with or without a header."""

import csv
import re
from dataclasses import dataclass

from .lines import SPACES, read_cells

DELIMITERS = ",;\t"

_PUZZLE_NAMES = frozenset(
    (
        *("puzzle", "puzzles", "quiz", "quizzes", "grid", "grids", "sudoku", "sudokus", "givens"),
        *("question", "problem", "grille", "grilles"),
    )
)
_SOLUTION_NAMES = frozenset(("solution", "solutions", "answer", "answers", "solved", "réponse", "réponses"))
# A field with this many cells was meant to be a grid; what is shorter is a rating, a name, a part of a grid.
_GRID_LIKE = 40
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is cut into fields, and which of them (from 0) hold the puzzle and the solution."""

    delimiter: str
    width: int
    puzzle: int
    solution: int | None
    has_header: bool


def split_fields(text: str, delimiter: str) -> list[str]:
    """The fields of one line of a table, without their quotes."""
    if '"' not in text:
        return text.split(delimiter)
    return next(csv.reader([text], delimiter=delimiter, skipinitialspace=True), [])


def start_of_field(text: str, fields: list[str], index: int) -> int:
    """The index in the line where a field begins; 0 when its quotes hide it."""
    position = 0
    for field in fields[:index]:
        position = max(text.find(field, position), position) + len(field)
    return max(text.find(fields[index], position), 0)


def read_header(text: str) -> Layout | None:
    """The layout a header line gives, None for any other line."""
    if not _LETTER.search(text):
        return None
    for delimiter in DELIMITERS:
        names = [field.strip(SPACES).strip("\"'").casefold() for field in split_fields(text, delimiter)]
        puzzle = _position(names, _PUZZLE_NAMES)
        if puzzle is not None:
            return Layout(delimiter, len(names), puzzle, _position(names, _SOLUTION_NAMES), has_header=True)
    return None


def guess_layout(text: str) -> Layout | None:
    """The layout of a table without a header, from a line of it; None when the line is no such table.

    The first field that looks like a grid is the puzzle; a second one, full of digits, is the solution.
    """
    for delimiter in DELIMITERS:
        if delimiter not in text:
            continue
        cells = [read_cells(field) for field in split_fields(text, delimiter)]
        grids = [index for index, field in enumerate(cells) if len(field) >= _GRID_LIKE]
        if grids:
            solution = next((index for index in grids[1:] if "." not in cells[index]), None)
            return Layout(delimiter, len(cells), grids[0], solution, has_header=False)
    return None


def _position(names: list[str], wanted: frozenset[str]) -> int | None:
    return next((index for index, name in enumerate(names) if name in wanted), None)
