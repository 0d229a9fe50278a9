"""A teacher follows one student's board, and sends a hint or a sentence to it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import first_error
from accounts.models import Classroom
from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, poll, teacher_required
from accounts.services.lessons import set_hand
from puzzles.play.models import Attempt
from puzzles.play.models.board_notes import TEXT_LENGTH
from puzzles.play.services.board_notes import BoardNoteError, send_hint, send_sentence

from ..forms.following import BoardNoteForm
from ..pages.one_board import BoardView, board_view, seat_of_student


@require_safe
@teacher_required
def one_board(request: UserRequest, pk: int) -> HttpResponse:
    """The board of an attempt, live; `projector` shows it to the class without a name."""
    view = board_view(followed(request, pk), request.user, timezone.now(), is_projector=is_projector(request))
    if view and view.is_projector and view.attempt.policy.is_exam:
        raise BoardNoteError(_("The board of an exam is not shown to the class."), back=request.path)
    return render(request, "assignments/one_board.html", {"view": view, "text_length": TEXT_LENGTH})


@require_safe
@teacher_required
@poll
def one_board_news(request: UserRequest, pk: int) -> HttpResponse:
    """The board if it changed since the page with this stamp; 204 if it did not."""
    view: BoardView | None = board_view(
        followed(request, pk),
        request.user,
        timezone.now(),
        is_projector=is_projector(request),
        known=request.GET.get("stamp", ""),
    )
    if view is None or (view.is_projector and view.attempt.policy.is_exam):
        return HttpResponse(status=204)
    return render(request, "assignments/_one_board.html", {"view": view})


@require_POST
@teacher_required
@refused_to("assignments:one_board", "pk")
def one_board_send(request: UserRequest, pk: int) -> HttpResponse:
    """Send a sentence (`text`), or without one a hint; take the hand down (`hand`)."""
    attempt, form = followed(request, pk), BoardNoteForm(request.POST)
    if "hand" in request.POST:
        set_hand(student=attempt.player, is_raised=False)
    elif not form.is_valid():
        messages.error(request, first_error(form))
    elif "text" in request.POST:
        send_sentence(
            teacher=request.user,
            attempt=attempt,
            text=form.cleaned_data["text"],
            is_exam_meant=form.cleaned_data["exam"],
        )
    else:
        send_hint(teacher=request.user, attempt=attempt)
    return redirect("assignments:one_board", pk)


@require_safe
@teacher_required
def student_board(request: UserRequest, pk: int, username: str) -> HttpResponse:
    """Go to the board that a student of the class plays now, or played last today."""
    classroom = get_of_class(request, Classroom.objects, pk=pk)
    get_object_or_404(classroom.memberships, student__username=username)
    seat = seat_of_student(classroom, username, timezone.now())
    if seat and seat.attempt:
        return redirect("assignments:one_board", seat.attempt.pk)
    messages.info(request, _("This student has no board open today."))
    return redirect("assignments:class_live", pk)


def followed(request: UserRequest, pk: int) -> Attempt:
    """A student's attempt that the teacher may see; 404 for others, her own included."""
    rows = Attempt.objects.with_assignment().select_related("puzzle", "player")
    attempt: Attempt = get_of_class(request, rows, pk=pk)
    return attempt


def is_projector(request: UserRequest) -> bool:
    return request.GET.get("projector") == "1"
