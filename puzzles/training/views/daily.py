"""Grids of the day, and their hardest steps."""

from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Classroom
from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, teacher_required
from puzzles.engine import Rung

from ..pages.daily import class_daily_page, class_step_page, daily_page
from ..services.daily import play_daily
from ..services.switches import switches_of
from .steps import asked_rung, step_response

# A step to discuss is looked for first.
DISCUSSION_RUNG: Rung = "where"


@require_safe
def daily(request: UserRequest) -> HttpResponse:
    """The grids of today, and the hardest step of the last day before. Scripts get the step alone."""
    rung = asked_rung(request, DISCUSSION_RUNG)
    page = daily_page(player=request.user, classroom=daily_class(request), rung=rung)
    return step_response(request, "training/daily.html", page)


@require_POST
@refused_to("training:daily")
def daily_play(request: UserRequest, tier: int) -> HttpResponse:
    """To the player's game on a grid of today."""
    return redirect(play_daily(player=request.user, classroom=daily_class(request), tier=tier))


def daily_class(request: UserRequest) -> Classroom:
    """The class whose grids of the day the reader has; 404 without one."""
    classroom = switches_of(request.user).daily_class
    if classroom is None:
        raise Http404
    return classroom


@require_safe
@teacher_required
def class_daily(request: UserRequest, pk: int) -> HttpResponse:
    """How many students played the grids of each day of the last week."""
    page = class_daily_page(classroom=class_with_daily(request, pk), teacher=request.user)
    return render(request, "training/class_daily.html", page)


@require_safe
@teacher_required
def class_daily_step(request: UserRequest, pk: int, day: date) -> HttpResponse:
    """The hardest step of a day before today, for the projector. Scripts get the step alone."""
    rung = asked_rung(request, DISCUSSION_RUNG)
    page = class_step_page(classroom=class_with_daily(request, pk), day=day, rung=rung)
    if page is None:
        raise Http404
    return step_response(request, "training/class_daily_step.html", page)


def class_with_daily(request: UserRequest, pk: int) -> Classroom:
    """A current class of the teacher that has grids of the day; 404 otherwise."""
    classroom: Classroom = get_of_class(request, Classroom.objects.current(), pk=pk, has_daily=True)
    return classroom
