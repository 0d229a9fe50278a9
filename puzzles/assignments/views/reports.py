"""Reports for teachers to print: of a class, of one student, of all its students."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Classroom
from accounts.requests import UserRequest, get_of_class, teacher_required

from ..forms.results import PeriodForm
from ..pages.reports import class_report, with_growth
from ..services.periods import school_year


@require_safe
@teacher_required
def report(request: UserRequest, pk: int) -> HttpResponse:
    """The class as a table: each student with the grades of the period."""
    classroom, form = asked(request, pk)
    page = class_report(classroom, form.period(), teacher=request.user)
    return render(request, "assignments/report.html", {"classroom": classroom, "form": form, "page": page})


@require_safe
@teacher_required
def student_report(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """One student on one or two pages."""
    classroom, form = asked(request, pk)
    page = with_growth(class_report(classroom, form.period(), teacher=request.user, username=username))
    if not page.reports:
        raise Http404
    context = {"classroom": classroom, "form": form, "page": page, "is_one": True}
    return render(request, "assignments/student_reports.html", context)


@require_safe
@teacher_required
def student_reports(request: UserRequest, pk: int) -> HttpResponse:
    """All students, each on pages of their own."""
    classroom, form = asked(request, pk)
    page = with_growth(class_report(classroom, form.period(), teacher=request.user))
    return render(
        request, "assignments/student_reports.html", {"classroom": classroom, "form": form, "page": page}
    )


def asked(request: UserRequest, pk: int) -> tuple[Classroom, PeriodForm]:
    """Her class, and the period in the address, which is the school year without one."""
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    form = PeriodForm(request.GET if request.GET else None, usual=school_year())
    form.is_valid()
    return classroom, form
