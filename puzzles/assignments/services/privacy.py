"""The tables of assignments in the data registry, and the fields that are withheld for now."""

from collections.abc import Collection
from functools import cached_property
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy.entries import FINGERPRINT
from accounts.privacy.registry import Personal, Row, register, rows_of
from puzzles.play.services import access
from puzzles.play.services.privacy import covered_assigned_puzzles

from ..models import AssignedPuzzle, Assignee


def register_assignments() -> None:
    """Register the tables of this app."""
    register(
        Personal(
            "assignments.Assignee",
            _("Assignments from a teacher"),
            _("Which assignments, and when each was begun and handed in."),
            withhold=lambda person: _Withheld(person).of_assignee,
        ),
        Personal(
            "assignments.Grade",
            _("Marks changed by hand"),
            _("Marks that a teacher changed, with a reason, and comments on them."),
            # Students see them on the page of the assignment, once they are published.
            by_teacher=("state", "value", "reason", "comment"),
        ),
        Personal(
            "assignments.QuestionAnswer",
            _("Answers to questions of assignments"),
            _("What the student answered last to each question, and what a teacher said of a text."),
            by_teacher=("is_right",),
        ),
        Personal(
            "assignments.Competence",
            _("Competences"),
            _("A teacher’s own list of competences, with the techniques and exercises that show them."),
            label_field="code",
        ),
        Personal(
            "assignments.CompetenceLevel",
            _("Levels of competences"),
            _("Levels that a teacher set by hand. They are in the reports that a teacher prints."),
            by_teacher=("level",),
        ),
        Personal(
            "assignments.AssignedPuzzle",
            _("Grids of these assignments"),
            _("Which grids the student was given, in which order."),
            withhold=lambda person: _Withheld(person).of_assigned_puzzle,
        ),
        Personal(
            "assignments.Assignment",
            _("Assignments for classes"),
            _("The assignments that a teacher created for a class."),
            label_field="name",
        ),
        Personal(
            "assignments.CalendarFeed",
            _("Calendar addresses"),
            _("Secret addresses at which calendar programs read the dates of assignments."),
            never={"token_hash": FINGERPRINT},
        ),
    )


class _Withheld:
    """Fields withheld from a person's export for now; each `of_...` names fields of one exported row."""

    def __init__(self, person: models.Model) -> None:
        self.person: Any = person

    @cached_property
    def assigned_puzzles(self) -> set[int]:
        """Assigned puzzles that the student has not begun and may still begin, and those of a paused exam."""
        rows = rows_of(self.person, AssignedPuzzle)
        locked = access.locks_of(self.person) if isinstance(self.person, User) else []
        hidden = {assigned_puzzle.pk for assigned_puzzle in locked}
        hidden.update(rows.filter(assignee__assignment__handed_out_at=None).values_list("pk", flat=True))
        reserved = access.reserved_assigned_puzzles().filter(pk__in=rows.values("pk"))
        hidden.update(reserved.values_list("pk", flat=True))
        hidden.difference_update(rows.filter(assignee__began_at__isnull=False).values_list("pk", flat=True))
        return hidden | covered_assigned_puzzles(self.person).keys()

    @cached_property
    def assignees(self) -> set[int]:
        """Assignees of assignments that have not opened: their names could reveal an exam."""
        assignees = rows_of(self.person, Assignee)
        opened = assignees.filter(
            assignment__handed_out_at__isnull=False, assignment__opens_at__lte=timezone.now()
        )
        return set(assignees.exclude(pk__in=opened).values_list("pk", flat=True))

    def of_assignee(self, row: Row) -> Collection[str]:
        return ("assignment",) if row["id"] in self.assignees else ()

    def of_assigned_puzzle(self, row: Row) -> Collection[str]:
        return ("puzzle",) if row["id"] in self.assigned_puzzles else ()
