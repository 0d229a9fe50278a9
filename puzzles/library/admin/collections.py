"""Collections and their grids in the admin."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin.deleting import CountedDeletion
from accounts.admin.roles import day_column, is_staff
from accounts.audit_log import Action, log_action
from accounts.models import User

from .. import services as library
from ..forms.imports import CollectionForm, HelpRules
from ..models import Collection, Entry
from ..pages.difficulty import about, hardest_name, tier_counts, tier_name
from ..pages.entries import FirstGrids, solutions_word
from .rows import LibraryAdmin

HELP_RULES: Any = (gettext_lazy("Help while playing"), {"fields": HelpRules.RULES})


@admin.register(Collection)
class CollectionAdmin(CountedDeletion, LibraryAdmin):
    """Collections: name, audience, help rules."""

    form = CollectionForm
    list_display = (
        "name",
        "entry_count",
        "drawable_count",
        "graded_count",
        "audience",
        day_column("created_at", gettext_lazy("created on")),
    )
    list_select_related = ("owner",)
    search_fields = ("name",)
    readonly_fields = ("entry_count", "drawable_count", "tiers", "contents")
    fieldsets = (
        (None, {"fields": ("name", "audience", "entry_count", "drawable_count", "tiers", "contents")}),
        HELP_RULES,
    )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def view_on_site(self, collection: Collection) -> str:
        """The page's own address: Django's detour by content type reveals whether a row exists."""
        return reverse("library:collection", args=[collection.pk])

    @admin.display(description=gettext_lazy("tiers"))
    def tiers(self, collection: Collection) -> str:
        """How many grids of each tier, and how many without one yet."""
        return tier_counts(collection)

    @admin.display(description=gettext_lazy("contents"))
    def contents(self, collection: Collection) -> SafeString:
        """Links to the grids and the files of the collection."""
        query = f"?collection__id__exact={collection.pk}"
        return format_html(
            '<a href="{}">{}</a> · <a href="{}">{}</a>',
            reverse("library:collection", args=[collection.pk]),
            _("the grids"),
            reverse("admin:library_puzzleimport_changelist") + query,
            _("the files"),
        )

    def save_model(self, request: HttpRequest, obj: Collection, form: Any, change: bool) -> None:
        before = Collection.objects.filter(pk=obj.pk).values_list("policy", flat=True).first()
        super().save_model(request, obj, form, change)
        if obj.policy_id != before:
            by = cast(User, request.user).pk
            log_action(Action.POLICY_CHANGED, by=by, collection=obj.pk, policy=obj.policy_id)

    def delete_model(self, request: HttpRequest, obj: Collection) -> None:
        library.delete_collection(collection=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Collection]) -> None:
        for collection in queryset:
            library.delete_collection(collection=collection)


@admin.register(Entry)
class EntryAdmin(LibraryAdmin):
    """The grids of collections, read-only and without their solutions."""

    list_display = ("number", "grid", "tier", "score", "hardest", "rating", "clue_count", "solutions", "line")
    list_display_links = ("number",)
    list_select_related = ("puzzle", "collection__owner")
    list_per_page = 50
    paginator = FirstGrids
    # The order of the index; the model's own goes through the collections' names.
    ordering = ("collection_id", "number")
    sortable_by = ("number",)
    fields = (
        "grid",
        "collection",
        "number",
        "line",
        "clue_count",
        "solving_class",
        "tier",
        "score",
        "hardest",
        "rating",
        "solutions",
    )

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """None, so that the index does not list entries: they are reached through their collection."""
        return {}

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup == "collection__id__exact" or super().lookup_allowed(lookup, value, request)

    @admin.display(description=gettext_lazy("grid"))
    def grid(self, entry: Entry) -> SafeString:
        return render_to_string("admin/library/_grid.html", {"givens": entry.puzzle.givens})

    @admin.display(description=gettext_lazy("clues"))
    def clue_count(self, entry: Entry) -> int:
        return entry.puzzle.clue_count

    @admin.display(description=gettext_lazy("class"))
    def solving_class(self, entry: Entry) -> str:
        return entry.puzzle.get_solving_class_display()

    @admin.display(description=gettext_lazy("tier"))
    def tier(self, entry: Entry) -> str:
        if entry.puzzle.tier is None:
            return _("not graded yet") if entry.puzzle.is_offered else ""
        return tier_name(entry.puzzle.tier)

    @admin.display(description=gettext_lazy("score"))
    def score(self, entry: Entry) -> int | None:
        return entry.puzzle.score

    @admin.display(description=gettext_lazy("hardest technique"))
    def hardest(self, entry: Entry) -> str:
        return hardest_name(entry.puzzle) if entry.puzzle.is_graded else ""

    @admin.display(description=gettext_lazy("rating"))
    def rating(self, entry: Entry) -> str:
        return about(entry.puzzle) if entry.puzzle.is_graded else ""

    @admin.display(description=gettext_lazy("solutions"))
    def solutions(self, entry: Entry) -> str:
        return solutions_word(entry.puzzle.solution_count)
