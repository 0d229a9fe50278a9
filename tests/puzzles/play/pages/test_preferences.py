"""The techniques that a player may switch off."""

import re
from html import unescape

from django.template.loader import render_to_string

from puzzles.engine import CATALOGUE
from puzzles.engine.wording import TECHNIQUE_NAMES, TECHNIQUE_SUMMARIES
from puzzles.play.pages.preferences import techniques_by_tier


def switches(off: list[str]) -> list[tuple[str, bool, int, str, str]]:
    """The switches of the page: id, whether it is on, number, name and summary."""
    context = {"tiers": techniques_by_tier(), "off": off}
    html = render_to_string("play/technique_settings.html", context)
    found = re.findall(
        r'name="on" value="(\w+)"( checked)?>\s*<span><strong>(\d+)\. ([^<]+)</strong> <span[^>]*>([^<]+)<',
        html,
    )
    return [(key, bool(on), int(number), name, summary) for key, on, number, name, summary in found]


def test_the_switches_are_grouped_by_tier_and_numbered_throughout() -> None:
    tiers = techniques_by_tier()
    assert list(tiers) == sorted(tiers)
    assert all(technique.tier == tier for tier, pairs in tiers.items() for _number, technique in pairs)
    found = switches(off=["x_wing"])
    assert [number for _key, _on, number, _name, _summary in found] == list(range(1, len(CATALOGUE) + 1))
    assert [key for key, is_on, *_words in found if not is_on] == ["x_wing"]


def test_every_switch_has_a_name_and_a_summary() -> None:
    found = {
        key: (unescape(name), unescape(summary)) for key, _on, _number, name, summary in switches(off=[])
    }
    assert found == {each.id: (TECHNIQUE_NAMES[each.id], TECHNIQUE_SUMMARIES[each.id]) for each in CATALOGUE}
