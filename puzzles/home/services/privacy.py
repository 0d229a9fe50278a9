"""The entries of puzzles and play in the data registry, and the fields that are withheld for now.

An export must not reveal what the rules of an assignment hide: right digits, the content of hints, puzzles of
an assignment that has not begun, and those of an exam while it is paused.
"""

from collections.abc import Callable, Collection
from functools import cached_property
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy.registry import (
    BackgroundTask,
    Handover,
    Impersonal,
    Personal,
    Row,
    Withhold,
    register,
    rows_of,
)
from puzzles.assignments.models import AssignedPuzzle, Assignee
from puzzles.course.models import PredictionRound
from puzzles.engine import BoardError, SearchLimitError, search_line
from puzzles.engine.search import solution_lines
from puzzles.engine.similarity import canonical_key
from puzzles.library.models import Collection as PuzzleCollection
from puzzles.library.models import Puzzle, PuzzleImport
from puzzles.play.models import Attempt, Move
from puzzles.play.services import access

# Of a grid with many solutions no more than these are compared with locked puzzles.
_SOLUTIONS_COMPARED = 100

# Moves that store more of a hint than was revealed.
TELLING = {Move.Kind.HINT, Move.Kind.CHECK, Move.Kind.REWIND, Move.Kind.LIST_STEPS, Move.Kind.DEDUCTION}


def register_puzzles() -> None:
    """Register the tables and the background tasks of this app."""
    register(*_play(), *_assignments(), *_library(), *_impersonal(), *_tasks())
    register(Handover(hand_over_collections, ("library.Collection", "library.PuzzleImport")))


def _play() -> list[Personal]:
    return [
        Personal(
            "play.Attempt",
            _("Grids played"),
            _("Which grid, when, how long, how far, and how much help was used."),
            withhold=lambda person: Withheld(person).of_attempt,
        ),
        Personal(
            "play.Move",
            _("Moves"),
            _("Each digit, note, undo and hint: which cell, what, and when."),
            withhold=lambda person: Withheld(person).of_move,
        ),
        Personal(
            "play.AttemptClient",
            _("Pages on which a grid was played"),
            _("A random number for each opened page, so that no move counts twice."),
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
            "course.PredictionRound",
            _("Rounds of predictions"),
            _("Which solver, on which grid, how many predictions, and how many were right."),
            withhold=lambda person: Withheld(person).of_round,
        ),
        Personal(
            "course.Prediction",
            _("Predictions"),
            _("Each prediction, and whether it was right."),
            withhold=lambda person: Withheld(person).of_prediction,
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
    ]


def _assignments() -> list[Personal]:
    return [
        Personal(
            "assignments.Assignee",
            _("Assignments from a teacher"),
            _("Which assignments, and when each was begun and handed in."),
            withhold=lambda person: Withheld(person).of_assignee,
        ),
        Personal(
            "assignments.AssignedPuzzle",
            _("Grids of these assignments"),
            _("Which grids the student was given, in which order."),
            withhold=lambda person: Withheld(person).of_assigned_puzzle,
        ),
        Personal(
            "assignments.Assignment",
            _("Assignments for classes"),
            _("The assignments that a teacher created for a class."),
            label_field="name",
        ),
    ]


def _library() -> list[Personal]:
    return [
        Personal(
            "library.Collection",
            _("Collections"),
            _("The account's collections of grids."),
            label_field="name",
        ),
        Personal(
            "library.Entry",
            _("Grids of these collections"),
            _("Which grids they contain."),
        ),
        Personal(
            "library.PuzzleImport",
            _("Files of grids"),
            _("Which files were uploaded, when, and with what result."),
        ),
        Personal(
            "library.ImportChunk",
            _("Contents of these files"),
            _("The files themselves, in parts."),
            never={"data": _("the uploaded file, which its owner has")},
        ),
        Personal(
            "library.RejectedLine",
            _("Lines of these files without a grid"),
            _("The place, the reason, and the start of the line."),
        ),
        Personal(
            "library.PuzzleGeneration",
            _("Orders of new grids"),
            _("Which new grids were ordered for a collection."),
        ),
    ]


def _impersonal() -> list[Impersonal]:
    return [
        # The solution is never exported with a player's data.
        Impersonal("library.Puzzle", texts="givens solution hardest technique_counts", label_field="givens"),
        Impersonal("library.PuzzleTechnique", texts="technique"),
        Impersonal("library.HelpPolicy"),
    ]


def _tasks() -> list[BackgroundTask]:
    library = "puzzles.library.services.tasks"
    return [
        BackgroundTask(f"{library}.import_puzzles", {"import_id": "library.PuzzleImport"}),
        BackgroundTask(f"{library}.generate_puzzles", {"generation_id": "library.PuzzleGeneration"}),
        BackgroundTask(f"{library}.grade_puzzles"),
        BackgroundTask("puzzles.play.services.review.review_attempts"),
        BackgroundTask(
            "puzzles.play.services.hints.step_search.find_steps", {"search_id": "play.StepSearch"}
        ),
    ]


# Withheld fields


class Withheld:
    """What is withheld from a person's export for now; each `of_...` names fields of one exported row."""

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
    def covered_assigned_puzzles(self) -> dict[int, int | None]:
        """Puzzles of a paused exam that are open or may still be opened, with their attempts.

        No page shows them before the exam goes on (see `Attempt.is_covered`).
        """
        rows = rows_of(self.person, AssignedPuzzle).filter(
            Q(attempt=None) | Q(attempt__state=Attempt.State.OPEN),
            assignee__assignment__policy__is_exam=True,
            assignee__assignment__released_at=None,
            assignee__assignment__classroom__paused_at__isnull=False,
        )
        return dict(rows.values_list("pk", "attempt"))

    @cached_property
    def covered_attempts(self) -> set[int | None]:
        return set(self.covered_assigned_puzzles.values())

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
        return hidden | self.covered_assigned_puzzles.keys()

    @cached_property
    def assignees(self) -> set[int]:
        """Assignees of assignments that have not opened: their names could reveal an exam."""
        assignees = rows_of(self.person, Assignee)
        opened = assignees.filter(
            assignment__handed_out_at__isnull=False, assignment__opens_at__lte=timezone.now()
        )
        return set(assignees.exclude(pk__in=opened).values_list("pk", flat=True))

    @cached_property
    def rounds(self) -> set[int]:
        """Rounds of predictions on a grid with a solution equivalent to that of a locked one."""
        locked = [assigned_puzzle.puzzle_id for assigned_puzzle in access.locks_of(self.person)]
        if not locked:
            return set()
        keys = set(Puzzle.objects.filter(pk__in=locked).values_list("canonical_key", flat=True))
        rounds = rows_of(self.person, PredictionRound).values_list("pk", "grid")
        verdicts = {grid: _may_be_of_class(grid, keys) for grid in {grid for _key, grid in rounds}}
        return {key for key, grid in rounds if verdicts[grid]}

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
            ("cell", "digit", "technique", "hint", "mistake")
            if row["kind"] in TELLING
            else ("hint", "mistake")
        )

    def of_round(self, row: Row) -> Collection[str]:
        return ("right",) if row["id"] in self.rounds else ()

    def of_prediction(self, row: Row) -> Collection[str]:
        return ("cell", "digit", "is_right") if row["round"] in self.rounds else ()

    def of_assignee(self, row: Row) -> Collection[str]:
        return ("assignment",) if row["id"] in self.assignees else ()

    def of_assigned_puzzle(self, row: Row) -> Collection[str]:
        return ("puzzle",) if row["id"] in self.assigned_puzzles else ()

    def is_readable(self, row: Row) -> bool:
        """Whether the attempt of this row is finished and open to review."""
        return row["attempt"] not in self.attempts and row["attempt"] not in self.open_attempts


_BOARD = ("digits", "marks", "checkpoint", "mistakes")
_MOVE = ("cell", "digit", "effect", "target", "technique", "rung", "hint", "mistake")


def _until_readable(*fields: str) -> Withhold:
    """Withholds these fields while the attempt of a row is open, or closed to review."""

    def withheld_from(person: models.Model) -> Callable[[Row], Collection[str]]:
        withheld = Withheld(person)
        return lambda row: () if withheld.is_readable(row) else fields

    return withheld_from


def _may_be_of_class(grid: str, keys: Collection[int | None]) -> bool:
    """Whether the class of a solution of the grid (of the first found) is among these, or cannot be known."""
    try:
        search_line(grid)
        found = solution_lines(grid, limit=_SOLUTIONS_COMPARED)
    except SearchLimitError:
        return True
    except BoardError:
        return False
    return any(canonical_key(solution) in keys for solution in found)


# Handover of a teacher's collections


def hand_over_collections(teacher: models.Model, heir: models.Model) -> None:
    """Give the heir the collections that classes may draw from, and their imports."""
    taken = set(PuzzleCollection.objects.filter(owner=heir.pk).values_list("name", flat=True))
    for collection in PuzzleCollection.objects.filter(owner=teacher.pk).order_by("pk"):
        collection.owner_id, collection.name = heir.pk, _free_name(collection.name, taken)
        taken.add(collection.name)
        collection.save(update_fields=["owner", "name"])
    PuzzleImport.objects.filter(owner=teacher.pk).update(owner=heir.pk)


def _free_name(name: str, taken: set[str]) -> str:
    """The name, numbered if the heir has one like it."""
    longest = PuzzleCollection._meta.get_field("name").max_length or 120
    free, number = name, 2
    while free in taken:
        ending = f" ({number})"
        free, number = name[: longest - len(ending)] + ending, number + 1
    return free
