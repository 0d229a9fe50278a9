"""Passwords made for people: to be read from paper and typed on a phone."""

import hmac
import random
import re
import secrets
from collections.abc import Iterable

from django.db import transaction
from django.utils.crypto import salted_hmac

from ..models import KnownDevice, TryCount, User
from .tries import hashed

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


def new_card_key() -> bytes:
    """A key for the passwords of some cards; who makes them keeps it in the browser."""
    return secrets.token_bytes(32)


def card_password(key: bytes, number: int) -> str:
    """The password of a card: the same for the same key and number, and told by neither alone.

    The key is in a browser only, and the site's secret on the server only.
    """
    return generate_password(_Keystream(salted_hmac("accounts.cards", key + number.to_bytes(4)).digest()))


class _Keystream(random.Random):
    """Random bits that a secret seed determines: HMAC in counter mode."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(0)
        self.secret, self.counter = seed, 0

    def getrandbits(self, k: int, /) -> int:
        self.counter += 1
        digest = hmac.digest(self.secret, self.counter.to_bytes(4), "sha256")
        return int.from_bytes(digest) >> (256 - k)


def unlock(*, users: Iterable[User]) -> None:
    """Forget the wrong passwords tried on these accounts, so that nobody there has to wait.

    A count of none is kept for each, which lets them in where their address is closed.
    """
    users = list(users)
    with transaction.atomic():
        TryCount.objects.filter(user__in=users).delete()
        TryCount.objects.bulk_create(
            (TryCount(key=hashed("name", user.username), user=user) for user in users),
            # The name may have been tried before it was somebody's, or is being tried now.
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=["user", "tries", "closed_until"],
        )
        KnownDevice.objects.filter(user__in=users).update(tries=0)
