"""The nine-line grid that is being read, row by row."""

from typing import Any

from .records import LocatedText

Rows = list[LocatedText]


class OpenGrid:
    """The rows read so far of a grid of nine lines.

    Blank lines may separate its bands of three rows, but then between both; elsewhere they end it.
    """

    def __init__(self, state: dict[str, Any] | None = None) -> None:
        self.rows: Rows = [LocatedText(*row) for row in state["rows"]] if state else []
        self._gap = state["gap"] if state else 0

    def __bool__(self) -> bool:
        return bool(self.rows)

    def state(self) -> dict[str, Any]:
        """The rows and the place of the last blank line, as plain JSON."""
        return {"rows": [list(row) for row in self.rows], "gap": self._gap}

    def add(self, row: LocatedText) -> Rows:
        """Add a row; gives the rows of a grid that ends thereby: its ninth, or a lone band."""
        ended: Rows = []
        if self._gap == 3 and len(self.rows) == 6:
            ended, self.rows, self._gap = self.rows[:3], self.rows[3:], 0
        self.rows.append(row)
        return ended or (self.end() if len(self.rows) == 9 else [])

    def pause(self) -> Rows:
        """Take a blank line; gives the rows of the grid when it ends there."""
        if len(self.rows) not in (self._gap, self._gap + 3):
            return self.end()
        self._gap = len(self.rows)
        return []

    def draw(self) -> None:
        """Take a bar, which counts as a blank line between bands parted by blank lines."""
        if self._gap == 3 and len(self.rows) == 6:
            self._gap = 6

    def end(self) -> Rows:
        """End the grid; gives its rows."""
        rows, self.rows, self._gap = self.rows, [], 0
        return rows
