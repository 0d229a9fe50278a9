"""Steps as they are found while somebody waits: at once, or by the worker, and then kept.

Nearly every step is found in milliseconds. A trial within a trial may take seconds, and so may a whole path:
these are written down as searches, found in the background once for each position, and read by whoever asks
again. A grid is not kept locked while its step is looked for.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from django.db import transaction

from accounts.models import User

from ...engine import CATALOGUE, Position, Step, next_step
from ...models import StepSearch
from ..solving import Techniques, among, step_at_once, takes_long
from .searching import first_of, key_of, search_fields
from .tasks import wake_searches

Answer = TypeVar("Answer")

# Steps up to this tier are found so fast that a grid may stay locked meanwhile.
QUICK_TIER = 3
_QUICK = frozenset(technique.id for technique in CATALOGUE if technique.tier <= QUICK_TIER)


# So many hints, and so many paths, are looked for at a time for one person.
MOST_EACH = 2


class UnsoughtError(Exception):
    """Nobody has looked for the step of this position yet: it takes too long for a locked grid."""

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.position = position


class StillLookingError(Exception):
    """The step of this position is being looked for in the background."""


def ask_off_the_lock(ask: Callable[[], Answer], seek: Callable[[Position], None]) -> Answer:
    """What `ask`, which locks a grid, answers in one transaction.

    Where it raises UnsoughtError the grid is let go, `seek` looks further, and it is asked again.
    """
    while True:
        try:
            with transaction.atomic(durable=True):
                return ask()
        except UnsoughtError as unsought:
            seek(unsought.position)


@dataclass(frozen=True, slots=True)
class Found:
    """The next step, or None where there is none, or (`is_looking`) none so far."""

    step: Step | None
    is_looking: bool = False


@dataclass(slots=True)
class Seeker:
    """The next steps of one request of a player, by the techniques that may be used.

    `find` is for a grid that is locked; where it raises UnsoughtError, `seek` looks further after the grid
    has been let go, and the next `find` knows.
    """

    techniques: Techniques
    asker_id: int
    known: dict[Position, Found] = field(default_factory=dict)

    def find(self, position: Position) -> Step | None:
        """The next step. Raises UnsoughtError or StillLookingError where it is not known."""
        found = self.known.get(position)
        if found is None:
            step = next_step(position, techniques=among(self.techniques, _QUICK))
            if step is None and not position.is_complete:
                raise UnsoughtError(position)
            return step
        if found.is_looking:
            raise StillLookingError
        return found.step

    def seek(self, position: Position) -> None:
        """Look for the step: here, or where that takes too long, among the searches, maybe as a new one.

        Where too much is being looked for already, the player asks again.
        """
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
