"""Own grids: the board to type them on, what is known of a grid, and the forms in which it goes out."""

from dataclasses import replace
from typing import Any
from urllib.parse import quote

from django.urls import reverse

from accounts.models import User
from puzzles.engine import CELLS, DIGITS, EMPTY_BOARD, Board, conflict_cells, is_valid
from puzzles.engine.formats import to_candidate_grid, to_fpuzzles
from puzzles.library.models import Puzzle
from puzzles.library.pages.collections import assignable_classes
from puzzles.library.pages.difficulty import criteria_choices
from puzzles.library.services.difficulty import grade_values

from ..game import marks_to_text, new_game
from ..models import OwnGrid
from ..pictures.small_board import small_board
from ..services.own_grids import MAX_LISTED, GridCheck, Reading
from .play import CellView, board_rows


def editor_page(user: User, tier: int | None = None) -> dict[str, Any]:
    """The page where grids are brought in: an empty board, and the grids that are kept."""
    return {
        "tier": tier,
        "rows": editor_rows(Reading(EMPTY_BOARD)),
        "digits": DIGITS,
        "kept": OwnGrid.objects.owned_by(user).select_related("puzzle").defer("puzzle__solution"),
        "most": OwnGrid.MAX_GRIDS,
        "classrooms": assignable_classes(user),
        "tiers": criteria_choices().tiers,
        "config": {"judges": False},
    }


def editor_rows(reading: Reading) -> list[list[CellView]]:
    """The cells of a grid that is being written: every digit may be changed."""
    state = replace(new_game((0,) * 81), digits=reading.board.digits)
    return board_rows(replace(state, marks=reading.notes) if reading.notes else state, judges=False)


def looked_at(reading: Reading, verdict: GridCheck, *, site: str) -> dict[str, Any]:
    """All that is shown of a grid that was read."""
    board = reading.board
    line = board.to_line()
    return {
        "line": line,
        "grid": board,
        "reading": reading,
        "notes": marks_to_text(reading.notes) if reading.notes else "",
        "verdict": verdict,
        "solutions": verdict.solutions[:MAX_LISTED] if len(verdict.solutions) > 1 else (),
        "puzzle": graded_puzzle(verdict),
        "is_playable": verdict.is_playable and board.empty_cells,
        "share_url": site + reverse("play:shared_grid", args=[board]),
        "nine_lines": "\n".join(line[at : at + 9] for at in range(0, 81, 9)),
        "candidates": candidate_grid(reading),
        "fpuzzles": quote(to_fpuzzles(board), safe=""),
        "data": read_data(reading, verdict),
    }


def read_data(reading: Reading, verdict: GridCheck | None = None) -> dict[str, Any]:
    """What the script of the editor paints: the grid, its notes, and the cells that repeat a digit."""
    repeated = conflict_cells(reading.board) if verdict and verdict.conflicts else frozenset()
    return {"line": reading.board.to_line(), "notes": list(reading.notes), "conflicts": sorted(repeated)}


def candidate_grid(reading: Reading) -> str:
    """The grid as text with its notes, or else its candidates; "" where a cell has none."""
    masks = reading.notes or tuple(reading.board.candidate_masks())
    if all(mask or digit for mask, digit in zip(masks, reading.board, strict=True)):
        return to_candidate_grid(reading.board, masks)
    return ""


def graded_puzzle(verdict: GridCheck) -> Puzzle | None:
    """A puzzle that is not stored, for the words of its grade; a full grid has none."""
    if verdict.grade is None or verdict.solving_class is None or verdict.clue_count == len(CELLS):
        return None
    return Puzzle(solving_class=verdict.solving_class, **grade_values(verdict.grade))


def shared_page(board: Board) -> dict[str, Any]:
    """What anybody sees of a shared grid, with the data of the board that is played in the browser."""
    line = board.to_line()
    return {
        "line": line,
        "rows": board_rows(new_game(board.digits)),
        "digits": DIGITS,
        "preferences": {"modes": "centre colour"},
        "board": small_board(line, line),
        "clue_count": board.clue_count,
        "is_full": not board.empty_cells,
        "is_solved": is_valid(board),
        "game": {"line": line},
        "config": {"judges": True},
    }
