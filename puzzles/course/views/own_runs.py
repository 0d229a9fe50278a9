"""A student's own solver at work: the page on which it runs, beside the worksheet's."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.forms import first_error
from accounts.requests import UserRequest
from puzzles.engine.worksheets import WORKSHEETS
from puzzles.play.services.watching import SOLVERS_REST, WatchError, is_writing_exam, require_watchable

from ..forms.viewer import OwnRunForm
from ..pages.own_runs import own_run_page, reference_of, refused_grid_page, worksheet_board
from ..pages.viewer import refusal_page
from ..services.programs import program_of
from .sandbox import runs_programs


@require_safe
@runs_programs
def own_run(request: UserRequest, worksheet: str) -> HttpResponse:
    """The student's program for a worksheet at work on a grid; the program runs in the browser only.

    During an exam solvers rest, also one's own and whatever the grid.
    """
    if worksheet not in WORKSHEETS:
        raise Http404
    if is_writing_exam(request.user):
        return render(request, "not_now.html", {"sentence": SOLVERS_REST}, status=403)
    form = OwnRunForm(worksheet, request.GET)
    if not form.is_valid():
        page = refused_grid_page(worksheet, request.GET.get("grid", ""), first_error(form))
        return render(request, "course/watch_grid.html", page, status=400)
    solver = form.cleaned_data["solver"]
    board = form.board or worksheet_board(worksheet, solver)
    usual = reference_of(worksheet, solver)
    beside = form.beside(usual)
    try:
        require_watchable(request.user, board)
    except WatchError as refusal:
        page = refusal_page(refusal, board, beside or [usual], form.first_state)
        return render(request, "not_now.html", page, status=403)
    page = own_run_page(
        worksheet,
        board,
        text=program_of(request.user, worksheet).text,
        beside=beside,
        solver=solver,
        step=form.first_state,
        reader=request.user,
    )
    for sentence in page["warnings"]:
        messages.warning(request, sentence)
    return render(request, "course/watch.html", page)
