"""What a player should practise today, for the first page."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from puzzles.library.pages.difficulty import technique_name

from ..services.memory import today


@dataclass(frozen=True, slots=True)
class TodayView:
    """A heading in words (`3 reviews, 1 new`) and the names of the techniques it counts."""

    words: str
    names: tuple[str, ...]


def today_view(player: User) -> TodayView | None:
    """The practice of today; None if there is nothing to do."""
    found = today(player=player)
    if not found.next:
        return None
    parts = []
    if count := len(found.due):
        parts.append(ngettext("%(count)d review", "%(count)d reviews", count) % {"count": count})
    if found.new:
        parts.append(_("1 new"))
    return TodayView(", ".join(parts), tuple(map(technique_name, filter(None, [*found.due, found.new]))))
