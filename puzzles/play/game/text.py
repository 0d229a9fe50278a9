"""Games as text, as they are stored: remembered grids, and numbers of moves as ranges."""

from collections.abc import Iterable
from itertools import groupby

from puzzles.engine.board import Board

from .marks import marks_from_text, marks_to_text
from .moves import Point


def point_to_text(point: Point | None) -> str:
    """A remembered grid as its 81 digits and the text of its marks; nothing at all for none."""
    return f"{Board(point.digits).to_line()}{marks_to_text(point.marks)}" if point else ""


def point_from_text(text: str) -> Point | None:
    """The remembered grid of a text that `point_to_text` made."""
    return Point(Board.from_line(text[:81]).digits, marks_from_text(text[81:])) if text else None


def numbers_to_text(numbers: Iterable[int]) -> str:
    """Ascending numbers as ranges: `1-5,8` for 1, 2, 3, 4, 5, 8; a falling order is kept, one by one."""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ranges = [[number for _, number in run] for _, run in runs]
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in ranges)


def numbers_from_text(text: str) -> tuple[int, ...]:
    """The numbers of a text that `numbers_to_text` made."""
    numbers: list[int] = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        numbers.extend(range(int(first), int(last or first) + 1))
    return tuple(numbers)
