"""Classes and their members in the admin."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .. import services
from ..models import Classroom, Membership, User
from ..privacy.deletion import Consequences
from ..services.classes import ClassError, archive_class, forget_former, restore_class
from .deleting import CountedDeletion, TypedDeletion
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
    template = "accounts/_admin_members.html"
    fields = ["student", "real_name", "note"]
    readonly_fields = ["student"]
    formset = MemberFormSet
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Not by a tick in a list: on the page of the member, which asks first."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return super().get_queryset(request).select_related("student", "classroom")


@admin.register(Classroom)
class ClassroomAdmin(ByRole, TypedDeletion):
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
        """A class is archived. Only an administrator deletes it, with the results of its students."""
        return asking(request).is_superuser

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """One class at a time is deleted: its name is typed."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def consequences_of(self, rows: QuerySet[Classroom], request: HttpRequest) -> Consequences:
        """With the accounts of its students, which stay and could be thought to go along."""
        found = super().consequences_of(rows, request)
        accounts = User.objects.students().filter(memberships__classroom__in=rows).distinct().count()
        return replace(found, stays=[(_("Accounts of its students"), accounts), *found.stays])

    def reasons_against(self, rows: list[Any], request: HttpRequest) -> list[str]:
        return [str(reason) for reason in map(services.reason_to_keep, rows) if reason]

    def delete_model(self, request: HttpRequest, obj: Classroom) -> None:
        services.delete_class(classroom=obj, by=asking(request))

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
        """Archive each class as its own page does; one that cannot be is named, with the reason."""
        for classroom in classes.filter(archived_at=None):
            try:
                archive_class(classroom=classroom, teacher=asking(request))
            except ClassError as refusal:
                self.message_user(request, f"{classroom}: {refusal.message}", messages.WARNING)

    @admin.action(description=_("Take out of the archive"), permissions=["change"])
    def restore(self, request: HttpRequest, classes: QuerySet[Classroom]) -> None:
        for classroom in classes.exclude(archived_at=None):
            restore_class(classroom=classroom, teacher=asking(request))


@admin.register(Membership)
class MembershipAdmin(ByRole, CountedDeletion, admin.ModelAdmin):
    """Which student is in which class, under which real name."""

    delete_confirmation_template = "accounts/admin_member_delete.html"

    list_display = ["student", "real_name", "classroom"]
    list_filter = [ClassFilter]
    list_select_related = ["student", "classroom"]
    search_fields = ["student__username", "real_name"]
    fields = ["classroom", "student", "real_name", "note"]

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> list[str]:
        return ["student"] if obj else []

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        forget_former(obj.student)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        services.release_student(membership=obj, teacher=asking(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        with transaction.atomic():
            for membership in queryset.select_related("classroom", "student"):
                services.release_student(membership=membership, teacher=asking(request))

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if db_field.name == "classroom":
            return limited(field, Classroom.objects.managed_by(asking(request)).current())
        return limited(field, User.objects.managed_by(asking(request)).students())
