"""Audit log: actions that a school may have to account for.

One line for each action, written after its commit: what, by which account, on which row. It contains no
names, passwords or network addresses: the number of a deleted account identifies nobody. The lines are kept
in files of their own (sudokusite/logs.py); `docs/privacy.md` says for how long.
"""

import logging
from enum import StrEnum
from functools import partial

from django.db import transaction

logger = logging.getLogger("audit")


class Action(StrEnum):
    """The actions that are logged."""

    LOGIN = "login"
    LOGIN_BY_CODE = "login-by-code"
    LOGIN_BY_CARD = "login-by-card"
    CARD_CODES_REVOKED = "card-codes-revoked"
    LOGIN_REFUSED = "login-refused"
    LOGOUT = "logout"
    LOGOUT_ELSEWHERE = "logout-elsewhere"
    PASSWORD_CHANGED = "password-changed"  # noqa: S105  # The name of an action.
    PASSWORD_RESET = "password-reset"  # noqa: S105
    RIGHTS_CHANGED = "rights-changed"
    ACCOUNT_DELETED = "account-deleted"
    CLASS_DELETED = "class-deleted"
    IMPORT = "import"
    EXPORT = "export"
    GRADE_CHANGED = "grade-changed"
    GRADES_PUBLISHED = "grades-published"
    GRADES_HIDDEN = "grades-hidden"
    POLICY_CHANGED = "policy-changed"
    SOLUTION_SHOWN = "solution-shown"


def log_action(action: Action, *, by: int | None = None, **rows: int | None) -> None:
    """Log the action after the current transaction is committed; at once if there is none.

    `by` is the key of the account that did it, `rows` are the keys of the rows it was done to: `account=3`,
    `attempt=12`. None is left out.
    """
    keys = {"by": by} | rows
    line = " ".join([action, *(f"{name}={key}" for name, key in keys.items() if key is not None)])
    transaction.on_commit(partial(logger.info, line), robust=True)
