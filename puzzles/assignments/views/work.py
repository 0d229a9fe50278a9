"""Work given to a class, for the student who does it: its page, beginning it, its grids, handing it in."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.refusals import refused_to
from accounts.requests import UserRequest
from puzzles.course.pages.worksheets import sheet_name
from puzzles.course.views.sandbox import runs_programs
from puzzles.play.services.assigned_work import open_grid
from puzzles.play.services.closing import hand_in

from ..pages.submissions import work_context
from ..pages.work import hand_in_page, work_page
from ..services.student_work import begin, find_work


@require_safe
@runs_programs
@refused_to("assignments:work", "pk")
def work(request: UserRequest, pk: int) -> HttpResponse:
    """What was given: its rules before it is begun, then its grids, and in the end what counted."""
    found = find_work(student=request.user, assignment_id=pk)
    page = work_page(found, request.user)
    if found.assignment.asks_exercises:
        page |= work_context(found, request.user)
        page["sheet_title"] = sheet_name(found.assignment.worksheet)
        return render(request, "assignments/exercises_work.html", page)
    return render(request, "assignments/work.html", page)


@require_POST
@refused_to("assignments:work", "pk")
def work_begin(request: UserRequest, pk: int) -> HttpResponse:
    """Begin, and go to the grids."""
    begin(student=request.user, assignment_id=pk)
    return redirect("assignments:work", pk)


@require_POST
@refused_to("assignments:work", "pk")
def work_open(request: UserRequest, pk: int, position: int) -> HttpResponse:
    """Go to one of the grids, begun now if it was not."""
    return redirect(open_grid(student=request.user, assignment_id=pk, position=position))


@require_http_methods(["GET", "HEAD", "POST"])
@refused_to("assignments:work", "pk")
def work_hand_in(request: UserRequest, pk: int) -> HttpResponse:
    """Ask whether all is to be handed in, and tell what is unfinished; asked by POST, do it.

    Programs are handed in version by version, and closed by nobody but the teacher.
    """
    if find_work(student=request.user, assignment_id=pk).assignment.asks_exercises:
        return redirect("assignments:work", pk)
    if request.method == "POST":
        hand_in(student=request.user, assignment_id=pk)
        messages.success(request, _("Handed in."))
        return redirect("assignments:work", pk)
    page = hand_in_page(find_work(student=request.user, assignment_id=pk))
    return (
        render(request, "assignments/work_hand_in.html", page) if page else redirect("assignments:work", pk)
    )
