"""The whole solution explained, step by step beside a board."""

from contextlib import suppress
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from accounts.fair_queue import BusyError
from accounts.requests import UserRequest, page_with_form
from puzzles.engine import Board
from puzzles.library.views.long_pages import LONG_PAGES, is_read, long_page

from ..forms.hints import StepForm
from ..models import Attempt
from ..pages.attempt_rows import titled_row
from ..pages.solution_path import path_page
from ..services.access import require_readable
from ..services.hints import HelpError, explain, may_order, order_explanation, show_solution
from ..services.techniques import techniques_for
from ..services.watching import require_watchable
from .hints import refusal_response


@page_with_form
@long_page(is_read)
def play_path(request: UserRequest, pk: int) -> HttpResponse:
    """The path of a finished attempt. POST ends an open one, as the solution does, and orders a long path."""
    if request.method == "POST":
        return end_and_explain(request, pk)
    attempt = get_object_or_404(Attempt.objects.readable_by(request.user).for_history(), pk=pk)
    if not attempt.has_ended:
        return redirect("play:play" if attempt.player_id == request.user.pk else "play:replay", pk)
    require_readable(reader=request.user, attempt=attempt)
    require_watchable(request.user, Board.from_line(attempt.puzzle.givens))
    form = StepForm(request.GET)
    number = (form.cleaned_data["step"] if form.is_valid() else None) or 1
    explanation = explain(attempt.puzzle.givens, techniques_for(attempt.player_id))
    page = path_page(explanation, number, attempt.puzzle.givens, may_order=may_order(attempt.player_id))
    page |= {"attempt": attempt, "row": titled_row(attempt, request.user), "path_url": request.path}
    return path_response(request, page, form)


def path_response(request: UserRequest, page: dict[str, Any], form: StepForm) -> HttpResponse:
    """The page of a path; for a script one place, or the progress of the rest it waits for."""
    known = form.cleaned_data["known"] if form.is_valid() else None
    if request.htmx and known is not None:
        return progress_response(request, page, known)
    response = render(request, "play/_path.html" if request.htmx else "play/path.html", page)
    patch_vary_headers(response, ["HX-Request"])
    return response


def progress_response(request: UserRequest, page: dict[str, Any], known: int) -> HttpResponse:
    """How many steps are found, where that is news; once all are, the page reloads."""
    if not page["is_unfinished"]:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    # A reader who had to wait may order now: the page does so once it is reloaded.
    if not page["is_ordered"] and page["may_order"]:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    if page["known"] == known:
        return HttpResponse(status=204)
    return render(request, "play/_path_progress.html", page)


def end_and_explain(request: UserRequest, pk: int) -> HttpResponse:
    """Show the solution of the reader's open attempt; order its path, and go there."""
    readable = Attempt.objects.readable_by(request.user).select_related("puzzle")
    attempt = get_object_or_404(readable, pk=pk)
    if attempt.is_open:
        get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
        try:
            show_solution(player=request.user, attempt_id=pk)
        except HelpError as refusal:
            return refusal_response(request, pk, str(refusal))
    elif not attempt.has_ended:
        return to_path(request, reverse("play:replay", args=[pk]))
    # If the queue is full, the page of the path orders the rest by itself.
    with suppress(BusyError), LONG_PAGES.slot(request.user.pk):
        order_explanation(givens=attempt.puzzle.givens, reader_id=attempt.player_id)
    return to_path(request, reverse("play:path", args=[pk]))


def to_path(request: UserRequest, address: str) -> HttpResponse:
    """A redirect, for a script too."""
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)
