"""Reports for teachers to print: of a class, of one student, of all its students."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit_log import Action, log_action
from accounts.models import Classroom
from accounts.requests import UserRequest, get_of_class, teacher_required
from puzzles.library.views.long_pages import long_page

from ..forms.results import PeriodForm
from ..pages.reports import class_report, with_growth
from ..pages.reports_pdf import class_report_pdf
from ..pages.reports_pdf import student_reports_pdf as reports_as_pdf
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


# As files


@require_safe
@teacher_required
@long_page()
def report_pdf(request: UserRequest, pk: int) -> HttpResponse:
    """The table of the class as a PDF."""
    classroom, form = asked(request, pk)
    page = class_report(classroom, form.period(), teacher=request.user)
    log_action(Action.EXPORT, by=request.user.pk, classroom=classroom.pk)
    return pdf_file(class_report_pdf(page, language=get_language() or "fr"), classroom.name)


@require_safe
@teacher_required
@long_page()
def student_reports_pdf(request: UserRequest, pk: int) -> HttpResponse:
    """All students as a PDF, each on pages of their own."""
    classroom, form = asked(request, pk)
    page = with_growth(class_report(classroom, form.period(), teacher=request.user))
    log_action(Action.EXPORT, by=request.user.pk, classroom=classroom.pk)
    return pdf_file(reports_as_pdf(page, language=get_language() or "fr"), classroom.name, _("students"))


@require_safe
@teacher_required
@long_page()
def student_report_pdf(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """One student as a PDF."""
    classroom, form = asked(request, pk)
    page = with_growth(class_report(classroom, form.period(), teacher=request.user, username=username))
    if not page.reports:
        raise Http404
    [found] = page.reports
    log_action(Action.EXPORT, by=request.user.pk, account=found.member.student_id)
    return pdf_file(reports_as_pdf(page, language=get_language() or "fr"), found.member.shown_name)


def pdf_file(content: bytes, *words: str) -> HttpResponse:
    """The content as a download, named after these words."""
    name = slugify(" ".join([_("Report"), *words]))
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{name}.pdf"'},
    )


def asked(request: UserRequest, pk: int) -> tuple[Classroom, PeriodForm]:
    """Her class, and the period in the address, which is the school year without one."""
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    form = PeriodForm(request.GET if request.GET else None, usual=school_year())
    form.is_valid()
    return classroom, form
