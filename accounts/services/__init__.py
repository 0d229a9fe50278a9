"""What can be done to accounts: the names the rest of the site may use."""

from .classes import (
    ClassError,
    archive_class,
    create_class,
    move_student,
    release_student,
    restore_class,
)
from .demo import DemoAccount, create_demo_cast
from .logins import (
    LoginError,
    TooManyTriesError,
    WrongPasswordError,
    change_password,
    check_login,
    purge_old_rows,
)
from .name_lists import NameListError, decode_names, names_of
from .passwords import generate_password, reset_passwords, unlock
from .setup import SetupError, create_first_teacher, issue_setup_token, needs_setup
from .students import NewStudent, RefusedLine, create_students

__all__ = [
    "ClassError",
    "DemoAccount",
    "LoginError",
    "NameListError",
    "NewStudent",
    "RefusedLine",
    "SetupError",
    "TooManyTriesError",
    "WrongPasswordError",
    "archive_class",
    "change_password",
    "check_login",
    "create_class",
    "create_demo_cast",
    "create_first_teacher",
    "create_students",
    "decode_names",
    "generate_password",
    "issue_setup_token",
    "move_student",
    "names_of",
    "needs_setup",
    "purge_old_rows",
    "release_student",
    "reset_passwords",
    "restore_class",
    "unlock",
]
