"""The entries of accounts, and of Django's own apps, in the data registry."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

from ..models import LoginThrottle
from ..services.throttle import hashed
from .registry import (
    TASKS,
    Impersonal,
    Location,
    Personal,
    Row,
    account_model,
    cascading_tables,
    register,
    rows_of,
)

FINGERPRINT = _("a one-way hash, useful to nobody but an attacker")
ABOUT_OTHERS = _("may be about somebody else")
ANONYMOUS = "—"


# Locations: the person's key or name is inside a text


def _sessions(person: models.Model) -> Iterator[Session]:
    """The account is in the encoded data, so every session is read."""
    for session in Session.objects.iterator():
        if session.get_decoded().get("_auth_user_id") == str(person.pk):
            yield session


def find_sessions(person: models.Model) -> Iterator[Row]:
    return ({"ends": session.expire_date} for session in _sessions(person))


def delete_sessions(person: models.Model) -> None:
    Session.objects.filter(pk__in=[session.pk for session in _sessions(person)]).delete()


def _log_entries(person: models.Model) -> QuerySet[LogEntry]:
    """The admin's log entries about a row of this person, or with the user name in their text."""
    name = re.compile(rf"(?<![\w.-]){re.escape(str(person))}(?![\w-])", re.IGNORECASE)
    mentions = Q(object_repr__icontains=str(person)) | Q(change_message__icontains=str(person))
    texts = LogEntry.objects.filter(mentions).values_list("pk", "object_repr", "change_message")
    about = Q(pk__in=[key for key, *parts in texts if any(map(name.search, parts))])
    kinds = LogEntry.objects.order_by().values_list("content_type", flat=True).distinct()
    for kind in ContentType.objects.filter(pk__in=list(kinds)):
        model = kind.model_class()
        if model in cascading_tables():
            keys = LogEntry.objects.filter(content_type=kind).values_list("object_id", flat=True)
            numbers = {int(key) for key in keys if key and key.isdecimal()}
            own = rows_of(person, model).filter(pk__in=numbers).values_list("pk", flat=True)
            about |= Q(content_type=kind, object_id__in=[str(key) for key in own])
    return LogEntry.objects.filter(about)


def find_log_entries(person: models.Model) -> Iterable[Any]:
    return _log_entries(person).order_by("pk").values("action_time", "action_flag")


def anonymise_log_entries(person: models.Model) -> None:
    """Keep that something was done, for the person who did it; not to whom."""
    _log_entries(person).update(object_id=None, object_repr=ANONYMOUS, change_message="")


def _nameless_throttles(person: models.Model) -> QuerySet[LoginThrottle]:
    """Failed logins counted for the user name before the account existed."""
    return LoginThrottle.objects.filter(key=hashed("name", str(person)), user=None)


def find_throttles(person: models.Model) -> Iterable[Any]:
    return _nameless_throttles(person).values("failures", "last_at")


def delete_throttles(person: models.Model) -> None:
    _nameless_throttles(person).delete()


def _tasks(person: models.Model) -> Iterator[DBTaskResult[Any, Any]]:
    """Background tasks with the key of a row of this person among their arguments."""
    for path, task in TASKS.items():
        personal = {name: apps.get_model(label) for name, label in task.arguments.items() if label}
        for row in DBTaskResult.objects.filter(task_path=path).order_by("pk") if personal else ():
            given = dict(zip(task.arguments, row.args_kwargs["args"], strict=False))
            given |= row.args_kwargs["kwargs"]
            if any(_is_own(person, model, given.get(name)) for name, model in personal.items()):
                yield row


def _is_own(person: models.Model, model: type[models.Model], key: Any) -> bool:
    if model is account_model():
        return key == person.pk
    return key is not None and rows_of(person, model).filter(pk=key).exists()


def find_tasks(person: models.Model) -> Iterator[Row]:
    for row in _tasks(person):
        yield {"task": row.task_path, "arguments": row.args_kwargs, "enqueued_at": row.enqueued_at}


def delete_tasks(person: models.Model) -> None:
    DBTaskResult.objects.filter(pk__in=[row.pk for row in _tasks(person)]).delete()


# The entries


def register_accounts() -> None:
    """Register the tables and locations of this app and of Django's own apps."""
    register(*TABLES_OF_ACCOUNTS, *LOCATIONS_IN_DATABASE, *LOCATIONS_ELSEWHERE)


TABLES_OF_ACCOUNTS = (
    Personal(
        "accounts.User",
        _("Account"),
        _("User name, language, colours, extra time, and the time of the last login."),
        never={
            "password": _("stored only as a one-way hash, from which nobody can recover the password"),
            "session_round": _("a counter that ends logins on other devices"),
        },
    ),
    Personal(
        "accounts.Membership",
        _("Classes"),
        _("Which class, and since when. The class's teachers see the real name and may write a note."),
        by_teacher=("family_name", "given_name", "note"),
        counted=_("Class memberships, with real names and teachers' notes"),
    ),
    Personal(
        "accounts.RaisedHand",
        _("Raised hand"),
        _("That the student asks the teacher for help, and since when. Replaced by the next one."),
    ),
    Personal(
        "accounts.FormerStudent",
        _("Former classes"),
        _("Which teacher had the student in which class, so that an account without a class can be found."),
    ),
    Personal(
        "accounts.ClassActivity",
        _("Activity log of the class"),
        _("What a teacher did with the account, such as a new password, and when. Kept for a year."),
    ),
    Personal(
        "accounts.Classroom",
        _("Classes owned"),
        _("Classes that a teacher made or was given, with what their students have in practice."),
        never={"join_code": _("It lets students into the class.")},
        label_field="name",
        counted=_("Classes"),
    ),
    Personal("accounts.Classroom_teachers", _("Classes taught"), _("Which classes a teacher teaches.")),
    Personal(
        "accounts.Classroom_readers", _("Classes read"), _("Which classes a teacher sees and cannot change.")
    ),
    Personal(
        "accounts.LoginCode",
        _("Login codes"),
        _("That a teacher created a login code, and when it was used. Kept for a day."),
        never={"front_hash": FINGERPRINT, "code_hash": FINGERPRINT},
    ),
    Personal(
        "accounts.CardSheet",
        _("Sheets of login cards"),
        _("That a teacher created login cards, which can be printed for 15 minutes."),
        never={"refused": _("lines of a list of names, which the teacher has")},
    ),
    Personal(
        "accounts.CardCode",
        _("QR code of the login card"),
        _("That the QR code of the login card logs in, and since when. Ends with the password of the card."),
        never={"code_hash": FINGERPRINT},
    ),
    Personal("accounts.Card", _("Login cards"), _("Whose cards these are. The password is not stored.")),
    Personal(
        "accounts.LoginThrottle",
        _("Failed logins"),
        _("How many wrong passwords were entered recently. Kept for a day."),
        never={"key": FINGERPRINT},
    ),
    Personal(
        "accounts.KnownDevice",
        _("Known browsers"),
        _("That a browser has logged in before, and when; not which browser. Kept for half a year."),
        never={"token_hash": FINGERPRINT},
    ),
    Personal(
        "admin.LogEntry",
        _("Changes made in the administration"),
        _("What this person changed in the administration, and when."),
        never=dict.fromkeys(("object_id", "object_repr", "change_message"), ABOUT_OTHERS),
    ),
    Personal("accounts.User_groups", _("Groups"), _("Permission groups.")),
    Personal("accounts.User_user_permissions", _("Permissions"), _("Single permissions.")),
    # Teachers are asked to name a class after its year; a class is about nobody in particular.
    Impersonal("accounts.SetupToken", texts="token_hash"),
    Impersonal("auth.Group", texts="name", label_field="name"),
    Impersonal("auth.Permission", texts="name codename", label_field="codename"),
    Impersonal("auth.Group_permissions"),
    Impersonal("contenttypes.ContentType", texts="app_label model", label_field="model"),
    # Encoded data and task arguments do hold persons: see the locations below.
    Impersonal("sessions.Session", texts="session_key session_data"),
    Impersonal(
        "django_tasks_database.DBTaskResult",
        texts="id args_kwargs task_path worker_ids queue_name backend_name return_value"
        " exception_class_path traceback",
    ),
)

LOCATIONS_IN_DATABASE = (
    Location(
        "sessions",
        _("Open logins"),
        _("While a browser is logged in, the site knows its account; for two weeks at most."),
        find_sessions,
        delete_sessions,
    ),
    Location(
        "log_entries",
        _("Changes to the account in the administration"),
        _("That a teacher changed something about the account in the administration, and when."),
        find_log_entries,
        anonymise_log_entries,
    ),
    Location(
        "throttles",
        _("Failed logins with the user name"),
        _("How often somebody tried the user name before the account existed. Kept for a day."),
        find_throttles,
        delete_throttles,
    ),
    Location(
        "tasks",
        _("Background tasks"),
        _("What the site does later, such as importing a file. Kept for two weeks at most."),
        find_tasks,
        delete_tasks,
    ),
)

LOCATIONS_ELSEWHERE = (
    Location(
        "browser",
        _("In the browser"),
        _(
            "Cookies: one for the login, one against forged forms, one for the language, one for the colours,"
            " one by which the login page recognises this browser, and, where the site is installed as an"
            " app, one that says whose boards may be kept. Moves, programs and answers that could not be sent"
            " yet stay here until they are sent or you log out. So do the boards of an installed app, until"
            " the session ends. Nothing is used for tracking, and the browser's settings can delete it all."
        ),
    ),
    Location(
        "logs",
        _("Log files"),
        _("The site writes errors to its log, without user names and without network addresses."),
    ),
    Location(
        "audit",
        _("Audit log"),
        _(
            "Logins, new passwords, imported and exported files, changed help rules and revealed solutions"
            " are recorded in files on the server, with the number of the account instead of its name, for"
            " about a year. Once the account is deleted, nothing connects its number with a person."
        ),
    ),
    Location(
        "backups",
        _("Backups"),
        _(
            "The operator of the site makes copies of the database. Deleted data stays in a copy until the"
            " copy is deleted; the school says how long it keeps them."
        ),
    ),
    Location(
        "paper",
        _("On paper"),
        _("Login cards, codes and results that a teacher has printed or saved as a file."),
    ),
)
