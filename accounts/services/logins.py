"""Logins with user name and password, and how often a password may be guessed.

Failed logins are counted for each name as typed, whether or not the account exists, with a wait that grows;
and for each address, with a limit that a whole school stays below. A browser that has logged in to the
account before has a counter of its own: others' guesses do not lock out the owner, and its own are few. See
`throttle.py`.
"""

from datetime import timedelta
from importlib import import_module

from django.conf import settings
from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ..audit_log import Action, log_action
from ..fields import normalize_user_name
from ..models import Card, CardCode, CardSheet, ClassActivity, KnownDevice, LoginCode, LoginThrottle, User
from ..refusals import Refusal
from ..token_bucket import TokenBucket
from .throttle import (
    FIRST_ATTEMPTS_BURST,
    FIRST_ATTEMPTS_PER_SECOND,
    FREE_FAILURES,
    count_address_failure,
    count_failure,
    hashed,
    locked_throttles,
    remaining_wait,
    undo_count,
    wait_at_locked_address,
    wait_text,
)


class LoginError(Refusal):
    """A login failed; answered with the form."""

    status = 200


class WrongPasswordError(LoginError):
    sentence = _("This user name and this password do not match.")


class ThrottledError(LoginError):
    """Too many failed logins with this account."""

    status = 429
    sentence = _("Too many wrong passwords. Try again in {wait}, or ask a teacher to unlock the account.")

    def __init__(self, wait: timedelta) -> None:
        super().__init__(format_lazy(self.sentence, wait=wait_text(wait)))
        self.wait = wait


class AddressThrottledError(ThrottledError):
    """Too many failed logins from this address."""

    sentence = _(
        "Too many wrong passwords from this network. Try again in {wait}, or ask a teacher to unlock the"
        " account."
    )


FIRST_ATTEMPTS = TokenBucket.share(burst=FIRST_ATTEMPTS_BURST, per_second=FIRST_ATTEMPTS_PER_SECOND)


def check_login(*, name: str, password: str, address: str, device: str) -> User:
    """The user with this name and password; the browser is remembered as known.

    `device` is the browser's long-lived token. Raises WrongPasswordError, the same whether the account is
    unknown or inactive or the password is wrong; ThrottledError without checking the password.
    """
    name = normalize_user_name(name)
    is_known = _is_counted_on_device(name, device)
    address_key = None if is_known else _count_as_stranger(name, address)
    user = authenticate(username=name, password=password)
    if user is None:
        account = User.objects.filter(username=name).values_list("pk", flat=True).first()
        log_action(Action.LOGIN_REFUSED, account=account)
        raise WrongPasswordError
    # One commit: a school logs in at once, and each commit waits for the disk.
    with transaction.atomic():
        remember_device(user, device)
        # Last, because everybody at this address writes to the same row.
        if not is_known:
            undo_count(own_key=hashed("name", name), address_key=address_key)
        log_action(Action.LOGIN, by=user.pk)
    delete_old_rows()
    return user


def change_password(*, user: User, old: str, new: str) -> None:
    """Set a new password after checking the old one. Guesses are counted as at the login page."""
    confirm_password(user=user, password=old)
    user.set_password(new)
    with transaction.atomic():
        user.save(update_fields=["password"])
        # A card with the old password must not be shown any more, nor log in by its QR code.
        Card.objects.filter(student=user).delete()
        CardCode.objects.filter(student=user).delete()
    log_action(Action.PASSWORD_CHANGED, by=user.pk)


def confirm_password(*, user: User, password: str) -> None:
    """Check the account's password; raises LoginError. Guesses are counted as at the login page."""
    key = hashed("change", str(user.pk))
    with transaction.atomic():
        [count] = locked_throttles([key])
        if wait := remaining_wait(count):
            raise ThrottledError(wait)
        count_failure(count, user.pk)
    if not user.check_password(password):
        raise WrongPasswordError(_("This is not your password."))
    LoginThrottle.objects.filter(key=key).delete()


def log_out_elsewhere(*, user: User) -> User:
    """End every session of the account; the view keeps its own."""
    with transaction.atomic():
        user.session_round = User.objects.select_for_update().get(pk=user.pk).session_round + 1
        user.save(update_fields=["session_round"])
    return user


def delete_old_rows() -> None:
    """Delete expired rows: login throttles, codes, cards, known browsers, sessions, activity."""
    now = timezone.now()
    sessions = import_module(settings.SESSION_ENGINE).SessionStore.get_model_class()
    for old in (
        LoginThrottle.objects.filter(last_at__lt=now - LoginThrottle.MEMORY),
        KnownDevice.objects.filter(last_used_at__lt=now - KnownDevice.MEMORY),
        CardSheet.objects.filter(ends_at__lt=now),
        LoginCode.objects.filter(ends_at__lt=now - LoginCode.MEMORY),
        ClassActivity.objects.filter(at__lt=now - ClassActivity.MEMORY),
        sessions.objects.filter(expire_date__lt=now),
    ):
        # There is hardly ever one, and deleting nothing would take the write lock too.
        if old.exists():
            old.delete()


def _is_counted_on_device(name: str, device: str) -> bool:
    """Whether this browser is known to this account and has failures left; counts one."""
    # The limit is in the update itself, not behind a join: PostgreSQL checks it again after waiting for a
    # simultaneous guess.
    known = KnownDevice.objects.filter(
        token_hash=hashed("device", name, device),
        failures__lt=FREE_FAILURES,
        user__in=User.objects.filter(username=name),
    )
    return bool(known.update(failures=F("failures") + 1))


def _count_as_stranger(name: str, address: str) -> str | None:
    """Count one attempt for the name and the address; the address's key, None if it is locked already.

    Raises ThrottledError, uncounted, if the name is locked, or the address and this is not the first attempt.
    """
    user_id = User.objects.filter(username=name).values_list("pk", flat=True).first()
    with transaction.atomic():
        by_name, by_address = locked_throttles([hashed("name", name), hashed("address", address)])
        is_locked = bool(remaining_wait(by_address))
        if wait := remaining_wait(by_name):
            raise ThrottledError(max(wait, remaining_wait(by_address)))
        if wait := wait_at_locked_address(by_name, by_address, FIRST_ATTEMPTS, is_known=user_id is not None):
            raise AddressThrottledError(wait)
        count_failure(by_name, user_id)
        if is_locked:
            # A right password must not unlock it for guesses.
            return None
        count_address_failure(by_address)
        return by_address.key


def remember_device(user: User, device: str) -> None:
    """Remember that this browser has logged in to this account."""
    KnownDevice.objects.update_or_create(
        token_hash=hashed("device", user.username, device),
        defaults={"user": user, "failures": 0, "last_used_at": timezone.now()},
    )
