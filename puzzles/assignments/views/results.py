"""Results for teachers: CSV files, grades by hand, one grid, techniques."""

from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Classroom
from accounts.requests import UserRequest, get_of_class, page_with_form, posted, teacher_required
from puzzles.library.models import Puzzle
from puzzles.library.views.downloads import csv_download

from ..forms.results import FileForm, GradeForm
from ..models import Assignment
from ..pages.puzzle_view import puzzle_page
from ..pages.results import FILES, FILES_OF_GRADES
from ..pages.technique_grid import file_rows, technique_page
from ..services.grades import GradeRule, final_grade, publish_grades, set_absent, set_grade
from ..services.results import results_of


@require_safe
@teacher_required
def assignment_csv(request: UserRequest, pk: int) -> HttpResponse:
    form = FileForm(request.GET)
    form.is_valid()
    lines = form.chosen("lines", "grids")
    own: Any = Assignment.objects.select_related("policy", "classroom")
    if lines not in FILES_OF_GRADES:
        own = own.filter(Q(has_parts=True) | Q(pk__in=Assignment.objects.with_puzzles().values("pk")))
    assignment = get_of_class(request, own, pk=pk)
    if assignment.has_parts and lines not in FILES_OF_GRADES:
        lines = "parts"
    kind = "plain" if lines == "moodle" else form.chosen("form", "excel")
    rows, name = FILES[lines](assignment), f"{assignment.name} {lines}"
    return csv_download(rows, kind=kind, name=name, by=request.user, assignment=pk)


@page_with_form
@teacher_required
def grade(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """A student's grade by hand, and the comment on it; `next` goes on to the next student by name."""
    assignment = graded_assignment(request, pk)
    results, rule = results_of(assignment), GradeRule.of(assignment)
    place = next((place for place, each in enumerate(results) if each.username == username), None)
    if place is None:
        raise Http404
    result = results[place]
    after = results[place + 1] if place + 1 < len(results) else None
    form = GradeForm(posted(request), grade=result.grade, rule=rule)
    if form.is_valid():
        set_grade(assignee=result.assignee, teacher=request.user, **form.grade())
        messages.success(request, _("%(student)s: saved.") % {"student": result.name})
        if after and "next" in request.POST:
            return redirect("assignments:grade", pk, after.username)
        return redirect(f"{assignment.get_absolute_url()}#results-title")
    context = {
        "assignment": assignment,
        "result": result,
        # As it is kept, whatever the form has.
        "grade": final_grade(result, rule),
        "after": after,
        "form": form,
    }
    return render(request, "assignments/grade.html", context, status=400 if form.errors else 200)


@require_POST
@teacher_required
def absent(request: UserRequest, pk: int) -> HttpResponse:
    """Grade all who never began as absent."""
    assignment = graded_assignment(request, pk, is_listed=True)
    count = set_absent(assignment=assignment, teacher=request.user)
    words = ngettext("%(count)d student is absent now.", "%(count)d students are absent now.", count)
    messages.success(request, words % {"count": count})
    return redirect(f"{assignment.get_absolute_url()}#results-title")


@require_POST
@teacher_required
def publish(request: UserRequest, pk: int) -> HttpResponse:
    """Show students their grades and comments, or hide them again."""
    assignment = graded_assignment(request, pk, is_listed=True)
    is_on = request.POST.get("grades") == "shown"
    publish_grades(assignment=assignment, teacher=request.user, is_on=is_on)
    if not is_on:
        messages.success(request, _("Your students do not see marks and comments any more."))
    elif assignment.shows_grades:
        messages.success(request, _("Your students see their marks and comments now."))
    else:
        messages.success(request, _("Your students will see marks and comments with the results."))
    return redirect(f"{assignment.get_absolute_url()}#results-title")


def graded_assignment(request: UserRequest, pk: int, *, is_listed: bool = False) -> Assignment:
    """Her assignment, once it is handed out; `is_listed`: not a part."""
    own: Any = Assignment.objects.with_rights(request.user).handed_out()
    if is_listed:
        own = own.listed()
    assignment: Assignment = get_of_class(request, own.select_related("policy", "classroom"), pk=pk)
    return assignment


@require_safe
@teacher_required
def puzzle_view(request: UserRequest, pk: int, puzzle: int) -> HttpResponse:
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    try:
        page = puzzle_page(classroom, puzzle)
    except Puzzle.DoesNotExist:
        raise Http404 from None
    return render(request, "assignments/puzzle_view.html", {"classroom": classroom, "page": page})


@require_safe
@teacher_required
def technique_grid(request: UserRequest, pk: int) -> HttpResponse:
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    page = technique_page(classroom)
    form = FileForm(request.GET)
    form.is_valid()
    if form.cleaned_data.get("form"):
        name = f"{classroom.name} {_('Techniques')}"
        kind = form.cleaned_data["form"]
        return csv_download(file_rows(page), kind=kind, name=name, by=request.user, classroom=pk)
    return render(request, "assignments/technique_grid.html", {"classroom": classroom, "page": page})
