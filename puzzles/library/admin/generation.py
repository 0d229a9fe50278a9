"""Orders of new grids in the admin: the rows; their progress is a page of the site."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from accounts.admin.roles import day_column

from ..models import PuzzleGeneration
from ..pages.generation import kind
from .rows import LibraryAdmin


@admin.register(PuzzleGeneration)
class PuzzleGenerationAdmin(LibraryAdmin):
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
    fields = ("kind", "collection", "count", "made", "tries", "seed", "state", "created_at", "finished_at")

    @admin.display(description=gettext_lazy("kind"))
    def kind(self, generation: PuzzleGeneration) -> str:
        return kind(generation.tier, generation.hardest)

    def view_on_site(self, generation: PuzzleGeneration) -> str:
        """The progress: Django's detour by content type reveals whether a row exists."""
        return generation.get_absolute_url()
