"""Imports in the admin: the rows; their reports are pages of the site."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from accounts.admin.roles import day_column

from ..models import PuzzleImport
from .rows import LibraryAdmin


@admin.register(PuzzleImport)
class PuzzleImportAdmin(LibraryAdmin):
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
    fields = (
        "file_name",
        "collection",
        "owner",
        "state",
        "failure",
        "size",
        "grid_count",
        "accepted",
        "known",
        "rejected",
        "several_solutions",
        "no_solution",
        "similar",
        "created_at",
        "finished_at",
    )

    def get_queryset(self, request: Any) -> QuerySet[PuzzleImport]:
        return super().get_queryset(request).defer("checkpoint")

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup == "collection__id__exact" or super().lookup_allowed(lookup, value, request)

    def view_on_site(self, puzzle_import: PuzzleImport) -> str:
        """The report: Django's detour by content type reveals whether a row exists."""
        return puzzle_import.get_absolute_url()
