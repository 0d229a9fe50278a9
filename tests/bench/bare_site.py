"""The site's addresses, and beside them a bare view that stores a move without knowing what a move is.

It stands behind the same middleware, and asks, writes and commits as a move does: the same select of the
attempt, the same insert, the same update; then it renders one line.
"""

from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path
from django.utils import timezone

from puzzles.play.models import Attempt, Move
from puzzles.play.services import play as services

LINE = engines["django"].from_string(
    '<div id="c{{ cell }}" hx-swap-oob="true" class="cell">{{ digit }}</div>'
)


def bare_move(request: Any, pk: int) -> HttpResponse:
    """Store the last op that was sent, and say so in one line."""
    _seq, cell, kind, digit, _ms = request.POST["ops"].split()[-1].split(".")
    with transaction.atomic(durable=True):
        attempt = same_select(request, pk)
        attempt.version += 1
        attempt.last_move_at = timezone.now()
        Move.objects.create(
            attempt=attempt,
            number=attempt.version,
            kind=kind,
            cell=cell,
            digit=digit,
            effect=[[int(cell), 0, int(digit), 0, 0]],
            made_at=attempt.last_move_at,
        )
        attempt.save(update_fields=services._SAVED_FIELDS)
    return HttpResponse(LINE.render({"cell": cell, "digit": digit}, request))


def same_select(request: HttpRequest, pk: int) -> Attempt:
    """The attempt as `lock_game` selects it."""
    attempts = Attempt.objects.played_by(request.user).with_assignment().select_related("puzzle")
    return attempts.select_for_update(of=("self",)).get(pk=pk)


urlpatterns = [path("bare/<int:pk>/", bare_move), path("", include("sudokusite.urls"))]
