"""`simple`: the simple method of the course, placement by placement."""

from argparse import Namespace

from ..board import Board
from ..cells import cell_name
from ..formats import PuzzleRecord, to_grid
from ..rules import conflicts
from ..simple import SimpleResult, solve_simple
from ..translation import Words, cell_label, gettext_noop
from .console import Console
from .grids import add_grid_argument, has_many, read_grids
from .headings import say_heading
from .verb import EXIT_FINE, Verb


def run(options: Namespace, console: Console) -> int:
    """List the placements, draw the grid they lead to, and say whether the grid is simple."""
    for index, record in enumerate(read_grids(options, console)):
        result = solve_simple(Board.from_line(record.puzzle))
        if console.is_json:
            console.say_json(as_data(record, result))
            continue
        if has_many(options):
            say_heading(record, index, console)
        for number, placement in enumerate(result.placements, start=1):
            console.say(f"{number}. {cell_label(placement.cell, console.words)} = {placement.digit}")
        console.say(to_grid(result.board))
        console.say(verdict(result, console.words))
    return EXIT_FINE


def verdict(result: SimpleResult, words: Words) -> str:
    """Simple, or how many cells stay empty, or that digits repeat."""
    if result.is_solved:
        count = len(result.placements)
        if not count:
            return words.gettext("Simple: no cell is empty.")
        message = words.ngettext(
            "Simple: the method fills the %(count)d empty cell.",
            "Simple: the method fills all %(count)d empty cells.",
            count,
        )
        return message % {"count": count}
    if conflicts(result.board):
        return words.gettext("Not simple: a digit is twice in a row, column or box.")
    empty = len(result.board.empty_cells)
    message = words.ngettext(
        "Not simple: %(count)d cell stays empty.", "Not simple: %(count)d cells stay empty.", empty
    )
    return message % {"count": empty}


def as_data(record: PuzzleRecord, result: SimpleResult) -> dict[str, object]:
    """The same as data; cells by their English names."""
    return {
        "number": record.number,
        "line": record.line,
        "puzzle": record.puzzle,
        "simple": result.is_solved,
        "placements": [{"cell": cell_name(made.cell), "digit": made.digit} for made in result.placements],
        "grid": result.board.to_line(),
        "empty": len(result.board.empty_cells),
    }


VERB = Verb("simple", gettext_noop("fill a grid with the simple method"), add_grid_argument, run)
