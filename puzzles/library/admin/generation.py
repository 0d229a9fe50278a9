"""Where teachers have new grids made, and see how far they are."""

from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.helpers import AdminForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.admin.roles import is_staff
from accounts.models import User

from .. import services as library
from ..forms.generation import GenerationForm
from ..models import PuzzleGeneration
from ..pages.generation import generation_page, kind
from .collections import STOP_POLLING, LibraryAdmin

# What moves of an order's page while its grids come in.
FRAGMENT = "admin/library/puzzlegeneration/_generation.html"

FIELDSETS: Any = (
    (None, {"fields": ("tier", "hardest", "count", "seed", "collection")}),
    (gettext_lazy("New collection"), {"fields": ("name", "audience"), "classes": ("new-collection",)}),
)


@admin.register(PuzzleGeneration)
class PuzzleGenerationAdmin(LibraryAdmin):
    """Orders of new grids: the page to order on, their progress."""

    list_display = ("kind", "collection", "count", "made", "state", "created_at")
    list_select_related = ("collection__owner",)
    list_filter = ("state",)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def whose(self, row: PuzzleGeneration) -> str:
        return str(row.collection.owner)

    @admin.display(description=gettext_lazy("kind"))
    def kind(self, generation: PuzzleGeneration) -> str:
        return kind(generation.tier, generation.hardest)

    def get_urls(self) -> list[URLPattern]:
        own = [
            ("<int:pk>/progress/", require_safe(self.progress_view), "progress"),
            ("<int:pk>/stop/", require_POST(self.stop_view), "stop"),
        ]
        return [
            path(route, self.admin_site.admin_view(view), name=f"library_puzzlegeneration_{name}")
            for route, view, name in own
        ] + super().get_urls()

    def generation_of(self, request: HttpRequest, pk: str | int) -> PuzzleGeneration:
        """The order of this key, if this person may see it."""
        generation = self.get_object(request, str(pk))
        if generation is None:
            raise Http404
        return cast(PuzzleGeneration, generation)

    # The order

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        if not self.has_add_permission(request):
            raise Http404
        owner = cast(User, request.user)
        is_ordered = request.method == "POST"
        form = GenerationForm(
            request.POST if is_ordered else None,
            owner=owner,
            initial={"collection": request.GET.get("collection", "")},
        )
        if is_ordered and form.is_valid():
            try:
                generation = library.start_generation(
                    owner=owner, collection=form.place(), kind=form.kind(), **form.wanted()
                )
            except (library.GenerationError, library.CollectionNameError) as error:
                form.add_error(None, str(error))
            else:
                self.log_addition(request, generation, [{"added": {}}])
                return HttpResponseRedirect(generation.get_absolute_url())
        return self.order_page(request, form)

    def order_page(self, request: HttpRequest, form: GenerationForm) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Generate grids"),
            "form": form,
            "adminform": AdminForm(cast(Any, form), FIELDSETS, {}, model_admin=self),
        }
        return TemplateResponse(request, "admin/library/puzzlegeneration/order.html", context)

    # One order

    @method_decorator(require_safe)
    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        generation = self.generation_of(request, object_id)
        context = {
            **self.admin_site.each_context(request),
            **generation_page(generation),
            "opts": self.opts,
            "title": kind(generation.tier, generation.hardest),
            "original": generation,
            "fragment": FRAGMENT,
        }
        return TemplateResponse(request, "admin/library/puzzlegeneration/generation.html", context)

    def progress_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """How far an order is: nothing when nothing has changed, and the result, once, when it has ended."""
        generation = self.generation_of(request, pk)
        if not generation.is_finished and request.GET.get("tries") == str(generation.tries):
            return HttpResponse(status=204)
        page = generation_page(generation)
        response = render(request, FRAGMENT, page)
        response.status_code = STOP_POLLING if generation.is_finished else 200
        return response

    def stop_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """End an order; what was made stays."""
        generation = library.stop_generation(generation=self.generation_of(request, pk))
        messages.success(request, _("Stopped. The grids that were made are in the collection."))
        return HttpResponseRedirect(generation.get_absolute_url())
