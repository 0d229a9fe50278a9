"""Why a verb has no answer for a grid: one line on standard error, in JSON mode also data."""

from ..formats import PuzzleRecord
from ..search import SearchLimitError, search_line
from .console import Console


def refuse(record: PuzzleRecord, reason: str, message: str, console: Console) -> None:
    """Write why there is no answer; `message` has a placeholder for the line."""
    text = message % {"line": record.line}
    if console.is_json:
        error = {"reason": reason, "line": record.line, "message": text}
        console.say_json(
            {"number": record.number, "line": record.line, "puzzle": record.puzzle, "error": error}
        )
    console.complain(text)


def give_up(record: PuzzleRecord, console: Console) -> None:
    """Refuse a grid that would take too long."""
    message = console.words.gettext("line %(line)d: the search was stopped, it would take too long")
    refuse(record, "too_hard", message, console)


def solution_count(record: PuzzleRecord, console: Console) -> int:
    """How many solutions a grid has: 1, or 2 for more. 0 if it is refused: it has none, or takes too long."""
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
