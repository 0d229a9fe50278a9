"""Playing: the page of an attempt, and the moves that come from it."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import first_error
from accounts.refusals import refused_to
from accounts.requests import UserRequest, poll
from accounts.responses import plain_response
from accounts.sessions import keep_page

from ..forms.play import MovesForm, NewsForm, PlainMoveForm, RightDigitForm
from ..models import Attempt, Preferences
from ..pages.play import moves_context, news, news_event, play_page, stored_event
from ..services import play as services
from ..services.access import require_playable
from ..services.board_news import board_news
from ..services.closing import collect_if_over
from ..services.corrections import show_right_digit
from ..services.play import Game


@require_safe
def play(request: UserRequest, pk: int) -> HttpResponse:
    """The board of an attempt."""
    attempts = (
        Attempt.objects.played_by(request.user).with_assignment().select_related("puzzle", "collection")
    )
    attempt = get_object_or_404(attempts.with_pause().defer("puzzle__solution"), pk=pk)
    attempt.set_player(request.user)
    require_playable(player=request.user, attempt=attempt)
    collect_if_over(attempt, timezone.now())
    if request.GET.get("after") == "pause":
        return HttpResponse(status=204, headers={} if attempt.is_covered else {"HX-Refresh": "true"})
    if attempt.is_covered:
        return render(request, "play/play_paused.html", {"attempt": attempt})
    asks_conflicts = request.GET.get("conflicts") == "shown"
    is_looking = request.GET.get("hint") == "looking"
    preferences = Preferences.objects.of(request.user)
    page = play_page(attempt, preferences, asks_conflicts=asks_conflicts, is_looking=is_looking)
    response = render(request, "play/play.html", page)
    if attempt.is_open and not page["is_paused"]:
        # An exam's board is kept no longer than the exam lasts.
        keep_page(request, response, at_most_s=page["config"]["left"] if page["is_exam"] else None)
    return response


@require_POST
@refused_to("play:play", "pk")
def play_moves(request: UserRequest, pk: int) -> HttpResponse:
    """Store moves; a script gets what has changed, the plain form the page."""
    if "ops" not in request.POST:
        return play_plain_move(request, pk)
    form = MovesForm(request.POST)
    if not form.is_valid():
        get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
        return plain_response(first_error(form), 400)
    data = form.cleaned_data
    game = services.play_moves(player=request.user, attempt_id=pk, client=data["client"], ops=data["ops"])
    return game_response(request, game, data["version"])


@require_POST
@refused_to("play:play", "pk")
def play_right_digit(request: UserRequest, pk: int) -> HttpResponse:
    """Show the right digit of a cell of a grid handed in, once the results are released."""
    form = RightDigitForm(request.POST)
    if not form.is_valid():
        get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
        messages.warning(request, first_error(form))
        return redirect("play:play", pk)
    show_right_digit(player=request.user, attempt_id=pk, cell=form.cleaned_data["cell"])
    return redirect(f"{reverse('play:play', args=[pk])}#corrections")


@require_POST
@poll
def play_news(request: UserRequest, pk: int) -> HttpResponse:
    """Tell a page what it does not know yet of its board; nothing where it knows all."""
    form = NewsForm(request.POST)
    if not form.is_valid():
        get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
        return plain_response(first_error(form), 400)
    known = form.cleaned_data
    found = board_news(player=request.user, attempt_id=pk, is_visible=known["visible"])
    response = HttpResponse(status=204)
    if event := news_event(found, known):
        response["HX-Trigger"] = json.dumps({"board-news": event})
    return response


def play_plain_move(request: UserRequest, pk: int) -> HttpResponse:
    """One move without script: back to the page, with a sentence if it did nothing."""
    attempt = get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
    form = PlainMoveForm(request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect(attempt)
    client = form.cleaned_data["client"]
    game = services.play_moves(player=request.user, attempt_id=pk, client=client, ops=[form.sent_op])
    sentence = news(game) or ("" if game.moves else _("That move changed nothing."))
    if sentence:
        messages.info(request, sentence)
    return redirect(attempt)


def game_response(
    request: UserRequest,
    game: Game,
    seen_version: int,
    *,
    template: str = "play/_moves_response.html",
    **context: Any,
) -> HttpResponse:
    """The response to a script after the commit: the stored moves in a header, the changed board in the body.

    Help has its own template, which includes `_moves_response.html`.
    """
    # Moves in transit when a pause began are stored; the grid of a paused exam stays covered.
    changed = {} if game.attempt.is_covered else moves_context(game, seen_version) | context
    if context or any(changed.get(part) for part in ("cells", "news", "game")):
        response = render(request, template, changed)
    else:
        response = HttpResponse(status=204)
    response["HX-Trigger"] = json.dumps({"moves-stored": stored_event(game)})
    return response
