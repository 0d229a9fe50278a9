"""Steps as they are found while somebody waits: at once, or by the worker, and then kept.

Nearly every step is found in milliseconds. A trial within a trial may take seconds, and so may a whole path:
these are written down as searches, found in the background once for each position, and read by whoever asks
again. A grid is not kept locked while its step is looked for.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import transaction

from accounts.models import User
from puzzles.engine import CATALOGUE, Position, Step, next_step

from ...models import StepSearch
from ..timed_steps import Techniques, among, step_at_once, takes_long
from .search_jobs import first_of, key_of, search_fields
from .tasks import wake_searches

# Steps up to this tier are found so fast that a grid may stay locked meanwhile.
QUICK_TIER = 3
_QUICK = frozenset(technique.id for technique in CATALOGUE if technique.tier <= QUICK_TIER)

# So many hints, and so many paths, are looked for at a time for one person.
MOST_EACH = 2


@dataclass(frozen=True, slots=True)
class Found:
    """The next step, or None where there is none, or (`is_looking`) none so far."""

    step: Step | None
    is_looking: bool = False


@dataclass(slots=True)
class Seeker:
    """The next steps of one request of a player, by the techniques that may be used.

    `find` is for a grid that is locked, and looks for quick steps only. Where one of these does not lead on,
    `unsought` is the position: `seek` looks further once the grid has been let go, and the next `find` knows,
    or knows that the step is being looked for in the background (`is_looking`).
    """

    techniques: Techniques
    asker_id: int
    known: dict[Position, Found] = field(default_factory=dict)
    unsought: Position | None = None
    is_looking: bool = False

    def find(self, position: Position) -> Step | None:
        """The next step; None where there is none, or none is known: see `unsought` and `is_looking`."""
        found = self.known.get(position)
        if found is not None:
            self.is_looking = found.is_looking
            return None if found.is_looking else found.step
        step = next_step(position, techniques=among(self.techniques, _QUICK))
        if step is None and not position.is_complete:
            self.unsought = position
        return step

    def seek(self, position: Position) -> None:
        """Look for the step: here, or where that takes too long, among the searches, maybe as a new one.

        Where too much is being looked for already, the player asks again.
        """
        self.unsought = None
        step = step_at_once(position, self.techniques)
        if step is not None or not takes_long(self.techniques):
            self.known[position] = Found(step)
        else:
            search = ordered_search(position, self.techniques, asker_id=self.asker_id)
            self.known[position] = (
                Found(first_of(search), is_looking=search.found_at is None)
                if search
                else Found(None, is_looking=True)
            )


# A search for others to make


def ordered_search(
    position: Position,
    techniques: Techniques,
    *,
    asker_id: int,
    is_path: bool = False,
    steps: Iterable[Step] = (),
) -> StepSearch | None:
    """The search for these steps, a new one if need be; None where its asker has to wait for others first."""
    key = key_of(position, techniques, is_path=is_path)
    with transaction.atomic():
        # Two requests of one person would find room for one search each.
        User.objects.select_for_update(no_key=True).filter(pk=asker_id).first()
        search = StepSearch.objects.filter(key=key).first()
        if search is None and has_room(asker_id, is_path=is_path):
            fields = search_fields(position, techniques, is_path=is_path, steps=steps)
            search, _is_new = StepSearch.objects.get_or_create(
                key=key, defaults=fields | {"asker_id": asker_id}
            )
        if search is None or search.found_at is None:
            transaction.on_commit(wake_searches, robust=True)
        return search


def has_room(asker_id: int, *, is_path: bool) -> bool:
    """Whether one search more may be made for a person."""
    return StepSearch.objects.unfinished_of(asker_id, is_path=is_path).count() < MOST_EACH
