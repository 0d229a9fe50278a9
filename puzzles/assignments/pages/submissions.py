"""The page of a program handed in, the programs to judge, and a student's assignment of exercises."""

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
    JudgedExercise,
    Submission,
    in_order,
    is_judged_by_browser,
)
from puzzles.course.pages.exercises import exercise_lines
from puzzles.course.pages.hidden_characters import Piece, pieces_of, visible
from puzzles.course.pages.reference import closed_notice
from puzzles.course.pages.worksheets import exercise_address, exercise_label, exercise_name
from puzzles.course.services.files import newest_submissions
from puzzles.play.services.watching import is_writing_exam

from ..models import Assignee, Assignment

# How many versions a page lists; older ones are linked from the last of them.
VERSIONS_SHOWN = 50
# 100 KB of line ends would make a page of 13 MB.
LINES_SHOWN = 5000
# How long one exercise of one program may take in a browser that judges it.
LIMIT_MS = 10_000
# 100 KB of control characters would be too much as well: each is shown as an element.
HIDDEN_SHOWN = 5000


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a program, with the verdicts and comments on it."""

    number: int
    pieces: list[Piece]
    notes: list[str]


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A verdict: the call, its value, the expected value. `label` is HTML."""

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
    """The page of a version."""
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
    """The first lines, within the limits on lines and on hidden characters."""
    shown, hidden = [], 0
    for number, text in enumerate(submission.lines[:LINES_SHOWN], start=1):
        pieces = pieces_of(text)
        hidden += sum(bool(piece.name) for piece in pieces)
        if hidden > HIDDEN_SHOWN:
            break
        shown.append(SourceLine(number, pieces, notes.get(number, [])))
    return shown


def real_name(submission: Submission, reader: User) -> str:
    """The name that the teachers of the class know; for the student, the account's own."""
    student = submission.student
    if submission.student_id == reader.pk or submission.assignment is None:
        return student.username
    names = Membership.objects.names_for_class(submission.assignment.classroom_id, [student.pk])
    return names.get(student.pk) or student.username


def verdict_rows(submission: Submission) -> list[VerdictRow]:
    """A row for each exercise in the worksheet's order. The teacher's browser overrules the student's."""
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
    """A program to judge, with the student's real name and the verdicts of the student's browser."""

    submission: Submission
    name: str
    unconfirmed: dict[str, str]
    is_judged: bool


def programs_to_judge(assignment: Assignment) -> list[ProgramLine]:
    """The programs of a class by the names of its students: three queries."""
    newest = newest_submissions(assignment)
    unconfirmed: dict[int, dict[str, str]] = {}
    judged = set()
    rows = JudgedExercise.objects.filter(submission__in=[each.pk for _name, each in newest]).order_by()
    for row in rows.only("submission", "exercise", "verdict", "judged_by"):
        if row.is_confirmed:
            judged.add(row.submission_id)
        else:
            unconfirmed.setdefault(row.submission_id, {})[row.exercise] = row.verdict
    return [
        ProgramLine(each, name, unconfirmed.get(each.pk, {}), is_judged=each.pk in judged)
        for name, each in newest
    ]


def judge_data(assignment: Assignment, unconfirmed: Mapping[int, Mapping[str, str]]) -> dict[str, Any]:
    """The data of the script that judges programs; `unconfirmed` maps submissions to verdicts."""
    exercises = [key for key in assignment.exercises if is_judged_by_browser(assignment.worksheet, key)]
    return {
        "worksheet": assignment.worksheet,
        "exercises": exercises,
        "names": {key: exercise_name(assignment.worksheet, key) for key in exercises},
        "unconfirmed": unconfirmed,
        "language": get_language() or "en",
        "limitMs": LIMIT_MS,
    }


# The student's assignment


def exercises_context(assignee: Assignee, now: datetime | None = None) -> dict[str, Any]:
    """An assignment of exercises for its student: exercises with their verdicts, and versions."""
    now = now or timezone.now()
    assignment, student = assignee.assignment, assignee.student
    versions = list(
        Submission.objects.of(student)
        .filter(assignment=assignment)
        .defer("source")
        .prefetch_related("comments")[:VERSIONS_SHOWN]
    )
    to_judge = unjudged_version(versions, student)
    return {
        "exercises": exercise_lines(assignment.worksheet, assignment.exercises, student, assignee.pk),
        "versions": versions,
        "to_judge": to_judge,
        "judge_data": judge_data(assignment, unconfirmed={}) if to_judge else None,
        "newest": newest_counted(versions),
        "can_submit": assignment.opens_at <= now
        and assignment.classroom.archived_at is None
        and not assignee.is_closed(now),
        "is_shown": assignment.opens_at <= now,
        "closed": closed_notice(reference_access(student, assignment.worksheet, now)),
    }


def newest_counted(versions: list[Submission]) -> Submission | None:
    """The version that counts, from versions with the newest first."""
    return next((each for each in versions if not each.is_trial), None)


def unjudged_version(versions: list[Submission], student: User) -> Submission | None:
    """The newest version, if no browser has judged it and programs may run."""
    if not versions or versions[0].verdicts.exists() or is_writing_exam(student):
        return None
    return versions[0]
