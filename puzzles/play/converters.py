"""URL path converters for grids."""

from puzzles.engine import Board


class GridConverter:
    """A grid as 81 characters, 0 or a dot for an empty cell."""

    regex = "[0-9.]{81}"

    def to_python(self, value: str) -> Board:
        return Board.from_line(value)

    def to_url(self, value: Board | str) -> str:
        # Programs that find links in texts take a dot for the end of one.
        return (value if isinstance(value, str) else value.to_line()).replace(".", "0")
