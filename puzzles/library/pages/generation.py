"""Kinds of new grids: their names, and which techniques are too rare to order."""

from django.utils.translation import gettext as _

from puzzles.engine import CATALOGUE

from .difficulty import technique_name, tier_label

# Measured on 20,000 random grids: the hardest technique of fewer than one in a thousand (RARE), or of fewer
# than two in all (HARDLY_EVER).
RARE = frozenset(
    {
        "avoidable_rectangle_1",
        "contradiction_chain",
        "death_blossom",
        "finned_franken_jellyfish",
        "finned_franken_swordfish",
        "grouped_two_string_kite",
        "hidden_triple",
        "multi_colors_1",
        "multi_colors_2",
        "naked_quad",
        "nishio",
        "remote_pair",
        "sashimi_swordfish",
        "simple_colors_trap",
        "simple_colors_wrap",
        "unique_rectangle_6",
        "x_chain",
    }
)
HARDLY_EVER = frozenset(
    {
        "als_chain",
        "als_xy_wing",
        "als_xz",
        "avoidable_rectangle_2",
        "dual_empty_rectangle",
        "dual_two_string_kite",
        "finned_franken_x_wing",
        "finned_jellyfish",
        "finned_x_wing",
        "franken_jellyfish",
        "franken_swordfish",
        "full_house",
        "hidden_quad",
        "jellyfish",
        "nested_trial",
        "sashimi_jellyfish",
        "sashimi_x_wing",
        "swordfish",
        "unique_rectangle_5",
    }
)


def technique_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The techniques that may be ordered, by tier, with a word on those that are rare."""
    groups: dict[int, list[tuple[str, str]]] = {}
    for technique in CATALOGUE:
        if technique.id not in HARDLY_EVER:
            groups.setdefault(technique.tier, []).append((technique.id, named(technique.id)))
    return [(tier_label(tier), groups[tier]) for tier in sorted(groups)]


def named(technique: str) -> str:
    name = technique_name(technique)
    return _("%(technique)s (rare)") % {"technique": name} if technique in RARE else name


def kind(tier: int | None, hardest: str) -> str:
    """What the ordered grids are like."""
    if hardest:
        return technique_name(hardest)
    return tier_label(tier).capitalize() if tier else _("New grids")
