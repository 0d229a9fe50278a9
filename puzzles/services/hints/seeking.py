"""Steps as they are found while somebody waits: at once, or by the worker, and then kept.

Nearly every step is found in milliseconds. A trial within a trial may take seconds, and so may a whole path:
these are written down as searches, found in the background once for each position, and read by whoever asks
again. A grid is not kept locked while its step is looked for.
"""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from django.db import transaction

from accounts.models import User

from ...engine import CATALOGUE, CELLS, Board, Candidate, Position, Step, next_step
from ...engine.game import marks_from_text, marks_to_text
from ...engine.grading import GRADER
from ...models import StepSearch
from ..solving import Techniques, among, step_at_once, takes_long

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


# A search and its position


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
        found = StepSearch.objects.filter(key=key).first()
        if found or not has_room(asker_id, is_path=is_path):
            return found
        fields = search_fields(position, techniques, is_path=is_path, steps=steps)
        search, _is_new = StepSearch.objects.get_or_create(key=key, defaults=fields | {"asker_id": asker_id})
        return search


def has_room(asker_id: int, *, is_path: bool) -> bool:
    """Whether one search more may be made for a person."""
    return StepSearch.objects.unfinished_of(asker_id, is_path=is_path).count() < MOST_EACH


def search_fields(
    position: Position, techniques: Techniques, *, is_path: bool = False, steps: Iterable[Step] = ()
) -> dict[str, object]:
    """What a search for the steps of this position is written with."""
    return {
        "is_path": is_path,
        "digits": position.board.to_line(),
        "candidates": marks_to_text(position.masks),
        "givens": position.puzzle.to_line(),
        "techniques": None if techniques is None else sorted(techniques),
        "steps": [step.to_dict() for step in steps],
    }


def key_of(position: Position, techniques: Techniques, *, is_path: bool = False) -> str:
    """What the same search has in common: the position, the techniques, and what is known of these."""
    fields = search_fields(position, techniques, is_path=is_path)
    return hashlib.sha256(repr((GRADER, sorted(fields.items()))).encode()).hexdigest()


def position_of(search: StepSearch) -> Position:
    """The position that a search begins from."""
    givens = [cell for cell in CELLS if search.givens[cell] != "."]
    start = Position.from_board(Board.from_line(search.digits), givens=givens, is_unique=True)
    kept = marks_from_text(search.candidates)
    return start.eliminate(
        Candidate(cell, digit)
        for cell in CELLS
        for digit in start.candidates(cell)
        if not kept[cell] >> digit - 1 & 1
    )


def steps_of(search: StepSearch) -> list[Step]:
    """What a search has found so far."""
    return [Step.from_dict(step) for step in search.steps]


def first_of(search: StepSearch) -> Step | None:
    """The first step that a search has found."""
    return Step.from_dict(search.steps[0]) if search.steps else None
