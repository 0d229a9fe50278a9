"""The techniques in the order hints try them, with a switch for each; and wishes as the board reads them."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from puzzles.engine import CATALOGUE
from puzzles.engine.wording import TECHNIQUE_NAMES, TECHNIQUE_SUMMARIES

from ..models import Preferences


@dataclass(frozen=True, slots=True)
class TechniqueSwitch:
    """A technique, where it stands in the order, and whether hints may use it."""

    id: str
    number: int
    name: str
    summary: str
    is_on: bool


def technique_choices() -> list[tuple[str, str]]:
    """The techniques and their names, in order."""
    return [(technique.id, _(TECHNIQUE_NAMES[technique.id])) for technique in CATALOGUE]


def technique_switches(off: Collection[str]) -> dict[int, list[TechniqueSwitch]]:
    """The switches by tier, the easiest first."""
    tiers: dict[int, list[TechniqueSwitch]] = {}
    for number, technique in enumerate(CATALOGUE, 1):
        switch = TechniqueSwitch(
            id=technique.id,
            number=number,
            name=_(TECHNIQUE_NAMES[technique.id]),
            summary=_(TECHNIQUE_SUMMARIES[technique.id]),
            is_on=technique.id not in off,
        )
        tiers.setdefault(technique.tier, []).append(switch)
    return tiers


def board_data(wishes: Preferences, *, judges: bool = True) -> dict[str, str]:
    """The `data-` attributes that tell the board what differs from how it comes.

    Where the game does not judge there are no conflicts to ask for.
    """
    modes = [name for name, is_on in (("centre", wishes.centre_marks), ("colour", wishes.colours)) if is_on]
    told = {
        "modes": " ".join(modes),
        "peers": "" if wishes.light_peers else "off",
        "same": "" if wishes.light_same else "off",
        "clean": "" if wishes.clean_notes else "off",
        "conflicts": "asked" if judges and not wishes.conflicts_at_once else "",
        "timer": "" if wishes.show_timer else "off",
        "labels": "short" if wishes.short_labels else "",
        "hand": "left" if wishes.left_hand else "",
    }
    return {name: value for name, value in told.items() if value}
