"""The switches of the techniques."""

from puzzles.engine import CATALOGUE
from puzzles.play.pages.preferences import technique_choices, technique_switches


def test_the_switches_stand_by_tier_and_are_numbered_through() -> None:
    tiers = technique_switches(off=["x_wing"])
    switches = [switch for tier in tiers.values() for switch in tier]
    assert list(tiers) == sorted(tiers)
    assert [switch.number for switch in switches] == list(range(1, len(CATALOGUE) + 1))
    assert [switch.id for switch in switches if not switch.is_on] == ["x_wing"]


def test_every_switch_has_a_name_and_a_summary() -> None:
    switches = [switch for tier in technique_switches(off=()).values() for switch in tier]
    assert all(switch.name and switch.summary for switch in switches)
    assert [(switch.id, switch.name) for switch in switches] == technique_choices()
