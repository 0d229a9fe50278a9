"""Where a person is stored that no foreign key leads to."""

import re
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

from ..models import TryCount
from ..services.tries import hashed
from .register import TASKS, Place, Row, account_model, rows_of, walk

SOMEBODY = "—"
AT_ONCE = 500


# Sessions


def _sessions(person: models.Model) -> Iterator[Session]:
    """Who a session belongs to stands in its data, so all are read."""
    for session in Session.objects.iterator():
        if session.get_decoded().get("_auth_user_id") == str(person.pk):
            yield session


def find_sessions(person: models.Model) -> Iterator[Row]:
    for session in _sessions(person):
        yield {"ends": session.expire_date}


def erase_sessions(person: models.Model) -> None:
    Session.objects.filter(pk__in=[session.pk for session in _sessions(person)]).delete()


# The administration's log


def _entries_about(person: models.Model) -> Iterator[LogEntry]:
    """Entries of which the object was a row of this person, or whose text names them."""
    name = re.compile(rf"(?<![\w.-]){re.escape(str(person))}(?![\w-])", re.IGNORECASE)
    naming = Q(object_repr__icontains=str(person)) | Q(change_message__icontains=str(person))
    for entry in LogEntry.objects.filter(naming):
        if name.search(entry.object_repr) or name.search(entry.change_message):
            yield entry
    kinds = LogEntry.objects.order_by().values_list("content_type", flat=True).distinct()
    for kind in ContentType.objects.filter(pk__in=list(kinds)):
        model = kind.model_class()
        if model in walk():
            yield from _entries_about_rows(LogEntry.objects.filter(content_type=kind), person, model)


def _entries_about_rows(
    entries: QuerySet[LogEntry], person: models.Model, model: type[models.Model]
) -> Iterator[LogEntry]:
    numbers = list(entries.order_by().values_list("object_id", flat=True).distinct())
    to_key = model._meta.pk.to_python
    for start in range(0, len(numbers), AT_ONCE):
        keys = [to_key(number) for number in numbers[start : start + AT_ONCE] if (number or "").isdecimal()]
        own = rows_of(person, model).filter(pk__in=keys).values_list("pk", flat=True)
        yield from entries.filter(object_id__in=[str(key) for key in own])


def find_log_entries(person: models.Model) -> Iterator[Row]:
    entries = {entry.pk: entry for entry in _entries_about(person)}
    for entry in entries.values():
        yield {"action_time": entry.action_time, "action_flag": entry.action_flag}


def anonymise_log_entries(person: models.Model) -> None:
    """That something was done stays, for whoever did it; to whom it was done does not."""
    keys = {entry.pk for entry in _entries_about(person)}
    LogEntry.objects.filter(pk__in=keys).update(object_id=None, object_repr=SOMEBODY, change_message="")


# Wrong passwords counted for a name before somebody bore it


def _nameless_tries(person: models.Model) -> QuerySet[TryCount]:
    return TryCount.objects.filter(key=hashed("name", str(person)), user=None)


def find_tries(person: models.Model) -> Iterator[Row]:
    for count in _nameless_tries(person):
        yield {"tries": count.tries, "last_try_at": count.last_try_at}


def erase_tries(person: models.Model) -> None:
    _nameless_tries(person).delete()


# Tasks


def _tasks(person: models.Model) -> Iterator[DBTaskResult[Any, Any]]:
    """Tasks that name a row of this person."""
    for path, task in TASKS.items():
        personal = {name: label for name, label in task.arguments.items() if label}
        if not personal:
            continue
        for row in DBTaskResult.objects.filter(task_path=path).order_by("pk"):
            given = dict(zip(task.arguments, row.args_kwargs["args"], strict=False))
            given |= row.args_kwargs["kwargs"]
            if any(_is_own(person, label, given.get(name)) for name, label in personal.items()):
                yield row


def _is_own(person: models.Model, label: str, key: Any) -> bool:
    model = apps.get_model(label)
    if model is account_model():
        return key == person.pk
    return key is not None and rows_of(person, model).filter(pk=key).exists()


def find_tasks(person: models.Model) -> Iterator[Row]:
    for row in _tasks(person):
        yield {"task": row.task_path, "arguments": row.args_kwargs, "enqueued_at": row.enqueued_at}


def erase_tasks(person: models.Model) -> None:
    DBTaskResult.objects.filter(pk__in=[row.pk for row in _tasks(person)]).delete()


SESSIONS = Place(
    "sessions",
    _("Logins that are open now"),
    _("As long as a browser is logged in, the site knows to whom it belongs; for two weeks at most."),
    find_sessions,
    erase_sessions,
)
LOG_ENTRIES = Place(
    "log_entries",
    _("What was changed in the administration"),
    _("That a teacher changed something about the account in the administration, and when."),
    find_log_entries,
    anonymise_log_entries,
)
NAMELESS_TRIES = Place(
    "tries",
    _("Wrong passwords for the user name"),
    _("How often somebody tried the user name before it was anybody's. Kept for a day."),
    find_tries,
    erase_tries,
)
TASKS_OF_ROWS = Place(
    "tasks",
    _("Work in the background"),
    _("What the site does later, such as taking in a file. Kept for two weeks at most."),
    find_tasks,
    erase_tasks,
)
OUTSIDE = [
    Place(
        "browser",
        _("In the browser"),
        _(
            "Cookies: one for the login, one against forged forms, one for the language, one for the colours,"
            " one that lets the login page know this browser again, and, where the site is an app, one that"
            " says for whom open boards are kept. Moves, programs and answers that could not be sent yet wait"
            " here until they are sent, or you log out. So do the open boards of an app, until the session"
            " ends. None of it is used to follow anybody, and the browser's own settings delete it."
        ),
    ),
    Place(
        "logs",
        _("Log files"),
        _("The site writes errors into its log, without user names and without addresses of browsers."),
    ),
    Place(
        "audit",
        _("The log of what must be accounted for"),
        _(
            "That somebody logged in, was given a fresh password, brought in or took out a file, changed"
            " rules of help or was shown a solution stands in files on the server, with the number of the"
            " account instead of a name, for about a year. When the account is deleted, its number leads to"
            " nobody."
        ),
    ),
    Place(
        "backups",
        _("Backups"),
        _(
            "Whoever runs the site makes copies of the database. What is deleted here ends there with the"
            " copy; the school says how long it keeps them."
        ),
    ),
    Place(
        "paper",
        _("On paper"),
        _("Login cards, codes and results that a teacher has printed or saved as a file."),
    ),
]
