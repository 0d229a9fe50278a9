"""A first game for who has never played: a small grid that explains the rules, then half of a real one."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import UserRequest

from ..services.draws import NothingLeftError
from ..services.practice import PracticeError, begin_half_filled

# The script holds the grid and its sentences: js/first_game_lesson.js.
SIDE = 4


@require_safe
def first_game(request: UserRequest) -> HttpResponse:
    """The small grid. What is done on it stays in the page."""
    rows = [range(row * SIDE, (row + 1) * SIDE) for row in range(SIDE)]
    return render(request, "play/first_game.html", {"rows": rows, "digits": range(1, SIDE + 1)})


@require_POST
def half_filled(request: UserRequest) -> HttpResponse:
    """Start an easy grid that is half filled, and go to it."""
    try:
        return redirect(begin_half_filled(player=request.user))
    except NothingLeftError as refusal:
        refusal.back = f"{reverse('play:own_grids')}?tier=1"
        raise
    except PracticeError as refusal:
        refusal.back = "play:first_game"
        raise
