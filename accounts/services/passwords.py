"""Generated passwords: easy to read from paper and to type on a phone."""

import hmac
import random
import re
import secrets

from django.utils.crypto import salted_hmac

# No l, o, 0 and 1, which look alike; no shift key, and no punctuation but the hyphen.
CONSONANTS = "bcdfghjkmnprstvz"
VOWELS = "aeiu"
DIGITS = "23456789"
SPEAKABLE = (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS)

# Parts of words unfit for a child's login card, in French or English.
UNWELCOME = re.compile(
    "bit|cac|cuc|cul|cum|cun|deb|fag|fuc|fuk|guz|kac|kak|kuk|naz|neg|nig|nik|nud|ped|pen|pip|pis|put|rap|"
    "sek|sic|suc|suk|tet|tit|tue|tuz|vag|zeb|ziz"
)


def generate_password(rng: random.Random | None = None) -> str:
    """A password of two pronounceable words and two digits, like `kutem-ramis-47`: about 37 bits."""
    rng = rng or secrets.SystemRandom()
    return f"{_word(rng)}-{_word(rng)}-{rng.choice(DIGITS)}{rng.choice(DIGITS)}"


def _word(rng: random.Random) -> str:
    while True:
        word = "".join(rng.choice(letters) for letters in SPEAKABLE)
        if not UNWELCOME.search(word):
            return word


def new_card_key() -> bytes:
    """A key for the passwords of a sheet of cards; only the teacher's browser keeps it."""
    return secrets.token_bytes(32)


def card_password(key: bytes, number: int) -> str:
    """The password of a card, derived from the key, which only the browser has, and the server's secret."""
    return generate_password(_Keystream(salted_hmac("accounts.cards", key + number.to_bytes(4)).digest()))


class _Keystream(random.Random):
    """Deterministic random bits from a secret seed: HMAC in counter mode."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(0)
        self.secret, self.counter = seed, 0

    def getrandbits(self, k: int, /) -> int:
        self.counter += 1
        digest = hmac.digest(self.secret, self.counter.to_bytes(4), "sha256")
        return int.from_bytes(digest) >> (256 - k)
