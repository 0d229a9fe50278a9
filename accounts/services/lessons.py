"""A lesson, as a student's pages see it: a pause or a room of the class, and the raised hand."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..models import Classroom, RaisedHand, User
from ..refusals import Refusal

# By the clock of the school, Monday to Saturday: then a lesson can be on.
FIRST_HOUR, LAST_HOUR, SUNDAY = 7, 19, 6
# After so many seconds a page asks again: while its class is paused, during lessons, and otherwise.
PAUSED_S, LESSON_S, FREE_S = 2, 4, 10


class HandError(Refusal):
    """The hand cannot be raised: there is no teacher to see it."""

    sentence = _("You are in no class: there is no teacher to help you here.")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a page asks for. `ask_after_s` is None for a student without a class: nothing can come."""

    is_paused: bool
    is_hand_raised: bool
    has_room: bool
    ask_after_s: int | None


def lesson_of(student: User, now: datetime | None = None) -> Lesson:
    """The lesson of a student: two queries."""
    now = now or timezone.now()
    classes = Classroom.objects.current().filter(memberships__student=student).order_by()
    counts = classes.aggregate(
        all=Count("pk"),
        paused=Count("pk", filter=Q(paused_at__isnull=False)),
        rooms=Count("pk", filter=Q(room_ends_at__gt=now)),
    )
    if not counts["all"]:
        return Lesson(is_paused=False, is_hand_raised=False, has_room=False, ask_after_s=None)
    is_paused = counts["paused"] > 0
    return Lesson(
        is_paused=is_paused,
        is_hand_raised=student.pk in raised_hands([student.pk], now),
        has_room=counts["rooms"] > 0,
        ask_after_s=PAUSED_S if is_paused else LESSON_S if is_lesson_time(now) else FREE_S,
    )


def is_lesson_time(now: datetime) -> bool:
    local = timezone.localtime(now)
    return local.weekday() != SUNDAY and FIRST_HOUR <= local.hour < LAST_HOUR


def set_hand(*, student: User, is_raised: bool, now: datetime | None = None) -> None:
    """Raise the student's hand, or take it down. Raising it twice keeps the first moment."""
    now = now or timezone.now()
    if not is_raised:
        RaisedHand.objects.filter(student=student).delete()
        return
    if not student.memberships.filter(classroom__archived_at=None).exists():
        raise HandError
    hand, is_new = RaisedHand.objects.get_or_create(student=student, defaults={"raised_at": now})
    if not is_new and hand.raised_at <= now - RaisedHand.LASTS:
        RaisedHand.objects.filter(pk=hand.pk).update(raised_at=now)


def raised_hands(students: Iterable[int], now: datetime) -> dict[int, datetime]:
    """The students among these whose hand is up -> since when: one query."""
    hands = RaisedHand.objects.filter(student__in=students, raised_at__gt=now - RaisedHand.LASTS)
    return dict(hands.values_list("student", "raised_at"))
