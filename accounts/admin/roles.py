"""Permissions in the admin: by role, without permission rows."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.options import BaseModelAdmin
from django.db.models import QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from ..dates import day_element
from ..models import Classroom, User


class SitePages(BaseModelAdmin):
    """Pages with the titles and labels of the site's own."""

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The title names the rows, where Django's asks to select one."""
        title = capfirst(str(self.opts.verbose_name_plural))
        pages = cast("admin.ModelAdmin[Any]", super())
        return pages.changelist_view(request, {"title": title} | (extra_context or {}))

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Labels above their fields end without a colon, as in the forms of the site."""
        context["adminform"].form.label_suffix = ""
        pages = cast("admin.ModelAdmin[Any]", super())
        return pages.render_change_form(request, context, *args, **kwargs)


class ByRole(SitePages):
    """Opens a part of the admin to teachers, who see the rows of the queryset's `managed_by`."""

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
        return rows.managed_by(user_of(request))


def day_column(field: str, description: Any) -> Any:
    """A column with a day and a time, short as on the site."""

    @admin.display(description=description, ordering=field)
    def column(row: Any) -> SafeString | str:
        value = getattr(row, field)
        return day_element(value) if value else "—"

    column.__name__ = field
    return column


def user_of(request: HttpRequest) -> User:
    """The user; the admin requires a login."""
    return cast(User, request.user)


def is_staff(request: HttpRequest) -> bool:
    """Whether the user is a teacher or an administrator."""
    return request.user.is_active and request.user.is_staff


def restrict_choices(field: ModelChoiceField | None, choices: QuerySet[Any]) -> ModelChoiceField | None:
    """The form field with these choices only, and without links to other pages."""
    if field is not None:
        field.queryset = choices
        for way in ("can_add_related", "can_change_related", "can_delete_related", "can_view_related"):
            setattr(field.widget, way, False)
    return field


def row_key(text: str) -> int | None:
    """The key in an address; None if it cannot be one."""
    return int(text) if text.isdecimal() and len(text) < 19 else None


class ClassFilter(admin.SimpleListFilter):
    """Filters by one of her classes. `path` leads from a row to the class."""

    title = Classroom._meta.verbose_name
    parameter_name = "class"
    path = "classroom"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        classes = Classroom.objects.managed_by(user_of(request))
        return [(str(classroom.pk), classroom.name) for classroom in classes]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = row_key(self.value() or "")
        if chosen is None:
            return queryset
        # Through her classes: a student may be in others' classes too.
        classes = Classroom.objects.managed_by(user_of(request)).filter(pk=chosen)
        return queryset.filter(**{f"{self.path}__in": classes})
