"""Steps for a request: found at once, or in the background and then stored for all.

Nearly every step is found in milliseconds. A trial within a trial may take seconds, and so may a whole path:
these are `StepSearch` rows, worked on by the worker under a lease, a slice of steps at a time, once for each
position. A grid is not locked while its step is searched.
"""

import hashlib
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django_tasks import DEFAULT_TASK_QUEUE_NAME, task

from accounts.models import User
from puzzles.engine import CATALOGUE, CELLS, Board, Candidate, Position, Step, next_step
from puzzles.engine.grading import GRADER_VERSION, STEP_LIMIT
from puzzles.library.services.task_queues import HINT_PRIORITY, HINT_QUEUE, IMPORT_PRIORITY, waiting_for

from ...game import marks_from_text, marks_to_text
from ...models import StepSearch
from ..techniques import Techniques, among, step_at_once, takes_long

# Steps up to this tier are found so fast that a grid may stay locked meanwhile.
QUICK_TIER = 3
_QUICK = frozenset(technique.id for technique in CATALOGUE if technique.tier <= QUICK_TIER)

# Unfinished searches of one person: this many hints, and this many paths.
MAX_EACH = 2
SLICE_SECONDS = 2.0
KEPT_FOR = timedelta(days=7)


@dataclass(slots=True)
class StepFinder:
    """Finds the next steps for one request of a player, by the techniques that may be used.

    `find` is for a locked grid, and tries quick techniques only. Where none of them applies, `unknown` is the
    position: `search` tries the others once the grid is unlocked. Then `find` has the step, or `is_searching`
    says that the worker looks for it.
    """

    techniques: Techniques
    asker_id: int
    known: dict[Position, Step | None] = field(default_factory=dict)
    searched: set[Position] = field(default_factory=set)
    unknown: Position | None = None
    is_searching: bool = False

    def find(self, position: Position) -> Step | None:
        """The next step; None if there is none, or none is known: see `unknown` and `is_searching`."""
        if position in self.known or position in self.searched:
            self.is_searching = position in self.searched
            return self.known.get(position)
        step = next_step(position, techniques=among(self.techniques, _QUICK))
        if step is None and not position.is_complete:
            self.unknown = position
        return step

    def search(self, position: Position) -> None:
        """Search the step now, or let the worker search it if that takes too long.

        Where the player has too many searches already, the page asks again later.
        """
        self.unknown = None
        step = step_at_once(position, self.techniques)
        if step is None and takes_long(self.techniques):
            search = ordered_search(position, self.techniques, asker_id=self.asker_id)
            if search is None or search.found_at is None:
                self.searched.add(position)
                return
            step = next(iter(steps_of(search)), None)
        self.known[position] = step


def ordered_search(
    position: Position,
    techniques: Techniques,
    *,
    asker_id: int,
    is_path: bool = False,
    steps: Iterable[Step] = (),
) -> StepSearch | None:
    """The search for these steps, a new one if need be; None while its asker has too many unfinished ones."""
    key = key_of(position, techniques, is_path=is_path)
    with transaction.atomic():
        # Locked: two requests of one person would both find room for a last search.
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
    """Whether a person may have one more search."""
    return StepSearch.objects.unfinished_of(asker_id, is_path=is_path).count() < MAX_EACH


def forget_searches() -> None:
    """Delete old searches; a player who asks again starts a new one."""
    StepSearch.objects.filter(asked_at__lt=timezone.now() - KEPT_FOR).delete()


# In the background


@task(priority=HINT_PRIORITY, queue_name=HINT_QUEUE)
def find_steps(search_id: int) -> None:
    """Search for some seconds, and enqueue the next slice."""
    if continue_search(search_id=search_id):
        wake_searches()


def wake_searches() -> None:
    """Enqueue unfinished searches that no worker holds and no task names yet.

    Paths are enqueued one at a time, first the one with the fewest slices: each gets its share, and a file
    waits for one slice of a path, not for one of each.
    """
    named = waiting_for(find_steps)
    unattended = StepSearch.objects.unattended().exclude(pk__in=named)
    for search_id in unattended.filter(is_path=False).order_by("pk").values_list("pk", flat=True):
        find_steps.enqueue(search_id)
    path = unattended.filter(is_path=True).order_by("slices", "pk").first()
    if path and not StepSearch.objects.filter(pk__in=named, is_path=True).exists():
        find_steps.using(priority=IMPORT_PRIORITY, queue_name=DEFAULT_TASK_QUEUE_NAME).enqueue(path.pk)


def continue_search(*, search_id: int, seconds: float = SLICE_SECONDS) -> bool:
    """Search for some seconds, at least one step; whether there is more to do."""
    with transaction.atomic():
        search = StepSearch.objects.unattended().select_for_update().filter(pk=search_id).first()
        if search is None:
            return False
        search.lease_until = timezone.now() + StepSearch.LEASE
        search.save(update_fields=["lease_until"])
    steps, is_over = _found(search, seconds)
    search.steps += [step.to_dict() for step in steps]
    search.lease_until = None
    search.slices += 1
    if is_over:
        search.found_at, search.asker = timezone.now(), None
    search.save(update_fields=["steps", "lease_until", "slices", "found_at", "asker"])
    return not is_over


def _found(search: StepSearch, seconds: float) -> tuple[list[Step], bool]:
    """The next steps of a search, and whether these are all."""
    deadline = time.monotonic() + seconds
    position, found = position_of(search), steps_of(search)
    for known in found:
        position = position.apply(known)
    techniques = None if search.techniques is None else frozenset(search.techniques)
    new: list[Step] = []
    while (step := next_step(position, techniques=techniques)) is not None:
        new.append(step)
        position = position.apply(step)
        if not search.is_path or len(found) + len(new) >= STEP_LIMIT:
            return new, True
        if time.monotonic() > deadline:
            return new, position.is_complete
    return new, True


# The row of a search


def search_fields(
    position: Position, techniques: Techniques, *, is_path: bool = False, steps: Iterable[Step] = ()
) -> dict[str, object]:
    """The fields of a search for the steps of this position."""
    return {
        "is_path": is_path,
        "digits": position.board.to_line(),
        "candidates": marks_to_text(position.masks),
        "givens": position.puzzle.to_line(),
        "techniques": None if techniques is None else sorted(techniques),
        "steps": [step.to_dict() for step in steps],
    }


def key_of(position: Position, techniques: Techniques, *, is_path: bool = False) -> str:
    """The key that equal searches share: of the position, the techniques, and the version of the grader."""
    fields = search_fields(position, techniques, is_path=is_path)
    return hashlib.sha256(repr((GRADER_VERSION, sorted(fields.items()))).encode()).hexdigest()


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
    """The steps that a search has found so far."""
    return [Step.from_dict(step) for step in search.steps]
