"""An exercise in a student's list: its name, its address, and how far the student is."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from ..models import ExerciseProgress
from .addresses import exercise_address
from .names import exercise_label
from .table import tries_words


@dataclass(frozen=True, slots=True)
class ExerciseLine:
    """An exercise in a student's list: its name as HTML, `mark` as in the teacher's table."""

    label: str
    url: str
    mark: str
    words: str


def exercise_line(worksheet: str, key: str, row: ExerciseProgress | None, work: int | None) -> ExerciseLine:
    url = exercise_address(worksheet, key, work)
    label = exercise_label(worksheet, key)
    if row is None:
        return ExerciseLine(label, url, "", _("not begun"))
    if row.passed_at:
        return ExerciseLine(label, url, "passed", _("passed, %(tries)s") % {"tries": tries_words(row.tries)})
    if row.last_verdict:
        words = f"{row.get_last_verdict_display()}, {tries_words(row.tries)}"
        return ExerciseLine(label, url, "tried", words)
    return ExerciseLine(label, url, "seen", _("seen"))
