"""Work given to a class, for the student who does it: its page, beginning it, its grids, handing it in."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.refusals import refused_to
from accounts.requests import UserRequest
from puzzles.services.assigned_work import open_grid
from puzzles.services.assignments.working import begin, find_work

from ..course.pages.submissions import work_context
from ..course.views.sandbox import runs_programs
from ..display.explorer import sheet_name
from ..display.work import hand_in_page, work_page
from ..services.assignments.ending import hand_in


@require_safe
@runs_programs
@refused_to("work", "pk")
def work(request: UserRequest, pk: int) -> HttpResponse:
    """What was given: its rules before it is begun, then its grids, and in the end what counted."""
    found = find_work(student=request.user, assignment_id=pk)
    page = work_page(found, request.user)
    if found.assignment.asks_exercises:
        page |= work_context(found, request.user)
        page["sheet_title"] = sheet_name(found.assignment.worksheet)
        return render(request, "course/work.html", page)
    return render(request, "work.html", page)


@require_POST
@refused_to("work", "pk")
def work_begin(request: UserRequest, pk: int) -> HttpResponse:
    """Begin, and go to the grids."""
    begin(student=request.user, assignment_id=pk)
    return redirect("work", pk)


@require_POST
@refused_to("work", "pk")
def work_open(request: UserRequest, pk: int, position: int) -> HttpResponse:
    """Go to one of the grids, begun now if it was not."""
    return redirect(open_grid(student=request.user, assignment_id=pk, position=position))


@require_http_methods(["GET", "HEAD", "POST"])
@refused_to("work", "pk")
def work_hand_in(request: UserRequest, pk: int) -> HttpResponse:
    """Ask whether all is to be handed in, and tell what is unfinished; asked by POST, do it.

    Programs are handed in version by version, and closed by nobody but the teacher.
    """
    if find_work(student=request.user, assignment_id=pk).assignment.asks_exercises:
        return redirect("work", pk)
    if request.method == "POST":
        hand_in(student=request.user, assignment_id=pk)
        messages.success(request, _("Handed in."))
        return redirect("work", pk)
    page = hand_in_page(find_work(student=request.user, assignment_id=pk))
    return render(request, "work_hand_in.html", page) if page else redirect("work", pk)
