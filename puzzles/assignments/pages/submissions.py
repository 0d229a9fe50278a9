"""A version of a program on its page: numbered lines, verdicts, comments; and a student's exercises."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import Membership, User
from puzzles.course.access import reference_access
from puzzles.course.models import (
    Answer,
    ExerciseProgress,
    JudgedExercise,
    Submission,
    in_order,
    is_judged_by_browser,
)
from puzzles.course.pages.addresses import exercise_address
from puzzles.course.pages.exercise_lines import exercise_line
from puzzles.course.pages.hidden_characters import Piece, pieces_of, visible
from puzzles.course.pages.names import exercise_label, exercise_name
from puzzles.course.pages.reference import closed_notice
from puzzles.course.services.files import newest_submissions
from puzzles.play.services.access import is_writing_exam

from ..models import Assignee, Assignment

# A page lists as many versions; older ones are reached from there.
VERSIONS_SHOWN = 50
# 100 KB of line ends would be a page of 13 MB; the file has the rest.
LINES_SHOWN = 5000
# How long one exercise of one program may take in a browser that judges it.
LIMIT_MS = 10_000
# So would be 100 KB of control characters, each shown as an element of its own.
MARKS_SHOWN = 5000


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a student's program, with the verdicts and comments that are about it."""

    number: int
    pieces: list[Piece]
    notes: list[str]


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A verdict in words: what was called, what came, what was expected. `label` is HTML."""

    label: str
    judged: JudgedExercise
    call: str
    value: str
    expected: str
    error: str
    printed: str
    expected_printed: str
    line: int | None
    url: str


def submission_page(submission: Submission, reader: User) -> dict[str, Any]:
    """A version with its verdicts and comments: those of the teacher's browser first."""
    verdicts = verdict_rows(submission)
    comments = list(submission.comments.select_related("author"))
    notes: dict[int, list[str]] = {}
    for row in verdicts:
        if row.line and not row.judged.is_passed:
            notes.setdefault(row.line, []).append(
                f"{exercise_name(submission.worksheet, row.judged.exercise)}: "
                f"{row.error or row.judged.get_verdict_display()}"
            )
    for comment in comments:
        if comment.line:
            notes.setdefault(comment.line, []).append(comment.text)
    others = Submission.objects.filter(
        student=submission.student_id, worksheet=submission.worksheet, assignment=submission.assignment_id
    )
    versions = list(others.defer("source")[:VERSIONS_SHOWN])
    lines = source_lines(submission, notes)
    is_own = submission.student_id == reader.pk
    answers = Answer.objects.filter(student=submission.student_id, worksheet=submission.worksheet)
    return {
        "submission": submission,
        "is_own": is_own,
        "has_answers": not is_own and answers.exists(),
        "name": real_name(submission, reader),
        "lines": lines,
        "lines_left": len(submission.lines) - len(lines),
        "verdicts": verdicts,
        "comments": comments,
        "versions": versions,
        "newest": newest_counted(versions),
    }


def source_lines(submission: Submission, notes: dict[int, list[str]]) -> list[SourceLine]:
    """The lines that the page shows: the first ones, as long as few enough of their characters are hidden."""
    shown, marks = [], 0
    for number, text in enumerate(submission.lines[:LINES_SHOWN], start=1):
        pieces = pieces_of(text)
        marks += sum(bool(piece.name) for piece in pieces)
        if marks > MARKS_SHOWN:
            break
        shown.append(SourceLine(number, pieces, notes.get(number, [])))
    return shown


def real_name(submission: Submission, reader: User) -> str:
    """The name that the teachers of the class know; for the student, the account's own."""
    student = submission.student
    if submission.student_id == reader.pk or submission.assignment is None:
        return student.username
    members = Membership.objects.filter(classroom=submission.assignment.classroom_id, student=student)
    return members.values_list("real_name", flat=True).first() or student.username


def verdict_rows(submission: Submission) -> list[VerdictRow]:
    """One row for each exercise, in the worksheet's order; the teacher's browser outweighs the student's."""
    judged: dict[str, JudgedExercise] = {}
    for each in sorted(submission.verdicts.all(), key=lambda each: each.is_confirmed):
        judged[each.exercise] = each
    order = in_order(submission.worksheet, judged)
    return [
        verdict_row(
            judged[key],
            label=exercise_label(submission.worksheet, key),
            url=exercise_address(submission.worksheet, key),
        )
        for key in order
    ]


def verdict_row(judged: JudgedExercise, *, label: str, url: str) -> VerdictRow:
    details = judged.details if isinstance(judged.details, dict) else {}
    texts = {
        name: visible(str(details.get(name, "")))
        for name in ("call", "value", "expected", "error", "printed", "expected_printed")
    }
    line = details.get("line")
    return VerdictRow(label, judged, line=line if isinstance(line, int) else None, url=url, **texts)


# Judging again


@dataclass(frozen=True, slots=True)
class ProgramLine:
    """A program to be judged, with the name that the teacher knows, and what the student's browser said."""

    submission: Submission
    name: str
    said: dict[str, str]
    is_judged: bool


def programs_to_judge(assignment: Assignment) -> list[ProgramLine]:
    """The programs of a class by the names of its students: three queries."""
    newest = newest_submissions(assignment)
    said: dict[int, dict[str, str]] = {}
    judged = set()
    rows = JudgedExercise.objects.filter(submission__in=[each.pk for _name, each in newest]).order_by()
    for row in rows.only("submission", "exercise", "verdict", "judged_by"):
        if row.is_confirmed:
            judged.add(row.submission_id)
        else:
            said.setdefault(row.submission_id, {})[row.exercise] = row.verdict
    return [
        ProgramLine(each, name, said.get(each.pk, {}), is_judged=each.pk in judged) for name, each in newest
    ]


def judge_data(assignment: Assignment, said: Mapping[int, Mapping[str, str]]) -> dict[str, Any]:
    """What the script that judges programs in a browser has to know; `said` goes by submission."""
    exercises = [key for key in assignment.exercises if is_judged_by_browser(assignment.worksheet, key)]
    return {
        "worksheet": assignment.worksheet,
        "exercises": exercises,
        "names": {key: exercise_name(assignment.worksheet, key) for key in exercises},
        "said": said,
        "language": get_language() or "en",
        "limitMs": LIMIT_MS,
    }


# The student's page of an assignment


def exercises_context(assignee: Assignee, now: datetime | None = None) -> dict[str, Any]:
    """An assignment of exercises for its student: exercises with their verdicts, and versions."""
    now = now or timezone.now()
    assignment, student = assignee.assignment, assignee.student
    progress = {
        row.exercise: row
        for row in ExerciseProgress.objects.filter(student=student).of_worksheet(assignment.worksheet)
    }
    versions = list(
        Submission.objects.of(student)
        .filter(assignment=assignment)
        .defer("source")
        .prefetch_related("comments")[:VERSIONS_SHOWN]
    )
    to_judge = unjudged_version(versions, student)
    return {
        "exercises": [
            exercise_line(assignment.worksheet, key, progress.get(key), assignee.pk)
            for key in assignment.exercises
        ],
        "versions": versions,
        "to_judge": to_judge,
        "judge_data": judge_data(assignment, said={}) if to_judge else None,
        "newest": newest_counted(versions),
        "can_submit": assignment.opens_at <= now
        and assignment.classroom.archived_at is None
        and not assignee.is_closed(now),
        "is_shown": assignment.opens_at <= now,
        "closed": closed_notice(reference_access(student, assignment.worksheet, now)),
    }


def newest_counted(versions: list[Submission]) -> Submission | None:
    """The version that counts, of versions that begin with the newest."""
    return next((each for each in versions if not each.is_trial), None)


def unjudged_version(versions: list[Submission], student: User) -> Submission | None:
    """The newest version, where no browser has judged it and programs may run."""
    if not versions or versions[0].verdicts.exists() or is_writing_exam(student):
        return None
    return versions[0]
