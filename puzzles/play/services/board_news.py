"""Polls of a board's page: whether the board changed elsewhere, and that the page is open."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone

from accounts.models import Membership, RaisedHand, User
from accounts.prepared import Prepared

from ..models import Attempt, BoardNote
from ..models.attempts import AttemptQuerySet
from .closing import collect_if_over

# More frequent polls are not recorded.
SEEN_EVERY = timedelta(seconds=15)
# After this long without a poll the player counts as away.
AWAY = timedelta(seconds=90)


@dataclass(frozen=True, slots=True)
class BoardNews:
    """The number of a board's last move, whether it is open, whether its class is paused, or in a room.

    `lesson` changes when the player raises a hand or a teacher sends a note; "" for a player without a class.
    """

    version: int
    is_open: bool
    is_paused: bool
    has_room: bool
    ends_at: datetime | None
    now: datetime
    attempt: Attempt
    is_hand_raised: bool = False
    lesson: str = ""


def board_news(*, player: User, attempt_id: int, is_visible: bool, now: datetime | None = None) -> BoardNews:
    """The news of a board; records that its page is open. Raises Attempt.DoesNotExist."""
    now = now or timezone.now()
    attempt = _ATTEMPT.get(player.pk, attempt_id)
    attempt.set_player(player)
    if is_visible and (attempt.seen_at is None or now - attempt.seen_at >= SEEN_EVERY):
        seen = {"seen_at": now}
        # A player who comes back after a while starts anew, and is not stuck yet.
        if now - max(attempt.last_move_at, attempt.seen_at or attempt.last_move_at) >= AWAY:
            seen["progress_at"] = now
        Attempt.objects.filter(pk=attempt.pk).update(**seen)
    collect_if_over(attempt, now)
    is_hand_raised = attempt.hand_raised_at is not None and now - attempt.hand_raised_at < RaisedHand.LASTS
    return BoardNews(
        version=attempt.version,
        is_open=attempt.is_open,
        is_paused=attempt.is_paused,
        has_room=attempt.has_room,
        ends_at=attempt.assignee.ends_at if attempt.assignee else None,
        now=now,
        attempt=attempt,
        is_hand_raised=is_hand_raised,
        lesson=f"{int(is_hand_raised)}-{attempt.last_note or 0}" if attempt.is_in_class else "",
    )


def _with_lesson(attempts: AttemptQuerySet) -> AttemptQuerySet:
    """With `is_in_class`, `hand_raised_at` of the player, and the key of the `last_note`."""
    members = Membership.objects.filter(student=OuterRef("player"), classroom__archived_at=None)
    hands = RaisedHand.objects.filter(student=OuterRef("player"))
    notes = BoardNote.objects.filter(attempt=OuterRef("pk")).order_by("-pk")
    return attempts.annotate(
        is_in_class=Exists(members),
        hand_raised_at=Subquery(hands.values("raised_at")[:1]),
        last_note=Subquery(notes.values("pk")[:1]),
    )


_ATTEMPT: Prepared[Any] = Prepared(
    lambda player, pk: _with_lesson(
        Attempt.objects.filter(player=player, pk=pk).with_assignment().with_pause().with_room()
    ),
    int,
    int,
)
