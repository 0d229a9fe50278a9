"""The page of a board, as far as moves go: it keeps what it sends, and sends it until it is stored.

It does what `outbox.js` and `sender.js` do: one request on its way, at most fifty moves in it, the same ones
again until they are acknowledged, and new numbers for moves that would wait behind a gap for ever.
"""

import json
import random
import re
import secrets
from collections.abc import Iterator, Sequence

from puzzles.engine import Board, GameState, Op, apply_op, marks_from_text, new_game

from .browser import Browser, NoAnswerError
from .journal import Journal, Key, Written

MAX_OPS = 50
# So long each move took, as the page counts.
OP_MS = 40
GAME_DATA = re.compile(r'<script id="game-data" type="application/json">(.*?)</script>', re.DOTALL)


class SessionEndedError(Exception):
    """The site wants a login before it takes more."""


class RefusedError(AssertionError):
    """The site has refused what no page should be refused; the text says what it answered."""


class Page:
    """An open board. Its cells are those it writes in: two pages of one attempt have different ones."""

    def __init__(
        self, browser: Browser, attempt: int, journal: Journal, *, cells: Sequence[int] = (), kinds: str = ""
    ) -> None:
        self.browser, self.attempt, self.journal = browser, attempt, journal
        self.kinds = kinds or "dddddnnocelxur"
        self.client = secrets.token_hex(8)
        self.state = self.load()
        # A grid that is never full is never finished.
        self.cells = list(cells) or self.empty_cells[:-4]
        self.waiting: list[tuple[int, Written]] = []
        self.last_seq = 0
        self.is_astray = False
        self.seen_version = self.state.version

    def load(self) -> GameState:
        """The game as the page finds it when it is opened. Raises NoAnswerError, SessionEndedError."""
        answer = self.browser.get(f"/play/{self.attempt}/")
        found = GAME_DATA.search(answer.text)
        if answer.status == 302:
            raise SessionEndedError(answer.status)
        if answer.status != 200 or not found:
            raise NoAnswerError(f"the board was answered {answer.status}")
        data = json.loads(found[1])
        game = new_game(Board.from_line(data["givens"]).digits)
        digits = Board.from_line(data["digits"]).digits
        return GameState(game.givens, digits, marks_from_text(data["marks"]), version=data["version"])

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

    def keep(self, move: Written) -> None:
        self.last_seq += 1
        move.keys.append(Key(self.attempt, self.client, self.last_seq))
        self.journal.write(move)
        self.waiting.append((self.last_seq, move))

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
            self._start_over()
        sent = self.waiting[:limit]
        form = {"client": self.client, "version": self.seen_version, "ops": written(sent)}
        answer = self.browser.post(f"/play/{self.attempt}/moves/", form, by_script=True)
        if answer.status in (401, 403):
            raise SessionEndedError(answer.status)
        if answer.status >= 500:
            raise NoAnswerError(f"status {answer.status}")
        if answer.status not in (200, 204):
            raise RefusedError(f"{answer.status}: {answer.body[:200]!r}")
        return self._take_answer(answer.headers.get("HX-Trigger", ""))

    def _take_answer(self, trigger: str) -> int:
        event = json.loads(trigger or "{}").get("moves-stored", {})
        if event.get("client") != self.client:
            raise RefusedError(f"an answer to another page: {trigger!r}")
        self.seen_version = max(self.seen_version, event["version"])
        before = len(self.waiting)
        for seq, move in self.waiting:
            if seq <= event["seq"]:
                move.acknowledged = Key(self.attempt, self.client, seq)
        self.waiting = [(seq, move) for seq, move in self.waiting if seq > event["seq"]]
        # The server has gone back to before what it had stored: behind that gap moves would wait for ever.
        self.is_astray = bool(self.waiting) and self.waiting[0][0] > event["seq"] + 1
        return before - len(self.waiting)

    def _start_over(self) -> None:
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
        self.state, self.client, self.is_astray = state, secrets.token_hex(8), False
        self.waiting = list(enumerate(moves, 1))
        self.last_seq = len(moves)
        for seq, move in self.waiting:
            move.keys.append(Key(self.attempt, self.client, seq))


def written(moves: Sequence[tuple[int, Written]]) -> str:
    """Moves as they are sent: the format, then seq.cell.kind.digit.ms of each."""
    ops = [
        f"{seq}.{'' if move.cell is None else move.cell}.{move.kind}.{move.digit or ''}.{OP_MS}"
        for seq, move in moves
    ]
    return " ".join(["1", *ops])
