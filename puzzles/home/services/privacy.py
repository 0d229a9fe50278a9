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
NOTHING: tuple[str, ...] = ()


def register_puzzles() -> None:
    """Register the tables and the background tasks of this app."""
    register(*_play(), *_work(), *_library(), *_impersonal(), *_tasks())
    register(Handover(hand_over_collections, ("library.Collection", "library.PuzzleImport")))


def _play() -> list[Personal]:
    return [
        Personal(
            "play.Attempt",
            _("Grids played"),
            _("Which grid, when, how long, how far, and how much help was asked for."),
            withhold=_withheld_of_attempts,
        ),
        Personal(
            "play.Move",
            _("Moves"),
            _("Each digit, note, undo and hint: which cell, what, and when."),
            withhold=_withheld_of_moves,
        ),
        Personal(
            "play.AttemptClient",
            _("Pages on which a grid was played"),
            _("A number drawn by chance for each opened page, so that no move counts twice."),
        ),
        Personal(
            "play.AttemptTechnique",
            _("Hints by technique"),
            _("For which techniques hints were asked in a grid."),
            withhold=_withhold(("technique",), ("technique",)),
        ),
        Personal(
            "play.StepSearch",
            _("Searches under way"),
            _("A hint or a path that takes long to find. When it is found, it is forgotten who asked."),
            never=dict.fromkeys(
                ("key", "digits", "candidates", "givens", "techniques", "steps"),
                _("belongs to a position, which everybody may come to"),
            ),
        ),
        Personal(
            "play.Placement",
            _("Digits looked at after the game"),
            _("For each digit of a finished grid: right or wrong, and by which technique it could be found."),
            withhold=_withhold(_JUDGED, _JUDGED),
        ),
        Personal(
            "play.TechniqueUse",
            _("Techniques used in a game"),
            _("How often a technique was used without help in a finished grid when nothing easier was left."),
            withhold=_withhold(_USED, _USED),
        ),
        Personal(
            "play.TechniqueProgress",
            _("Progress with techniques"),
            _("How far somebody has come with each technique: begun, practising, mastered."),
        ),
        Personal(
            "course.PredictionRound",
            _("Predictions of a solver, by rounds"),
            _("Which solver was predicted on which grid, how often, and how often rightly."),
            withhold=_withheld_of_rounds,
        ),
        Personal(
            "course.Prediction",
            _("Predictions"),
            _("Each single prediction, and whether it was right."),
            withhold=_withheld_of_predictions,
        ),
        Personal(
            "play.OwnGrid",
            _("Grids of one's own"),
            _("Grids that were typed in or made for this person, with their names, and since when."),
            label_field="name",
        ),
        Personal(
            "play.Preferences",
            _("Wishes for hints and the board"),
            _("Which techniques the hints shall not use, and how the board looks and behaves."),
        ),
    ]


_USED = ("technique", "taken", "is_unbroken")
_JUDGED = ("cell", "digit", "technique", "easiest", "is_right", "is_unaided")


def _work() -> list[Personal]:
    return [
        Personal(
            "assignments.Assignee",
            _("Work given by a teacher"),
            _("Which work, and when it was begun and handed in."),
            withhold=_withheld_of_assignees,
        ),
        Personal(
            "assignments.AssignedPuzzle",
            _("Grids of that work"),
            _("Which grids the student was given, in which order."),
            withhold=_withheld_of_assigned_puzzles,
        ),
        Personal(
            "assignments.Assignment",
            _("Work written for classes"),
            _("What a teacher gave to a class."),
            label_field="name",
        ),
    ]


def _library() -> list[Personal]:
    return [
        Personal(
            "library.Collection",
            _("Collections"),
            _("Collections of grids that belong to the account."),
            label_field="name",
        ),
        Personal(
            "library.Entry",
            _("Grids of these collections"),
            _("Which grids they hold."),
        ),
        Personal(
            "library.PuzzleImport",
            _("Files of grids"),
            _("Which files were uploaded, when, and what came of them."),
        ),
        Personal(
            "library.ImportChunk",
            _("Contents of these files"),
            _("The files themselves, in slices."),
            never={"data": _("the file as it was uploaded, which its owner has")},
        ),
        Personal(
            "library.RejectedLine",
            _("Lines of these files that held no grid"),
            _("Where, why, and how the line begins."),
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


class _Hidden:
    """What is withheld from a person: open attempts, locked puzzles, and puzzles similar to these."""

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
        """Grids of a paused exam that are open or may still be opened, with their attempts.

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
    def rounds(self) -> set[int]:
        """Rounds of predictions on a grid with a solution equivalent to that of a locked one."""
        held = [assigned_puzzle.puzzle_id for assigned_puzzle in access.locks_of(self.person)]
        if not held:
            return set()
        keys = set(Puzzle.objects.filter(pk__in=held).values_list("canonical_key", flat=True))
        rounds = rows_of(self.person, PredictionRound).values_list("pk", "grid")
        verdicts = {grid: _may_be_of_class(grid, keys) for grid in {grid for _key, grid in rounds}}
        return {key for key, grid in rounds if verdicts[grid]}


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


Withheld = Callable[[Row], Collection[str]]


def _withhold(hidden_fields: Collection[str], open_fields: Collection[str]) -> Any:
    """Withholds fields of rows whose attempt is hidden, and others while it is open."""

    def withheld_from(person: models.Model) -> Withheld:
        hidden = _Hidden(person)

        def withheld(row: Row) -> Collection[str]:
            if row["attempt"] in hidden.attempts:
                return hidden_fields
            return open_fields if row["attempt"] in hidden.open_attempts else NOTHING

        return withheld

    return withheld_from


_BOARD = ("digits", "marks", "point", "slips")
_MOVE = ("cell", "digit", "effect", "target", "technique", "rung", "hint", "slip")


def _withheld_of_attempts(person: models.Model) -> Withheld:
    hidden = _Hidden(person)

    def withheld(row: Row) -> Collection[str]:
        if row["id"] in hidden.covered_attempts:
            return ("puzzle", *_BOARD)
        if row["id"] in hidden.attempts:
            return _BOARD
        return ("slips",) if row["id"] in hidden.open_attempts else NOTHING

    return withheld


def _withheld_of_moves(person: models.Model) -> Withheld:
    hidden = _Hidden(person)

    def withheld(row: Row) -> Collection[str]:
        if row["attempt"] in hidden.attempts or row["attempt"] in hidden.covered_attempts:
            return _MOVE
        if row["attempt"] not in hidden.open_attempts:
            return NOTHING
        return ("cell", "digit", "technique", "hint", "slip") if row["kind"] in TELLING else ("hint", "slip")

    return withheld


def _withheld_of_rounds(person: models.Model) -> Withheld:
    hidden = _Hidden(person)
    return lambda row: ("right",) if row["id"] in hidden.rounds else NOTHING


def _withheld_of_predictions(person: models.Model) -> Withheld:
    hidden = _Hidden(person)
    return lambda row: ("cell", "digit", "is_right") if row["round"] in hidden.rounds else NOTHING


def _withheld_of_assignees(person: models.Model) -> Withheld:
    """An assignment is named once it is open."""
    assignees = rows_of(person, Assignee)
    opened = assignees.filter(
        assignment__handed_out_at__isnull=False, assignment__opens_at__lte=timezone.now()
    )
    known = set(opened.values_list("pk", flat=True))
    return lambda row: NOTHING if row["id"] in known else ("assignment",)


def _withheld_of_assigned_puzzles(person: models.Model) -> Withheld:
    """A puzzle is exported once its student has begun or can no longer begin, and its exam is not paused."""
    rows = rows_of(person, AssignedPuzzle)
    known = set(rows.filter(assignee__began_at__isnull=False).values_list("pk", flat=True))
    held = (
        {assigned_puzzle.pk for assigned_puzzle in access.locks_of(person)}
        if isinstance(person, User)
        else set()
    )
    unopened = set(rows.filter(assignee__assignment__handed_out_at=None).values_list("pk", flat=True))
    reserved = set(
        access.reserved_assigned_puzzles().filter(pk__in=rows.values("pk")).values_list("pk", flat=True)
    )
    hidden = ((held | unopened | reserved) - known) | set(_Hidden(person).covered_assigned_puzzles)
    return lambda row: ("puzzle",) if row["id"] in hidden else NOTHING


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
