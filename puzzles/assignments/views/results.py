"""Results for teachers: CSV files, the formula of marks, one grid, techniques."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import UserRequest, teacher_required
from puzzles.library.models import Puzzle
from puzzles.library.views.downloads import csv_download

from ..forms.results import FileForm, GradeRuleForm
from ..pages.puzzle_view import puzzle_page
from ..pages.results import FILES
from ..pages.technique_grid import file_rows, technique_page
from ..services.grades import set_grade_rule
from .assignments import assignment_context, own_assignment
from .following import own_class


@require_safe
@teacher_required
def assignment_csv(request: UserRequest, pk: int) -> HttpResponse:
    assignment = own_assignment(request, pk, has_grids=True)
    form = FileForm(request.GET)
    form.is_valid()
    lines, kind = form.chosen("lines", "grids"), form.chosen("form", "excel")
    rows, name = FILES[lines](assignment), f"{assignment.name} {lines}"
    return csv_download(rows, kind=kind, name=name, by=request.user, assignment=pk)


@require_POST
@teacher_required
def assignment_marks(request: UserRequest, pk: int) -> HttpResponse:
    """Change the formula of the suggested marks."""
    assignment = own_assignment(request, pk, has_grids=True)
    form = GradeRuleForm(request.POST, assignment=assignment)
    if not form.is_valid():
        return render(
            request, "assignments/assignment.html", assignment_context(request, assignment, form), status=400
        )
    set_grade_rule(assignment=assignment, rule=form.rule())
    messages.success(request, _("The suggested marks now use this formula."))
    return redirect(f"{assignment.get_absolute_url()}#results-title")


@require_safe
@teacher_required
def puzzle_view(request: UserRequest, pk: int, puzzle: int) -> HttpResponse:
    classroom = own_class(request, pk)
    try:
        page = puzzle_page(classroom, puzzle)
    except Puzzle.DoesNotExist:
        raise Http404 from None
    return render(request, "assignments/puzzle_view.html", {"classroom": classroom, "page": page})


@require_safe
@teacher_required
def technique_grid(request: UserRequest, pk: int) -> HttpResponse:
    classroom = own_class(request, pk)
    page = technique_page(classroom)
    form = FileForm(request.GET)
    form.is_valid()
    if form.cleaned_data.get("form"):
        name = f"{classroom.name} {_('Techniques')}"
        kind = form.cleaned_data["form"]
        return csv_download(file_rows(page), kind=kind, name=name, by=request.user, classroom=pk)
    return render(request, "assignments/technique_grid.html", {"classroom": classroom, "page": page})
