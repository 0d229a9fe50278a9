"""The tables of the course in the data registry, and the fields that are withheld for now."""

from collections.abc import Collection
from functools import cached_property
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.privacy.registry import Impersonal, Personal, Row, register, rows_of
from puzzles.engine import BoardError, SearchLimitError, search_line
from puzzles.engine.search import solution_lines
from puzzles.engine.similarity import canonical_key
from puzzles.library.models import Puzzle
from puzzles.play.services import access

from ..models import PredictionRound

# The most solutions of a grid that are compared with those of locked puzzles.
_MAX_COMPARED = 100


def register_course() -> None:
    """Register the tables of this app."""
    register(
        Personal(
            "course.Program",
            _("Programs being written"),
            _("The draft for each worksheet, its text, and when it was saved."),
            label_field="worksheet",
        ),
        Personal(
            "course.ProgramCopy",
            _("Texts of programs set aside"),
            _("What was typed on one page while another page changed the same program."),
        ),
        Personal(
            "course.Submission",
            _("Programs handed in"),
            _("Every version of a program that was handed in, with its text, and when."),
            label_field="file_name",
        ),
        Personal(
            "course.JudgedExercise",
            _("Verdicts on these programs"),
            _("Whether the program passed each exercise, and whose browser judged it."),
        ),
        Personal(
            "course.Comment",
            _("Comments on these programs"),
            _("What teachers wrote about them."),
        ),
        Personal(
            "course.ExerciseProgress",
            _("Progress with exercises"),
            _("Which exercises were seen, how often they were tried, and when they passed."),
        ),
        Personal(
            "course.Answer",
            _("Answers to the questions of the worksheets"),
            _("The choices, and the reason in the student’s own words."),
        ),
        Personal(
            "course.ReferenceShown",
            _("Reference solutions asked for"),
            _("Which solutions a student without a class asked to see, and when."),
        ),
        Personal(
            "course.BugFind",
            _("Bugs looked for"),
            _("Which wrong functions were tried, when the mistake was found, and with how many digits."),
        ),
        Personal(
            "course.PredictionRound",
            _("Rounds of predictions"),
            _("Which solver, on which grid, how many predictions, and how many were right."),
            withhold=lambda person: _Withheld(person).of_round,
        ),
        Personal(
            "course.Prediction",
            _("Predictions"),
            _("Each prediction, and whether it was right."),
            withhold=lambda person: _Withheld(person).of_prediction,
        ),
        Impersonal("course.ReferenceRule"),
    )


class _Withheld:
    """Fields withheld from a person's export for now; each `of_...` names fields of one exported row."""

    def __init__(self, person: models.Model) -> None:
        self.person: Any = person

    @cached_property
    def rounds(self) -> set[int]:
        """Rounds of predictions on a grid with a solution equivalent to that of a locked one."""
        locked = [assigned_puzzle.puzzle_id for assigned_puzzle in access.locks_of(self.person)]
        if not locked:
            return set()
        keys = set(Puzzle.objects.filter(pk__in=locked).values_list("canonical_key", flat=True))
        rounds = rows_of(self.person, PredictionRound).values_list("pk", "grid")
        verdicts = {grid: _may_have_solution(grid, keys) for grid in {grid for _key, grid in rounds}}
        return {key for key, grid in rounds if verdicts[grid]}

    def of_round(self, row: Row) -> Collection[str]:
        return ("right",) if row["id"] in self.rounds else ()

    def of_prediction(self, row: Row) -> Collection[str]:
        return ("cell", "digit", "is_right") if row["round"] in self.rounds else ()


def _may_have_solution(grid: str, keys: Collection[int | None]) -> bool:
    """Whether the canonical key of a solution of the grid is among these, or cannot be known."""
    try:
        search_line(grid)
        found = solution_lines(grid, limit=_MAX_COMPARED)
    except SearchLimitError:
        return True
    except BoardError:
        return False
    return any(canonical_key(solution) in keys for solution in found)
