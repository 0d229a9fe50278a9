"""Deletion in the admin: the confirmation shows true counts, and requires typing the name."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from ..privacy.deletion import Consequences, consequences


class CountedDeletion(BaseModelAdmin):
    """The confirmation counts what is deleted, instead of listing every row."""

    def consequences_of(self, rows: QuerySet[Any], request: HttpRequest) -> Consequences:
        return consequences(rows)

    def reasons_against(self, rows: list[Any], request: HttpRequest) -> list[str]:
        """The reasons that prevent the deletion of these rows now."""
        return []

    def get_deleted_objects(self, objs: Any, request: Any) -> Any:
        """Django's four answers: what is listed, the counts, missing permissions, objections."""
        rows = list(objs)
        keys = [row.pk for row in rows]
        found = self.consequences_of(self.model._base_manager.filter(pk__in=keys), request)
        kept = [_("%(what)s: %(count)d (kept)") % {"what": name, "count": n} for name, n in found.unlinked]
        forbidden = {str(row) for row in rows if not self.has_delete_permission(request, row)}
        reasons = self.reasons_against(rows, request)
        return [*map(str, rows), *kept], {str(name): n for name, n in found.deleted}, forbidden, reasons


class TypedDeletion(CountedDeletion, admin.ModelAdmin):
    """To confirm, the name is typed, or for several rows their number."""

    delete_confirmation_template = "accounts/admin_delete.html"
    delete_selected_confirmation_template = "accounts/admin_delete_selected.html"

    def get_deleted_objects(self, objs: Any, request: Any) -> Any:
        rows = list(objs)
        listed, counts, forbidden, reasons = super().get_deleted_objects(rows, request)
        wanted = str(rows[0]) if len(rows) == 1 else str(len(rows))
        typed = " ".join(request.POST.get("typed", "").split())
        if not reasons and request.POST.get("post") and typed != " ".join(wanted.split()):
            # An objection stops Django from deleting, and is shown on the page.
            text = _("Nothing was deleted: type “%(wanted)s” to confirm.")
            reasons = [text % {"wanted": wanted}]
        return listed, counts, forbidden, reasons
