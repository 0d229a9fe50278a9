"""Programs handed in: every version is kept, with or without an assignment. The server never runs them."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.course.models import SOURCE_BYTES, Comment, JudgedExercise, Submission
from puzzles.course.models.submissions import COMMENT_LENGTH
from puzzles.course.services.files import clean_file_name
from puzzles.course.services.progress import record_verdicts, store_verdicts
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.course.services.versions import is_too_often, make_room
from puzzles.engine.judge import wording
from puzzles.engine.judge.notebook import NotebookError, is_notebook, program_of
from puzzles.play.services.assigned_puzzles import lock_assignee

from ..models import Assignee, Assignment
from .assignees import assign_to_newcomer, begin_whole, find_assignee

# A notebook holds its outputs too. Uploads are cut at 256 KB, so that a cut notebook is found too large.
NOTEBOOK_BYTES = 250 * 1024


class SubmissionError(Refusal):
    """The program is not accepted; the text is for the student."""


@transaction.atomic
def submit(
    *,
    student: User,
    worksheet: str,
    source: str,
    assignment_id: int | None = None,
    file_name: str = "",
    is_trial: bool = False,
    verdicts: Iterable[ReportedVerdict] = (),
    collected_from: datetime | None = None,
    now: datetime | None = None,
) -> Submission:
    """Store a program as a new version; if nothing has changed, return the last one.

    `collected_from` is when a collected draft was saved: that moment decides whether it is late.
    Raises SubmissionError, and Assignment.DoesNotExist if the assignment is not the student's.
    """
    now = now or timezone.now()
    # One request at a time counts, drops and adds versions of a student.
    User.objects.select_for_update(no_key=True).get(pk=student.pk)
    assignee = _locked_assignee(student, worksheet, assignment_id, now) if assignment_id else None
    text, cells = taken_program(source)
    earlier = Submission.objects.of(student).filter(worksheet=worksheet, assignment=assignment_id)
    last = earlier.filter(is_trial=is_trial).order_by("-pk").first()
    if last is not None and last.source == text:
        last.is_unchanged = True
    else:
        if not collected_from and is_too_often(student, now):
            raise SubmissionError(_("You have handed in many versions in a minute. Wait a moment."))
        if not make_room(student=student, worksheet=worksheet, size=len(text.encode())):
            raise SubmissionError(_("There is no room for another version. Ask your teacher."))
        last = Submission.objects.create(
            student=student,
            worksheet=worksheet,
            assignment=assignee.assignment if assignee else None,
            assignment_name=assignee.assignment.name if assignee else "",
            file_name=clean_file_name(file_name) or clean_file_name(f"{worksheet}_{student.username}"),
            source=text,
            is_trial=is_trial,
            is_late=assignee is not None and assignee.is_over(collected_from or now),
            created_at=now,
        )
    last.cells_taken = cells
    # They counted as tries when they were judged.
    store_verdicts(submission=last, verdicts=verdicts, judged_by=JudgedExercise.Judge.STUDENT, now=now)
    return last


def _locked_assignee(student: User, worksheet: str, assignment_id: int, now: datetime) -> Assignee:
    """The student in an assignment of exercises that takes programs now, locked and begun."""
    found = find_assignee(student=student, assignment_id=assignment_id)
    if found.assignment.worksheet != worksheet:
        raise Assignment.DoesNotExist
    if found.assignment.classroom.archived_at:
        raise SubmissionError(_("This class is archived."))
    if found.assignment.opens_at > now:
        raise SubmissionError(_("This assignment is not open yet."))
    if found.pk is None:
        assign_to_newcomer(assignment=found.assignment, student=student)
    begin_whole(student=student, assignment=found.assignment, now=now)
    assignee = lock_assignee(student=student, assignment_id=assignment_id)
    if assignee.is_closed(now):
        raise SubmissionError(_("Your teacher has ended this assignment: you cannot hand in any more."))
    if assignee.began_at is None:
        assignee.began_at = now
        assignee.save(update_fields=["began_at"])
    return assignee


# What is accepted


def decode_source(content: bytes) -> str:
    """The text of an uploaded file, in UTF-8 or Windows-1252. Raises SubmissionError."""
    if is_notebook(content[:SOURCE_BYTES].decode(errors="replace")):
        if len(content) > NOTEBOOK_BYTES:
            raise SubmissionError(
                _("This notebook is too large. Clear its outputs, save it, and hand it in.")
            )
    elif len(content) > SOURCE_BYTES:
        raise SubmissionError(_("This file is too large: at most 100 KB are taken."))
    if b"\0" in content:
        raise SubmissionError(_("This is not a text file. Hand in the .py file itself."))
    if is_utf8(content):
        return content.decode("utf-8-sig")
    try:
        return content.decode("cp1252")
    except UnicodeDecodeError as error:
        raise SubmissionError(
            _("This file cannot be read: it is not in UTF-8. Save it as UTF-8 and hand it in again.")
        ) from error


def is_utf8(content: bytes) -> bool:
    """Whether a file is in UTF-8; one that is not is read as Windows-1252."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def taken_program(source: str) -> tuple[str, int]:
    """The program to store, and the number of code cells if it was a notebook. Raises SubmissionError."""
    if not is_notebook(source):
        return checked_source(source), 0
    try:
        text, cells = program_of(source)
    except NotebookError as error:
        raise SubmissionError(wording.note({"code": error.code}, get_language() or "en")) from error
    return checked_source(text), cells


def checked_source(source: str) -> str:
    """The program with Python's line ends. Raises SubmissionError if it is not one."""
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise SubmissionError(_("This program is empty."))
    if "\0" in text:
        raise SubmissionError(_("This is not a text file. Hand in the .py file itself."))
    try:
        size = len(text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise SubmissionError(
            _("This file cannot be read: it is not in UTF-8. Save it as UTF-8 and hand it in again.")
        ) from error
    if size > SOURCE_BYTES:
        raise SubmissionError(_("This program is too long: at most 100 KB are taken."))
    return text


# Teachers


def confirm_verdicts(
    *, submission: Submission, verdicts: Iterable[ReportedVerdict], now: datetime | None = None
) -> None:
    """Store the verdicts of the teacher's browser: an exercise that passes there counts as passed."""
    record_verdicts(
        student=submission.student,
        worksheet=submission.worksheet,
        verdicts=verdicts,
        submission=submission,
        judged_by=JudgedExercise.Judge.TEACHER,
        now=now,
    )


def comment(*, submission: Submission, author: User, text: str, line: int | None = None) -> Comment:
    """A teacher's comment, which the student reads. Raises SubmissionError for an empty one."""
    text = text.replace("\0", "").strip()
    if not text:
        raise SubmissionError(_("This comment is empty."))
    return Comment.objects.create(submission=submission, author=author, text=text[:COMMENT_LENGTH], line=line)
