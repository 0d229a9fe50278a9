"""`check`: is a grid complete, is it valid, and where do digits repeat."""

from argparse import Namespace

from ..board import Board
from ..cells import cell_name, house_name
from ..formats import PuzzleRecord
from ..rules import Conflict, conflicts, is_valid
from ..translation import Words, cell_label, gettext_noop, house_label
from .console import Console
from .grids import add_grid_argument, has_many, read_grids
from .headings import say_heading
from .verb import EXIT_FINE, EXIT_NO, Verb


def run(options: Namespace, console: Console) -> int:
    """Tell of each grid; the exit code is 0 when all are valid."""
    are_valid = True
    for index, record in enumerate(read_grids(options, console)):
        board = Board.from_line(record.puzzle)
        are_valid &= is_valid(board)
        if console.is_json:
            console.say_json(verdict(record, board))
            continue
        if has_many(options):
            say_heading(record, index, console)
        for sentence in sentences(board, console.words):
            console.say(sentence)
    return EXIT_FINE if are_valid else EXIT_NO


def sentences(board: Board, words: Words) -> list[str]:
    """Complete or not, valid or not, then every conflict by house."""
    empty = len(board.empty_cells)
    if empty:
        message = words.ngettext(
            "Complete: no, %(count)d cell is empty.", "Complete: no, %(count)d cells are empty.", empty
        )
        complete = message % {"count": empty}
    else:
        complete = words.gettext("Complete: yes.")
    valid = words.gettext("Valid: yes.") if is_valid(board) else words.gettext("Valid: no.")
    found = [conflict_sentence(conflict, words) for conflict in conflicts(board)]
    return [complete, valid, *(found or [words.gettext("Conflicts: none.")])]


def conflict_sentence(conflict: Conflict, words: Words) -> str:
    """One conflict: its house, its digit, its cells."""
    return words.gettext("Conflict in %(house)s: %(digit)d in %(cells)s.") % {
        "house": house_label(conflict.house, words),
        "digit": conflict.digit,
        "cells": ", ".join(cell_label(cell, words) for cell in conflict.cells),
    }


def verdict(record: PuzzleRecord, board: Board) -> dict[str, object]:
    """The same as data; cells and houses by their English names."""
    return {
        "number": record.number,
        "line": record.line,
        "puzzle": record.puzzle,
        "complete": board.is_complete,
        "valid": is_valid(board),
        "empty": len(board.empty_cells),
        "conflicts": [
            {
                "house": house_name(conflict.house),
                "digit": conflict.digit,
                "cells": [cell_name(cell) for cell in conflict.cells],
            }
            for conflict in conflicts(board)
        ],
    }


VERB = Verb("check", gettext_noop("check whether a grid is complete and valid"), add_grid_argument, run)
