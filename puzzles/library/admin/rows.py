"""What the pages of the library share in the admin: rows that are read."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from accounts.admin.roles import ByRole, user_of


class LibraryAdmin(ByRole, admin.ModelAdmin):
    """Rows that their teacher sees; read-only unless a subclass allows more."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """With the owner, for an administrator."""
        columns: list[Any] = list(super().get_list_display(request))
        return [*columns, "owner_name"] if user_of(request).is_superuser else columns

    @admin.display(description=gettext_lazy("owner"))
    def owner_name(self, row: Any) -> str:
        return str((row if hasattr(row, "owner") else row.collection).owner)
