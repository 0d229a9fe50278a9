"""What is told of a grid that a verb has no answer for: one line, in JSON mode also as data."""

from ..formats import PuzzleRecord
from ..search import SearchLimitError, search_line
from .console import Console


def refuse(record: PuzzleRecord, reason: str, message: str, console: Console) -> None:
    """Tell on standard error why there is no answer; `message` has a place for the line."""
    told = message % {"line": record.line}
    if console.is_json:
        error = {"reason": reason, "line": record.line, "message": told}
        console.say_json(
            {"number": record.number, "line": record.line, "puzzle": record.puzzle, "error": error}
        )
    console.complain(told)


def give_up(record: PuzzleRecord, console: Console) -> None:
    """Tell that a grid would take too long."""
    message = console.words.gettext("line %(line)d: the search was stopped, it would take too long")
    refuse(record, "too_hard", message, console)


def solution_count(record: PuzzleRecord, console: Console) -> int:
    """How many solutions a grid has: 1, or 2 for more. 0 where it was refused: it has none, or too slowly."""
    try:
        count, _ = search_line(record.puzzle)
    except SearchLimitError:
        give_up(record, console)
        return 0
    if not count:
        refuse(
            record, "no_solution", console.words.gettext("line %(line)d: the grid has no solution"), console
        )
    return count
