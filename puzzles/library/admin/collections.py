"""Collections and their grids in the admin."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin.deleting import CountedDeletion
from accounts.admin.roles import day_column, is_staff, row_key, user_of
from accounts.audit_log import Action, log_action
from accounts.models import User

from .. import services as library
from ..forms.imports import CollectionForm, HelpRules
from ..models import Collection, Entry
from ..pages.difficulty import about, hardest_name, tier_counts, tier_name
from .filters import HardestFilter, SolutionsFilter, TierFilter, solutions_word
from .jobs import LibraryAdmin
from .pages import MAX_LISTED, FirstGrids, PagesByNumber

# Sorting a collection by anything but its numbers reads all of its grids.
MAX_SORTED = 5_000

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
        return collection.get_absolute_url()

    @admin.display(description=gettext_lazy("tiers"))
    def tiers(self, collection: Collection) -> str:
        """How many grids of each tier, and how many without one yet."""
        return tier_counts(collection)

    @admin.display(description=gettext_lazy("contents"))
    def contents(self, collection: Collection) -> SafeString:
        """Links to the grids and the files of the collection, and to the form for more."""
        query = f"?collection__id__exact={collection.pk}"
        return format_html(
            '<a href="{}">{}</a> · <a href="{}">{}</a> · <a href="{}">{}</a>',
            reverse("admin:library_entry_changelist") + query,
            _("the grids"),
            reverse("admin:library_puzzleimport_changelist") + query,
            _("the files"),
            reverse("admin:library_puzzlegeneration_add", query={"collection": collection.pk}),
            _("generate more grids"),
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


def listed_collection(request: HttpRequest) -> Collection | None:
    """The collection whose grids are listed, if this person may see it."""
    key = row_key(request.GET.get("collection__id__exact", ""))
    return Collection.objects.managed_by(user_of(request)).filter(pk=key).first() if key else None


@admin.register(Entry)
class EntryAdmin(LibraryAdmin):
    """The grids of a collection, read-only and without their solutions."""

    list_display = ("number", "grid", "tier", "score", "hardest", "rating", "clue_count", "solutions", "line")
    list_display_links = ("number",)
    list_filter = (
        TierFilter,
        HardestFilter,
        SolutionsFilter,
        ("puzzle__solving_class", admin.ChoicesFieldListFilter),
    )
    list_select_related = ("puzzle", "collection__owner")
    list_per_page = 50
    # The order of the index; the model's own goes through the collections' names.
    ordering = ("collection_id", "number")
    search_fields = ("number",)
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

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Entry], search_term: str
    ) -> tuple[QuerySet[Entry], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        if term.isdecimal() and len(term) < 10:
            return queryset.filter(number=int(term)), False
        return queryset.filter(puzzle__givens=term.translate(str.maketrans("0*_-", "...."))), False

    def changelist_view(self, request: Any, extra_context: Any = None) -> HttpResponse:
        """The title names the collection."""
        collection = listed_collection(request)
        title = _("Grids of %(collection)s") % {"collection": collection} if collection else _("Grids")
        return super().changelist_view(
            request, {"title": title, "collection": collection, "most_listed": MAX_LISTED}
        )

    def get_paginator(
        self, request: HttpRequest, queryset: Any, per_page: int, *rest: Any, **more: Any
    ) -> Any:
        """A whole collection by its numbers; of a filtered or sorted list, the beginning."""
        collection = listed_collection(request)
        if collection and request.GET.keys() <= {"collection__id__exact", "p"}:
            return PagesByNumber(collection, queryset, per_page)
        return FirstGrids(queryset, per_page)

    def get_sortable_by(self, request: HttpRequest) -> Any:
        collection = listed_collection(request)
        is_small = collection is not None and collection.entry_count <= MAX_SORTED
        return super().get_sortable_by(request) if is_small else ("number",)

    @admin.display(description=gettext_lazy("grid"))
    def grid(self, entry: Entry) -> SafeString:
        return render_to_string("admin/library/_grid.html", {"givens": entry.puzzle.givens})

    @admin.display(description=gettext_lazy("clues"), ordering="puzzle__clue_count")
    def clue_count(self, entry: Entry) -> int:
        return entry.puzzle.clue_count

    @admin.display(description=gettext_lazy("class"), ordering="puzzle__solving_class")
    def solving_class(self, entry: Entry) -> str:
        return entry.puzzle.get_solving_class_display()

    @admin.display(description=gettext_lazy("tier"), ordering="puzzle__tier")
    def tier(self, entry: Entry) -> str:
        if entry.puzzle.tier is None:
            return _("not graded yet") if entry.puzzle.is_offered else ""
        return tier_name(entry.puzzle.tier)

    @admin.display(description=gettext_lazy("score"), ordering="puzzle__score")
    def score(self, entry: Entry) -> int | None:
        return entry.puzzle.score

    @admin.display(description=gettext_lazy("hardest technique"))
    def hardest(self, entry: Entry) -> str:
        return hardest_name(entry.puzzle) if entry.puzzle.is_graded else ""

    @admin.display(description=gettext_lazy("rating"), ordering="puzzle__rating")
    def rating(self, entry: Entry) -> str:
        return about(entry.puzzle) if entry.puzzle.is_graded else ""

    @admin.display(description=gettext_lazy("solutions"))
    def solutions(self, entry: Entry) -> str:
        return solutions_word(entry.puzzle.solution_count)
