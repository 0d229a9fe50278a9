"""Watching a solver: its page, its trace, giving up an attempt on the same grid, and predictions."""

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import first_error
from accounts.requests import UserRequest
from accounts.responses import compressed_response, plain_response
from puzzles.engine.runs import ALGORITHMS
from puzzles.play.services.hints import HelpError
from puzzles.play.services.watching import WatchError, require_watchable

from ..forms.viewer import GiveUpForm, GridForm, PredictionForm, ViewerForm
from ..pages.viewer import (
    choosing_page,
    classes_to_assign,
    marked_data,
    refusal_page,
    viewer_address,
    viewer_page,
)
from ..services import predictions, traces


@require_safe
def viewer(request: UserRequest, algorithm: str) -> HttpResponse:
    """One algorithm, or two side by side, at work on a grid; without a grid, the choice of one."""
    require_algorithm(algorithm)
    if not request.GET.get("grid"):
        return render(request, "course/give_up.html", choosing_page(algorithm))
    form = ViewerForm(request.GET)
    if not form.is_valid():
        page = choosing_page(algorithm, request.GET["grid"], first_error(form))
        return render(request, "course/give_up.html", page, status=400)
    shown = form.algorithms(algorithm)
    try:
        require_watchable(request.user, form.board)
    except WatchError as refusal:
        page = refusal_page(refusal, form.board, shown, form.first_state)
        return render(request, "not_now.html", page, status=403)
    page = viewer_page(
        form.board, shown, form.first_state, reader=request.user, asks=form.cleaned_data["predict"]
    )
    if request.user.is_teacher:
        page["classes_to_assign"] = classes_to_assign(request.user, algorithm, form.board)
    for sentence in page["warnings"]:
        messages.warning(request, sentence)
    return render(request, "course/viewer.html", page)


@require_safe
def trace(request: UserRequest, algorithm: str) -> HttpResponse:
    """The trace of a run, as bytes for the page of the viewer."""
    require_algorithm(algorithm)
    form = GridForm(request.GET)
    if not form.is_valid():
        return plain_response(first_error(form), 400)
    require_watchable(request.user, form.board)
    data = traces.watched_trace(algorithm, form.board.to_line(), asker=request.user.pk)
    return compressed_response(request, data)


@require_POST
def give_up_and_watch(request: UserRequest, algorithm: str) -> HttpResponse:
    """End the attempt that locks the grid, and go to the viewer."""
    require_algorithm(algorithm)
    form = GiveUpForm(request.POST)
    if not form.is_valid():
        messages.warning(request, first_error(form))
        return redirect("course:viewer", algorithm)
    try:
        traces.give_up_and_watch(
            player=request.user, attempt_id=form.cleaned_data["attempt"], board=form.board
        )
    except HelpError as refusal:
        messages.warning(request, str(refusal))
    return redirect(viewer_address(form.board, form.algorithms(algorithm), form.first_state))


@require_POST
def predict(request: UserRequest, algorithm: str) -> HttpResponse:
    """Mark a prediction of the next event."""
    require_algorithm(algorithm)
    form = PredictionForm(request.POST)
    if not form.is_valid():
        return plain_response(first_error(form), 400)
    asked = {name: form.cleaned_data[name] for name in ("token", "event", "cell", "digit")}
    require_watchable(request.user, form.board)
    marked = predictions.record_prediction(
        player=request.user, algorithm=algorithm, board=form.board, **asked
    )
    return JsonResponse(marked_data(marked))


def require_algorithm(name: str) -> None:
    """Raise Http404 for a name that no algorithm has."""
    if name not in ALGORITHMS:
        raise Http404
