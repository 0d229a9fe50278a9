"""A search goes on in the background: claimed under a lease, a slice of steps at a time, and let go."""

import time
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from ...engine import Step, next_step
from ...models import StepSearch
from .seeking import position_of, steps_of

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
