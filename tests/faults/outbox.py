"""What a page of a board keeps until it is stored, and what it sends, for every kind of player.

It does what `outbox.js` does: at most fifty moves in a request, and the same ones again until
they are acknowledged.
"""

import json
import re
import secrets
from collections.abc import Sequence
from typing import Any

from puzzles.engine import Board
from puzzles.play.game import GameState, marks_from_text, new_game

from .browser import NoAnswerError
from .journal import Journal, Key, Written

MAX_OPS = 50
# So long each move took, as the page counts.
OP_MS = 40
GAME_DATA = re.compile(r'<script id="game-data" type="application/json">(.*?)</script>', re.DOTALL)


class SessionEndedError(Exception):
    """The site wants a login before it takes more."""


class RefusedError(AssertionError):
    """The site has refused what no page should be refused; the text says what it answered."""


class Outbox:
    """The moves of one page that wait, and what it knows of those that were stored."""

    def __init__(self, attempt: int, journal: Journal, *, seen_version: int = 0) -> None:
        self.attempt, self.journal = attempt, journal
        self.client = secrets.token_hex(8)
        self.waiting: list[tuple[int, Written]] = []
        self.last_seq = 0
        self.is_astray = False
        self.seen_version = seen_version

    def keep(self, move: Written) -> None:
        """Write a move down, and keep it to be sent."""
        self.last_seq += 1
        move.keys.append(Key(self.attempt, self.client, self.last_seq))
        self.journal.write(move)
        self.waiting.append((self.last_seq, move))

    def form(self, limit: int = MAX_OPS) -> dict[str, object]:
        """What a request with the first of the waiting moves brings."""
        ops = written(self.waiting[:limit])
        return {"client": self.client, "version": self.seen_version, "ops": ops}

    def take_answer(self, status: int, trigger: str) -> dict[str, Any]:
        """Mark what an answer calls stored, by its status and its header `HX-Trigger`; what it tells.

        Raises NoAnswerError, SessionEndedError, RefusedError; what was not acknowledged stays.
        """
        if status in (401, 403):
            raise SessionEndedError(status)
        if status >= 500:
            raise NoAnswerError(f"status {status}")
        event: dict[str, Any] = json.loads(trigger or "{}").get("moves-stored", {})
        if status not in (200, 204) or event.get("client") != self.client:
            raise RefusedError(f"{status}, {trigger!r}")
        self._acknowledge(event["seq"])
        self.seen_version = max(self.seen_version, event["version"])
        return event

    def _acknowledge(self, stored: int) -> None:
        for seq, move in self.waiting:
            if seq <= stored:
                move.acknowledged = Key(self.attempt, self.client, seq)
        self.waiting = [(seq, move) for seq, move in self.waiting if seq > stored]
        # The server has gone back to before what it had stored: behind that gap moves would wait for ever.
        self.is_astray = bool(self.waiting) and self.waiting[0][0] > stored + 1

    def start_over(self, moves: Sequence[Written]) -> None:
        """Give these moves new numbers, under a new name: they are all that waits."""
        self.client, self.is_astray = secrets.token_hex(8), False
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


def game_on(status: int, text: str) -> GameState:
    """The game on the page of a board. Raises NoAnswerError where there is none."""
    found = GAME_DATA.search(text)
    if status != 200 or not found:
        raise NoAnswerError(f"the board was answered {status}")
    data = json.loads(found[1])
    game = new_game(Board.from_line(data["givens"]).digits)
    digits = Board.from_line(data["digits"]).digits
    return GameState(game.givens, digits, marks_from_text(data["marks"]), version=data["version"])
