"""What the first page shows."""

from typing import Any

from accounts.models import User

from ..models import Attempt, PuzzleImport
from .draws import collection_rows
from .grades import wish_choices
from .progress import attempt_rows, class_overview, week_of
from .work import open_work

OPEN_SHOWN = 6
IMPORTS_SHOWN = 5


def student_home(player: User) -> dict[str, Any]:
    return playing(player) | {"week": week_of(player), "work_lines": open_work(player)}


def teacher_home(teacher: User) -> dict[str, Any]:
    return playing(teacher) | {
        "classrooms": list(class_overview(teacher)),
        "imports": list(PuzzleImport.objects.owned_by(teacher).select_related("collection")[:IMPORTS_SHOWN]),
    }


def playing(player: User) -> dict[str, Any]:
    """The grids to go on with, one more than shown to know whether there are others, and those to begin."""
    unfinished = Attempt.objects.played_by(player).unfinished().for_history().open_first()[: OPEN_SHOWN + 1]
    rows = attempt_rows(unfinished, player)
    return {
        "open_rows": rows[:OPEN_SHOWN],
        "has_more_open": len(rows) > OPEN_SHOWN,
        "collection_rows": collection_rows(player),
        "wishes": wish_choices(),
    }
