"""Classes and memberships in the admin."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ..models import Classroom, Membership, User
from ..privacy.deletion import Consequences
from ..refusals import Refusal
from ..services.classes import (
    archive_class,
    delete_class,
    delete_former_records,
    reason_to_keep,
    remove_student,
    restore_class,
)
from .deleting import CountedDeletion, TypedDeletion
from .roles import ByRole, ClassFilter, restrict_choices, user_of


class MemberFormSet(forms.BaseInlineFormSet):
    """The list of members, with accessible names for its fields."""

    def add_fields(self, form: forms.ModelForm, index: int | None) -> None:
        super().add_fields(form, index)
        if form.instance.pk:
            for field in form.fields.values():
                field.widget.attrs["aria-label"] = f"{field.label}, {form.instance.student}"


class MembershipInline(ByRole, admin.TabularInline):
    """The members of a class. They are added with the list of names, or on the page of memberships."""

    model = Membership
    template = "accounts/_admin_members.html"
    fields = ["student", "family_name", "given_name", "note"]
    readonly_fields = ["student"]
    formset = MemberFormSet
    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Only on the page of the membership, which asks for confirmation."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        return super().get_queryset(request).select_related("student", "classroom")


@admin.register(Classroom)
class ClassroomAdmin(ByRole, TypedDeletion):
    """A teacher's classes. Only administrators choose the teachers here."""

    list_display = ["name", "taught_by", "student_count", "archived_at"]
    search_fields = ["name"]
    readonly_fields = ["archived_at"]
    inlines = [MembershipInline]
    actions = ["archive", "restore"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Classroom]:
        classes = super().get_queryset(request).prefetch_related("teachers")
        return classes.annotate(students_in=Count("memberships", distinct=True))

    def get_fields(self, request: HttpRequest, obj: Classroom | None = None) -> Any:
        return (
            ["name", "teachers", "archived_at"] if user_of(request).is_superuser else ["name", "archived_at"]
        )

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return restrict_choices(
            super().formfield_for_manytomany(
                db_field, request, widget=forms.CheckboxSelectMultiple, **kwargs
            ),
            User.objects.in_charge(),
        )

    def has_delete_permission(self, request: HttpRequest, obj: Classroom | None = None) -> bool:
        """Teachers archive. Only administrators delete, with the results of the students."""
        return user_of(request).is_superuser

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Classes are deleted one at a time, after typing the name."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def consequences_of(self, rows: QuerySet[Classroom], request: HttpRequest) -> Consequences:
        """With the accounts of its students, which are kept."""
        found = super().consequences_of(rows, request)
        accounts = User.objects.students().filter(memberships__classroom__in=rows).distinct().count()
        return replace(found, unlinked=[(_("Student accounts"), accounts), *found.unlinked])

    def reasons_against(self, rows: list[Any], request: HttpRequest) -> list[str]:
        return [str(reason) for reason in map(reason_to_keep, rows) if reason]

    def delete_model(self, request: HttpRequest, obj: Classroom) -> None:
        delete_class(classroom=obj, by=user_of(request))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if not change and not user_of(request).is_superuser:
            form.instance.teachers.add(user_of(request))

    @admin.display(description=_("teachers"))
    def taught_by(self, classroom: Classroom) -> str:
        return ", ".join(teacher.username for teacher in classroom.teachers.all())

    @admin.display(description=_("students"), ordering="students_in")
    def student_count(self, classroom: Any) -> int:
        return classroom.students_in

    @admin.action(description=_("Archive"), permissions=["change"])
    def archive(self, request: HttpRequest, classes: QuerySet[Classroom]) -> None:
        """Archive each class as its own page does; refusals are shown with the name of the class."""
        for classroom in classes.filter(archived_at=None):
            try:
                archive_class(classroom=classroom, teacher=user_of(request))
            except Refusal as refusal:
                self.message_user(request, f"{classroom}: {refusal}", messages.WARNING)

    @admin.action(description=_("Restore"), permissions=["change"])
    def restore(self, request: HttpRequest, classes: QuerySet[Classroom]) -> None:
        for classroom in classes.exclude(archived_at=None):
            restore_class(classroom=classroom, teacher=user_of(request))


@admin.register(Membership)
class MembershipAdmin(ByRole, CountedDeletion, admin.ModelAdmin):
    """Members of classes, with their real names."""

    delete_confirmation_template = "accounts/admin_member_delete.html"

    list_display = ["student", "shown_real_name", "classroom"]
    list_filter = [ClassFilter]
    list_select_related = ["student", "classroom"]
    search_fields = ["student__username", "family_name", "given_name"]
    fields = ["classroom", "student", "family_name", "given_name", "note"]

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """None for teachers, so that their index does not list it: the site has the pages of members."""
        return super().get_model_perms(request) if user_of(request).is_superuser else {}

    @admin.display(description=_("real name"), ordering="family_name")
    def shown_real_name(self, membership: Membership) -> str:
        return membership.real_name

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> list[str]:
        return ["student"] if obj else []

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        delete_former_records(obj.student)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        remove_student(membership=obj, teacher=user_of(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        with transaction.atomic():
            for membership in queryset.select_related("classroom", "student"):
                remove_student(membership=membership, teacher=user_of(request))

    def formfield_for_foreignkey(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if db_field.name == "classroom":
            return restrict_choices(field, Classroom.objects.managed_by(user_of(request)).current())
        return restrict_choices(field, User.objects.managed_by(user_of(request)).students())
