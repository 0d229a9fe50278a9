"""The whole solution explained, step by step beside a board."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods

from accounts.requests import UserRequest

from ..display.doors import refusal_context
from ..display.paths import path_page
from ..engine import Board
from ..forms.hints import StepForm
from ..models import Attempt
from ..services.algorithms import WatchError, require_watchable
from ..services.assignments.doors import require_readable
from ..services.hints import HelpError, explain_solution, show_solution
from ..tasks import wake_reviews
from .doors import leads_to_work
from .hints import is_from_script, refusal_answer


@require_http_methods(["GET", "HEAD", "POST"])
@leads_to_work
def play_path(request: UserRequest, pk: int) -> HttpResponse:
    """The path of a finished attempt; asked for by POST, it ends an open one as the solution does."""
    if request.method == "POST":
        return end_and_explain(request, pk)
    attempt = get_object_or_404(Attempt.objects.readable_by(request.user).for_history(), pk=pk)
    if attempt.is_open:
        return redirect("play" if attempt.player_id == request.user.pk else "replay", pk)
    require_readable(reader=request.user, attempt=attempt)
    try:
        require_watchable(request.user, Board.from_line(attempt.puzzle.givens))
    except WatchError as refusal:
        return render(request, "not_now.html", refusal_context(refusal), status=403)
    form = StepForm(request.GET)
    number = (form.cleaned_data["step"] if form.is_valid() else None) or 1
    page = path_page(attempt, explain_solution(attempt), number)
    response = render(request, "_path.html" if is_from_script(request) else "path.html", page)
    patch_vary_headers(response, ["HX-Request"])
    return response


def end_and_explain(request: UserRequest, pk: int) -> HttpResponse:
    """Show the solution of an attempt that is still open, and go to its explanation."""
    attempt = get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
    if attempt.is_open:
        try:
            show_solution(player=request.user, attempt_id=pk)
        except HelpError as refusal:
            return refusal_answer(request, pk, str(refusal))
        wake_reviews()
    address = reverse("play_path", args=[pk])
    if is_from_script(request):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)
