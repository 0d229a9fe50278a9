"""What a player prefers: the techniques by tier, and the board as its script reads it."""

from puzzles.engine import CATALOGUE, Technique

from ..models import Preferences


def techniques_by_tier() -> dict[int, list[tuple[int, Technique]]]:
    """tier -> its techniques, each with its place in the order in which hints try them."""
    tiers: dict[int, list[tuple[int, Technique]]] = {}
    for number, technique in enumerate(CATALOGUE, 1):
        tiers.setdefault(technique.tier, []).append((number, technique))
    return tiers


def board_data(preferences: Preferences, *, judges: bool = True) -> dict[str, str]:
    """The `data-` attributes for what differs from the defaults.

    Where the game does not judge there are no conflicts to ask for.
    """
    modes = {"centre": preferences.centre_marks, "colour": preferences.colours}
    data = {
        "modes": " ".join(name for name, is_on in modes.items() if is_on),
        "peers": "" if preferences.light_peers else "off",
        "same": "" if preferences.light_same else "off",
        "clean": "" if preferences.clean_notes else "off",
        "conflicts": "asked" if judges and not preferences.conflicts_at_once else "",
        "timer": "" if preferences.show_timer else "off",
        "labels": "short" if preferences.short_labels else "",
        "hand": "left" if preferences.left_hand else "",
        "eureka": "on" if preferences.eureka else "",
    }
    return {name: value for name, value in data.items() if value}
