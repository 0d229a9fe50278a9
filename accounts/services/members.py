"""What a teacher sets for one student's account: extra time, and whether it may log in."""

from decimal import Decimal

from django.db import transaction

from ..models import User
from .events import Kind, record_accounts


def set_account(*, student: User, extra_time: Decimal, is_active: bool, teacher: User) -> User:
    """Set the extra-time factor, and open or close the account. All its classes are told who did it.

    A closed account is logged out at its next request, wherever it is logged in.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=student.pk)
        if locked.extra_time != extra_time:
            record_accounts(kind=Kind.EXTRA_TIME, actor=teacher, users=[locked], detail=f"{extra_time:.2f}")
        if locked.is_active != is_active:
            kind = Kind.ACCOUNT_OPENED if is_active else Kind.ACCOUNT_CLOSED
            record_accounts(kind=kind, actor=teacher, users=[locked])
        locked.extra_time, locked.is_active = extra_time, is_active
        locked.save(update_fields=["extra_time", "is_active"])
    return locked


def log_out_elsewhere(*, user: User) -> User:
    """End every session of the account; the view keeps the one that asks."""
    with transaction.atomic():
        user.session_round = User.objects.select_for_update().get(pk=user.pk).session_round + 1
        user.save(update_fields=["session_round"])
    return user
