"""`show`: a grid in the 13 lines of the course."""

from argparse import Namespace

from ..board import Board
from ..formats import to_grid
from ..translation import gettext_noop
from .console import Console
from .grids import add_grid_argument, read_grids
from .verb import EXIT_FINE, Verb


def run(options: Namespace, console: Console) -> int:
    """Draw each grid, with a blank line between two."""
    for index, record in enumerate(read_grids(options, console)):
        board = Board.from_line(record.puzzle)
        if console.is_json:
            rows = [list(board.digits[start : start + 9]) for start in range(0, 81, 9)]
            console.say_json(
                {"number": record.number, "line": record.line, "puzzle": record.puzzle, "rows": rows}
            )
        else:
            console.say(("\n" if index else "") + to_grid(board))
    return EXIT_FINE


VERB = Verb("show", gettext_noop("draw a grid as in the course"), add_grid_argument, run)
