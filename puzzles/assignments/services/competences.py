"""Competences: a teacher's own short list, and the level of each student, by rule or by hand."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.course.models import ExerciseProgress
from puzzles.play.models import TechniqueProgress
from puzzles.play.models.review import Mastery

from ..models import Competence, CompetenceLevel

Level = CompetenceLevel.Level

# A list to start from.
STARTERS = (
    ("DEC", _("Decompose a problem")),
    ("PROG", _("Write a program")),
    ("TEST", _("Test")),
    ("CORR", _("Correct")),
    ("RAIS", _("Reason and justify")),
)
MOST_COMPETENCES = 12
TOO_MANY = _("A list has at most 12 competences.")

Exercise = tuple[str, str]


class CompetenceError(Refusal):
    """The list of competences cannot be changed so; the text is for the teacher."""


@dataclass(frozen=True)
class StudentLevel:
    """The level of a student: by rule unless `is_own`. `value` is None where nothing was tried."""

    competence: Competence
    value: Level | None
    is_own: bool = False


def start_list(*, teacher: User) -> None:
    """Give a teacher without competences the list to start from."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=teacher.pk)
        if not Competence.objects.filter(teacher=teacher).exists():
            Competence.objects.bulk_create(
                Competence(teacher=teacher, code=code, name=str(name)) for code, name in STARTERS
            )


def save_competence(*, teacher: User, competence: Competence) -> Competence:
    """Add a competence to the teacher's list, or change one of it. Raises CompetenceError."""
    with transaction.atomic():
        # Locked: the same form may be sent twice at this moment.
        User.objects.select_for_update().get(pk=teacher.pk)
        others = Competence.objects.filter(teacher=teacher).exclude(pk=competence.pk)
        if others.count() >= MOST_COMPETENCES:
            raise CompetenceError(TOO_MANY)
        if others.filter(code=competence.code).exists():
            raise CompetenceError(_("You already have a competence with this code."))
        competence.teacher = teacher
        competence.save()
    return competence


def set_levels(*, student: User, levels: Mapping[Competence, int | None]) -> None:
    """Set a student's levels by hand; None goes back to the level by rule."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=student.pk)
        for competence, level in levels.items():
            own = CompetenceLevel.objects.filter(competence=competence, student=student)
            if level is None:
                own.delete()
            elif not own.update(level=level, changed_at=timezone.now()):
                CompetenceLevel.objects.create(competence=competence, student=student, level=level)


def levels_of(*, teacher: User, students: Collection[int]) -> dict[int, list[StudentLevel]]:
    """Student -> the levels of the teacher's competences, in the order of the list: four queries."""
    competences = list(Competence.objects.filter(teacher=teacher))
    if not competences:
        return {student: [] for student in students}
    rows = CompetenceLevel.objects.filter(competence__in=competences, student__in=students)
    by_hand = {(row.student_id, row.competence_id): row.level for row in rows}
    mastery = TechniqueProgress.objects.of_many(students)
    tried: dict[int, dict[Exercise, bool]] = {}
    progress = ExerciseProgress.objects.filter(student__in=students, tries__gt=0).order_by()
    for student, worksheet, key, passed_at in progress.values_list(
        "student", "worksheet", "exercise", "passed_at"
    ):
        tried.setdefault(student, {})[worksheet, key] = passed_at is not None
    return {
        student: [
            StudentLevel(competence, Level(own), is_own=True)
            if (own := by_hand.get((student, competence.pk)))
            else StudentLevel(
                competence, level_by_rule(competence, mastery.get(student, {}), tried.get(student, {}))
            )
            for competence in competences
        ]
        for student in students
    }


def level_by_rule(
    competence: Competence, mastery: Mapping[str, Mastery], tried: Mapping[Exercise, bool]
) -> Level | None:
    """The level by the share of what is mastered and passed in what was tried; None if that is nothing.

    A technique in practice counts half. Up to a quarter is insufficient, up to a half fragile, below three
    quarters satisfactory.
    """
    shares = [Fraction(1 + mastery[name].is_mastered, 2) for name in competence.techniques if name in mastery]
    shares += [
        Fraction(tried[exercise])
        for each in competence.exercises
        if (exercise := exercise_of_text(each)) in tried
    ]
    if not shares:
        return None
    share = sum(shares, Fraction(0)) / len(shares)
    if share <= Fraction(1, 4):
        return Level.INSUFFICIENT
    if share <= Fraction(1, 2):
        return Level.FRAGILE
    return Level.SATISFACTORY if share < Fraction(3, 4) else Level.VERY_GOOD


def exercise_of_text(text: str) -> Exercise:
    """`mini_projet/bloc` as a worksheet and a key."""
    worksheet, _slash, key = text.partition("/")
    return worksheet, key
