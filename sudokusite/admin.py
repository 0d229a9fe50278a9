"""The admin of background tasks, which the index does not list."""

from django.contrib import admin
from django.http import HttpRequest
from django_tasks_db.admin import DBTaskResultAdmin
from django_tasks_db.models import DBTaskResult

admin.site.unregister(DBTaskResult)


@admin.register(DBTaskResult)
class TaskResultAdmin(DBTaskResultAdmin):
    """Task results at their addresses, for an administrator who looks for a failed job."""

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """None on the index, so that it does not list them: their names are English, for programmers."""
        match = request.resolver_match
        return {} if match and match.view_name == "admin:index" else super().get_model_perms(request)
