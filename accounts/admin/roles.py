"""Who may do what in the admin: rights go by role, no permission rows needed."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.forms import ModelChoiceField
from django.http import HttpRequest

from ..models import Classroom, User
from ..requests import UserRequest


class ByRole:
    """Opens a part of the admin to teachers, who find there what the queryset's `managed_by` gives them."""

    model: type[models.Model]

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

    def get_queryset(self, request: UserRequest) -> models.QuerySet[Any]:
        return super().get_queryset(request).managed_by(request.user)  # type: ignore[misc]


def is_staff(request: HttpRequest) -> bool:
    """Whether a teacher or an administrator asks."""
    return request.user.is_active and request.user.is_staff


def limited(field: ModelChoiceField | None, choices: models.QuerySet[Any]) -> ModelChoiceField | None:
    """The form field, offering and accepting these rows only, and no way to rows of another page."""
    if field is not None:
        field.queryset = choices
        for way in ("can_add_related", "can_change_related", "can_delete_related", "can_view_related"):
            setattr(field.widget, way, False)
    return field


class ClassFilter(admin.SimpleListFilter):
    """Shows one of the classes that are hers. `path` leads from a row to the class."""

    title = Classroom._meta.verbose_name
    parameter_name = "class"
    path = "classroom"

    def lookups(self, request: UserRequest, model_admin: Any) -> list[tuple[int, str]]:
        return [(classroom.pk, classroom.name) for classroom in self.classes(request.user)]

    def queryset(self, request: UserRequest, queryset: models.QuerySet[Any]) -> models.QuerySet[Any]:
        if not (self.value() or "").isdecimal():
            return queryset
        # Through what is hers: a student may be in others' classes too.
        return queryset.filter(**{f"{self.path}__in": self.classes(request.user).filter(pk=self.value())})

    @staticmethod
    def classes(user: User) -> models.QuerySet[Classroom]:
        return Classroom.objects.managed_by(user)
