"""Imports: send files or text with grids, follow the progress, read the report."""

from itertools import islice
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.audit_log import Action, log_action
from accounts.refusals import Refusal
from accounts.requests import UserRequest, page_with_form, poll, teacher_required

from .. import services as library
from ..forms.imports import UploadForm
from ..models import PuzzleImport
from ..pages.collections import classes_to_assign_to
from ..pages.counted_tiers import counted_tiers
from ..pages.imports import counts, failure_sentence, rejected_line, report_csv, several_example, similar_line
from .jobs import STOP_POLLING, progress

JOBS_ON_A_PAGE = 50
REJECTED_PER_PAGE = 50
SIMILAR_SHOWN = 50
FRAGMENT = "library/_import.html"


@require_safe
@teacher_required
def import_list(request: UserRequest) -> HttpResponse:
    """The files of a teacher, newest first."""
    page = Paginator(imports_of(request).owned_by(request.user), JOBS_ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    return render(request, "library/import_list.html", {"page": page})


@page_with_form
@teacher_required
def import_new(request: UserRequest) -> HttpResponse:
    """The form for files and pasted text; it leads to the report, or to the list if there are several."""
    form = UploadForm(
        request.POST if request.method == "POST" else None,
        request.FILES if request.method == "POST" else None,
        owner=request.user,
        initial={"collection": request.GET.get("collection", "")},
    )
    if form.is_valid():
        try:
            started = library.start_imports(
                owner=request.user, files=form.cleaned_data["file"], collection=form.place()
            )
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            if len(started) == 1:
                return redirect(started[0])
            messages.success(request, _("The files are being imported."))
            return redirect("library:imports")
    return render(request, "library/import_form.html", {"form": form})


@require_safe
@teacher_required
def import_report(request: UserRequest, pk: int) -> HttpResponse:
    """How far an import is, and its report."""
    puzzle_import = own_import(request, pk)
    return render(
        request,
        "library/job.html",
        import_context(request, puzzle_import)
        | {"title": puzzle_import.file_name, "job": puzzle_import, "fragment": FRAGMENT},
    )


@require_safe
@teacher_required
@poll
def import_progress(request: UserRequest, pk: int) -> HttpResponse:
    return progress(request, own_import(request, pk), FRAGMENT, import_context)


@require_safe
@teacher_required
@poll
def import_graded(request: UserRequest, pk: int) -> HttpResponse:
    """How many grids of the collection are graded; 204 if nothing has changed. The last answer stops the
    polling.
    """
    puzzle_import = own_import(request, pk)
    collection = puzzle_import.collection
    is_whole = collection.graded_count == collection.drawable_count
    if not is_whole and request.GET.get("graded") == str(collection.graded_count):
        return HttpResponse(status=204)
    context = {
        "import": puzzle_import,
        "tiers": counted_tiers(collection, first=puzzle_import.number_offset + 1),
        "rejected_lines": puzzle_import.rejected,
    }
    return render(request, "library/_graded.html", context, status=STOP_POLLING if is_whole else 200)


@require_safe
@teacher_required
def import_csv(request: UserRequest, pk: int) -> StreamingHttpResponse:
    """The report as a CSV file."""
    puzzle_import = own_import(request, pk)
    log_action(Action.EXPORT, by=request.user.pk, file=pk)
    response = StreamingHttpResponse(
        report_csv(puzzle_import, get_language() or "fr"), content_type="text/csv; charset=utf-8"
    )
    name = slugify(puzzle_import.file_name.rsplit(".", 1)[0]) or "import"
    response["Content-Disposition"] = f'attachment; filename="{name}-{puzzle_import.pk}.csv"'
    return response


def imports_of(request: UserRequest) -> Any:
    imports = PuzzleImport.objects.managed_by(request.user)
    return imports.select_related("collection").defer("checkpoint")


def own_import(request: UserRequest, pk: int) -> PuzzleImport:
    """The import, if this person may see it; 404 otherwise."""
    imports: QuerySet[PuzzleImport] = imports_of(request)
    return get_object_or_404(imports, pk=pk)


def import_context(request: UserRequest, job: PuzzleImport) -> dict[str, Any]:
    """What the fragment is drawn from."""
    pages = Paginator(job.rejected_lines.order_by("line", "pk"), REJECTED_PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    similar = library.similar_entries(job) if job.is_finished else iter(())
    return {
        "import": job,
        "counts": counts(job),
        "failure": failure_sentence(job),
        "page": page,
        "rejected_lines": [rejected_line(rejected) for rejected in page],
        "similar_lines": [similar_line(each) for each in islice(similar, SIMILAR_SHOWN)],
        "several": several_example(job),
        "tiers": counted_tiers(job.collection, first=job.number_offset + 1) if job.is_finished else [],
        "classrooms": classes_to_assign_to(request.user, job.collection) if job.is_finished else [],
    }
