"""The course in the admin: read only, and for administrators only."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin.roles import SitePages

from .models import BugFind, ExerciseProgress, JudgedExercise, Submission


class ViewOnly:
    """Rows that administrators can view and nobody can change."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class CourseAdmin(ViewOnly, SitePages, admin.ModelAdmin):
    show_full_result_count = False
    list_per_page = 50
    list_filter = ["worksheet"]
    list_select_related = ("student",)
    search_fields = ["student__username"]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)


class VerdictInline(ViewOnly, admin.TabularInline):
    model = JudgedExercise
    fields = ("exercise", "verdict", "judged_by", "judged_at")
    readonly_fields = fields
    extra = 0


@admin.register(Submission)
class SubmissionAdmin(CourseAdmin):
    list_display = (
        "student",
        "worksheet",
        "assignment_name",
        "file_name",
        "is_trial",
        "is_late",
        "size",
        "created_at",
    )
    list_filter = ["worksheet", "is_trial", "is_late"]
    search_fields = ["student__username", "assignment_name"]
    inlines = (VerdictInline,)

    def get_queryset(self, request: HttpRequest) -> Any:
        """A list of programs does not read the programs."""
        rows = super().get_queryset(request)
        match = request.resolver_match
        is_list = match is not None and (match.url_name or "").endswith("_changelist")
        return rows.defer("source") if is_list else rows


@admin.register(ExerciseProgress)
class ExerciseProgressAdmin(CourseAdmin):
    list_display = ("student", "worksheet", "exercise", "tries", "last_verdict", "passed_at")


@admin.register(BugFind)
class BugFindAdmin(CourseAdmin):
    list_display = ("student", "worksheet", "exercise", "name", "tries", "digits", "found_at")
