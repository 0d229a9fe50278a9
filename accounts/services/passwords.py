"""Passwords made for people: to be read from paper and typed on a phone."""

import random
import re
import secrets
from collections.abc import Iterable

from django.contrib.auth.hashers import make_password
from django.db import transaction

from ..audit import Act, note
from ..models import KnownDevice, TryCount, User
from .events import Kind, record_accounts

# No l, o, 0 and 1, which look like each other; no shift key, and no sign but the hyphen.
CONSONANTS = "bcdfghjkmnprstvz"
VOWELS = "aeiu"
DIGITS = "23456789"
SPEAKABLE = (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS)

# What must not stand on a child's login card, in French or in English.
UNWELCOME = re.compile(
    "bit|cac|cuc|cul|cum|cun|deb|fag|fuc|fuk|guz|kac|kak|kuk|naz|neg|nig|nik|nud|ped|pen|pip|pis|put|rap|"
    "sek|sic|suc|suk|tet|tit|tue|tuz|vag|zeb|ziz"
)


def generate_password(rng: random.Random | None = None) -> str:
    """A password of two speakable words and two digits, like `kutem-ramis-47`: about 37 bits."""
    rng = rng or secrets.SystemRandom()
    return f"{_word(rng)}-{_word(rng)}-{rng.choice(DIGITS)}{rng.choice(DIGITS)}"


def _word(rng: random.Random) -> str:
    while True:
        word = "".join(rng.choice(letters) for letters in SPEAKABLE)
        if not UNWELCOME.search(word):
            return word


def reset_passwords(*, users: Iterable[User], by: User) -> list[tuple[User, str]]:
    """Give each account a fresh password, told here and never again, and open it to new tries.

    Whoever is logged in to such an account is logged out by it. All its classes are told who did it.
    """
    fresh = [(user, generate_password()) for user in users]
    # Hashing is slow on purpose: done before the transaction, so that moves need not wait for it.
    for user, password in fresh:
        user.password = make_password(password)
    with transaction.atomic():
        User.objects.bulk_update([user for user, _ in fresh], ["password"])
        unlock(users=[user for user, _ in fresh])
        record_accounts(kind=Kind.PASSWORD_RESET, actor=by, users=[user for user, _ in fresh])
        for user, _ in fresh:
            note(Act.PASSWORD_RESET, by=by.pk, account=user.pk)
    return fresh


def unlock(*, users: Iterable[User]) -> None:
    """Forget the wrong passwords tried on these accounts, so that nobody there has to wait."""
    users = list(users)
    with transaction.atomic():
        TryCount.objects.filter(user__in=users).delete()
        KnownDevice.objects.filter(user__in=users).update(tries=0)
