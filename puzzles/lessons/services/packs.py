"""Lesson packs: find, copy, change, export and import them."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal

from ..models import SUMMARY_LENGTH, TITLE_LENGTH, LessonPack
from .activities import Activity, ActivityError, Text, Words, from_json, to_json
from .builtin import BUILT_IN

FORMAT = "sudokusite-lesson-pack"
VERSION = 1
MAX_BYTES = 200_000
MAX_ACTIVITIES = 30
MAX_PACKS = 100


# Changes the activities of an own pack at a number, and returns the number to go on with.
Change = Callable[[LessonPack, int], int]


class PackError(Refusal):
    """A pack cannot be kept, read or changed so; the text is for the teacher."""


@dataclass(frozen=True, kw_only=True)
class Pack:
    """A pack to read. `key` is its name in addresses; `row` is that of a teacher's own pack."""

    key: str
    title: Words
    summary: Words
    activities: tuple[Activity, ...]
    row: LessonPack | None = None

    @property
    def minutes(self) -> int:
        """How long the activities in class take."""
        return sum(each.minutes for each in self.activities if not each.is_homework)


def built_in_packs() -> list[Pack]:
    return [
        Pack(key=key, title=title, summary=summary, activities=activities)
        for key, (title, summary, activities) in BUILT_IN.items()
    ]


def pack_of(row: LessonPack) -> Pack:
    return Pack(
        key=str(row.pk),
        title=row.title,
        summary=row.summary,
        activities=tuple(from_json(each) for each in row.activities),
        row=row,
    )


def find_pack(teacher: User, key: str) -> Pack:
    """The pack of this key, if the teacher may read it. Raises Http404."""
    if key in BUILT_IN:
        return next(pack for pack in built_in_packs() if pack.key == key)
    return pack_of(_row(LessonPack.objects.readable_by(teacher).select_related("owner"), key))


def _row(rows: Any, key: str) -> LessonPack:
    row: LessonPack | None = rows.filter(pk=int(key)).first() if key.isdecimal() and len(key) < 18 else None
    if row is None:
        raise Http404
    return row


@transaction.atomic
def create_pack(
    *, owner: User, title: str, summary: str = "", activities: Sequence[Activity] = ()
) -> LessonPack:
    """Keep a new pack. Raises PackError if the teacher has too many."""
    User.objects.select_for_update(no_key=True).filter(pk=owner.pk).first()
    if LessonPack.objects.owned_by(owner).count() >= MAX_PACKS:
        raise PackError(
            _("You have %(count)d packs, which is the limit. Delete one first.") % {"count": MAX_PACKS}
        )
    return LessonPack.objects.create(owner=owner, title=title, summary=summary, activities=stored(activities))


def copy_pack(*, owner: User, pack: Pack) -> LessonPack:
    """A copy of the teacher's own, of any pack that they may read. Raises PackError."""
    title = _("%(title)s (copy)") % {"title": pack.title}
    return create_pack(
        owner=owner,
        title=title if len(title) <= TITLE_LENGTH else str(pack.title),
        summary=str(pack.summary),
        activities=pack.activities,
    )


def stored(activities: Iterable[Activity]) -> list[dict[str, Any]]:
    """Activities as the column of a pack holds them."""
    return [to_json(each) for each in activities]


# Changes of an own pack


def own_pack(teacher: User, key: str) -> LessonPack:
    """The teacher's own pack of this key. Raises Http404."""
    return _row(LessonPack.objects.owned_by(teacher), key)


def move_activity(row: LessonPack, number: int, *, up: bool) -> int:
    """Exchange an activity with its neighbour. Returns its new number, from 1."""
    other = number - 1 if up else number + 1
    if 1 <= other <= len(row.activities):
        rows = row.activities
        rows[number - 1], rows[other - 1] = rows[other - 1], rows[number - 1]
        return other
    return number


def remove_activity(row: LessonPack, number: int) -> int:
    """Remove an activity. Returns the number of the one that follows."""
    del row.activities[number - 1]
    return min(number, len(row.activities))


def put_activity(row: LessonPack, number: int, activity: Activity) -> int:
    """Replace the activity of this number, or append one for the number after the last."""
    if number > MAX_ACTIVITIES:
        raise PackError(_("A pack holds %(count)d activities at most.") % {"count": MAX_ACTIVITIES}, back=row)
    row.activities[number - 1 : number] = stored([activity])
    return number


@transaction.atomic
def change_activities(
    *, teacher: User, key: str, number: int, version: int, change: Change, may_append: bool = False
) -> tuple[LessonPack, int]:
    """Change the activity of this number by `change`, which returns the number to go on with.

    Raises Http404, and PackError if the activities are no longer of the version that the teacher saw.
    """
    row = _row(LessonPack.objects.owned_by(teacher).select_for_update(), key)
    if row.version != version:
        raise PackError(_("This pack has changed since you opened the page: look at it again."), back=row)
    if not 1 <= number <= len(row.activities) + may_append:
        raise Http404
    number = change(row, number)
    row.version += 1
    row.changed_at = timezone.now()
    row.save(update_fields=["activities", "version", "changed_at"])
    return row, number


# Files


def pack_file(pack: Pack) -> str:
    """A pack as the text of a file that `import_pack` reads."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "title": str(pack.title),
        "summary": str(pack.summary),
        "activities": stored(pack.activities),
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


def import_pack(*, owner: User, data: bytes) -> LessonPack:
    """A new pack of the teacher's from a file. Raises PackError, which names the first fault."""
    read = _read_file(data)
    expected = {"format", "version", "title", "summary", "activities"}
    if not isinstance(read, dict) or read.get("format") != FORMAT or read.keys() != expected:
        raise PackError(_("This file is not a lesson pack of this site."))
    if read["version"] != VERSION:
        raise PackError(
            _("This pack is of another version of the format: %(version)d is read here.")
            % {"version": VERSION}
        )
    rows = read["activities"]
    if not isinstance(rows, list) or len(rows) > MAX_ACTIVITIES:
        raise PackError(_("A pack holds %(count)d activities at most.") % {"count": MAX_ACTIVITIES})
    try:
        title = Text(TITLE_LENGTH, is_required=True)("title", read["title"])
        summary = Text(SUMMARY_LENGTH)("summary", read["summary"])
    except ActivityError as error:
        raise PackError(str(error)) from error
    return create_pack(owner=owner, title=title, summary=summary, activities=_read_activities(rows))


def _read_file(data: bytes) -> Any:
    if len(data) > MAX_BYTES:
        raise PackError(_("This file is too large: at most %(count)d KB.") % {"count": MAX_BYTES // 1000})
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise PackError(_("This file cannot be read as JSON.")) from error


def _read_activities(rows: Iterable[Any]) -> list[Activity]:
    activities = []
    for number, row in enumerate(rows, start=1):
        try:
            activities.append(from_json(row))
        except ActivityError as error:
            words = _("Activity %(number)d: %(fault)s") % {"number": number, "fault": error}
            raise PackError(words) from error
    return activities
