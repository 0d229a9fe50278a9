"""Imports in the admin: upload files of grids, follow the progress, read the report."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.http import require_safe

from accounts.admin.roles import day_column, user_of
from accounts.audit_log import Action, log_action

from .. import services as library
from ..forms.imports import UploadForm
from ..models import PuzzleImport
from ..pages.counted_tiers import counted_tiers
from ..pages.imports import counts, failure_sentence, rejected_line, report_csv, similar_line
from .collections import HELP_RULES
from .jobs import JobAdmin, classes_to_assign_to

REJECTED_PER_PAGE = 50
SIMILAR_SHOWN = 50


@admin.register(PuzzleImport)
class PuzzleImportAdmin(JobAdmin):
    """Uploaded files."""

    list_display = (
        "file_name",
        "collection",
        "state",
        "grid_count",
        "accepted",
        "known",
        "rejected",
        day_column("created_at", gettext_lazy("uploaded")),
    )
    list_select_related = ("collection", "owner")
    list_filter = ("state",)
    search_fields = ("file_name",)
    add_title, add_button = gettext_lazy("Import grids"), gettext_lazy("Import")
    add_fieldsets = (
        (None, {"fields": ("file",)}),
        (None, {"fields": ("collection", "name", "audience")}),
        (HELP_RULES[0], {**HELP_RULES[1], "classes": ("new-collection", "collapse")}),
    )
    fragment = "admin/library/_import.html"

    def get_queryset(self, request: Any) -> QuerySet[PuzzleImport]:
        return super().get_queryset(request).defer("checkpoint")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup == "collection__id__exact" or super().lookup_allowed(lookup, value, request)

    def title_of(self, job: PuzzleImport) -> str:
        return job.file_name

    def form_for(self, request: HttpRequest) -> UploadForm:
        return UploadForm(request.POST or None, request.FILES or None, owner=user_of(request))

    def start(self, request: HttpRequest, form: UploadForm) -> Sequence[PuzzleImport]:
        files = form.cleaned_data["file"]
        return library.start_imports(owner=user_of(request), files=files, collection=form.place())

    def job_context(self, request: HttpRequest, job: PuzzleImport) -> dict[str, Any]:
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
            "tiers": counted_tiers(job.collection, first=job.number_offset + 1) if job.is_finished else [],
            "classrooms": classes_to_assign_to(request, job.collection) if job.is_finished else [],
        }

    def job_views(self) -> Mapping[str, Any]:
        return {"report.csv": require_safe(self.report_view)}

    def report_view(self, request: HttpRequest, pk: int) -> StreamingHttpResponse:
        """The report as a CSV file."""
        puzzle_import = self.job(request, pk)
        log_action(Action.EXPORT, by=user_of(request).pk, file=pk)
        response = StreamingHttpResponse(
            report_csv(puzzle_import, get_language() or "fr"), content_type="text/csv; charset=utf-8"
        )
        name = slugify(puzzle_import.file_name.rsplit(".", 1)[0]) or "import"
        response["Content-Disposition"] = f'attachment; filename="{name}-{puzzle_import.pk}.csv"'
        return response
