"""Grids written in each of the forms that are read."""

import json
from collections.abc import Iterable

from ..board import Board
from .lz_string import compress_to_base64

CSV_HEADER = "puzzle,solution"

_SS_FRAME = "*-----------*"
_SS_BAR = "|---+---+---|"


def to_line(board: Board, *, empty: str = ".") -> str:
    """81 characters in reading order."""
    return board.to_line().replace(".", empty)


def to_grid(board: Board) -> str:
    """The 13 lines the course prints: three digits a group, 0 for an empty cell. No line end at the end."""
    bar = "-----"
    lines = [bar]
    for row, groups in enumerate(_groups(to_line(board, empty="0")), start=1):
        lines.append(f"| {'|'.join(groups)}|")
        if row % 3 == 0:
            lines.append(bar)
    return "\n".join(lines)


def to_sdk(board: Board, *, author: str = "", description: str = "") -> str:
    """A `.sdk` file: who made the puzzle and what it is, where given, then its nine lines."""
    headers = [("#A", author), ("#D", description)]
    lines = [mark + " ".join(text.split()) for mark, text in headers if text]
    lines += ["[Puzzle]", *("".join(groups) for groups in _groups(board.to_line()))]
    return "\n".join(lines) + "\n"


def to_sdm(boards: Iterable[Board]) -> str:
    """A `.sdm` file: one puzzle a line, 0 for an empty cell."""
    return "".join(to_line(board, empty="0") + "\n" for board in boards)


def to_ss(board: Board) -> str:
    """A `.ss` file: nine lines in a frame, with bars between the boxes."""
    lines = [_SS_FRAME]
    for row, groups in enumerate(_groups(board.to_line()), start=1):
        lines.append(f"|{'|'.join(groups)}|")
        if row in (3, 6):
            lines.append(_SS_BAR)
    return "\n".join([*lines, _SS_FRAME]) + "\n"


def to_fpuzzles(board: Board) -> str:
    """The compressed form that f-puzzles and SudokuPad take in their addresses."""
    cells = [{"value": digit, "given": True} if digit else {} for digit in board]
    rows = [cells[at : at + 9] for at in range(0, 81, 9)]
    return compress_to_base64(json.dumps({"size": 9, "grid": rows}, separators=(",", ":")))


def to_csv(rows: Iterable[tuple[Board, Board | None]]) -> str:
    """A table of puzzles and their solutions, with a header; nothing for a solution that is not known."""
    lines = [f"{to_line(puzzle)},{to_line(solution) if solution else ''}\n" for puzzle, solution in rows]
    return "".join([CSV_HEADER + "\n", *lines])


def _groups(line: str) -> list[tuple[str, str, str]]:
    """The nine rows of 81 characters, each in its three groups of three."""
    return [(line[at : at + 3], line[at + 3 : at + 6], line[at + 6 : at + 9]) for at in range(0, 81, 9)]
