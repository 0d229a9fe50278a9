"""Every technique the engine knows, in the order a person sees them."""

from . import singles
from .technique import Technique

_FAMILIES = (singles,)

# The easiest first.
_ORDER = (
    singles.FULL_HOUSE,
    singles.HIDDEN_SINGLE,
    singles.NAKED_SINGLE,
)

TECHNIQUES: dict[str, Technique] = {
    technique.id: technique for family in _FAMILIES for technique in family.FAMILY
}

CATALOGUE: tuple[Technique, ...] = tuple(TECHNIQUES[name] for name in _ORDER)
