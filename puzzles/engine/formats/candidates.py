"""Grids in which every empty cell holds its candidates, as solvers write and read them.

Nine rows of nine numbers, in a frame or without: a cell of one digit is filled, the digits of another are its
candidates. Or 729 characters, nine for each cell: its candidates at their places, dots or zeros elsewhere.
"""

import re
from typing import NamedTuple

from ..board import Board
from ..cells import CELLS, DIGITS

_FRAME = re.compile(r"[\s|:.,;'\"*+=!_\u2500-\u257f-]+")
_NUMBER = re.compile(r"[1-9]{1,9}")
_BITS = {str(digit): 1 << digit - 1 for digit in DIGITS}


class CandidateGrid(NamedTuple):
    """The digits of a grid, and the candidates of its empty cells as masks, bit d - 1 for digit d."""

    board: Board
    masks: tuple[int, ...]


def read_candidate_grid(text: str) -> CandidateGrid | None:
    """The grid of a text that holds candidates; None for every other text."""
    cells = _framed_cells(text) or _spread_cells("".join(text.split()))
    if cells is None:
        return None
    digits = [int(cell) if len(cell) == 1 else 0 for cell in cells]
    masks = [0 if len(cell) == 1 else sum(_BITS[sign] for sign in cell) for cell in cells]
    return CandidateGrid(Board(tuple(digits)), tuple(masks))


def to_candidate_grid(board: Board, masks: tuple[int, ...] | None = None) -> str:
    """A drawn grid of digits and candidates: those given, or all that the rules leave.

    What is read back is the same, but for a cell with one candidate, which comes back filled. A cell without
    any shows a 0, which nobody reads.
    """
    left = masks or tuple(board.candidate_masks())
    cells = [_cell_text(board[cell], left[cell]) for cell in CELLS]
    widths = [max(len(cells[cell]) for cell in range(column, 81, 9)) for column in range(9)]
    bands = [2 + sum(widths[at : at + 3]) + 2 * 2 for at in (0, 3, 6)]
    lines = [_bar(".", ".", bands)]
    for row in range(9):
        lines.append(_row(cells[9 * row : 9 * row + 9], widths))
        if row in (2, 5):
            lines.append(_bar(":", "+", bands))
    return "\n".join([*lines, _bar("'", "'", bands)])


def _framed_cells(text: str) -> list[str] | None:
    """81 numbers without a digit twice, of which one at least has several digits."""
    cells = [cell for cell in _FRAME.split(text) if cell]
    if len(cells) != 81 or not all(_NUMBER.fullmatch(cell) and len(set(cell)) == len(cell) for cell in cells):
        return None
    return cells if any(len(cell) > 1 for cell in cells) else None


def _spread_cells(text: str) -> list[str] | None:
    """The candidates of 729 characters, nine for each cell, each of which holds one at least."""
    if len(text) != 729 or any(sign not in (".", "0", str(at % 9 + 1)) for at, sign in enumerate(text)):
        return None
    cells = [text[at : at + 9].replace(".", "").replace("0", "") for at in range(0, 729, 9)]
    return cells if all(cells) else None


def _cell_text(digit: int, mask: int) -> str:
    return str(digit) if digit else "".join(str(each) for each in DIGITS if mask & _BITS[str(each)]) or "0"


def _row(cells: list[str], widths: list[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
    return "".join(f"| {'  '.join(padded[at : at + 3])} " for at in (0, 3, 6)) + "|"


def _bar(end: str, between: str, bands: list[int]) -> str:
    return end + between.join("-" * width for width in bands) + end
