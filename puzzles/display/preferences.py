"""The techniques in the order hints try them, with a switch for each."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..engine import CATALOGUE, TECHNIQUE_NAMES, TECHNIQUE_SUMMARIES


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
