"""The page of a board, as far as moves go: it keeps what it sends, and sends it until it is stored.

One request is on its way, and moves that would wait behind a gap for ever get new numbers.
"""

import random
from collections.abc import Iterator, Sequence

from puzzles.play.game import GameState, Op, apply_op

from .browser import Browser
from .journal import Journal, Written
from .outbox import MAX_OPS, Outbox, SessionEndedError, game_on


class Page(Outbox):
    """An open board. Its cells are those it writes in: two pages of one attempt have different ones."""

    def __init__(
        self, browser: Browser, attempt: int, journal: Journal, *, cells: Sequence[int] = (), kinds: str = ""
    ) -> None:
        super().__init__(attempt, journal)
        self.browser = browser
        self.kinds = kinds or "dddddnnocelxur"
        self.state = self.load()
        # A grid that is never full is never finished.
        self.cells = list(cells) or self.empty_cells[:-4]
        self.seen_version = self.state.version

    def load(self) -> GameState:
        """The game as the page finds it when it is opened. Raises NoAnswerError, SessionEndedError."""
        answer = self.browser.get(f"/play/{self.attempt}/")
        if answer.status == 302:
            raise SessionEndedError(answer.status)
        return game_on(answer.status, answer.text)

    @property
    def empty_cells(self) -> list[int]:
        """The cells without a given."""
        return [cell for cell in range(81) if not self.state.givens[cell]]

    def is_as_stored(self) -> bool:
        """Whether a page opened now shows what this one shows. It must have played alone."""
        stored = self.load()
        return (stored.digits, stored.marks) == (self.state.digits, self.state.marks)

    # Playing

    def play(self, rng: random.Random, count: int = 1) -> None:
        """Make so many moves, each of which changes the grid, and keep them to be sent."""
        for _ in range(count):
            op, self.state = next(self._changing_ops(rng))
            self.keep(Written(op.kind, op.cell, op.digit))

    def _changing_ops(self, rng: random.Random) -> Iterator[tuple[Op, GameState]]:
        while True:
            kind = rng.choice(self.kinds)
            op = Op(kind) if kind in "ur" else Op(kind, rng.choice(self.cells), self._digit(kind, rng))
            outcome = apply_op(self.state, op)
            if outcome.state.version > self.state.version:
                yield op, outcome.state

    def _digit(self, kind: str, rng: random.Random) -> int:
        return 0 if kind == "x" else rng.randint(1, 9)

    # Sending

    def send(self, limit: int = MAX_OPS) -> int:
        """Send what waits; how many moves are stored now that were not.

        Raises NoAnswerError, SessionEndedError, RefusedError; what was not acknowledged stays.
        """
        if self.is_astray:
            self._begin_again()
        before = len(self.waiting)
        answer = self.browser.post(f"/play/{self.attempt}/moves/", self.form(limit), by_script=True)
        self.take_answer(answer.status, answer.headers.get("HX-Trigger", ""))
        return before - len(self.waiting)

    def _begin_again(self) -> None:
        """Take the game as the server has it, and give what waits new numbers.

        Moves that would change nothing on that grid are struck out: they are none any more.
        Raises NoAnswerError, SessionEndedError.
        """
        state, moves = self.load(), []
        for _seq, move in self.waiting:
            outcome = apply_op(state, Op(move.kind, move.cell, move.digit))
            if outcome.state.version > state.version:
                state = outcome.state
                moves.append(move)
            else:
                self.journal.strike(move)
        self.state = state
        self.start_over(moves)
