"""What can be done to accounts: the names the rest of the site may use."""

from .classes import (
    ClassError,
    add_teacher,
    archive_class,
    create_class,
    move_student,
    pause_class,
    release_student,
    remove_teacher,
    rename_class,
    restore_class,
    resume_class,
)
from .codes import (
    CODE_LIFETIME,
    NewCode,
    TooManyCodesError,
    WrongCodeError,
    check_code,
    make_codes,
    revoke_codes,
)
from .demo import DemoAccount, create_demo_cast
from .events import record_accounts, record_event, record_students
from .joining import JoinError, close_join_code, join_class, open_join_code
from .logins import (
    LoginError,
    TooManyTriesError,
    WrongPasswordError,
    change_password,
    check_login,
    confirm_password,
    purge_old_rows,
)
from .members import log_out_elsewhere, set_account
from .name_lists import NameListError, decode_names, names_of
from .passwords import generate_password, reset_passwords, unlock
from .setup import SetupError, create_first_teacher, issue_setup_token, needs_setup
from .students import NewStudent, RefusedLine, create_students

__all__ = [
    "CODE_LIFETIME",
    "ClassError",
    "DemoAccount",
    "JoinError",
    "LoginError",
    "NameListError",
    "NewCode",
    "NewStudent",
    "RefusedLine",
    "SetupError",
    "TooManyCodesError",
    "TooManyTriesError",
    "WrongCodeError",
    "WrongPasswordError",
    "add_teacher",
    "archive_class",
    "change_password",
    "check_code",
    "check_login",
    "close_join_code",
    "confirm_password",
    "create_class",
    "create_demo_cast",
    "create_first_teacher",
    "create_students",
    "decode_names",
    "generate_password",
    "issue_setup_token",
    "join_class",
    "log_out_elsewhere",
    "make_codes",
    "move_student",
    "names_of",
    "needs_setup",
    "open_join_code",
    "pause_class",
    "purge_old_rows",
    "record_accounts",
    "record_event",
    "record_students",
    "release_student",
    "remove_teacher",
    "rename_class",
    "reset_passwords",
    "restore_class",
    "resume_class",
    "revoke_codes",
    "set_account",
    "unlock",
]
