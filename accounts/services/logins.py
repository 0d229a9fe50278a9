"""Who may log in, and how often a password may be guessed.

Wrong passwords are counted for each name as typed, whether or not somebody bears it, with a wait that grows;
and for each address, with a ceiling that a whole school stays under; a closed address still has first tries
looked at. A browser that has logged into the
account before is counted by itself: strangers' guesses do not shut its owner out, and its own are few. How
tries are counted: tries.py.
"""

from datetime import timedelta
from importlib import import_module

from django.conf import settings
from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ..audit import Act, note
from ..fields import normalize_user_name
from ..models import Card, CardSheet, ClassEvent, KnownDevice, LoginCode, TryCount, User
from ..token_bucket import TokenBucket
from .tries import (
    FIRST_TRIES_AT_ONCE,
    FIRST_TRIES_PER_SECOND,
    FREE_TRIES,
    count_for_address,
    count_try,
    hashed,
    locked_counts,
    take_back,
    time_left,
    wait_in_words,
    wait_of_closed,
)


class LoginError(Exception):
    """Why nobody was logged in; `message` is meant for the person who tried."""

    message: str | Promise = ""


class WrongPasswordError(LoginError):
    message = _("This user name and this password do not belong together.")


class TooManyTriesError(LoginError):
    """The account has to wait."""

    sentence = _("Too many wrong passwords. Try again in {wait}; a teacher can unlock the account.")

    def __init__(self, wait: timedelta) -> None:
        super().__init__()
        self.wait = wait
        self.message = format_lazy(self.sentence, wait=wait_in_words(wait))


class AddressClosedError(TooManyTriesError):
    """The address has to wait."""

    sentence = _(
        "Too many wrong passwords came from this network. Try again in {wait}; a teacher can unlock the"
        " account before."
    )


FIRST_TRIES = TokenBucket.share(burst=FIRST_TRIES_AT_ONCE, per_second=FIRST_TRIES_PER_SECOND)


def check_login(*, name: str, password: str, address: str, device: str) -> User:
    """Find whose name and password these are, and know the browser again from now on.

    `device` is the browser's own long-lived token. Raises WrongPasswordError, the same whether the name is
    unknown, the password wrong or the account closed; TooManyTriesError without looking at the password.
    """
    name = normalize_user_name(name)
    is_known = _is_counted_on_device(name, device)
    counted_for = None if is_known else _count_as_stranger(name, address)
    user = authenticate(username=name, password=password)
    if user is None:
        tried = User.objects.filter(username=name).values_list("pk", flat=True).first()
        note(Act.LOGIN_REFUSED, account=tried)
        raise WrongPasswordError
    # One commit: a school logs in at once, and each waits for the disk.
    with transaction.atomic():
        remember_device(user, device)
        # What all who come from this address write to comes last, and is kept from them for less long.
        if not is_known:
            take_back(own_key=hashed("name", name), address_key=counted_for)
        note(Act.LOGIN, by=user.pk)
    purge_old_rows()
    return user


def change_password(*, user: User, old: str, new: str) -> None:
    """Set a new password for who knows the old one. Guesses are counted as at the login page."""
    confirm_password(user=user, password=old)
    user.set_password(new)
    with transaction.atomic():
        user.save(update_fields=["password"])
        # A card that is still shown somewhere would lie.
        Card.objects.filter(student=user).delete()
    note(Act.PASSWORD_CHANGED, by=user.pk)


def confirm_password(*, user: User, password: str) -> None:
    """Let on only who knows the account's password. Guesses are counted as at the login page."""
    key = hashed("change", str(user.pk))
    with transaction.atomic():
        [count] = locked_counts([key])
        wait = time_left(count)
        if wait:
            raise TooManyTriesError(wait)
        count_try(count, user.pk)
    if not user.check_password(password):
        raise WrongPasswordError
    TryCount.objects.filter(key=key).delete()


def purge_old_rows() -> None:
    """Delete what is remembered longer than it serves: tries, codes, browsers, sessions, old events."""
    now = timezone.now()
    sessions = import_module(settings.SESSION_ENGINE).SessionStore.get_model_class()
    for old in (
        TryCount.objects.filter(last_try_at__lt=now - TryCount.MEMORY),
        KnownDevice.objects.filter(last_used_at__lt=now - KnownDevice.MEMORY),
        CardSheet.objects.filter(ends_at__lt=now),
        LoginCode.objects.filter(ends_at__lt=now - LoginCode.MEMORY),
        ClassEvent.objects.filter(at__lt=now - ClassEvent.MEMORY),
        sessions.objects.filter(expire_date__lt=now),
    ):
        # There is hardly ever one; and to delete none keeps writers waiting too.
        if old.exists():
            old.delete()


def _is_counted_on_device(name: str, device: str) -> bool:
    """Whether this browser knows this account and has tries of its own left; counts one of them."""
    # The limit stands beside the update itself, not behind a join: there PostgreSQL would not look at it
    # again after it has waited for another guess.
    known = KnownDevice.objects.filter(
        token_hash=hashed("device", name, device),
        tries__lt=FREE_TRIES,
        user__in=User.objects.filter(username=name),
    )
    return bool(known.update(tries=F("tries") + 1))


def _count_as_stranger(name: str, address: str) -> str | None:
    """Count one try for the name and for the address; the address's key, None where it is closed already.

    Uncounted, TooManyTriesError, if the name is closed, or the address and this is not its name's first try.
    """
    user_id = User.objects.filter(username=name).values_list("pk", flat=True).first()
    with transaction.atomic():
        by_name, by_address = locked_counts([hashed("name", name), hashed("address", address)])
        is_closed = bool(time_left(by_address))
        if wait := time_left(by_name):
            raise TooManyTriesError(max(wait, time_left(by_address)))
        if wait := wait_of_closed(by_name, by_address, FIRST_TRIES, is_known=user_id is not None):
            raise AddressClosedError(wait)
        count_try(by_name, user_id)
        if is_closed:
            # A right password must not open it for guesses.
            return None
        count_for_address(by_address)
        return by_address.key


def remember_device(user: User, device: str) -> None:
    """Know this browser again when it logs in to this account."""
    KnownDevice.objects.update_or_create(
        token_hash=hashed("device", user.username, device),
        defaults={"user": user, "tries": 0, "last_used_at": timezone.now()},
    )
