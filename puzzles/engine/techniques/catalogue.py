"""Every technique the engine knows, in the order a person sees them."""

from . import (
    avoidable_rectangles,
    bivalue_grave,
    coloring,
    empty_rectangle,
    fish,
    grouped_links,
    intersections,
    remote_pair,
    single_digit,
    singles,
    subsets,
    unique_rectangles,
    wings,
)
from .technique import Technique

_FAMILIES = (
    singles,
    intersections,
    subsets,
    fish,
    single_digit,
    empty_rectangle,
    wings,
    grouped_links,
    remote_pair,
    coloring,
    unique_rectangles,
    avoidable_rectangles,
    bivalue_grave,
)

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
    single_digit.SKYSCRAPER,
    single_digit.TWO_STRING_KITE,
    single_digit.DUAL_TWO_STRING_KITE,
    single_digit.TURBOT_FISH,
    empty_rectangle.EMPTY_RECTANGLE,
    empty_rectangle.DUAL_EMPTY_RECTANGLE,
    wings.XY_WING,
    wings.XYZ_WING,
    wings.W_WING,
    grouped_links.GROUPED_SKYSCRAPER,
    grouped_links.GROUPED_TWO_STRING_KITE,
    remote_pair.REMOTE_PAIR,
    coloring.SIMPLE_COLORS_TRAP,
    coloring.SIMPLE_COLORS_WRAP,
    coloring.MULTI_COLORS_1,
    coloring.MULTI_COLORS_2,
    unique_rectangles.UNIQUE_RECTANGLE_1,
    unique_rectangles.UNIQUE_RECTANGLE_2,
    unique_rectangles.UNIQUE_RECTANGLE_3,
    unique_rectangles.UNIQUE_RECTANGLE_4,
    unique_rectangles.UNIQUE_RECTANGLE_5,
    unique_rectangles.UNIQUE_RECTANGLE_6,
    unique_rectangles.HIDDEN_RECTANGLE,
    avoidable_rectangles.AVOIDABLE_RECTANGLE_1,
    avoidable_rectangles.AVOIDABLE_RECTANGLE_2,
    bivalue_grave.BUG_PLUS_ONE,
)

TECHNIQUES: dict[str, Technique] = {
    technique.id: technique for family in _FAMILIES for technique in family.FAMILY
}

CATALOGUE: tuple[Technique, ...] = tuple(TECHNIQUES[name] for name in _ORDER)
