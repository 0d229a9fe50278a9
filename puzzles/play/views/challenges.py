"""Challenges: the link to the grid of a solved game, and what it opens."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.requests import UserRequest, page_with_form

from ..forms.challenges import ChallengeForm
from ..models import Attempt
from ..services.challenges import accept_challenge, challenge_token, read_challenge


@require_safe
def challenge(request: UserRequest, pk: int) -> HttpResponse:
    """The link to a grid that the player solved, with what they wish it to tell of them."""
    form = ChallengeForm(request.GET, player=request.user)
    try:
        token = challenge_token(player=request.user, attempt_id=pk, **form.choices())
    except Attempt.DoesNotExist as error:
        raise Http404 from error
    link = request.build_absolute_uri(reverse("play:challenged", args=[token]))
    return render(request, "play/challenge.html", {"attempt_id": pk, "form": form, "link": link})


@page_with_form
def challenged(request: UserRequest, token: str) -> HttpResponse:
    """The grid of a link; a POST begins it, or leads to the game there is."""
    try:
        if request.method == "POST":
            return redirect(accept_challenge(player=request.user, token=token))
        found = read_challenge(reader=request.user, token=token)
    except Attempt.DoesNotExist as error:
        raise Http404 from error
    return render(request, "play/challenged.html", {"challenge": found})
