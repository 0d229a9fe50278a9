"""`solve`: the solution of each grid, and whether it is the only one."""

from argparse import ArgumentParser, Namespace

from ..board import Board
from ..formats import PuzzleRecord
from ..search import SearchLimitError, search_implementation, search_line, solutions
from ..translation import Words, gettext_noop
from .console import Console
from .grids import add_grid_argument, positive_number, read_grids
from .refusals import give_up
from .verb import EXIT_FINE, Verb


def add_arguments(parser: ArgumentParser, words: Words) -> None:
    """A grid, and how many solutions to list."""
    add_grid_argument(parser, words)
    parser.add_argument(
        "--all",
        type=positive_number(words),
        metavar="N",
        help=words.gettext("list up to N solutions of each grid, one per line"),
    )


def run(options: Namespace, console: Console) -> int:
    """CSV with a header; count is 0, 1, or 2 for two and more. With `--all`, one line per solution."""
    header = "puzzle,solution,number" if options.all else "puzzle,solution,count"
    for index, record in enumerate(read_grids(options, console)):
        if not index and not console.is_json:
            console.say(header)
        try:
            if options.all:
                list_solutions(record, options.all, console)
            else:
                solve(record, console)
        except SearchLimitError:
            give_up(record, console)
    return EXIT_FINE


def solve(record: PuzzleRecord, console: Console) -> None:
    """A solution and the count, up to 2."""
    count, solution = search_line(record.puzzle)
    if count > 1:
        solution = next(solutions(Board.from_line(record.puzzle), limit=1)).to_line()
    if console.is_json:
        console.say_json(
            {
                "number": record.number,
                "line": record.line,
                "puzzle": record.puzzle,
                "solution": solution,
                "count": count,
                "search": search_implementation(),
            }
        )
    else:
        console.say(f"{record.puzzle},{solution or ''},{count}")


def list_solutions(record: PuzzleRecord, limit: int, console: Console) -> None:
    """Print up to `limit` solutions, numbered from 1; a grid without one gets number 0."""
    found = solutions(Board.from_line(record.puzzle), limit=limit)
    if console.is_json:
        lines = [board.to_line() for board in found]
        console.say_json(
            {"number": record.number, "line": record.line, "puzzle": record.puzzle, "solutions": lines}
        )
        return
    number = 0
    for number, board in enumerate(found, start=1):
        console.say(f"{record.puzzle},{board.to_line()},{number}")
    if not number:
        console.say(f"{record.puzzle},,0")


VERB = Verb("solve", gettext_noop("solve grids and count their solutions"), add_arguments, run)
