"""How far students are with exercises: seen, judged, passed; and what they answered to questions."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User

from ..models import Answer, ExerciseProgress, JudgedExercise, ReferenceShown, Submission
from ..models.progress import ANSWER_LENGTH
from .verdicts import Verdict

Judge = JudgedExercise.Judge


def record_seen(*, student: User, worksheet: str, exercise: str, now: datetime | None = None) -> None:
    """Note that the student has opened an exercise; only the first time counts."""
    ExerciseProgress.objects.get_or_create(
        student=student,
        worksheet=worksheet,
        exercise=exercise,
        defaults={"seen_at": now or timezone.now()},
    )


@transaction.atomic
def record_verdicts(
    *,
    student: User,
    worksheet: str,
    verdicts: Iterable[Verdict],
    submission: Submission | None = None,
    judged_by: str = Judge.STUDENT,
    now: datetime | None = None,
) -> list[str]:
    """Count these verdicts as tries, keep them with the submission; the exercises passed for the first time.

    A teacher's verdicts confirm a submission: they are no tries of the student's.
    """
    now = now or timezone.now()
    verdicts = list(verdicts)
    if submission is not None:
        store_verdicts(submission=submission, verdicts=verdicts, judged_by=judged_by, now=now)
    rows = _progress_rows(student, worksheet, [each.exercise for each in verdicts], now)
    newly_passed = []
    for each in verdicts:
        row, is_passed = rows[each.exercise], each.verdict == JudgedExercise.Verdict.PASSED
        if judged_by == Judge.STUDENT:
            row.tries += 1
            row.last_verdict, row.last_at = each.verdict, now
        if is_passed and row.passed_at is None:
            row.passed_at = now
            newly_passed.append(each.exercise)
    ExerciseProgress.objects.bulk_update(rows.values(), ["tries", "last_verdict", "last_at", "passed_at"])
    return newly_passed


def store_verdicts(
    *, submission: Submission, verdicts: Iterable[Verdict], judged_by: str, now: datetime
) -> None:
    """Keep verdicts with a submission, in place of earlier ones by the same judge."""
    JudgedExercise.objects.bulk_create(
        [
            JudgedExercise(
                submission=submission,
                exercise=each.exercise,
                verdict=each.verdict,
                details=each.details,
                judged_by=judged_by,
                judged_at=now,
            )
            for each in verdicts
        ],
        update_conflicts=True,
        update_fields=["verdict", "details", "judged_at"],
        unique_fields=["submission", "exercise", "judged_by"],
    )


def _progress_rows(
    student: User, worksheet: str, exercises: Collection[str], now: datetime
) -> dict[str, ExerciseProgress]:
    """The student's rows for these exercises, locked; made now where there are none."""
    ExerciseProgress.objects.bulk_create(
        [
            ExerciseProgress(student=student, worksheet=worksheet, exercise=each, seen_at=now)
            for each in exercises
        ],
        ignore_conflicts=True,
    )
    rows = ExerciseProgress.objects.select_for_update().filter(
        student=student, worksheet=worksheet, exercise__in=exercises
    )
    return {row.exercise: row for row in rows.order_by("pk")}


@transaction.atomic
def record_answer(
    *,
    student: User,
    worksheet: str,
    question: str,
    choices: Iterable[str] = (),
    text: str = "",
    is_right: bool | None = None,
    now: datetime | None = None,
) -> Answer:
    """Keep what the student answered to a question, in place of the answer before; each counts as a try."""
    answer, is_new = Answer.objects.select_for_update().get_or_create(
        student=student, worksheet=worksheet, question=question
    )
    answer.choices = sorted(choices)
    answer.text = text.replace("\0", "")[:ANSWER_LENGTH]
    answer.is_right = is_right
    answer.answered_at = now or timezone.now()
    if not is_new:
        answer.tries += 1
    answer.save()
    return answer


def record_shown(*, student: User, worksheet: str, exercise: str, now: datetime | None = None) -> None:
    """Note that a student without a class asked to see the reference of an exercise."""
    ReferenceShown.objects.get_or_create(
        student=student,
        worksheet=worksheet,
        exercise=exercise,
        defaults={"shown_at": now or timezone.now()},
    )
