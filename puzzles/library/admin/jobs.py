"""What imports and generations share in the admin: a form that starts a job, a page that follows it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, cast

from django.contrib import admin, messages
from django.contrib.admin.helpers import AdminForm
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.admin.roles import ByRole, is_staff, user_of
from accounts.models import Classroom
from accounts.refusals import Refusal

from ..models import Collection

# htmx swaps this answer in and stops polling.
STOP_POLLING = 286


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


def classes_to_assign_to(request: HttpRequest, collection: Collection) -> list[Classroom]:
    """The teacher's classes, if the collection has a grid to play."""
    if not collection.drawable_count:
        return []
    return list(Classroom.objects.taught_by(user_of(request)).current().order_by("name"))


class JobAdmin(LibraryAdmin):
    """Background jobs: the form is the page to add one, the page to change one shows its progress."""

    add_title: str | Promise
    add_button: str | Promise
    add_fieldsets: Any
    # The part of a job's page that changes while the job runs.
    fragment: ClassVar[str]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return is_staff(request)

    def form_for(self, request: HttpRequest) -> Form:
        raise NotImplementedError

    def start(self, request: HttpRequest, form: Any) -> Sequence[Any]:
        """Start the jobs that a valid form asks for. Raises Refusal."""
        raise NotImplementedError

    def title_of(self, job: Any) -> str:
        raise NotImplementedError

    def job_context(self, request: HttpRequest, job: Any) -> dict[str, Any]:
        """What the fragment is drawn from."""
        raise NotImplementedError

    def job_views(self) -> Mapping[str, Callable[..., Any]]:
        """Further views of one job by the end of their address."""
        return {}

    def get_urls(self) -> list[URLPattern]:
        views = {"progress/": require_safe(self.progress_view), **self.job_views()}
        return [
            path(
                f"<int:pk>/{end}",
                self.admin_site.admin_view(view),
                name=f"library_{self.opts.model_name}_{end.split('.')[0].rstrip('/')}",
            )
            for end, view in views.items()
        ] + super().get_urls()

    def job(self, request: HttpRequest, pk: str | int) -> Any:
        """The job, if this person may see it; 404 otherwise."""
        job = self.get_object(request, str(pk))
        if job is None:
            raise Http404
        return job

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        if not self.has_add_permission(request):
            raise Http404
        form = self.form_for(request)
        if form.is_valid():
            try:
                jobs = self.start(request, form)
            except Refusal as refusal:
                form.add_error(None, str(refusal))
            else:
                return self.started(request, jobs)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": self.add_title,
            "button": self.add_button,
            "form": form,
            "adminform": AdminForm(cast(Any, form), self.add_fieldsets, {}, model_admin=self),
        }
        return TemplateResponse(request, "admin/library/job_form.html", context)

    def started(self, request: HttpRequest, jobs: Sequence[Any]) -> HttpResponse:
        """Go on to the page of the job, or to the list if there are several."""
        for job in jobs:
            self.log_addition(request, job, [{"added": {}}])
        if len(jobs) == 1:
            return redirect(jobs[0])
        messages.success(request, _("The files are being imported."))
        return redirect(f"admin:library_{self.opts.model_name}_changelist")

    @method_decorator(require_safe)
    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        job = self.job(request, object_id)
        context = {
            **self.admin_site.each_context(request),
            **self.job_context(request, job),
            "opts": self.opts,
            "title": self.title_of(job),
            "original": job,
            "fragment": self.fragment,
            "progress_url": f"admin:library_{self.opts.model_name}_progress",
        }
        return TemplateResponse(request, "admin/library/job.html", context)

    def progress_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The fragment; 204 if nothing has changed. The last answer stops the polling."""
        job = self.job(request, pk)
        if not job.is_finished and request.GET.get(job.counter) == str(getattr(job, job.counter)):
            return HttpResponse(status=204)
        status = STOP_POLLING if job.is_finished else 200
        return render(request, self.fragment, self.job_context(request, job), status=status)
