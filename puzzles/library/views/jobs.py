"""What the pages of imports and of new grids share: classes to assign to, and the polling of progress."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import UserRequest

# htmx swaps this answer in and stops polling.
STOP_POLLING = 286


def progress(
    request: UserRequest, job: Any, fragment: str, context: Callable[[UserRequest, Any], dict[str, Any]]
) -> HttpResponse:
    """The fragment of a job; 204 if nothing has changed. The last answer stops the polling."""
    if not job.is_finished and request.GET.get(job.counter) == str(getattr(job, job.counter)):
        return HttpResponse(status=204)
    return render(request, fragment, context(request, job), status=STOP_POLLING if job.is_finished else 200)
