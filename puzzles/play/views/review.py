"""The review of a finished attempt: what proved each step, and what was missed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from accounts.requests import UserRequest, sent_by_script
from puzzles.engine import Board
from puzzles.library.views.long_pages import long_page

from ..models import Attempt
from ..pages.review import review_page
from ..services.access import require_readable
from ..services.watching import WatchError, require_watchable


def is_page(request: HttpRequest) -> bool:
    """Whether the page is asked for, not only whether the review is ready."""
    return not sent_by_script(request)


@require_safe
@long_page(is_page)
def review(request: UserRequest, pk: int) -> HttpResponse:
    """The review of a finished attempt; it shows a solution, so not while its reader plays the grid again."""
    finished = Attempt.objects.readable_by(request.user).ended()
    # The review needs the solution, which lists of attempts do not load.
    attempt = get_object_or_404(finished.for_history().defer(None), pk=pk)
    require_readable(reader=request.user, attempt=attempt)
    try:
        require_watchable(request.user, Board.from_line(attempt.puzzle.givens))
    except WatchError as refusal:
        messages.warning(request, str(refusal))
        return redirect("play:replay", pk)
    if request.htmx:
        # A page that waits for the review: nothing yet, or reload.
        return HttpResponse(status=204, headers={"HX-Refresh": "true"} if attempt.reviewed_at else {})
    return render(request, "play/review.html", review_page(attempt, request.user))
