"""Programs handed in: students hand them in and read them, teachers read, judge and comment."""

from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.audit_log import Action, log_action
from accounts.forms import first_error
from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, poll, student_required, teacher_required
from puzzles.course.forms.programs import PlainProgramForm
from puzzles.course.forms.verdicts import read_verdicts
from puzzles.course.models import Comment, Submission, is_exercise
from puzzles.course.pages.table import exercise_table
from puzzles.course.services.files import zip_of
from puzzles.course.services.programs import ProgramConflictError, save_over
from puzzles.course.services.progress import record_verdicts
from puzzles.course.services.verdicts import ReportedVerdict, VerdictError
from puzzles.course.views.sandbox import runs_programs
from puzzles.engine.judge import wording

from ..forms.submissions import CommentForm, UploadForm
from ..models import Assignment
from ..pages.submissions import judge_data, programs_to_judge, submission_page
from ..services import submissions as services
from ..services.assignees import find_assignee
from ..services.submissions import SubmissionError
from .tables import NO_NEWS, news_of

# The student


@require_POST
@refused_to("course:exercise", "worksheet", "key")
def hand_in_program(request: UserRequest, worksheet: str, key: str) -> HttpResponse:
    """Save and hand in the program on the page of an exercise."""
    if not is_exercise(worksheet, key):
        raise Http404
    form = PlainProgramForm(request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("course:exercise", worksheet, key)
    if save_over(student=request.user, worksheet=worksheet, draft=form.draft):
        messages.warning(request, ProgramConflictError.sentence)
    submission = services.submit(
        student=request.user,
        worksheet=worksheet,
        source=form.cleaned_data["text"],
        assignment_id=assignment_asked(request),
        verdicts=sent_verdicts(request, worksheet),
    )
    handed_in = (
        _("You have already handed in this program, as %(name)s.")
        if submission.is_unchanged
        else _("Handed in as %(name)s. You can hand in a better version at any time.")
    )
    messages.success(request, with_cells(handed_in % {"name": submission.file_name}, submission))
    if line := form.cleaned_data["unreadable"]:
        words = _("Python cannot read line %(line)d: none of your functions work until you fix it.")
        messages.warning(request, words % {"line": line})
    return redirect("course:exercise", worksheet, key)


def assignment_asked(request: UserRequest) -> int | None:
    named = request.POST.get("assignment", "")
    return int(named) if named.isascii() and named.isdecimal() and len(named) < 19 else None


def sent_verdicts(request: UserRequest, worksheet: str) -> list[ReportedVerdict]:
    """The verdicts that the page's script has put into the form; none if they cannot be read."""
    try:
        return read_verdicts(request, worksheet)
    except VerdictError:
        return []


@require_POST
@student_required
@refused_to("assignments:assignee", "pk")
def submit_file(request: UserRequest, pk: int) -> HttpResponse:
    """Hand in a file for an assignment of exercises."""
    assignment = own_exercises(request, pk)
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        raise SubmissionError(_("Choose the file to hand in: a .py file of at most 100 KB, or a notebook."))
    file = form.cleaned_data["file"]
    content = file.read(services.NOTEBOOK_BYTES + 1)
    submission = services.submit(
        student=request.user,
        worksheet=assignment.worksheet,
        source=services.decode_source(content),
        assignment_id=pk,
        file_name=file.name,
        is_trial=form.cleaned_data["is_trial"],
    )
    messages.success(request, handed_in_words(submission))
    if not services.is_utf8(content):
        messages.info(request, wording.note({"code": "windows_1252"}, get_language() or "en"))
    return redirect("assignments:assignee", pk)


def own_exercises(request: UserRequest, pk: int) -> Assignment:
    """An assignment of exercises of this student, or of their class if they joined later."""
    assignment = find_assignee(student=request.user, assignment_id=pk).assignment
    if not assignment.asks_exercises:
        raise Http404
    return assignment


def handed_in_words(submission: Submission) -> str:
    words = _("Kept as a test deposit: it does not count yet.") if submission.is_trial else _("Handed in.")
    return with_cells(words, submission)


def with_cells(words: str, submission: Submission) -> str:
    """The sentence, with another one if the version came from a notebook."""
    if not submission.cells_taken:
        return words
    return f"{words} {wording.cells_taken(submission.cells_taken, get_language() or 'en')}"


@require_safe
def submission(request: UserRequest, pk: int) -> HttpResponse:
    """One version, for its student and the teachers of the class."""
    found = readable(request, pk)
    return render(request, "assignments/submission.html", submission_page(found, request.user))


@require_safe
def submission_file(request: UserRequest, pk: int) -> HttpResponse:
    """The program as a file, as plain text that no browser runs."""
    found = readable(request, pk)
    answer = HttpResponse(found.source, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{found.file_name}"'
    return answer


@require_POST
@student_required
def own_verdicts(request: UserRequest, pk: int) -> HttpResponse:
    """Keep the verdicts of the student's browser on a version of theirs."""
    found = get_object_or_404(Submission.objects.of(request.user).defer("source"), pk=pk)
    verdicts = read_verdicts(request, found.worksheet)
    record_verdicts(student=request.user, worksheet=found.worksheet, verdicts=verdicts, submission=found)
    return HttpResponse(status=NO_NEWS)


# The teacher


@require_POST
@teacher_required
def submission_comment(request: UserRequest, pk: int) -> HttpResponse:
    """Write a comment, which the student reads."""
    found = get_of_class(request, Submission.objects, pk=pk)
    form = CommentForm(request.POST, lines=len(found.lines))
    if form.is_valid():
        services.comment(submission=found, author=request.user, **form.cleaned_data)
        messages.success(request, _("Your student sees this comment now."))
    else:
        messages.warning(request, first_error(form))
    return redirect("assignments:submission", pk)


@require_POST
@teacher_required
def delete_comment(request: UserRequest, pk: int) -> HttpResponse:
    """Delete a comment of one's own."""
    taught = Submission.objects.taught_by(request.user).values("pk")
    own = Comment.objects.filter(author=request.user, submission__in=taught)
    found = get_object_or_404(own, pk=pk)
    found.delete()
    messages.success(request, _("The comment is deleted."))
    return redirect("assignments:submission", found.submission_id)


@require_POST
@teacher_required
def confirm_verdicts(request: UserRequest, pk: int) -> HttpResponse:
    """Keep the verdicts of the teacher's own browser."""
    rows: Any = Submission.objects.select_related("student").defer("source")
    found = get_of_class(request, rows, pk=pk)
    verdicts = read_verdicts(request, found.worksheet)
    services.confirm_verdicts(submission=found, verdicts=verdicts)
    return HttpResponse(status=NO_NEWS)


@require_safe
@teacher_required
@poll
def table_news(request: UserRequest, pk: int) -> HttpResponse:
    """The table of students and exercises; 204 if the page has the same."""
    return news_of(request, exercise_table(own_assignment(request, pk)), "assignments/_exercise_table.html")


@require_safe
@teacher_required
@runs_programs
def judge_again(request: UserRequest, pk: int) -> HttpResponse:
    """The page whose script judges the programs of the class in the teacher's browser."""
    assignment = own_assignment(request, pk)
    newest = programs_to_judge(assignment)
    data = judge_data(assignment, unconfirmed={each.submission.pk: each.unconfirmed for each in newest})
    new = sum(not each.is_judged for each in newest)
    context = {"assignment": assignment, "newest": newest, "new": new, "data": data}
    return render(request, "assignments/judge_again.html", context)


@require_safe
@teacher_required
def files_zip(request: UserRequest, pk: int) -> HttpResponse:
    """The programs of the class in one file."""
    assignment = own_assignment(request, pk)
    log_action(Action.EXPORT, by=request.user.pk, assignment=pk)
    answer = HttpResponse(zip_of(assignment), content_type="application/zip")
    name = slugify(f"{assignment.classroom.name} {assignment.name}") or "programs"
    answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    return answer


def readable(request: UserRequest, pk: int) -> Submission:
    """A version of one's own, or of a student of one's classes."""
    rows = Submission.objects.select_related("student", "assignment__classroom")
    own = Q(student=request.user)
    of_hers = Submission.objects.read_by(request.user).values("pk")
    may_read = own | Q(pk__in=of_hers) if request.user.is_teacher else own
    return get_object_or_404(rows.filter(may_read), pk=pk)


def own_assignment(request: UserRequest, pk: int) -> Assignment:
    rows: Any = Assignment.objects.with_rights(request.user).handed_out().of_exercises()
    found: Assignment = get_of_class(request, rows.select_related("classroom", "policy"), pk=pk)
    return found
