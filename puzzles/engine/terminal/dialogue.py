"""A conversation: sentences, grids, questions and their answers."""

from typing import Any

from ..board import Board
from ..formats import to_grid
from ..formats.line_splitter import decode_line
from ..formats.lines import SPACES
from .console import Console

_BLANKS = SPACES + "\r\n"


class LeaveError(Exception):
    """The player quits, or the input ends."""


class Dialogue:
    """Speaks to a player; in JSON mode one line of data before each answer instead."""

    def __init__(self, console: Console) -> None:
        self.words = console.words
        self._console = console
        self._says: list[str] = []
        self._grid: str | None = None

    def say(self, text: str) -> None:
        """Say a sentence."""
        if self._console.is_json:
            self._says.append(text)
        else:
            self._console.say(text)

    def show(self, board: Board) -> None:
        """Draw a grid."""
        if self._console.is_json:
            self._grid = board.to_line()
        else:
            self._console.say(to_grid(board))

    def ask(self, question: str) -> str:
        """The answer to a question, without the blanks around it. Raises LeaveError when no more come."""
        if self._console.is_json:
            self._say_json(question)
        else:
            self._console.say(question, end=" ")
        answer = self._console.answer()
        if answer is None:
            if not self._console.is_json:
                self._console.say("")
            raise LeaveError
        return decode_line(answer).strip(_BLANKS)

    def close(self, farewell: str) -> None:
        """Say the last sentence."""
        self.say(farewell)
        if self._console.is_json:
            self._say_json(None)

    def _say_json(self, question: str | None) -> None:
        line: dict[str, Any] = {"says": self._says, "grid": self._grid, "asks": question}
        self._console.say_json(line)
        self._says = []
