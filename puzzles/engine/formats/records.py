"""What a file of grids gives: puzzles, and places refused with their reason."""

from typing import NamedTuple

from .faults import Fault
from .lines import cell_columns

EXCERPT_LENGTH = 90


def excerpt_of(line: str) -> str:
    """How a line begins, safe to store and show: spaces for white space, `�` for the unprintable."""
    return "".join(
        character if character.isprintable() else " " if character.isspace() else "�"
        for character in line[:EXCERPT_LENGTH]
    )


class LocatedText(NamedTuple):
    """A text that holds cells of a grid: its line in the file and the column it begins in, both 1-based."""

    line: int
    column: int
    text: str


class PuzzleRecord(NamedTuple):
    """One grid of a file, as 81 characters with `.` for an empty cell.

    `number` is the grid's number in the file (the first is 1), `line` the line it begins on (1-based).
    `solution` is the one the file gives, already checked. `pieces` is where its cells were read, none for
    a line of exactly 81 characters.
    """

    number: int
    line: int
    puzzle: str
    solution: str | None = None
    pieces: tuple[LocatedText, ...] = ()

    def place_of(self, cell: int) -> tuple[int, int]:
        """The line and the column of the file of this cell, both 1-based."""
        index = cell
        for piece in self.pieces:
            columns = cell_columns(piece.text)
            if index < len(columns):
                return piece.line, piece.column + columns[index]
            index -= len(columns)
        return self.line, cell + 1


class RejectedRecord(NamedTuple):
    """A place in a file where a grid was expected and could not be read; it keeps the number of that grid.

    `line` is where the grid begins, `fault.line` where the fault is; `excerpt` is how that line begins.
    """

    number: int
    line: int
    fault: Fault
    excerpt: str


Record = PuzzleRecord | RejectedRecord
