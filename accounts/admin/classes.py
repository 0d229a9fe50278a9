"""Classes and their members in the admin."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ..models import Classroom, Membership, User
from .roles import ByRole, ClassFilter, asking, limited


class MemberFormSet(forms.BaseInlineFormSet):
    """The list of members: each field is called by its column and whom it is about."""

    def add_fields(self, form: forms.ModelForm, index: int | None) -> None:
        super().add_fields(form, index)
        if form.instance.pk:
            for field in form.fields.values():
                field.widget.attrs["aria-label"] = f"{field.label}, {form.instance.student}"


class MembershipInline(ByRole, admin.TabularInline):
    """Who is in a class. Members come in by the list of names, or on the page of members."""

    model = Membership
    fields = ["student", "real_name", "note"]
    readonly_fields = ["student"]
    formset = MemberFormSet
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return super().get_queryset(request).select_related("student", "classroom")


@admin.register(Classroom)
class ClassroomAdmin(ByRole, admin.ModelAdmin):
    """A teacher's classes. Only administrators say who else teaches one."""

    list_display = ["name", "taught_by", "student_count", "archived_at"]
    search_fields = ["name"]
    readonly_fields = ["archived_at"]
    filter_horizontal = ["teachers"]
    inlines = [MembershipInline]
    actions = ["archive", "restore"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Classroom]:
        classes = super().get_queryset(request).prefetch_related("teachers")
        return classes.annotate(students_in=Count("memberships", distinct=True))

    def get_fields(self, request: HttpRequest, obj: Classroom | None = None) -> Any:
        return (
            ["name", "teachers", "archived_at"] if asking(request).is_superuser else ["name", "archived_at"]
        )

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return limited(
            super().formfield_for_manytomany(db_field, request, **kwargs), User.objects.in_charge()
        )

    def has_delete_permission(self, request: HttpRequest, obj: Classroom | None = None) -> bool:
        """With a class go its real names and notes: not over the head of another teacher."""
        if not super().has_delete_permission(request, obj):
            return False
        if obj is None:
            return asking(request).is_superuser
        return asking(request).is_superuser or list(obj.teachers.all()) == [asking(request)]

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """The classes, each with how many students are taken out of it; their accounts stay."""
        listed = [
            ngettext("%(classroom)s: %(count)d student", "%(classroom)s: %(count)d students", row.students_in)
            % {"classroom": row, "count": row.students_in}
            for row in objs
        ]
        return listed, {str(Classroom._meta.verbose_name_plural): len(listed)}, set(), []

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if not change and not asking(request).is_superuser:
            form.instance.teachers.add(asking(request))

    @admin.display(description=_("teachers"))
    def taught_by(self, classroom: Classroom) -> str:
        return ", ".join(teacher.username for teacher in classroom.teachers.all())

    @admin.display(description=_("students"), ordering="students_in")
    def student_count(self, classroom: Any) -> int:
        return classroom.students_in

    @admin.action(description=_("Archive"), permissions=["change"])
    def archive(self, request: HttpRequest, classes: QuerySet[Classroom]) -> None:
        classes.filter(archived_at=None).update(archived_at=timezone.now())

    @admin.action(description=_("Take out of the archive"), permissions=["change"])
    def restore(self, request: HttpRequest, classes: QuerySet[Classroom]) -> None:
        classes.update(archived_at=None)


@admin.register(Membership)
class MembershipAdmin(ByRole, admin.ModelAdmin):
    """Which student is in which class, under which real name."""

    list_display = ["student", "real_name", "classroom"]
    list_filter = [ClassFilter]
    list_select_related = ["student", "classroom"]
    search_fields = ["student__username", "real_name"]
    fields = ["classroom", "student", "real_name", "note"]

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> list[str]:
        return ["student"] if obj else []

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if db_field.name == "classroom":
            return limited(field, Classroom.objects.managed_by(asking(request)).current())
        return limited(field, User.objects.managed_by(asking(request)).students())
