"""How far students are with exercises: seen, judged, passed; and what they answered to questions."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal

from ..models import QUESTIONS, Answer, ExerciseProgress, JudgedExercise, ReferenceShown, Submission
from ..models.progress import ANSWER_LENGTH
from .verdicts import ReportedVerdict

Judge = JudgedExercise.Judge


class NoAnswerError(Refusal):
    """A form of questions was sent without an answer and without a reason."""

    sentence = _("You have not answered anything yet.")


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
    verdicts: Iterable[ReportedVerdict],
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
    *, submission: Submission, verdicts: Iterable[ReportedVerdict], judged_by: str, now: datetime
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
def record_answers(
    *, student: User, worksheet: str, exercise: str, choices: Mapping[str, Collection[str]], reason: str
) -> bool:
    """Mark and keep the answers to the questions of an exercise. Returns whether all of them are right.

    The exercise is passed when they are and a reason is given, which is kept with the last question.
    `choices` has those of each question by its key; a question without any is not marked. Raises
    NoAnswerError.
    """
    questions = QUESTIONS[worksheet, exercise]
    if not reason and not any(choices.values()):
        raise NoAnswerError
    right = 0
    for question in questions:
        chosen = set(choices.get(question.key, ())) & set(question.choices)
        text = reason if question is questions[-1] else ""
        if not chosen and not text:
            continue
        is_right = question.mark(chosen) if chosen else None
        right += is_right is True
        record_answer(
            student=student,
            worksheet=worksheet,
            question=question.key,
            choices=chosen,
            text=text,
            is_right=is_right,
        )
    are_right = right == len(questions)
    verdict = ReportedVerdict(exercise, "passed" if are_right and reason else "wrong")
    record_verdicts(student=student, worksheet=worksheet, verdicts=[verdict])
    return are_right


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
