"""Techniques and their drills, storms, grids of the day, and weekly goals."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import replace_url, reswap, retarget

from accounts.forms import first_error
from accounts.models import Classroom
from accounts.refusals import refused_to
from accounts.requests import UserRequest, get_of_class, is_fragment_wanted, page_with_form, teacher_required
from puzzles.engine import RUNGS, TECHNIQUES, Rung
from puzzles.engine.techniques import example_of
from puzzles.engine.wording import NOTATED
from puzzles.play.models import Preferences
from puzzles.play.services.watching import require_explorable

from .forms import AnswerForm, GoalForm, LevelForm, StormForm
from .models import DrillAnswer
from .pages.daily import class_daily_page, class_step_page, daily_page
from .pages.drills import drill_address, drill_page, result_page, verdict_sentence
from .pages.goals import goal_page
from .pages.storm import answer_data, end_page, run_data, storm_page
from .pages.techniques import example_page, technique_page, techniques_page
from .services.bank import DRILLED
from .services.daily import play_daily
from .services.drills import (
    AnswerError,
    OverError,
    answer_drill,
    drill_of,
    ended_drill,
    just_right_drill,
    next_drill,
    require_no_exam,
    show_drill,
)
from .services.goals import choose_goal
from .services.memory import today
from .services.practice import play_position
from .services.storm import answer_storm, begin_run, end_run, open_run, positions_of
from .services.switches import switches_of

View = Callable[..., HttpResponse]

# The page of a pattern shows the pattern at once; a step to discuss is looked for first.
OPENING_RUNG: Rung = "why"
DISCUSSION_RUNG: Rung = "where"


def switched_on(name: str) -> Callable[[View], View]:
    """A view that is not there for students of a class that has this part of practice switched off."""

    def decorated(view: View) -> View:
        @wraps(view)
        def for_players(request: UserRequest, **parts: Any) -> HttpResponse:
            if not getattr(switches_of(request.user), name):
                raise Http404
            return view(request, **parts)

        return for_players

    return decorated


@require_safe
def practice_today(request: UserRequest) -> HttpResponse:
    """To the next technique of today: a review begins with a drill, a new technique with its page."""
    found = today(player=request.user)
    if found.due:
        level = DrillAnswer.Level.BOARD
        return redirect(f"{reverse('training:drill', args=[found.next])}?level={level:d}")
    if found.new:
        return redirect("training:technique", found.new)
    messages.success(request, _("Nothing is left to practise today."))
    return redirect("training:techniques")


@require_safe
@switched_on("ratings")
@refused_to("training:techniques")
def just_right(request: UserRequest) -> HttpResponse:
    """A drill that is just right for the reader, of any technique they have begun."""
    found = just_right_drill(player=request.user, after=LevelForm(request.GET).previous)
    return render(request, "training/drill.html", drill_page(found, found.technique))


@require_safe
def techniques(request: UserRequest) -> HttpResponse:
    return render(request, "training/techniques.html", techniques_page(request.user))


@require_safe
def technique(request: UserRequest, name: str) -> HttpResponse:
    """A technique and its example, revealed as far as the rung in the address. Scripts get the example alone.

    The example is a grid like any other: refused while the reader's assignment hides its solution.
    """
    if name not in TECHNIQUES:
        raise Http404
    require_explorable(request.user, example_of(name).position.board)
    rung = asked_rung(request, OPENING_RUNG)
    notation = {"shows_eureka": name in NOTATED and Preferences.objects.of(request.user).eureka}
    if is_fragment_wanted(request):
        response = render(request, "training/_example.html", example_page(name, rung) | notation)
    else:
        page = technique_page(name, rung, request.user) | notation
        response = render(request, "training/technique.html", page)
    patch_vary_headers(response, ["HX-Request"])
    return response


def asked_rung(request: UserRequest, otherwise: Rung) -> Rung:
    """The rung in the address."""
    asked = request.GET.get("rung")
    return next((rung for rung in RUNGS if rung == asked), otherwise)


@page_with_form
@refused_to("training:technique", "name")
def drill(request: UserRequest, name: str) -> HttpResponse:
    """A position in which to find the technique; an answer to it is judged at once."""
    if name not in DRILLED:
        raise Http404
    if request.method == "POST":
        return drill_answer(request, name)
    form = LevelForm(request.GET)
    found = next_drill(player=request.user, technique=name, level=form.chosen, after=form.previous)
    return render(request, "training/drill.html", drill_page(found, name))


def drill_answer(
    request: UserRequest, name: str, *, assignment_id: int = 0, around: dict[str, Any] | None = None
) -> HttpResponse:
    """The verdict on an answer, or the step once the drill has ended. `around` is more for a whole page."""
    form = AnswerForm(request.POST)
    again = drill_address(name, assignment_id)
    if not form.is_valid():
        raise OverError(first_error(form), back=again)
    number = form.cleaned_data["number"]
    send: dict[str, Any] = {
        "player": request.user,
        "token": form.cleaned_data["token"],
        "assignment_id": assignment_id,
    }
    try:
        found = drill_of(**send)
    except OverError as refusal:
        refusal.back = again
        raise
    if form.cleaned_data["show"]:
        return drill_result(request, show_drill(**send), name, is_free=found.is_free)
    try:
        answer = form.answer()
        row, judgement = answer_drill(**send, answer=answer, number=number)
    except AnswerError as refusal:
        context = {"number": number, "verdict": str(refusal)}
    else:
        if row.has_ended:
            return drill_result(request, row, name, is_free=found.is_free)
        context = {
            "number": row.answers + 1,
            "verdict": verdict_sentence(judgement, found, len(answer.marks)),
            "is_sound": judgement.verdict != DrillAnswer.Verdict.WRONG,
        }
    if is_fragment_wanted(request):
        return render(request, "training/_drill_verdict.html", context)
    marks = {"marks": form.cleaned_data["marks"]}
    page = drill_page(found, name) | (around or {}) | context | marks
    return render(request, "training/drill.html", page)


def drill_result(request: UserRequest, row: DrillAnswer, name: str, *, is_free: bool) -> HttpResponse:
    """The end of a drill: for a script in the place of the task, else on the page of its step.

    Its address replaces that of the task: going back would restore a board without its script.
    """
    if not is_fragment_wanted(request):
        return redirect("training:drill_step", name, row.pk)
    response = render(
        request, "training/_drill_result.html", result_page(row, name, is_free=is_free) | {"is_new": True}
    )
    address = reverse("training:drill_step", args=[name, row.pk])
    return replace_url(reswap(retarget(response, "#drill"), "innerHTML"), address)


@require_safe
@refused_to("training:technique", "name")
def drill_step(request: UserRequest, name: str, pk: int) -> HttpResponse:
    """The step of a drill of the reader that has ended, as far as a rung. Scripts get the step alone."""
    try:
        row = ended_drill(player=request.user, answer_id=pk)
    except DrillAnswer.DoesNotExist as error:
        raise Http404 from error
    if name not in DRILLED:
        raise Http404
    context = result_page(row, name, asked_rung(request, "do"))
    template = "training/_example.html" if is_fragment_wanted(request) else "training/drill_step.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_POST
@refused_to("training:technique", "name")
def position(request: UserRequest, name: str) -> HttpResponse:
    """Play on from a position in which the technique is the easiest step."""
    if name not in DRILLED:
        raise Http404
    return redirect(play_position(player=request.user, technique=name))


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


# Grids of the day


@require_safe
def daily(request: UserRequest) -> HttpResponse:
    """The grids of today, and the hardest step of the last day before. Scripts get the step alone."""
    rung = asked_rung(request, DISCUSSION_RUNG)
    page = daily_page(player=request.user, classroom=daily_class(request), rung=rung)
    return page_or_step(request, "training/daily.html", page)


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
    return page_or_step(request, "training/class_daily_step.html", page)


def class_with_daily(request: UserRequest, pk: int) -> Classroom:
    """A current class of the teacher that has grids of the day; 404 otherwise."""
    classroom: Classroom = get_of_class(request, Classroom.objects.current(), pk=pk, has_daily=True)
    return classroom


def page_or_step(request: UserRequest, template: str, page: dict[str, Any]) -> HttpResponse:
    """A page with a step to reveal, or the step alone."""
    if is_fragment_wanted(request) and "board" in page:
        template = "training/_example.html"
    response = render(request, template, page)
    patch_vary_headers(response, ["HX-Request"])
    return response


# Weekly goals


@page_with_form
@switched_on("goals")
def goal(request: UserRequest) -> HttpResponse:
    """The weekly goal of the reader, and how the weeks went; a POST chooses another goal."""
    form = GoalForm(request.POST)
    if request.method == "POST":
        if form.is_valid():
            choose_goal(player=request.user, days=form.cleaned_data["days"])
        return redirect("training:goal")
    return render(request, "training/goal.html", goal_page(request.user))
