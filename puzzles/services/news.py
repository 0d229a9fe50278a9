"""What has happened to a board elsewhere, for the page that shows it; and that this page is there."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, QuerySet
from django.utils import timezone

from accounts.models import Classroom, User

from ..models import Assignee, Attempt
from .assignments.ending import end_part

# A page that polls more often is not written down more often.
SEEN_EVERY = timedelta(seconds=15)


@dataclass(frozen=True, slots=True)
class BoardNews:
    """How a board stands: the number of its last move, whether it is open, and whether its class is paused."""

    version: int
    is_open: bool
    is_paused: bool
    ends_at: datetime | None
    now: datetime


def board_news(*, player: User, attempt_id: int, is_visible: bool, now: datetime | None = None) -> BoardNews:
    """The news of a board; that its page is seen is written down. Raises Attempt.DoesNotExist."""
    now = now or timezone.now()
    attempts = Attempt.objects.played_by(player).with_work()
    attempt = attempts.annotate(is_paused=Exists(paused_classes(player))).get(pk=attempt_id)
    if is_visible and (attempt.seen_at is None or now - attempt.seen_at >= SEEN_EVERY):
        Attempt.objects.filter(pk=attempt.pk).update(seen_at=now)
    is_open, assignee = attempt.is_open, attempt.assignee
    if assignee is not None:
        assignee.student = player
        if is_open and assignee.is_shut(now):
            end_part(assignee, now)
            is_open = False
    return BoardNews(
        version=attempt.version,
        is_open=is_open,
        is_paused=attempt.is_paused,
        ends_at=end_of(assignee),
        now=now,
    )


def end_of(assignee: Assignee | None) -> datetime | None:
    """When the work ends that a board belongs to; None for a board that belongs to none."""
    return assignee.ends_at if assignee else None


def paused_classes(student: User) -> QuerySet[Classroom]:
    """The classes of a student whose teacher wants to be looked at."""
    return Classroom.objects.current().filter(memberships__student=student, paused_at__isnull=False)
