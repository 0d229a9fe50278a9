"""`play`: the interactive program of the course."""

import random
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from ..bits import Candidate
from ..formats.records import excerpt_of
from ..rules import conflicts, is_valid
from ..search import SearchLimitError
from ..translation import Words, cell_label, gettext_noop
from .check import conflict_sentence
from .console import Console
from .dialogue import Dialogue, LeaveError
from .game import Game, GivenCellError
from .grid_choice import LEAVING, GridFile, choose_game, sample_grids
from .grids import read_file
from .verb import EXIT_FINE, Verb

# Row, column, digit: r3c5 7, L3C5=7, 3 5 7 or 357; the digit 0 (or . or -) clears the cell.
_MOVE = re.compile(r"(?:[rl]\s*)?([1-9])\s*[c,;.]?\s*([1-9])\s*[=:,;]?\s*([0-9.-])", re.IGNORECASE)
_QUOTE_LENGTH = 40
_AS_FAR_AS_SIMPLE = frozenset(("s", "simple"))


def add_arguments(parser: ArgumentParser, words: Words) -> None:
    """A file to choose from, and a seed for the random numbers."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar=words.gettext("FILE"),
        help=words.gettext("the grids to choose from (default: those of the course)"),
    )
    parser.add_argument(
        "--seed", metavar="S", help=words.gettext("any text; the same seed draws the same grids")
    )


def run(options: Namespace, console: Console) -> int:
    """Play one grid after the other until the player leaves."""
    words = console.words
    dialogue = Dialogue(console)
    rng = random.Random(options.seed)
    try:
        file = _file(options.file, words)
        dialogue.say(words.gettext("Sudoku. Press Ctrl-D or q to quit at any time."))
        while True:
            play(choose_game(file, rng, dialogue), dialogue)
    except LeaveError:
        dialogue.close(words.gettext("Goodbye."))
    except KeyboardInterrupt:
        if not console.is_json:
            console.say("")
        dialogue.close(words.gettext("Goodbye."))
    return EXIT_FINE


def play(game: Game, dialogue: Dialogue) -> None:
    """Play one grid until it is solved or the player asks for another one. Raises LeaveError."""
    words = dialogue.words
    dialogue.show(game.board)
    while not is_valid(game.board):
        answer = dialogue.ask(words.gettext("Row, column, digit (? for help):"))
        command = _COMMANDS.get(answer.casefold())
        try:
            if command:
                command(game, dialogue)
            elif answer:
                _write(answer, game, dialogue)
        except SearchLimitError:
            dialogue.say(words.gettext("The search was stopped: it would take too long."))
        except _OtherGridError:
            return
    dialogue.say(words.gettext("The grid is complete and valid."))


class _OtherGridError(Exception):
    """The player asks for another grid."""


def _file(name: str | None, words: Words) -> GridFile | None:
    if name is not None:
        return GridFile(read_file(name, words), words)
    samples = GridFile(sample_grids(), words)
    return samples if samples.count else None


def _write(answer: str, game: Game, dialogue: Dialogue) -> None:
    words = dialogue.words
    move = _MOVE.fullmatch(answer)
    if not move:
        message = words.gettext(
            "“%(text)s” is not a move: type row, column and digit, as in 3 5 7; the digit 0 clears the cell."
        )
        dialogue.say(message % {"text": _quoted(answer)})
        return
    cell = 9 * (int(move[1]) - 1) + int(move[2]) - 1
    try:
        game.write(cell, int(move[3]) if move[3].isdigit() else 0)
    except GivenCellError:
        message = words.gettext("%(cell)s is a given: you cannot change it.")
        dialogue.say(message % {"cell": cell_label(cell, words)})
        return
    dialogue.show(game.board)
    for conflict in conflicts(game.board) if game.board.is_complete else game.conflicts_at(cell):
        dialogue.say(conflict_sentence(conflict, words))


def _partial_solution(game: Game, dialogue: Dialogue) -> None:
    """Fill the number of cells the player asks for, or as many as the simple method can."""
    words = dialogue.words
    if not _can_be_solved(game, dialogue):
        return
    empty = len(game.board.empty_cells)
    while True:
        message = words.gettext("How many cells? 1 to %(count)d, or s for as far as the simple method goes:")
        answer = dialogue.ask(message % {"count": empty})
        if answer.casefold() in LEAVING:
            raise LeaveError
        if not answer:
            return
        if answer.casefold() in _AS_FAR_AS_SIMPLE:
            _say_placements(list(game.fill_simple()), game, dialogue)
            return
        if answer in {str(count) for count in range(1, empty + 1)}:
            _say_placements(list(game.fill_some(int(answer))), game, dialogue)
            return
        message = words.gettext("“%(text)s” is neither a number from 1 to %(count)d nor s.")
        dialogue.say(message % {"text": _quoted(answer), "count": empty})


def _say_placements(placements: list[Candidate], game: Game, dialogue: Dialogue) -> None:
    words = dialogue.words
    for placement in placements:
        dialogue.say(f"{cell_label(placement.cell, words)} = {placement.digit}")
    dialogue.show(game.board)
    left = len(game.board.empty_cells)
    if left:
        message = words.ngettext("%(count)d cell is still empty.", "%(count)d cells are still empty.", left)
        dialogue.say(message % {"count": left})


def _full_solution(game: Game, dialogue: Dialogue) -> None:
    if _can_be_solved(game, dialogue):
        game.fill_all()
        dialogue.show(game.board)


def _can_be_solved(game: Game, dialogue: Dialogue) -> bool:
    """Whether a solution holds all digits on the grid; says which are wrong when none does."""
    if game.solution():
        return True
    words = dialogue.words
    wrong = game.wrong_cells()
    if wrong:
        message = words.ngettext(
            "Clear the wrong digit first: %(cells)s.", "Clear the wrong digits first: %(cells)s.", len(wrong)
        )
        dialogue.say(message % {"cells": ", ".join(cell_label(cell, words) for cell in wrong)})
    else:
        dialogue.say(words.gettext("No solution has all these digits: clear some of them."))
    return False


def _quoted(answer: str) -> str:
    """How an answer begins, without what would steer the terminal."""
    return excerpt_of(answer)[:_QUOTE_LENGTH]


def _view(game: Game, dialogue: Dialogue) -> None:
    dialogue.show(game.board)


def _other_grid(game: Game, dialogue: Dialogue) -> None:
    raise _OtherGridError


def _leave(game: Game, dialogue: Dialogue) -> None:
    raise LeaveError


def _help(game: Game, dialogue: Dialogue) -> None:
    words = dialogue.words
    for line in (
        words.gettext("3 5 7   place 7 in row 3, column 5 (also 357 or %(cell)s 7); 3 5 0 clears the cell"),
        words.gettext("p       partial solution: some cells, or as far as the simple method goes"),
        words.gettext("s       full solution"),
        words.gettext("v       view the grid"),
        words.gettext("n       another grid"),
        words.gettext("q       quit"),
    ):
        dialogue.say(line % {"cell": cell_label(22, words)})


_COMMANDS: dict[str, Callable[[Game, Dialogue], None]] = {
    **dict.fromkeys(("?", "h", "help", "a", "aide"), _help),
    **dict.fromkeys(("p", "partial", "partielle"), _partial_solution),
    **dict.fromkeys(("s", "solution"), _full_solution),
    **dict.fromkeys(("v", "view", "voir"), _view),
    **dict.fromkeys(("n", "new", "nouvelle"), _other_grid),
    **dict.fromkeys(LEAVING, _leave),
}

VERB = Verb("play", gettext_noop("play a grid"), add_arguments, run)
