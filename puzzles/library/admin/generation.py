"""Generations in the admin: teachers order new grids, follow the progress, and stop it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.admin.roles import day_column, user_of

from .. import services as library
from ..forms.generation import GenerationForm
from ..models import Collection, Entry, PuzzleGeneration
from ..pages.generation import kind
from .jobs import JobAdmin, classes_to_assign_to

EXAMPLES = 5


def newest(collection: Collection) -> list[Entry]:
    """The grids that came last."""
    entries = Entry.objects.filter(collection=collection).select_related("puzzle")
    return list(entries.order_by("-number")[:EXAMPLES])


@admin.register(PuzzleGeneration)
class PuzzleGenerationAdmin(JobAdmin):
    """Orders of new grids."""

    list_display = (
        "kind",
        "collection",
        "count",
        "made",
        "state",
        day_column("created_at", gettext_lazy("ordered")),
    )
    list_select_related = ("collection__owner",)
    list_filter = ("state",)
    add_title, add_button = gettext_lazy("Generate grids"), gettext_lazy("Generate")
    add_fieldsets = (
        (None, {"fields": ("tier", "hardest", "count", "seed")}),
        (None, {"fields": ("collection", "name", "audience")}),
    )
    fragment = "admin/library/_generation.html"

    @admin.display(description=gettext_lazy("kind"))
    def kind(self, generation: PuzzleGeneration) -> str:
        return kind(generation.tier, generation.hardest)

    def title_of(self, job: PuzzleGeneration) -> str:
        return kind(job.tier, job.hardest)

    def form_for(self, request: HttpRequest) -> GenerationForm:
        return GenerationForm(
            request.POST if request.method == "POST" else None,
            owner=user_of(request),
            initial={"collection": request.GET.get("collection", "")},
        )

    def start(self, request: HttpRequest, form: GenerationForm) -> Sequence[PuzzleGeneration]:
        generation = library.start_generation(
            owner=user_of(request), collection=form.place(), kind=form.kind(), **form.wanted()
        )
        return [generation]

    def job_context(self, request: HttpRequest, job: PuzzleGeneration) -> dict[str, Any]:
        return {
            "generation": job,
            "examples": newest(job.collection) if job.made else [],
            "classrooms": classes_to_assign_to(request, job.collection) if job.made else [],
        }

    def job_views(self) -> Mapping[str, Any]:
        return {"stop/": require_POST(self.stop_view)}

    def stop_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Stop the search; the grids found so far stay."""
        generation = library.stop_generation(generation=self.job(request, pk))
        messages.success(request, _("Stopped. The grids made so far are in the collection."))
        return redirect(generation)
