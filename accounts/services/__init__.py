"""What can be done to accounts: the names the rest of the site may use."""

from .demo import DemoAccount, create_demo_cast
from .logins import (
    LoginError,
    TooManyTriesError,
    WrongPasswordError,
    change_password,
    check_login,
    purge_old_rows,
)
from .passwords import generate_password, reset_passwords, unlock
from .setup import SetupError, create_first_teacher, issue_setup_token, needs_setup
from .students import NewStudent, RefusedLine, create_students

__all__ = [
    "DemoAccount",
    "LoginError",
    "NewStudent",
    "RefusedLine",
    "SetupError",
    "TooManyTriesError",
    "WrongPasswordError",
    "change_password",
    "check_login",
    "create_demo_cast",
    "create_first_teacher",
    "create_students",
    "generate_password",
    "issue_setup_token",
    "needs_setup",
    "purge_old_rows",
    "reset_passwords",
    "unlock",
]
