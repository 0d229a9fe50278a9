"""Storms: as many steps as possible in three minutes."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import first_error
from accounts.refusals import refused_to
from accounts.requests import UserRequest

from ..forms import StormForm
from ..pages.storm import answer_data, end_page, run_data, storm_page
from ..services.drills import (
    OverError,
    require_no_exam,
)
from ..services.storm import answer_storm, begin_run, end_run, open_run, positions_of
from .steps import switched_on


@require_safe
@switched_on("storm")
@refused_to("training:techniques")
def storm(request: UserRequest) -> HttpResponse:
    """The page of storms: to begin a run, or to go on with the one that was begun."""
    require_no_exam(request.user)
    run = open_run(player=request.user)
    return render(request, "training/storm.html", storm_page(request.user, run))


@require_POST
@switched_on("storm")
@refused_to("training:techniques")
def storm_run(request: UserRequest) -> HttpResponse:
    """The run that goes on, or a new one, with its next positions."""
    run = begin_run(player=request.user)
    positions = positions_of(run=run, player=request.user, start=run.answered)
    return JsonResponse(run_data(run, positions))


@require_POST
@switched_on("storm")
@refused_to("training:storm")
def storm_answer(request: UserRequest) -> HttpResponse:
    """The verdict on the answer to a position, with the positions that the page has not got yet."""
    form = StormForm(request.POST)
    if not form.is_valid():
        raise OverError(first_error(form))
    token, mark, start = (form.cleaned_data[name] for name in ("token", "mark", "next"))
    answer = answer_storm(player=request.user, token=token, mark=mark)
    positions = []
    if answer.is_right is not None:
        positions = positions_of(run=answer.run, player=request.user, start=start)
    return JsonResponse(answer_data(answer, positions))


@require_POST
@switched_on("storm")
@refused_to("training:techniques")
def storm_end(request: UserRequest) -> HttpResponse:
    """How the run went that ends now; sent twice, the same."""
    run = end_run(player=request.user)
    return render(request, "training/_storm_end.html", end_page(request.user, run))
