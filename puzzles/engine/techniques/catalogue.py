"""Every technique the engine knows, in the order a person sees them."""

from . import fish, intersections, singles, subsets
from .technique import Technique

_FAMILIES = (singles, intersections, subsets, fish)

# The easiest first.
_ORDER = (
    singles.FULL_HOUSE,
    singles.HIDDEN_SINGLE,
    singles.NAKED_SINGLE,
    intersections.POINTING,
    intersections.CLAIMING,
    subsets.LOCKED_PAIR,
    subsets.LOCKED_TRIPLE,
    subsets.NAKED_PAIR,
    subsets.HIDDEN_PAIR,
    subsets.NAKED_TRIPLE,
    subsets.HIDDEN_TRIPLE,
    fish.X_WING,
    fish.SWORDFISH,
    subsets.NAKED_QUAD,
    subsets.HIDDEN_QUAD,
    fish.JELLYFISH,
)

TECHNIQUES: dict[str, Technique] = {
    technique.id: technique for family in _FAMILIES for technique in family.FAMILY
}

CATALOGUE: tuple[Technique, ...] = tuple(TECHNIQUES[name] for name in _ORDER)
