"""Limits that nobody meets who plays: what one player can have stored, and how fast.

A game takes 60 to 300 moves. Somebody who writes two notes a second for half an hour makes 3,600; a thousand
of them are about 300 KB.
"""

from enum import StrEnum

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.refusals import Refusal
from accounts.token_bucket import TokenBucket

from ..game import OpKind

# Moves of an attempt, and the cells they changed: one move on 81 cells is stored like twenty on one.
MOST_MOVES = 10_000
MOST_CHANGES = 40_000
# A game that is full for notes still takes this many digits, so that it can be finished.
MOST_TO_FINISH = 1_000
FINISHING = (OpKind.DIGIT, OpKind.DIGIT_ALONE, OpKind.CLEAR)
# Moves that came after the grid was handed in: an hour without connection brings some hundreds.
MOST_LATE = 1_000
# Pages that have played an attempt: each time it is opened is one.
MOST_PAGES = 500

# So many changed cells cost as much as a move.
CHANGES_A_MOVE = 10
# What was played in an hour without connection comes at once; it takes no more than some minutes.
BURST_MINUTES = 5

_MINUTE = 60


class Limit(StrEnum):
    """Which limit a move has met."""

    MARKS = "marks"
    MOVES = "moves"
    LATE = "late"
    PAGES = "pages"


SENTENCES = {
    Limit.MARKS: _("This game has as many moves as one can have: it only takes digits now, to be finished."),
    Limit.MOVES: _("This game has as many moves as one can have: it takes no more."),
    Limit.LATE: _("As many moves as can be kept came after the end: this one is not kept."),
    Limit.PAGES: _("This game has been opened on too many pages: go on where it was opened before."),
}


class TooFastError(Refusal):
    """More moves than a person makes: they may be sent again after `wait_s` seconds."""

    status = 429

    def __init__(self, wait_s: float) -> None:
        super().__init__(_("Those were very many moves in a short time. Wait a moment."))
        self.wait_s = wait_s


class Pace:
    """How fast each player's moves are stored: this process's share of what the server stores."""

    def __init__(self) -> None:
        self.bucket = TokenBucket.share(
            burst=settings.MOVES_PER_MINUTE * BURST_MINUTES, per_second=settings.MOVES_PER_MINUTE / _MINUTE
        )

    def require(self, player_id: int) -> None:
        """Raise TooFastError while the player has to wait."""
        wait_s = self.bucket.wait(player_id)
        if wait_s:
            raise TooFastError(wait_s)

    def count(self, player_id: int, *, moves: int, changes: int) -> None:
        """Count what was stored for a player."""
        self.bucket.take(player_id, moves + changes / CHANGES_A_MOVE)


PACE = Pace()


def limit_met(kind: str, *, moves: int, changes: int) -> Limit | None:
    """Why an open attempt with so many moves, and so many cells changed by them, takes none of this kind."""
    if moves >= MOST_MOVES + MOST_TO_FINISH:
        return Limit.MOVES
    if moves < MOST_MOVES and changes < MOST_CHANGES:
        return None
    return None if kind in FINISHING else Limit.MARKS
