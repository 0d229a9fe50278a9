"""The replay of an attempt, move by move."""

from django.db.models import OuterRef
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import Membership
from accounts.requests import UserRequest
from puzzles.library.views.long_pages import long_page

from ..forms.play import PositionForm
from ..models import Attempt
from ..pages.attempt_rows import attempt_row
from ..pages.board_lesson import notes_of
from ..pages.replay import replay_of
from ..services.access import require_readable


@require_safe
@long_page()
def replay(request: UserRequest, pk: int) -> HttpResponse:
    names = (
        Membership.objects.taught_by(request.user).filter(student=OuterRef("player")).exclude(real_name="")
    )
    attempts = Attempt.objects.readable_by(request.user).for_history()
    attempts = attempts.annotate(real_name=names.values("real_name")[:1])
    attempt = get_object_or_404(attempts, pk=pk)
    require_readable(reader=request.user, attempt=attempt)
    return render(
        request,
        "play/replay.html",
        {
            "row": attempt_row(attempt, request.user),
            "is_of_other": attempt.player_id != request.user.pk,
            "replay": replay_of(attempt, request.user, asked_move(request)),
            "notes": notes_of(attempt),
        },
    )


def asked_move(request: UserRequest) -> int | None:
    """The move after which the position is asked for; None for the last."""
    form = PositionForm(request.GET)
    return form.cleaned_data["move"] if form.is_valid() else None
