"""Who may do what in the admin: rights go by role, no permission rows needed."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.db.models import QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest

from ..models import Classroom, User


class ByRole(BaseModelAdmin):
    """Opens a part of the admin to teachers, who find there what the queryset's `managed_by` gives them."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: Any = super().get_queryset(request)
        return rows.managed_by(asking(request))


def asking(request: HttpRequest) -> User:
    """Who asks; nobody comes to these pages without having logged in."""
    return cast(User, request.user)


def is_staff(request: HttpRequest) -> bool:
    """Whether a teacher or an administrator asks."""
    return request.user.is_active and request.user.is_staff


def limited(field: ModelChoiceField | None, choices: QuerySet[Any]) -> ModelChoiceField | None:
    """The form field, offering and accepting these rows only, and no way to rows of another page."""
    if field is not None:
        field.queryset = choices
        for way in ("can_add_related", "can_change_related", "can_delete_related", "can_view_related"):
            setattr(field.widget, way, False)
    return field


def row_key(text: str) -> int | None:
    """The key of a row that an address names; None for what can be none, however long."""
    return int(text) if text.isdecimal() and len(text) < 19 else None


class ClassFilter(admin.SimpleListFilter):
    """Shows one of the classes that are hers. `path` leads from a row to the class."""

    title = Classroom._meta.verbose_name
    parameter_name = "class"
    path = "classroom"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        classes = Classroom.objects.managed_by(asking(request))
        return [(str(classroom.pk), classroom.name) for classroom in classes]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = row_key(self.value() or "")
        if chosen is None:
            return queryset
        # Through what is hers: a student may be in others' classes too.
        classes = Classroom.objects.managed_by(asking(request)).filter(pk=chosen)
        return queryset.filter(**{f"{self.path}__in": classes})
