"""Short codes, read from a board and typed on a phone, like `K7M-4RX`.

Sixteen letters and eight digits that do not look alike: no vowels, so that there are no words; no B, G, L, S
and Z, which look like 8, 6, 1, 5 and 2. Six of them are one of 24 ** 6, about 190 million: 27 bits. That is
little for a password, but enough for a code that expires within the hour and whose failures are counted
(services/login_codes.py).
"""

import random
import re
import secrets

SIGNS = "CDFHJKMNPQRTVWXY23456789"
HALF = 3
LENGTH = 2 * HALF

# Characters that are in no code -> what they were misread from.
READ_AS = str.maketrans("BGSUZ", "865V2")

# Abbreviations that must not be shown to a class.
UNWELCOME = re.compile("FCK|FDP|FKK|KKK|MRD|NTM|PD|PTN|TPN|WTF|XXX|88")


def new_code(rng: random.Random | None = None) -> str:
    """A code in its plain spelling, `K7M4RX`."""
    rng = rng or secrets.SystemRandom()
    while True:
        code = "".join(rng.choice(SIGNS) for _ in range(LENGTH))
        if not UNWELCOME.search(code):
            return code


def read_code(text: str) -> str:
    """The plain spelling of typed text, `k7m 4rx` or `K7M-4RX`; "" if it cannot be a code."""
    plain = "".join(sign for sign in text.upper() if sign.isalnum()).translate(READ_AS)
    return plain if len(plain) == LENGTH and all(sign in SIGNS for sign in plain) else ""


def format_code(code: str) -> str:
    """The code as it is shown: `K7M-4RX`."""
    return f"{code[:HALF]}-{code[HALF:]}"
