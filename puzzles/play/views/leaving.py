"""Setting a game aside, starting it over, and the pages that ask before a game ends."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.refusals import refused_to
from accounts.requests import UserRequest, page_with_form

from ..models import Attempt
from ..services.access import require_playable
from ..services.game_ends import set_aside, start_over, take_up


@require_POST
@refused_to("play:play", "pk")
def play_set_aside(request: UserRequest, pk: int) -> HttpResponse:
    """Take an open game off the list of grids to continue."""
    set_aside(player=request.user, attempt_id=pk)
    messages.success(request, _("The grid is set aside. You can find it in your history."))
    return redirect("home:home")


@require_POST
@refused_to("play:play", "pk")
def play_take_up(request: UserRequest, pk: int) -> HttpResponse:
    """Go on with a game that was set aside."""
    return redirect(take_up(player=request.user, attempt_id=pk))


@page_with_form
@refused_to("play:play", "pk")
def play_start_over(request: UserRequest, pk: int) -> HttpResponse:
    """Start an open game over; a page asks first."""
    if request.method != "POST":
        return ask_before_end(request, pk, "play/start_over.html")
    return redirect(start_over(player=request.user, attempt_id=pk))


def ask_before_end(request: UserRequest, pk: int, template: str) -> HttpResponse:
    """The page that asks before a game ends; one that is over leads back to its board."""
    attempt = get_object_or_404(Attempt.objects.played_by(request.user).select_related("puzzle"), pk=pk)
    require_playable(player=request.user, attempt=attempt)
    if not attempt.is_open:
        return redirect(attempt)
    return render(request, template, {"attempt": attempt})
