"""Choosing the grid to play: grid n or a random grid of a file, or 81 characters typed in."""

import random
from collections.abc import Iterable

from ..board import Board
from ..files import SAMPLE_FILE, read_bytes
from ..formats import Fault, PuzzleFormatError, RejectedRecord, describe_fault, read_puzzle, read_puzzles
from ..generator import generate
from ..rules import conflicts
from ..search import SearchLimitError
from ..translation import Words
from .check import conflict_sentence
from .dialogue import Dialogue, LeaveError
from .game import Game
from .grids import Record, no_such_grid
from .verb import TerminalError

_LONGEST_NUMBER = 9
_RANDOM = frozenset(("", "r", "random", "a", "aléatoire", "hasard"))
LEAVING = frozenset(("q", "quit", "quitter", "exit"))


class GridFile:
    """The grids of a file to choose from.

    They are read once and kept: what comes through a pipe cannot be read again.
    """

    def __init__(self, records: Iterable[Record], words: Words) -> None:
        self._words = words
        self._grids = [
            record.fault if isinstance(record, RejectedRecord) else record.puzzle for record in records
        ]

    @property
    def count(self) -> int:
        """How many grids there are, the malformed ones included."""
        return len(self._grids)

    def grid(self, number: int) -> Board:
        """Grid n of the file. Raises TerminalError when there is none or it is malformed."""
        if not 1 <= number <= self.count:
            raise no_such_grid(number, self.count, self._words)
        grid = self._grids[number - 1]
        if isinstance(grid, Fault):
            raise TerminalError(describe_fault(grid, self._words))
        return Board.from_line(grid)

    def random_grid(self, rng: random.Random) -> Board:
        """One of the grids, each as likely as the others. Raises TerminalError when all are malformed."""
        grids = [grid for grid in self._grids if isinstance(grid, str)]
        if not grids:
            raise TerminalError(self._words.gettext("no line of the file is a grid"))
        return Board.from_line(rng.choice(grids))


def sample_grids() -> Iterable[Record]:
    """The grids of the course, and the samples behind them; none where they are missing."""
    try:
        return read_puzzles([read_bytes(SAMPLE_FILE)])
    except OSError:
        return ()


def choose_game(file: GridFile | None, rng: random.Random, dialogue: Dialogue) -> Game:
    """Ask until a grid is chosen that can be played. Raises LeaveError."""
    words = dialogue.words
    while True:
        answer = dialogue.ask(_question(file, words))
        if answer.casefold() in LEAVING:
            raise LeaveError
        try:
            game = Game(_chosen_board(answer, file, rng, words))
            if _may_be_played(game, dialogue):
                return game
        except PuzzleFormatError as error:
            dialogue.say(describe_fault(error.fault, words))
        except TerminalError as error:
            dialogue.say(str(error))
        except SearchLimitError:
            dialogue.say(words.gettext("The search was stopped: it would take too long."))


def _question(file: GridFile | None, words: Words) -> str:
    if file is None:
        return words.gettext("Which grid? r for a random one, 81 characters for your own, q to quit:")
    message = words.gettext(
        "Which grid? 1 to %(count)d, r for a random one, 81 characters for your own, q to quit:"
    )
    return message % {"count": file.count}


def _chosen_board(answer: str, file: GridFile | None, rng: random.Random, words: Words) -> Board:
    if answer.casefold() in _RANDOM:
        return file.random_grid(rng) if file else generate(rng)
    if file and answer.isascii() and answer.isdigit() and len(answer) <= _LONGEST_NUMBER:
        return file.grid(int(answer))
    return Board.from_line(read_puzzle(answer).puzzle)


def _may_be_played(game: Game, dialogue: Dialogue) -> bool:
    """Whether a grid has a solution; says so when it has none, or several."""
    words = dialogue.words
    for conflict in conflicts(game.givens):
        dialogue.say(conflict_sentence(conflict, words))
    count = game.solution_count()
    if count == 0:
        dialogue.say(words.gettext("This grid has no solution; choose another one."))
    elif count > 1:
        dialogue.say(words.gettext("This grid has several solutions; any of them is right."))
    return count > 0
