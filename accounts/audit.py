"""The audit log: what was done that a school may have to account for, in numbers.

A line for each act, written once the act is committed: what, by which account, to which row. No name, no
password and no address stand in it: the number of an account that is deleted leads to nobody. The frame
keeps the lines in files of its own (sudokusite/logs.py); `docs/privacy.md` says for how long.
"""

import logging
from enum import StrEnum
from functools import partial

from django.db import transaction

logger = logging.getLogger("audit")


class Act(StrEnum):
    """What is written down."""

    LOGIN = "login"
    LOGIN_BY_CODE = "login-by-code"
    LOGIN_REFUSED = "login-refused"
    LOGOUT = "logout"
    LOGOUT_ELSEWHERE = "logout-elsewhere"
    PASSWORD_CHANGED = "password-changed"  # noqa: S105  the name of an act
    PASSWORD_RESET = "password-reset"  # noqa: S105
    RIGHTS_CHANGED = "rights-changed"
    ACCOUNT_DELETED = "account-deleted"
    CLASS_DELETED = "class-deleted"
    IMPORT = "import"
    EXPORT = "export"
    POLICY_CHANGED = "policy-changed"
    SOLUTION_SHOWN = "solution-shown"


def note(act: Act, *, by: int | None = None, **rows: int | None) -> None:
    """Write the act down when the transaction in hand is committed; at once where there is none.

    `by` is the number of the account that did it, `rows` name what it was done to: `account=3`,
    `attempt=12`. What has no number is left out.
    """
    told = {"by": by} | rows
    line = " ".join([act, *(f"{name}={number}" for name, number in told.items() if number is not None)])
    transaction.on_commit(partial(logger.info, line), robust=True)
