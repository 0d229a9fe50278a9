"""How an order of new grids is told: its kind in words, how far it is, and what is rare."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from puzzles.engine import CATALOGUE

from ..models import PuzzleGeneration
from .difficulty import technique_name, tier_label

# The hardest technique of fewer than one in a thousand of 20,000 grids made by chance, and of fewer than two.
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
# From so many tries for one grid on, a kind is called rare while it is looked for.
MANY_TRIES = 200


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


def generation_page(generation: PuzzleGeneration) -> dict[str, Any]:
    """What the page of an order and its moving part are drawn from."""
    return {
        "generation": generation,
        "kind": kind(generation.tier, generation.hardest),
        "progress": progress(generation),
        "slowness": slowness(generation),
        "percent": 100 * generation.made // generation.count,
    }


def progress(generation: PuzzleGeneration) -> str:
    """How many grids are made, of how many."""
    sentence = ngettext(
        "%(made)d of %(count)d grid made.", "%(made)d of %(count)d grids made.", generation.count
    )
    return sentence % {"made": generation.made, "count": generation.count}


def slowness(generation: PuzzleGeneration) -> str:
    """That a kind is rare, where it takes many tries; "" where it does not."""
    if generation.tries < MANY_TRIES * max(generation.made, 1):
        return ""
    if not generation.made:
        sentence = _("This kind is rare: none in %(tries)d tries so far.")
        return sentence % {"tries": generation.tries}
    sentence = _("This kind is rare: about one grid in %(tries)d. It takes its time.")
    return sentence % {"tries": generation.tries // generation.made}
