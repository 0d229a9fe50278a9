"""The tables of assignments: what a class gets, each student in it, grades and competences, calendars."""

from .assigned_puzzles import AssignedPuzzle, AssignedPuzzleQuerySet
from .assignees import Assignee, AssigneeQuerySet, QuestionAnswer
from .assignments import ENDED_DRILL, ENDS_OF_DRILLS, Assignment, AssignmentQuerySet
from .calendar_feeds import CalendarFeed
from .grades import Competence, CompetenceLevel, Grade

__all__ = [
    "ENDED_DRILL",
    "ENDS_OF_DRILLS",
    "AssignedPuzzle",
    "AssignedPuzzleQuerySet",
    "Assignee",
    "AssigneeQuerySet",
    "Assignment",
    "AssignmentQuerySet",
    "CalendarFeed",
    "Competence",
    "CompetenceLevel",
    "Grade",
    "QuestionAnswer",
]
