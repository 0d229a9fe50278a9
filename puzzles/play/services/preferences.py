"""How a player wishes to play: which techniques hints may use, and how the board looks and behaves."""

from collections.abc import Iterable, Mapping

from accounts.models import User
from puzzles.engine import CATALOGUE

from ..models import Preferences


def techniques_off(player_id: int) -> frozenset[str]:
    """The ids of the techniques a player has switched off."""
    off = Preferences.objects.filter(player=player_id).values_list("techniques_off", flat=True).first()
    return frozenset(off or ())


def techniques_for(player_id: int) -> frozenset[str] | None:
    """The ids of the techniques a player's hints may use; None for all of them."""
    off = techniques_off(player_id)
    return frozenset(technique.id for technique in CATALOGUE) - off if off else None


def switch_techniques(*, player: User, on: Iterable[str]) -> Preferences:
    """Let a player's hints use these techniques, and no others."""
    wanted = set(on)
    off = [technique.id for technique in CATALOGUE if technique.id not in wanted]
    preferences, _created = Preferences.objects.update_or_create(
        player=player, defaults={"techniques_off": off}
    )
    return preferences


def cleans_notes(player_id: int) -> bool:
    """Whether a digit on a player's board goes from the notes that it sees."""
    kept = Preferences.objects.filter(player=player_id).values_list("clean_notes", flat=True).first()
    return kept is not False


def board_preferences(player: User) -> Preferences:
    """What a player wishes of the board; as it comes where nothing was wished. Nothing is written."""
    return Preferences.objects.filter(player=player).first() or Preferences(player=player)


def save_board_preferences(*, player: User, wishes: Mapping[str, bool]) -> Preferences:
    """Let a player's boards look and behave like this."""
    preferences, _created = Preferences.objects.update_or_create(player=player, defaults=dict(wishes))
    return preferences
