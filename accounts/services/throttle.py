"""Login throttle: failed logins and wrong codes are counted in rows of our own, with a wait that grows.

Each attempt is counted before it is checked, so that simultaneous guesses are counted too, and uncounted if
it was right.

At a locked address the first attempt for each name, or for each first half of a code, is still checked: else
one pupil could lock out a school by guessing names that nobody has. Guessing gains one attempt a name and day
by that. A rate limit keeps invented names from using up processor and disk; real names have a limit of their
own, so that invented ones cannot use it up. Somebody who exhausts it can tell which names exist. First halves
of codes share one limit: knowing which exist would make codes easy to guess.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from ..models import KnownDevice, LoginThrottle, User
from ..token_bucket import TokenBucket

FREE_FAILURES = 5
FIRST_WAIT = timedelta(seconds=30)
MAX_WAIT = timedelta(hours=1)
ADDRESS_SPAN = timedelta(minutes=10)
NO_WAIT = timedelta(0)

# First attempts checked while an address is locked, by all processes: a class at once, then one a second.
FIRST_ATTEMPTS_BURST = 60
FIRST_ATTEMPTS_PER_SECOND = 1.0


def hashed(*parts: str) -> str:
    """Keyed hash that identifies a row without revealing whom it concerns."""
    return salted_hmac("accounts.logins", "\0".join(parts), algorithm="sha256").hexdigest()


def wait_text(wait: timedelta) -> str:
    """`30 seconds`, `2 minutes`: rounded up, so that the promise is kept."""
    seconds = -(-wait // timedelta(seconds=1))
    if seconds < 60:
        return ngettext("%d second", "%d seconds", seconds) % seconds
    minutes = -(-seconds // 60)
    return ngettext("%d minute", "%d minutes", minutes) % minutes


def locked_throttles(keys: list[str]) -> list[LoginThrottle]:
    """The counters of these keys, created if missing and locked until the transaction ends."""
    while True:
        start = transaction.savepoint()
        # Created and locked in the same order everywhere, so that there is no deadlock.
        LoginThrottle.objects.bulk_create(
            [LoginThrottle(key=key) for key in sorted(keys)], ignore_conflicts=True
        )
        found = {throttle.key: throttle for throttle in _locked(keys)}
        if found.keys() == set(keys):
            transaction.savepoint_commit(start)
            return [found[key] for key in keys]
        # On PostgreSQL a simultaneous successful login has deleted a row in between. Release the locks.
        transaction.savepoint_rollback(start)


def remaining_wait(throttle: LoginThrottle) -> timedelta:
    return max(NO_WAIT, throttle.locked_until - timezone.now()) if throttle.locked_until else NO_WAIT


def count_failure(throttle: LoginThrottle, user_id: int | None = None) -> None:
    """Count one attempt; from the fifth failure on the key is locked, each time twice as long."""
    now = timezone.now()
    _count(throttle, now, is_fresh=now - throttle.last_at > LoginThrottle.MEMORY)
    throttle.user_id = user_id
    if throttle.failures >= FREE_FAILURES:
        doublings = min(throttle.failures - FREE_FAILURES, 16)
        throttle.locked_until = now + min(MAX_WAIT, FIRST_WAIT * 2**doublings)
    throttle.save()


def wait_at_locked_address(
    by_own: LoginThrottle, by_address: LoginThrottle, first_attempts: TokenBucket, *, is_known: bool = False
) -> timedelta:
    """The time that a login must wait because its address is locked.

    A first attempt without a wait is counted in `first_attempts`; names of existing accounts (`is_known`)
    have a limit of their own.
    """
    wait = remaining_wait(by_address)
    if not wait or by_own.is_unlocked:
        return NO_WAIT
    if by_own.failures and timezone.now() - by_own.last_at <= LoginThrottle.MEMORY:
        return wait
    key = by_address.key, is_known
    seconds = first_attempts.wait(key)
    if not seconds:
        first_attempts.take(key)
    return timedelta(seconds=seconds)


def count_address_failure(throttle: LoginThrottle) -> None:
    """Count one attempt; at the limit the address is locked for the rest of its ten minutes."""
    now = timezone.now()
    _count(throttle, now, is_fresh=now - throttle.first_at > ADDRESS_SPAN)
    if throttle.failures >= settings.LOGIN_FAILURES_PER_ADDRESS:
        throttle.locked_until = throttle.first_at + ADDRESS_SPAN
    throttle.save()


def undo_count(*, own_key: str, address_key: str | None = None) -> None:
    """After a successful attempt: delete its own counter, and uncount it for the address."""
    with transaction.atomic():
        # Skips rows created after we took the locks.
        for throttle in _locked([own_key, address_key]):
            if throttle.key == own_key:
                throttle.delete()
            elif throttle.failures:
                throttle.failures, throttle.locked_until = throttle.failures - 1, None
                throttle.save(update_fields=["failures", "locked_until"])


def unlock(*, users: Iterable[User]) -> None:
    """Forget the failed logins of these accounts, so that nobody has to wait.

    A counter of zero is kept for each: it lets them log in where their address is locked.
    """
    users = list(users)
    with transaction.atomic():
        LoginThrottle.objects.filter(user__in=users).delete()
        LoginThrottle.objects.bulk_create(
            (LoginThrottle(key=hashed("name", user.username), user=user) for user in users),
            # The name may have been tried before the account existed, or is being tried now.
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=["user", "failures", "locked_until"],
        )
        KnownDevice.objects.filter(user__in=users).update(failures=0)


def _locked(keys: Iterable[str | None]) -> QuerySet[LoginThrottle]:
    return LoginThrottle.objects.select_for_update().filter(key__in=keys).order_by("key")


def _count(throttle: LoginThrottle, now: datetime, *, is_fresh: bool) -> None:
    if is_fresh:
        throttle.failures, throttle.first_at = 0, now
    throttle.failures += 1
    throttle.last_at = now
    throttle.locked_until = None
