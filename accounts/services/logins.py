"""Who may log in, and how often a password may be guessed.

Wrong passwords are counted for each name as typed, whether or not somebody bears it, with a wait that grows;
and for each address, with a ceiling that a whole school stays under. A browser that has logged into the
account before is counted by itself: strangers' guesses do not shut its owner out, and its own are few. Each
try is counted before the password is looked at, so that guesses made at the same moment are counted too.
"""

from datetime import datetime, timedelta
from importlib import import_module

from django.conf import settings
from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ..fields import normalize_user_name
from ..models import KnownDevice, TryCount, User

FREE_TRIES = 5
FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(hours=1)
ADDRESS_SPAN = timedelta(minutes=10)
NO_WAIT = timedelta(0)


class LoginError(Exception):
    """Why nobody was logged in; `message` is meant for the person who tried."""

    message: str | Promise = ""


class WrongPasswordError(LoginError):
    message = _("This user name and this password do not belong together.")


class TooManyTriesError(LoginError):
    """The account, or the address, has to wait."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__()
        self.wait = wait
        self.message = format_lazy(
            _("Too many wrong passwords. Try again in {wait}; a teacher can unlock the account."),
            wait=wait_in_words(wait),
        )


def wait_in_words(wait: timedelta) -> str:
    """`30 seconds`, `2 minutes`: rounded up, so that the promise holds."""
    seconds = -(-wait // timedelta(seconds=1))
    if seconds < 60:
        return ngettext("%d second", "%d seconds", seconds) % seconds
    minutes = -(-seconds // 60)
    return ngettext("%d minute", "%d minutes", minutes) % minutes


def check_login(*, name: str, password: str, address: str, device: str) -> User:
    """Find whose name and password these are, and know the browser again from now on.

    `device` is the browser's own long-lived token. Raises WrongPasswordError, the same whether the name is
    unknown, the password wrong or the account closed; TooManyTriesError without looking at the password.
    """
    name = normalize_user_name(name)
    is_known = _is_counted_on_device(name, device)
    if not is_known:
        _count_as_stranger(name, address)
    user = authenticate(username=name, password=password)
    if user is None:
        raise WrongPasswordError
    if not is_known:
        _take_back(name, address)
    _remember_device(user, device)
    purge_old_rows()
    return user


def change_password(*, user: User, old: str, new: str) -> None:
    """Set a new password for who knows the old one. Guesses are counted as at the login page."""
    key = _hashed("change", str(user.pk))
    with transaction.atomic():
        [count] = _locked_counts([key])
        wait = _time_left(count)
        if wait:
            raise TooManyTriesError(wait)
        _count_for_name(count, user.pk)
    if not user.check_password(old):
        raise WrongPasswordError
    user.set_password(new)
    with transaction.atomic():
        TryCount.objects.filter(key=key).delete()
        user.save(update_fields=["password"])


def purge_old_rows() -> None:
    """Delete what is remembered about logins longer than it serves: tries, browsers, ended sessions."""
    TryCount.objects.filter(last_try_at__lt=timezone.now() - TryCount.MEMORY).delete()
    KnownDevice.objects.filter(last_used_at__lt=timezone.now() - KnownDevice.MEMORY).delete()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def _is_counted_on_device(name: str, device: str) -> bool:
    """Whether this browser knows this account and has tries of its own left; counts one of them."""
    # The limit stands beside the update itself, not behind a join: there PostgreSQL would not look at it
    # again after it has waited for another guess.
    known = KnownDevice.objects.filter(
        token_hash=_hashed("device", name, device),
        tries__lt=FREE_TRIES,
        user__in=User.objects.filter(username=name),
    )
    return bool(known.update(tries=F("tries") + 1))


def _count_as_stranger(name: str, address: str) -> None:
    """Count one try for the name and for the address. Uncounted, TooManyTriesError, if one is closed."""
    user_id = User.objects.filter(username=name).values_list("pk", flat=True).first()
    with transaction.atomic():
        by_name, by_address = _locked_counts([_hashed("name", name), _hashed("address", address)])
        wait = max(_time_left(by_name), _time_left(by_address))
        if wait:
            raise TooManyTriesError(wait)
        _count_for_name(by_name, user_id)
        _count_for_address(by_address)


def _take_back(name: str, address: str) -> None:
    """The try was right: the name starts afresh, the address has one try less."""
    with transaction.atomic():
        TryCount.objects.filter(key=_hashed("name", name)).delete()
        TryCount.objects.filter(key=_hashed("address", address), tries__gt=0).update(
            tries=F("tries") - 1, closed_until=None
        )


def _remember_device(user: User, device: str) -> None:
    KnownDevice.objects.update_or_create(
        token_hash=_hashed("device", user.username, device),
        defaults={"user": user, "tries": 0, "last_used_at": timezone.now()},
    )


def _locked_counts(keys: list[str]) -> list[TryCount]:
    """The counts of these keys, made where missing, and nobody else's until the transaction ends."""
    TryCount.objects.bulk_create([TryCount(key=key) for key in keys], ignore_conflicts=True)
    # Locked in one order by all, so that nobody waits for one who waits for them.
    locked = TryCount.objects.select_for_update().filter(key__in=keys).order_by("key")
    found = {count.key: count for count in locked}
    return [found[key] for key in keys]


def _time_left(count: TryCount) -> timedelta:
    return max(NO_WAIT, count.closed_until - timezone.now()) if count.closed_until else NO_WAIT


def _count_for_name(count: TryCount, user_id: int | None) -> None:
    """One try more; from the fifth on the name is closed, each time twice as long."""
    now = timezone.now()
    _count(count, now, is_fresh=now - count.last_try_at > TryCount.MEMORY)
    count.user_id = user_id
    if count.tries >= FREE_TRIES:
        count.closed_until = now + min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(count.tries - FREE_TRIES, 16))
    count.save()


def _count_for_address(count: TryCount) -> None:
    """One try more; at the ceiling the address is closed for the rest of its ten minutes."""
    now = timezone.now()
    _count(count, now, is_fresh=now - count.first_try_at > ADDRESS_SPAN)
    if count.tries >= settings.LOGIN_TRIES_PER_ADDRESS:
        count.closed_until = count.first_try_at + ADDRESS_SPAN
    count.save()


def _count(count: TryCount, now: datetime, *, is_fresh: bool) -> None:
    if is_fresh:
        count.tries, count.first_try_at = 0, now
    count.tries += 1
    count.last_try_at = now
    count.closed_until = None


def _hashed(*parts: str) -> str:
    """What names a row without telling who it is about."""
    return salted_hmac("accounts.logins", "\0".join(parts), algorithm="sha256").hexdigest()
