"""The heading above the answer to each of several grids."""

from ..formats import PuzzleRecord
from .console import Console


def say_heading(record: PuzzleRecord, index: int, console: Console) -> None:
    """The number and the line of a grid, after a blank line unless it is the first."""
    if index:
        console.say("")
    heading = console.words.gettext("Grid %(number)d (line %(line)d)")
    console.say(heading % {"number": record.number, "line": record.line})
