"""Tries counted in rows of our own, with a wait that grows: for passwords, login codes and join codes alike.

Each try is counted before it is looked at, so that guesses made at the same moment are counted too.

At a closed address the first try of each name, or of each first half of a code, is still looked at: else one
pupil could shut out a school by guessing at names that nobody has. Guessing gains one try a name and day by
that. A rate limit keeps invented names from taking the processor and the disk, and as it counts real names
apart, from shutting those out. Who uses it up can see which names exist. First halves of codes are counted
together: to know those that exist would make codes easy to guess.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from ..models import TryCount
from ..token_bucket import TokenBucket

FREE_TRIES = 5
FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(hours=1)
ADDRESS_SPAN = timedelta(minutes=10)
NO_WAIT = timedelta(0)

# First tries that the processes of a server look at while an address is closed: a class at once, and then
# one each second.
FIRST_TRIES_AT_ONCE = 60
FIRST_TRIES_PER_SECOND = 1.0


def wait_in_words(wait: timedelta) -> str:
    """`30 seconds`, `2 minutes`: rounded up, so that the promise holds."""
    seconds = -(-wait // timedelta(seconds=1))
    if seconds < 60:
        return ngettext("%d second", "%d seconds", seconds) % seconds
    minutes = -(-seconds // 60)
    return ngettext("%d minute", "%d minutes", minutes) % minutes


def locked_counts(keys: list[str]) -> list[TryCount]:
    """The counts of these keys, made where missing, and nobody else's until the transaction ends."""
    while True:
        start = transaction.savepoint()
        # Made and locked in one order by all, so that nobody waits for one who waits for them.
        TryCount.objects.bulk_create([TryCount(key=key) for key in sorted(keys)], ignore_conflicts=True)
        found = {count.key: count for count in _locked(keys)}
        if found.keys() == set(keys):
            transaction.savepoint_commit(start)
            return [found[key] for key in keys]
        # On PostgreSQL somebody's right try has taken a row away in between. Locks are let go as well.
        transaction.savepoint_rollback(start)


def time_left(count: TryCount) -> timedelta:
    return max(NO_WAIT, count.closed_until - timezone.now()) if count.closed_until else NO_WAIT


def count_try(count: TryCount, user_id: int | None = None) -> None:
    """One try more; from the fifth on the key is closed, each time twice as long."""
    now = timezone.now()
    _count(count, now, is_fresh=now - count.last_try_at > TryCount.MEMORY)
    count.user_id = user_id
    if count.tries >= FREE_TRIES:
        count.closed_until = now + min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(count.tries - FREE_TRIES, 16))
    count.save()


def wait_of_closed(
    by_own: TryCount, by_address: TryCount, first_tries: TokenBucket, *, is_known: bool = False
) -> timedelta:
    """How long a try has to wait because its address is closed. A first try that need not is counted.

    The names that an account has (`is_known`) have first tries of their own.
    """
    wait = time_left(by_address)
    if not wait or by_own.is_unlocked:
        return NO_WAIT
    if by_own.tries and timezone.now() - by_own.last_try_at <= TryCount.MEMORY:
        return wait
    key = by_address.key, is_known
    seconds = first_tries.wait(key)
    if not seconds:
        first_tries.take(key)
    return timedelta(seconds=seconds)


def count_for_address(count: TryCount) -> None:
    """One try more; at the ceiling the address is closed for the rest of its ten minutes."""
    now = timezone.now()
    _count(count, now, is_fresh=now - count.first_try_at > ADDRESS_SPAN)
    if count.tries >= settings.LOGIN_TRIES_PER_ADDRESS:
        count.closed_until = count.first_try_at + ADDRESS_SPAN
    count.save()


def take_back(*, own_key: str, address_key: str | None = None) -> None:
    """The try was right: its own key starts afresh, the address has one try less."""
    with transaction.atomic():
        # What was not there to be locked in its turn is left alone: it is new, and somebody else's.
        for count in _locked([own_key, address_key]):
            if count.key == own_key:
                count.delete()
            elif count.tries:
                count.tries, count.closed_until = count.tries - 1, None
                count.save(update_fields=["tries", "closed_until"])


def _locked(keys: Iterable[str | None]) -> QuerySet[TryCount]:
    return TryCount.objects.select_for_update().filter(key__in=keys).order_by("key")


def _count(count: TryCount, now: datetime, *, is_fresh: bool) -> None:
    if is_fresh:
        count.tries, count.first_try_at = 0, now
    count.tries += 1
    count.last_try_at = now
    count.closed_until = None


def hashed(*parts: str) -> str:
    """What names a row without telling who it is about."""
    return salted_hmac("accounts.logins", "\0".join(parts), algorithm="sha256").hexdigest()
