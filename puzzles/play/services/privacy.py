"""The tables and background tasks of games in the data registry, and the fields that are withheld for now.

An export must not reveal what the rules of an assignment hide: right digits, the content of hints, puzzles of
an assignment that has not begun, and those of an exam while it is paused.
"""

from collections.abc import Callable, Collection
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.privacy.registry import BackgroundTask, Personal, Row, Withhold, register, rows_of
from puzzles.assignments.models import AssignedPuzzle

from ..models import Attempt, Move
from . import access

# Moves that store more of a hint than was revealed.
_HELP = {Move.Kind.HINT, Move.Kind.CHECK, Move.Kind.REWIND, Move.Kind.LIST_STEPS, Move.Kind.DEDUCTION}
_BOARD = ("digits", "marks", "checkpoint", "mistakes")
_MOVE = ("cell", "digit", "effect", "target", "technique", "rung", "hint", "mistake")


def register_play() -> None:
    """Register the tables and the background tasks of this app."""
    register(
        Personal(
            "play.Attempt",
            _("Grids played"),
            _("Which grid, when, how long, how far, and how much help was used."),
            withhold=lambda person: _Withheld(person).of_attempt,
        ),
        Personal(
            "play.Move",
            _("Moves"),
            _("Each digit, note, undo and hint: which cell, what, and when."),
            withhold=lambda person: _Withheld(person).of_move,
        ),
        Personal(
            "play.AttemptClient",
            _("Pages on which a grid was played"),
            _("A random number for each opened page, so that no move counts twice."),
        ),
        Personal(
            "play.BoardNote",
            _("Notes of a teacher to a board"),
            _("What a teacher wrote to the board while the student played, and when."),
        ),
        Personal(
            "play.AttemptTechnique",
            _("Hints by technique"),
            _("For which techniques the player asked for hints."),
            withhold=_until_readable("technique"),
        ),
        Personal(
            "play.StepSearch",
            _("Searches in progress"),
            _(
                "A hint or a solution path that takes long to find. Once it is found, the site forgets who "
                "asked for it."
            ),
            never=dict.fromkeys(
                ("key", "digits", "candidates", "givens", "techniques", "steps"),
                _("belongs to a position that anybody can reach"),
            ),
        ),
        Personal(
            "play.Placement",
            _("Digits reviewed after the game"),
            _("For each digit of a finished grid: right or wrong, and by which technique it could be found."),
            withhold=_until_readable("cell", "digit", "technique", "easiest", "is_right", "is_unaided"),
        ),
        Personal(
            "play.TechniqueUse",
            _("Techniques used in a game"),
            _("How often a technique was used without help in a finished grid when nothing easier was left."),
            withhold=_until_readable("technique", "taken", "is_unbroken"),
        ),
        Personal(
            "play.TechniqueProgress",
            _("Progress with techniques"),
            _("The progress with each technique: begun, practising, mastered."),
        ),
        Personal(
            "play.OwnGrid",
            _("Own grids"),
            _("Grids that this person entered or had generated, with names and dates."),
            label_field="name",
        ),
        Personal(
            "play.Preferences",
            _("Preferences for hints and the board"),
            _("Which techniques hints avoid, and how the board looks and behaves."),
        ),
        BackgroundTask("puzzles.play.services.review.review_attempts"),
        BackgroundTask(
            "puzzles.play.services.hints.step_search.find_steps", {"search_id": "play.StepSearch"}
        ),
    )


def covered_assigned_puzzles(person: models.Model) -> dict[int, int | None]:
    """Puzzles of a paused exam that are open or may still be opened, with their attempts.

    No page shows them before the exam goes on (see `Attempt.is_covered`).
    """
    rows = rows_of(person, AssignedPuzzle).filter(
        Q(attempt=None) | Q(attempt__state=Attempt.State.OPEN),
        assignee__assignment__policy__is_exam=True,
        assignee__assignment__released_at=None,
        assignee__assignment__classroom__paused_at__isnull=False,
    )
    return dict(rows.values_list("pk", "attempt"))


class _Withheld:
    """Fields withheld from a person's export for now; each `of_...` names fields of one exported row."""

    def __init__(self, person: models.Model) -> None:
        self.person: Any = person

    @cached_property
    def attempts(self) -> set[int]:
        """Attempts closed to review: of a locked puzzle, or of an exam before its release."""
        own = rows_of(self.person, Attempt).only("pk", "player", "puzzle", "assigned_puzzle")
        return access.unreadable_attempts(self.person, list(own))

    @cached_property
    def open_attempts(self) -> set[int]:
        """Open attempts, and earlier games on the same puzzles that were started over."""
        own = rows_of(self.person, Attempt)
        is_open = Q(state=Attempt.State.OPEN)
        going_on = own.filter(is_open).values("puzzle")
        unfinished = own.filter(is_open | Q(state=Attempt.State.RESTARTED, puzzle__in=going_on))
        return set(unfinished.values_list("pk", flat=True))

    @cached_property
    def covered_attempts(self) -> set[int | None]:
        return set(covered_assigned_puzzles(self.person).values())

    def of_attempt(self, row: Row) -> Collection[str]:
        if row["id"] in self.covered_attempts:
            return ("puzzle", *_BOARD)
        if row["id"] in self.attempts:
            return _BOARD
        return ("mistakes",) if row["id"] in self.open_attempts else ()

    def of_move(self, row: Row) -> Collection[str]:
        if row["attempt"] in self.attempts or row["attempt"] in self.covered_attempts:
            return _MOVE
        if row["attempt"] not in self.open_attempts:
            return ()
        return (
            ("cell", "digit", "technique", "hint", "mistake") if row["kind"] in _HELP else ("hint", "mistake")
        )

    def is_readable(self, row: Row) -> bool:
        """Whether the attempt of this row is finished and open to review."""
        return row["attempt"] not in self.attempts and row["attempt"] not in self.open_attempts


def _until_readable(*fields: str) -> Withhold:
    """Withholds these fields while the attempt of a row is open, or closed to review."""

    def withheld_from(person: models.Model) -> Callable[[Row], Collection[str]]:
        withheld = _Withheld(person)
        return lambda row: () if withheld.is_readable(row) else fields

    return withheld_from
