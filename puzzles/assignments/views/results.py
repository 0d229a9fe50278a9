"""Results for teachers: CSV files, one grid, techniques."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Classroom
from accounts.requests import UserRequest, teacher_required
from puzzles.library.models import Puzzle
from puzzles.library.views.downloads import csv_download

from ..forms.results import FileForm
from ..models import Assignment
from ..pages.puzzle_view import puzzle_page
from ..pages.results import FILES
from ..pages.technique_grid import file_rows, technique_page


@require_safe
@teacher_required
def assignment_csv(request: UserRequest, pk: int) -> HttpResponse:
    own = Assignment.objects.taught_by(request.user).with_puzzles()
    assignment = get_object_or_404(own.select_related("policy", "classroom"), pk=pk)
    form = FileForm(request.GET)
    form.is_valid()
    lines, kind = form.chosen("lines", "grids"), form.chosen("form", "excel")
    rows, name = FILES[lines](assignment), f"{assignment.name} {lines}"
    return csv_download(rows, kind=kind, name=name, by=request.user, assignment=pk)


@require_safe
@teacher_required
def puzzle_view(request: UserRequest, pk: int, puzzle: int) -> HttpResponse:
    classroom = get_object_or_404(Classroom.objects.taught_by(request.user), pk=pk)
    try:
        page = puzzle_page(classroom, puzzle)
    except Puzzle.DoesNotExist:
        raise Http404 from None
    return render(request, "assignments/puzzle_view.html", {"classroom": classroom, "page": page})


@require_safe
@teacher_required
def technique_grid(request: UserRequest, pk: int) -> HttpResponse:
    classroom = get_object_or_404(Classroom.objects.taught_by(request.user), pk=pk)
    page = technique_page(classroom)
    form = FileForm(request.GET)
    form.is_valid()
    if form.cleaned_data.get("form"):
        name = f"{classroom.name} {_('Techniques')}"
        kind = form.cleaned_data["form"]
        return csv_download(file_rows(page), kind=kind, name=name, by=request.user, classroom=pk)
    return render(request, "assignments/technique_grid.html", {"classroom": classroom, "page": page})
