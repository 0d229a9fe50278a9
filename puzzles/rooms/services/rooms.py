"""Rooms: open, close, lead, hold, let go; and students who follow."""

import json
import re
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, User
from accounts.prepared import Prepared
from accounts.refusals import Refusal
from accounts.services.classes import current_class
from puzzles.play.services.watching import is_writing_exam

from ..models import LENGTH, MAX_ADDRESS, Attendance, Question, Room
from . import race_ends

# A phone that asks is recorded at most this often, and counts as present for twice as long and a little more.
SEEN_EVERY = timedelta(seconds=20)
PRESENT_FOR = timedelta(seconds=50)

# The id of a section.
PART = re.compile(r"[A-Za-z0-9_-]{0,80}")

# The pages that a class can be led to: they are the same for everybody, and looking at them changes nothing.
LEADABLE = {
    "course:course",
    "course:exercise",
    "course:exercises",
    "course:bug",
    "course:bugs",
    "course:explorer",
    "course:trace_table",
    "course:viewer",
    "course:worksheet",
    "home:glossary",
    "play:own_grid_path",
    "play:shared_grid",
    "training:technique",
    "training:techniques",
}


class RoomError(Refusal):
    """Why something cannot be done in a room, in a sentence."""


CLOSED: str | Promise = _("This room is closed.")


def open_room(*, classroom: Classroom) -> Room:
    """The open room of a class; opened now if there is none. Raises ClassError for an archived class."""
    now = timezone.now()
    with transaction.atomic():
        locked = current_class(classroom)
        for room in Room.objects.filter(classroom=locked, closed_at=None):
            if room.ends_at > now:
                return room
            _close(room, room.ends_at)
        room = Room.objects.create(classroom=locked, opened_at=now, ends_at=now + LENGTH)
        locked.room_ends_at = room.ends_at
        locked.save(update_fields=["room_ends_at"])
    return room


def close_room(*, room: Room) -> Room:
    """Close the room: nobody leads any more, and no answer is taken."""
    with transaction.atomic():
        classroom = Classroom.objects.select_for_update().get(pk=room.classroom_id)
        found = Room.objects.select_for_update().get(pk=room.pk)
        if found.closed_at is None:
            now = timezone.now()
            _close(found, min(now, found.ends_at))
            classroom.room_ends_at = None
            classroom.save(update_fields=["room_ends_at"])
    return found


def _close(room: Room, closed_at: datetime) -> None:
    race_ends.clear(room, closed_at)
    room.questions.exclude(status=Question.Status.AWAY).update(status=Question.Status.AWAY)
    room.closed_at, room.address, room.is_holding = closed_at, "", False
    room.version += 1
    room.save(update_fields=["closed_at", "address", "is_holding", "version"])


def locked_room(room: Room) -> Room:
    """The row, locked until the transaction ends. Raises RoomError when the room is closed."""
    found = Room.objects.select_for_update().get(pk=room.pk)
    if not found.is_open:
        raise RoomError(CLOSED)
    return found


def refuse_race(room: Room) -> None:
    """Raise RoomError while the room is in a race: nothing must lead players away, or cover their grids."""
    if race_ends.is_racing(room):
        raise RoomError(_("A race is on: end it first."))


def changed(room: Room) -> None:
    """Count a change that phones have to know."""
    Room.objects.filter(pk=room.pk).update(version=F("version") + 1)


# The teacher leads


def is_leadable(address: str) -> bool:
    """Whether a class can be led to this address of the site, with a query and the part in view, if any."""
    page, _hash, part = address.partition("#")
    path, _mark, _query = page.partition("?")
    if len(address) > MAX_ADDRESS or not path.startswith("/") or not address.isprintable():
        return False
    if not PART.fullmatch(part):
        return False
    try:
        return resolve(path).view_name in LEADABLE
    except Resolver404:
        return False


def lead(*, room: Room, address: str) -> Room:
    """Lead the class to a page; the last address counts. Raises RoomError."""
    if not is_leadable(address):
        raise RoomError(_("The class cannot follow to this page."))
    with transaction.atomic():
        found = locked_room(room)
        refuse_race(found)
        if found.address != address:
            found.address = address
            found.version += 1
            found.save(update_fields=["address", "version"])
    return found


def let_go(*, room: Room) -> Room:
    """Lead no more: everybody is free."""
    with transaction.atomic():
        found = locked_room(room)
        found.address, found.is_holding = "", False
        found.version += 1
        found.save(update_fields=["address", "is_holding", "version"])
        found.attendances.filter(is_following=True).update(is_following=False)
    return found


def hold(*, room: Room, is_on: bool) -> Room:
    """Keep those who follow from stepping aside, or allow it again. Raises RoomError if nobody leads."""
    with transaction.atomic():
        found = locked_room(room)
        if is_on and not found.address:
            raise RoomError(_("Lead the class first."))
        if found.is_holding != is_on:
            found.is_holding = is_on
            found.version += 1
            found.save(update_fields=["is_holding", "version"])
    return found


# Students


def _seen_by(student: User | int) -> QuerySet[Room]:
    return Room.objects.open().of(student).seen_by(student)


_SEEN_BY: Prepared[Room] = Prepared(_seen_by, int)


def room_seen_by(student: User) -> Room | None:
    """The open room of the student's class, the latest of several, with what a phone asks. One query."""
    try:
        return _SEEN_BY.get(student.pk)
    except Room.DoesNotExist:
        return None
    except Room.MultipleObjectsReturned:
        return _seen_by(student).first()


def room_of(student: User) -> Room | None:
    """The same; None also while the student writes an exam."""
    room = room_seen_by(student)
    return None if room is None or is_writing_exam(student) else room


def news_by_room(rooms: Iterable[int]) -> dict[int, str]:
    """What a stream of each room sends: its version, and the page the teacher leads to, as JSON."""
    found = Room.objects.filter(pk__in=rooms).order_by().values_list("pk", "version", "address")
    return {pk: json.dumps([version, address]) for pk, version, address in found}


def record_presence(*, room: Room, student: User) -> None:
    """Record that a page of the student is open, at most every SEEN_EVERY."""
    now = timezone.now()
    if room.seen_at is None:
        Attendance.objects.get_or_create(room=room, student=student)
    elif now - room.seen_at >= SEEN_EVERY:
        Attendance.objects.filter(room=room, student=student).update(seen_at=now)


def follow(*, room: Room, student: User, is_on: bool) -> None:
    """Follow the teacher, or step aside. Raises RoomError where nobody leads, or who follows is held."""
    with transaction.atomic():
        found = locked_room(room)
        if is_on and not found.address:
            raise RoomError(_("Your teacher is not leading at the moment."))
        if not is_on and found.is_holding:
            raise RoomError(_("Your teacher keeps the class together for a moment."))
        Attendance.objects.update_or_create(room=found, student=student, defaults={"is_following": is_on})


def present(room: Room) -> int:
    """The number of students with an open page."""
    return room.attendances.filter(seen_at__gt=timezone.now() - PRESENT_FOR).count()
