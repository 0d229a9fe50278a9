"""New grids for an exam, to replace those that its students can draw."""

import random
import time

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.fair_queue import BusyError
from accounts.models import User
from puzzles.library.models import Puzzle
from puzzles.play.services.access import drawable_in_class
from puzzles.play.services.own_grids import NotMadeError, new_puzzle

from ..models import AssignedPuzzle, Assignment
from .creation import puzzles_of, refuse_handed_out
from .lifecycle import LifecycleError
from .sources import Source

# How long a teacher waits for new grids.
RENEWING_SECONDS = 10.0


def drawable_grids(assignment: Assignment) -> set[int]:
    """The grids of an exam, or grids equivalent to them, that students of its class can draw."""
    if not assignment.is_unreleased_exam:
        return set()
    return drawable_in_class(list(puzzles_of(assignment).values_list("pk", flat=True)), assignment.classroom)


def make_new_grids(*, assignment: Assignment, teacher: User, rng: random.Random | None = None) -> Assignment:
    """Replace grids of a draft that its students can draw by new ones of the same tiers.

    The new grids are in no collection. Raises LifecycleError if students can draw none of the grids or no new
    ones are found in time, and FrozenError if the assignment is handed out.
    """
    refuse_handed_out(assignment)
    rng = rng or random.SystemRandom()
    deadline = time.monotonic() + RENEWING_SECONDS
    new: dict[int, int] = {}
    for puzzle in Puzzle.objects.filter(pk__in=drawable_grids(assignment)).order_by("pk"):
        try:
            if time.monotonic() >= deadline:
                raise NotMadeError
            new[puzzle.pk] = new_puzzle(maker=teacher, tier=puzzle.tier, rng=rng).pk
        except (NotMadeError, BusyError) as error:
            raise LifecycleError(
                _(
                    "No new grids like these were found in time. Generate grids in a collection kept for "
                    "assignments, and choose from it."
                )
            ) from error
    if not new:
        raise LifecycleError(_("Your students can draw none of these grids."))
    with transaction.atomic():
        assignment = Assignment.objects.locked().get(pk=assignment.pk)
        refuse_handed_out(assignment)
        source = Source.from_json(assignment.source)
        if source.is_same_for_all:
            # They count as chosen now, so that nothing is drawn again from the old source.
            puzzles = tuple(new.get(key, key) for key in source.puzzles)
            assignment.source = Source(puzzles=puzzles).to_json()
            assignment.save(update_fields=["source"])
        assigned_puzzles = list(
            AssignedPuzzle.objects.filter(assignee__assignment=assignment, puzzle__in=new)
        )
        for assigned_puzzle in assigned_puzzles:
            assigned_puzzle.puzzle_id = new[assigned_puzzle.puzzle_id]
        AssignedPuzzle.objects.bulk_update(assigned_puzzles, ["puzzle"])
    return assignment
