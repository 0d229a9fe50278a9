"""Whether a tier and a technique can go together."""

from django.utils.translation import gettext as _

from puzzles.engine import TECHNIQUES

from ..pages.difficulty import technique_name, tier_label


def contradiction(tier: int | None, hardest: str | None) -> str:
    """Why no grid is of this tier and needs this technique; "" when some may: a technique is of one tier."""
    if not tier or not hardest or TECHNIQUES[hardest].tier == tier:
        return ""
    names = {"technique": technique_name(hardest), "tier": tier_label(TECHNIQUES[hardest].tier)}
    return _("Grids that need %(technique)s are in another tier: %(tier)s.") % names


def too_easy(tier: int | None, technique: str | None) -> str:
    """Why no grid of this tier needs a technique of a harder one; "" when some may."""
    if not tier or not technique or TECHNIQUES[technique].tier <= tier:
        return ""
    names = {"technique": technique_name(technique), "tier": tier_label(TECHNIQUES[technique].tier)}
    return _("Grids that need %(technique)s are harder: at least %(tier)s.") % names
