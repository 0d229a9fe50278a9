"""The copy of a person's data to read: one page without links to elsewhere, beside the complete JSON.

It shows the columns that have a name for people, of the newest rows of each table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from typing import Any

from django.apps import apps
from django.db.models import Field
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from ..dates import date_format
from ..models import Membership, User
from .export import SOMEBODY_ELSE, WITHHELD, Kind, elsewhere, exported_rows
from .registry import LOCATIONS, Personal, Row, personal_tables, rows_of

MOST_ROWS = 200
GRID_LENGTH = 81
MS = "_ms"

# Columns whose field has no name of its own.
NAMES: dict[str, Promise] = {
    "assignment": gettext_lazy("assignment"),
    "assignment_name": gettext_lazy("assignment"),
    "at": gettext_lazy("when"),
    "attempt": gettext_lazy("game"),
    "began_at": gettext_lazy("begun"),
    "changed_at": gettext_lazy("changed"),
    "classroom": gettext_lazy("class"),
    "collection": gettext_lazy("collection"),
    "competence": gettext_lazy("competence"),
    "created_at": gettext_lazy("created"),
    "detail": gettext_lazy("detail"),
    "ends_at": gettext_lazy("valid until"),
    "excused_at": gettext_lazy("excused"),
    "kind": gettext_lazy("what"),
    "last_used_at": gettext_lazy("last used"),
    "left_at": gettext_lazy("left"),
    "made_at": gettext_lazy("when"),
    "puzzle": gettext_lazy("grid"),
    "raised_at": gettext_lazy("when"),
    "sent_at": gettext_lazy("sent"),
    "technique": gettext_lazy("technique"),
    "used_at": gettext_lazy("used"),
    "verdict": gettext_lazy("verdict"),
}


@dataclass(frozen=True)
class Sheet:
    """A kind of data: what it is, how many rows there are, and the newest of them as texts."""

    title: str
    description: str
    count: int
    headings: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()

    @property
    def is_cut(self) -> bool:
        return bool(self.rows) and len(self.rows) < self.count


def readable(person: User, *, by_teacher: bool = False) -> str:
    """The page. `by_teacher` adds the real name and the note, for the family."""
    context = {
        "person": person,
        "language": get_language(),
        "names": real_names(person) if by_teacher else [],
        "made_at": timezone.localtime(),
        "sheets": sheets_of(person, by_teacher=by_teacher),
        "elsewhere": elsewhere(),
    }
    return render_to_string("accounts/privacy_copy.html", context)


def real_names(person: User) -> list[str]:
    names = Membership.objects.named().filter(student=person).real_names()
    return [str(name) for name in names.values()]


def sheets_of(person: User, *, by_teacher: bool) -> list[Sheet]:
    """The kinds of data that are stored about the person."""
    sheets = [sheet_of(person, table, by_teacher=by_teacher) for table in personal_tables()]
    for place in LOCATIONS.values():
        if place.find:
            kind = Kind(str(place.title), str(place.description), sum(1 for _row in place.find(person)))
            sheets.append(Sheet(kind.title, kind.description, kind.count))
    return [sheet for sheet in sheets if sheet.count]


def sheet_of(person: User, table: Personal, *, by_teacher: bool) -> Sheet:
    model = apps.get_model(table.model)
    title, description = str(table.title), str(table.description)
    count = rows_of(person, model).count()
    if not count:
        return Sheet(title, description, 0)
    newest = list(islice(exported_rows(person, table, by_teacher=by_teacher, order="-pk"), MOST_ROWS))
    columns = [
        (heading, [text_of(field, row.get(field.name), person) for row in newest])
        for field in model._meta.concrete_fields
        if (heading := heading_of(field)) and any(field.name in row for row in newest)
    ]
    # What is empty in every row says nothing.
    columns = [(heading, texts) for heading, texts in columns if any(texts)]
    if any(WITHHELD in row for row in newest):
        columns.append((_("Left out for now"), [withheld_words(row) for row in newest]))
    rows = list(zip(*(texts for _heading, texts in columns), strict=True))
    return Sheet(title, description, count, [heading for heading, _texts in columns], rows)


def heading_of(field: Field[Any, Any]) -> str:
    """The name of a column for people; "" if there is none."""
    if field.primary_key:
        return ""
    # Django makes a name from that of the field unless the model has a translated one.
    name = field.verbose_name if isinstance(field.verbose_name, Promise) else NAMES.get(field.name, "")
    return str(name)[:1].upper() + str(name)[1:]


def text_of(field: Field[Any, Any], value: Any, person: User) -> str:
    """A value as people write it; "" for none, and for the person's own account."""
    match value:
        case None | "":
            return ""
        case bool():
            return _("yes") if value else _("no")
        case datetime():
            return str(date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT"))
        case date():
            return str(date_format(value, "SHORT_DATE_FORMAT"))
        case {"id": key, "name": str(name)}:
            # A grid goes by its digits, which nobody can read in a line.
            return numbered(key) if len(name) == GRID_LENGTH and " " not in name else name
        case dict() | list():
            return texts_in(value)
        case int() if field.name.endswith(MS):
            return clock(value)
    if field.is_relation and field.related_model is not User:
        return numbered(value)
    if field.is_relation:
        return {person.username: "", SOMEBODY_ELSE: _("somebody else")}.get(value, str(value))
    return str(dict(field.flatchoices).get(value, number_text(value)))


def numbered(key: Any) -> str:
    return _("no. %(number)s") % {"number": key}


def number_text(value: Any) -> str:
    return value if isinstance(value, str) else str(number_format(value))


def texts_in(value: Iterable[Any]) -> str:
    """`a: 1, b: 2` or `a, b`: the simple values of a dictionary or a list."""
    if isinstance(value, dict):
        return ", ".join(
            f"{key}: {each}" for key, each in value.items() if isinstance(each, int | float | str)
        )
    return ", ".join(str(each) for each in value if isinstance(each, int | float | str))


def withheld_words(row: Row) -> str:
    return _("yes") if WITHHELD in row else ""


def clock(ms: int) -> str:
    """`0:06:52`: hours, minutes and seconds."""
    minutes, seconds = divmod(round(ms / 1000), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{seconds:02d}"
