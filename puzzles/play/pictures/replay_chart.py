"""Geometry of the chart of a replay: filled cells over time, drawn as a line of steps."""

from collections.abc import Sequence
from typing import NamedTuple


class Frame(NamedTuple):
    """Size of the picture and edges of the line in it, in the picture's units."""

    width: int = 360
    height: int = 156
    left: int = 26
    right: int = 350
    top: int = 16
    bottom: int = 130

    @property
    def count_x(self) -> int:
        """The end of the labels of the counts, beside the line."""
        return self.left - 5

    @property
    def time_y(self) -> int:
        """The base line of the labels of the times, below the line."""
        return self.height - 5


FRAME = Frame()


def x_at(time: int, first: int, last: int) -> float:
    """The place of a time; the left edge if no time has passed."""
    share = (time - first) / (last - first) if last > first else 0
    return round(FRAME.left + (FRAME.right - FRAME.left) * share, 1)


def y_at(count: int, empty: int) -> float:
    """The height of a number of filled cells, of those that were empty."""
    share = count / empty if empty else 0
    return round(FRAME.bottom - (FRAME.bottom - FRAME.top) * share, 1)


def step_path(points: Sequence[tuple[float, float]]) -> str:
    """A line that stays level until a cell is filled or emptied, and then goes up or down."""
    x, y = points[0]
    parts = [f"M{x:g} {y:g}"]
    for next_x, next_y in points[1:]:
        if next_y != y:
            parts.append(f"H{next_x:g}V{next_y:g}")
            y = next_y
    return "".join(parts) + f"H{points[-1][0]:g}"
