"""Pseudonyms that are easy to say and reveal nothing: `lynx-malin`, `colibri-sage`."""

import random
from collections.abc import Iterator
from itertools import count

from django.utils.text import capfirst

# Friendly words without accents; none is also an insult.
ANIMALS = [
    "aigle", "alpaga", "bison", "bourdon", "bouvreuil", "cameleon", "caribou", "castor", "cerf",
    "chamois", "colibri", "condor", "criquet", "cygne", "dauphin", "ecureuil", "elan", "espadon",
    "faucon", "fennec", "gecko", "grillon", "guepard", "herisson", "heron", "hibou", "jaguar", "kiwi",
    "koala", "lama", "lapin", "leopard", "lezard", "lievre", "loup", "lynx", "martinet", "merle",
    "milan", "mouflon", "narval", "okapi", "panda", "papillon", "perroquet", "pingouin", "pinson",
    "poney", "poulain", "puma", "renard", "rossignol", "saumon", "scarabee", "suricate", "tigre",
    "toucan", "triton", "wapiti", "wombat", "zebre",
]  # fmt: skip
QUALITIES = [
    "agile", "aimable", "alerte", "amical", "argente", "astucieux", "attentif", "audacieux", "azur",
    "bleu", "brave", "calme", "cordial", "courtois", "curieux", "discret", "dore", "energique",
    "enjoue", "fidele", "franc", "genereux", "genial", "gentil", "habile", "hardi", "heureux",
    "honnete", "indigo", "inventif", "jovial", "joyeux", "juste", "leger", "logique", "loyal", "lucide",
    "magique", "malin", "noble", "optimiste", "paisible", "patient", "poli", "precis", "prudent",
    "radieux", "rapide", "reveur", "robuste", "sage", "serein", "sincere", "solide", "souple",
    "studieux", "subtil", "tenace", "tranquille", "turquoise", "vaillant", "vif", "vigilant", "violet",
    "vivace",
]  # fmt: skip


def shown_pseudonym(username: str) -> str:
    """A user name before a class: `Tigre lucide` for `tigre-lucide`, `Lea` for `lea`."""
    animal, _, rest = username.partition("-")
    quality, _, number = rest.partition("-")
    if quality in QUALITIES:
        username = " ".join(filter(None, (animal, quality, number)))
    return capfirst(username)


def pseudonyms(rng: random.Random) -> Iterator[str]:
    """An endless sequence of names: plain ones first, then with a number, for schools with thousands."""
    plain = len(ANIMALS) * len(QUALITIES)
    for drawn in count():
        name = f"{rng.choice(ANIMALS)}-{rng.choice(QUALITIES)}"
        yield name if drawn < plain // 5 else f"{name}-{rng.randrange(2, 1000)}"
