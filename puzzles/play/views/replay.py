"""The replay of an attempt, move by move."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.requests import UserRequest
from puzzles.library.views.long_pages import long_page

from ..forms.play import PositionForm
from ..models import Attempt
from ..pages.attempt_rows import titled_row
from ..pages.board_lesson import notes_of
from ..pages.replay import replay_of
from ..services.access import require_readable


@require_safe
@long_page()
def replay(request: UserRequest, pk: int) -> HttpResponse:
    attempt = get_object_or_404(Attempt.objects.readable_by(request.user).for_history(), pk=pk)
    require_readable(reader=request.user, attempt=attempt)
    return render(
        request,
        "play/replay.html",
        {
            "row": titled_row(attempt, request.user),
            "replay": replay_of(attempt, request.user, asked_move(request)),
            "notes": notes_of(attempt),
        },
    )


def asked_move(request: UserRequest) -> int | None:
    """The move after which the position is asked for; None for the last."""
    form = PositionForm(request.GET)
    return form.cleaned_data["move"] if form.is_valid() else None
