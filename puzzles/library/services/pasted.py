"""Grids that a teacher pastes: checked while the teacher waits, and kept in a collection of their own."""

import time
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import SearchLimitError, search_line
from puzzles.engine.techniques import solving_class_of_line

from ..models import Collection
from .bulk_insert import CheckedPuzzle, add_puzzles
from .entries import append_puzzles
from .generation import has_file_coming_in
from .policies import policy_with
from .tasks import wake_grading
from .validation import NODE_LIMIT

# Sixty grids of a newspaper take some milliseconds; only grids made to be hard for a search take longer.
CHECK_SECONDS = 5.0


class PastedGridError(Refusal):
    """The pasted grids cannot be taken in; the reason is for the teacher."""


def check_pasted(grids: Iterable[tuple[int, str]]) -> dict[str, CheckedPuzzle]:
    """These grids, each with its number, with their solutions.

    Raises PastedGridError at the first that has not exactly one, and if they take too long.
    """
    deadline = time.monotonic() + CHECK_SECONDS
    checked = {}
    for number, line in grids:
        if time.monotonic() > deadline:
            raise PastedGridError(_("Checking these grids takes too long: import them as a file."))
        try:
            count, solution = search_line(line, node_limit=NODE_LIMIT)
        except SearchLimitError:
            words = _("Grid %(number)d: counting its solutions takes too long.")
            raise PastedGridError(words % {"number": number}) from None
        refuse_unplayable(number, count)
        checked[line] = CheckedPuzzle.with_solution(line, solution or "", solving_class_of_line(line))
    return checked


def refuse_unplayable(number: int, solution_count: int) -> None:
    """Raise PastedGridError for a grid without exactly one solution."""
    if solution_count == 0:
        words = _("Grid %(number)d has no solution: a digit is wrong or in the wrong cell.")
        raise PastedGridError(words % {"number": number})
    if solution_count > 1:
        words = _("Grid %(number)d has several solutions, so it cannot be played: digits are missing.")
        raise PastedGridError(words % {"number": number})


@transaction.atomic
def keep_pasted(*, owner: User, grids: Mapping[str, CheckedPuzzle]) -> dict[str, int]:
    """Store checked grids in the owner's collection of pasted grids; givens -> the key of the puzzle.

    Raises PastedGridError while a file is imported into that collection: its numbers are taken.
    """
    collection, _is_new = Collection.objects.get_or_create(
        owner=owner,
        name=_("Pasted grids"),
        defaults={"audience": Collection.Audience.NOBODY, "policy": policy_with()},
    )
    collection = Collection.objects.select_for_update(no_key=True).get(pk=collection.pk)
    if has_file_coming_in(collection.pk):
        raise PastedGridError(
            _("A file is being imported into “%(collection)s”: try again when it is done.")
            % {"collection": collection}
        )
    stored = add_puzzles(grids.values())
    keys = {line: stored[line].pk for line in grids}
    append_puzzles(collection, list(keys.values()))
    wake_grading()
    return keys
