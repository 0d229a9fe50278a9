"""A search goes on in the background: claimed under a lease, a slice of steps at a time, and let go."""

import hashlib
import time
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from puzzles.engine import CELLS, Board, Candidate, Position, Step, next_step
from puzzles.engine.grading import GRADER

from ...game import marks_from_text, marks_to_text
from ...models import StepSearch
from ..timed_steps import Techniques

SLICE_SECONDS = 2.0
# Further than any puzzle people solve.
STEP_LIMIT = 400
KEPT_FOR = timedelta(days=7)


def continue_search(*, search_id: int, seconds: float = SLICE_SECONDS) -> bool:
    """Look for steps for some seconds, one at least; whether there is more to do."""
    search = _claim(search_id)
    if search is None:
        return False
    steps, is_over = _found(search, seconds)
    search.steps += [step.to_dict() for step in steps]
    search.lease_until = None
    search.slices += 1
    if is_over:
        search.found_at, search.asker = timezone.now(), None
    search.save(update_fields=["steps", "lease_until", "slices", "found_at", "asker"])
    return not is_over


def forget_searches() -> None:
    """Let go of searches that were asked for long ago; who asks again has them made anew."""
    StepSearch.objects.filter(asked_at__lt=timezone.now() - KEPT_FOR).delete()


@transaction.atomic
def _claim(search_id: int) -> StepSearch | None:
    """Take a search for this worker alone. None when it is not to be had now."""
    search = StepSearch.objects.unattended().select_for_update().filter(pk=search_id).first()
    if search is not None:
        search.lease_until = timezone.now() + StepSearch.LEASE
        search.save(update_fields=["lease_until"])
    return search


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
