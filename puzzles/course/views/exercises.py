"""The exercises of a worksheet: a list, a page for each, and the program written there."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.dates import date_format
from accounts.forms import first_error
from accounts.refusals import refused_to
from accounts.requests import UserRequest, page_with_form
from accounts.responses import plain_response
from puzzles.engine.judge.cases import program_name_of
from puzzles.play.services.watching import SOLVERS_REST, is_writing_exam

from ..forms.programs import DraftForm, PlainProgramForm
from ..models import QUESTIONS, Program, ProgramCopy, is_exercise
from ..pages.exercises import exercise_page, exercises_page, question_lines
from ..services import programs, progress
from ..services.programs import ProgramConflictError
from .sandbox import runs_programs
from .verdicts import require_worksheet

ACTS = {
    "save": programs.save_program,
    "replace": programs.replace_program,
    "aside": programs.set_draft_aside,
}


@require_safe
def exercises(request: UserRequest, worksheet: str) -> HttpResponse:
    """The exercises of a worksheet, and how far the reader is with each."""
    require_worksheet(worksheet)
    return render(request, "course/exercises.html", exercises_page(worksheet, request.user))


@runs_programs
@page_with_form
@refused_to("course:exercise", "worksheet", "key")
def exercise(request: UserRequest, worksheet: str, key: str) -> HttpResponse:
    """The page of an exercise. Posted to: its answers, or its program where there is no script."""
    if not is_exercise(worksheet, key):
        raise Http404
    if request.method != "POST":
        return show_exercise(request, worksheet, key)
    if (worksheet, key) in QUESTIONS:
        return save_answers(request, worksheet, key)
    return save_plainly(request, worksheet, key)


def show_exercise(request: UserRequest, worksheet: str, key: str) -> HttpResponse:
    """The page of an exercise; during an exam, in which solvers rest, a page that says so."""
    if is_writing_exam(request.user):
        return render(request, "not_now.html", {"sentence": SOLVERS_REST}, status=403)
    page = exercise_page(worksheet, key, request.user, programs.program_of(request.user, worksheet))
    if questions := QUESTIONS.get((worksheet, key)):
        page |= question_lines(questions, request.user, worksheet)
        return render(request, "course/questions.html", page)
    return render(request, "course/exercise.html", page)


def save_plainly(request: UserRequest, worksheet: str, key: str) -> HttpResponse:
    """Save the program of a form that is sent without a script."""
    form = PlainProgramForm(request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
    elif programs.save_over(student=request.user, worksheet=worksheet, draft=form.draft):
        messages.warning(request, ProgramConflictError.sentence)
    else:
        messages.success(request, _("Your program is saved."))
    return redirect("course:exercise", worksheet, key)


def save_answers(request: UserRequest, worksheet: str, key: str) -> HttpResponse:
    """Keep the answers to the questions of an exercise."""
    reason = request.POST.get("reason", "").strip()
    choices = {each.key: request.POST.getlist(each.key) for each in QUESTIONS[worksheet, key]}
    are_right = progress.record_answers(
        student=request.user, worksheet=worksheet, exercise=key, choices=choices, reason=reason
    )
    if are_right and not reason:
        messages.warning(request, _("All answers are right. Now give the reason in your own words."))
    return redirect("course:exercise", worksheet, key)


# The draft, as scripts send and request it


@page_with_form
def program(request: UserRequest, worksheet: str) -> HttpResponse:
    """The program of a worksheet: stored by POST; asked for, if it is newer than `?version=`."""
    require_worksheet(worksheet)
    if request.method == "POST":
        return stored_program(request, worksheet)
    found = programs.program_of(request.user, worksheet)
    rest = rest_words(request)
    if str(found.version) == request.GET.get("version") and not rest:
        return HttpResponse(status=204)
    return JsonResponse({"version": found.version, "text": found.text} | rest)


def rest_words(request: UserRequest) -> dict[str, str]:
    """What makes a page opened before an exam refuse to run programs during it."""
    return {"rest": str(SOLVERS_REST)} if is_writing_exam(request.user) else {}


def stored_program(request: UserRequest, worksheet: str) -> HttpResponse:
    form = DraftForm(request.POST)
    if not form.is_valid():
        return plain_response(first_error(form), 400)
    # Somebody else has logged in since this page was opened.
    if form.cleaned_data["user"] != request.user.pk:
        raise Http404
    act = ACTS[DraftForm.HOW[form.cleaned_data["how"]]]
    try:
        kept = act(student=request.user, worksheet=worksheet, draft=form.draft)
    except ProgramConflictError as conflict:
        return JsonResponse(conflict_data(conflict.program), status=409)
    is_aside = form.cleaned_data["how"] == "aside" and kept.text != form.draft.text
    return JsonResponse({"version": kept.version, "aside": is_aside} | rest_words(request))


def conflict_data(found: Program) -> dict[str, Any]:
    saved = date_format(localtime(found.saved_at), "SHORT_DATETIME_FORMAT")
    return {"version": found.version, "text": found.text, "saved": saved}


@require_safe
def program_copy(request: UserRequest, worksheet: str, pk: int) -> HttpResponse:
    """A text that a conflict set aside, to be read and copied."""
    copies = ProgramCopy.objects.filter(program__student=request.user, program__worksheet=worksheet)
    copy = get_object_or_404(copies, pk=pk)
    return HttpResponse(copy.text, content_type="text/plain; charset=utf-8")


@require_safe
def program_file(request: UserRequest, worksheet: str) -> HttpResponse:
    """The program as a file for one's own machine."""
    require_worksheet(worksheet)
    text = programs.program_of(request.user, worksheet).text
    answer = HttpResponse(text, content_type="text/x-python; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{program_name_of(worksheet)}"'
    return answer
