"""Access for every view: 404 for what is another's, and why a board is not shown."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.requests import sent_by_script
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment, QuestionAnswer

from .models import Attempt, OwnGrid
from .pages.access import refusal_context
from .services.watching import WatchError

# Services fetch these through the person who asks: what is another's is not there.
_FETCHED_THROUGH_THEIR_USER = (
    AssignedPuzzle.DoesNotExist,
    Assignee.DoesNotExist,
    Assignment.DoesNotExist,
    Attempt.DoesNotExist,
    OwnGrid.DoesNotExist,
    QuestionAnswer.DoesNotExist,
)


class AccessMiddleware:
    """Answers 404 for what is another's, and 403 with the way to go on for a board that is not shown."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        # An empty relation raises a DoesNotExist that is an AttributeError too: that is a mistake of ours.
        if isinstance(exception, _FETCHED_THROUGH_THEIR_USER) and not isinstance(exception, AttributeError):
            raise Http404 from exception
        if isinstance(exception, WatchError) and not sent_by_script(request):
            return render(request, "not_now.html", refusal_context(exception), status=exception.status)
        return None
