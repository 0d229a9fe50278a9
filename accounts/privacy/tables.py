"""What of accounts, classes, logins and the background is about a person."""

from django.utils.translation import gettext_lazy as _

from .places import LOG_ENTRIES, NAMELESS_TRIES, OUTSIDE, SESSIONS, TASKS_OF_ROWS
from .register import Impersonal, Personal, enter

FINGERPRINT = _("a fingerprint, from which nothing can be read and which would help only a burglar")


def enter_accounts() -> None:
    """Enter the tables of this app, and Django's, into the register."""
    enter(*_accounts(), *_logins(), *_rights(), *_impersonal())
    enter(SESSIONS, LOG_ENTRIES, NAMELESS_TRIES, TASKS_OF_ROWS, *OUTSIDE)


def _accounts() -> list[Personal]:
    return [
        Personal(
            "accounts.User",
            _("The account"),
            _(
                "The user name, the language, the colours and the extra time, and when the account was last"
                " logged into."
            ),
            told="id username role is_superuser language theme extra_time is_active date_joined last_login",
            never={
                "password": _("kept only as a fingerprint that nobody can turn back into the password"),
                "session_round": _("a counter that ends logins elsewhere; it says nothing about anybody"),
            },
        ),
        Personal(
            "accounts.Membership",
            _("Classes"),
            _("Which class, and since when. The class's teachers keep the real name, and may keep a note."),
            told="id classroom student joined_at",
            by_teacher="real_name note",
            counted=_("Places in classes, with the real names and the teachers' notes"),
        ),
        Personal(
            "accounts.FormerStudent",
            _("Classes left"),
            _("Which teacher had the student in which class: so an account without a class is found again."),
            told="id teacher student class_name left_at",
        ),
        Personal(
            "accounts.ClassEvent",
            _("Events of the class"),
            _("What a teacher did with the account, such as a fresh password, and when. Kept for a year."),
            told="id classroom kind actor subject detail at",
        ),
        Personal(
            "accounts.Classroom_teachers",
            _("Classes taught"),
            _("Which classes a teacher teaches."),
            told="id classroom user",
        ),
    ]


def _logins() -> list[Personal]:
    return [
        Personal(
            "accounts.LoginCode",
            _("Login codes"),
            _("That a teacher made a code to log in with, and when it was used. Kept for a day."),
            told="id classroom student made_by made_at ends_at used_at revoked_at",
            never={"front_hash": FINGERPRINT, "code_hash": FINGERPRINT},
        ),
        Personal(
            "accounts.CardSheet",
            _("Sheets of login cards"),
            _("That a teacher made login cards, to be printed within a quarter of an hour."),
            told="id made_by classroom is_report card_count ends_at",
            never={"refused": _("lines of a list of names, which their maker has")},
        ),
        Personal(
            "accounts.Card",
            _("Login cards"),
            _("Whose cards these are. The password is not kept with them."),
            told="id sheet student number",
        ),
        Personal(
            "accounts.TryCount",
            _("Wrong passwords"),
            _("How often a wrong password was typed lately. Kept for a day."),
            told="id user tries first_try_at last_try_at closed_until",
            never={"key": FINGERPRINT},
        ),
        Personal(
            "accounts.KnownDevice",
            _("Known browsers"),
            _("That a browser has logged in before, and when; not which browser. Kept for half a year."),
            told="id user tries last_used_at",
            never={"token_hash": FINGERPRINT},
        ),
    ]


def _rights() -> list[Personal]:
    return [
        Personal(
            "admin.LogEntry",
            _("Acts in the administration"),
            _("What this person changed in the administration, and when."),
            told="id action_time user content_type action_flag",
            never={
                "object_id": _("names a row that may be about somebody else"),
                "object_repr": _("names a row that may be about somebody else"),
                "change_message": _("may tell something about somebody else"),
            },
        ),
        Personal("accounts.User_groups", _("Groups"), _("Groups of rights."), told="id user group"),
        Personal(
            "accounts.User_user_permissions", _("Rights"), _("Single rights."), told="id user permission"
        ),
    ]


def _impersonal() -> list[Impersonal]:
    return [
        # Teachers are told to name a class after its year, and a class is nobody's alone.
        Impersonal("accounts.Classroom", texts="name join_code", shown="name"),
        Impersonal("accounts.SetupToken", texts="token_hash"),
        Impersonal("auth.Group", texts="name", shown="name"),
        Impersonal("auth.Permission", texts="name codename", shown="codename"),
        Impersonal("auth.Group_permissions"),
        Impersonal("contenttypes.ContentType", texts="app_label model", shown="model"),
        # Its rows hold persons in a text that only code can read: a place.
        Impersonal("sessions.Session", texts="session_key session_data"),
        # The same: arguments that are numbers of rows.
        Impersonal(
            "django_tasks_database.DBTaskResult",
            texts="id args_kwargs task_path worker_ids queue_name backend_name return_value"
            " exception_class_path traceback",
        ),
    ]
