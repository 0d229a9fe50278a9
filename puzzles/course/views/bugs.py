"""The bug gallery: wrong versions of the worksheets' functions, and the search for a case that shows it.

Both versions run in the student's browser.
"""

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import UserRequest
from puzzles.engine.worksheets.mutants import Mutant
from puzzles.play.services.watching import (
    SOLVERS_REST,
    WatchError,
    is_writing_exam,
    require_explorable,
    require_watchable,
)

from ..access import reference_access
from ..forms.bugs import CaseForm, TryForm
from ..pages.bugs import bug_of, bug_page, bugs_page, calls_solver, closed_page, found_words, is_bug_open
from ..services.bugs import record_try
from .sandbox import runs_programs
from .verdicts import require_worksheet


@require_safe
def bugs(request: UserRequest, worksheet: str) -> HttpResponse:
    """The bugs of a worksheet by exercise, and which of them the reader has found."""
    require_worksheet(worksheet)
    return render(request, "course/bugs.html", bugs_page(worksheet, request.user))


@runs_programs
@require_safe
def bug(request: UserRequest, worksheet: str, key: str, number: int) -> HttpResponse:
    """One wrong function; closed as long as the reference solution, which it nearly gives away."""
    found = numbered_bug(worksheet, key, number)
    if is_writing_exam(request.user):
        return render(request, "not_now.html", {"sentence": SOLVERS_REST}, status=403)
    if not is_bug_open(found, reference_access(request.user, worksheet)):
        return render(request, "course/bug_closed.html", closed_page(found, request.user), status=403)
    return render(request, "course/bug.html", bug_page(found, request.user))


@require_safe
def bug_case(request: UserRequest, worksheet: str, key: str, number: int) -> HttpResponse:
    """Whether both versions may run on a grid: the page asks before each run, for the right one may solve it.

    204, or 403 with the reason: a page that was opened before an exam still knows how to solve.
    """
    found = numbered_bug(worksheet, key, number)
    if is_writing_exam(request.user):
        return JsonResponse({"sentence": str(SOLVERS_REST)}, status=403)
    if not is_bug_open(found, reference_access(request.user, worksheet)):
        return JsonResponse({}, status=403)
    form = CaseForm(request.GET)
    if not form.is_valid():
        return JsonResponse({}, status=400)
    require = require_watchable if calls_solver(found) else require_explorable
    try:
        if form.board:
            require(request.user, form.board)
    except WatchError as refusal:
        return JsonResponse({"sentence": str(refusal)}, status=403)
    return HttpResponse(status=204)


@require_POST
def bug_try(request: UserRequest, worksheet: str, key: str, number: int) -> HttpResponse:
    """Both versions were run: `digits` of the grid where they differed, nothing where they did not."""
    found = numbered_bug(worksheet, key, number)
    if is_writing_exam(request.user) or not is_bug_open(found, reference_access(request.user, worksheet)):
        return JsonResponse({}, status=403)
    form = TryForm(request.POST)
    form.is_valid()
    digits = form.cleaned_data.get("digits")
    seen = record_try(student=request.user, worksheet=worksheet, exercise=key, name=found.name, digits=digits)
    return JsonResponse(found_words(found, seen) if seen else {})


def numbered_bug(worksheet: str, key: str, number: int) -> Mutant:
    found = bug_of(worksheet, key, number)
    if found is None:
        raise Http404
    return found
