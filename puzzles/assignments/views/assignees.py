"""The student's pages of an assignment: begin it, open its grids, hand it in."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.refusals import refused_to
from accounts.requests import UserRequest, page_with_form
from puzzles.course.pages.worksheets import sheet_name
from puzzles.course.views.sandbox import runs_programs
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.closing import hand_in

from ..pages.assignees import assignee_page, hand_in_page
from ..pages.drills import assignee_drills
from ..pages.parts import assignee_parts
from ..pages.questions import assignee_questions
from ..pages.submissions import exercises_context
from ..services.assignees import begin, find_assignee


@require_safe
@runs_programs
@refused_to("assignments:assignee", "pk")
def assignee(request: UserRequest, pk: int) -> HttpResponse:
    """The rules before the student begins, then the grids, and at the end the results."""
    assignee = find_assignee(student=request.user, assignment_id=pk)
    page = assignee_page(assignee)
    if assignee.assignment.has_parts:
        page |= assignee_parts(assignee, timezone.now())
        return render(request, "assignments/assignee_whole.html", page)
    if assignee.assignment.asks_drills:
        page |= assignee_drills(assignee)
        return render(request, "assignments/assignee_drills.html", page)
    if assignee.assignment.asks_questions:
        page |= assignee_questions(assignee)
        return render(request, "assignments/assignee_questions.html", page)
    if not assignee.assignment.asks_exercises:
        return render(request, "assignments/assignee.html", page)
    page |= exercises_context(assignee) | {"sheet_title": sheet_name(assignee.assignment.worksheet)}
    return render(request, "assignments/assignee_exercises.html", page)


@require_POST
@refused_to("assignments:assignee", "pk")
def begin_assignment(request: UserRequest, pk: int) -> HttpResponse:
    begun = begin(student=request.user, assignment_id=pk)
    page = "assignments:assigned_drill" if begun.assignment.asks_drills else "assignments:assignee"
    return redirect(page, pk)


@require_POST
@refused_to("assignments:assignee", "pk")
def open_assigned_puzzle(request: UserRequest, pk: int, position: int) -> HttpResponse:
    """Go to one of the grids; the first time this makes the attempt."""
    return redirect(open_grid(student=request.user, assignment_id=pk, position=position))


@page_with_form
@refused_to("assignments:assignee", "pk")
def hand_in_assignment(request: UserRequest, pk: int) -> HttpResponse:
    """Ask before all grids are handed in, by POST hand them in.

    Programs are handed in version by version, drills one by one: their assignments end when the teacher stops
    them.
    """
    assignee = find_assignee(student=request.user, assignment_id=pk)
    assignment = assignee.assignment
    if assignment.asks_exercises or assignment.asks_drills or assignment.has_parts:
        return redirect("assignments:assignee", pk)
    if request.method == "POST":
        hand_in(student=request.user, assignment_id=pk)
        messages.success(request, _("Handed in."))
        return redirect("assignments:assignee", pk)
    if (page := hand_in_page(assignee)) and assignee.assignment.asks_questions:
        page |= assignee_questions(assignee)
        return render(request, "assignments/hand_in_questions.html", page)
    if page:
        return render(request, "assignments/hand_in_assignment.html", page)
    return redirect("assignments:assignee", pk)
