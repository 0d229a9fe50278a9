"""The list of techniques, a page for each, and drills of each."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import replace_url, reswap, retarget

from accounts.forms import first_error
from accounts.refusals import refused_to
from accounts.requests import UserRequest, is_fragment_wanted, page_with_form
from puzzles.engine import RUNGS, TECHNIQUES, Rung
from puzzles.engine.techniques import example_of
from puzzles.engine.wording import NOTATED
from puzzles.play.models import Preferences
from puzzles.play.services.watching import require_explorable

from .forms import AnswerForm, LevelForm, StormForm
from .models import DrillAnswer
from .pages.drills import drill_page, result_page, verdict_sentence
from .pages.storm import answer_data, end_page, run_data, storm_page
from .pages.techniques import example_page, technique_page, techniques_page
from .services.bank import DRILLED
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
from .services.memory import today
from .services.practice import play_position
from .services.storm import answer_storm, begin_run, end_run, has_storm, open_run, positions_of

# The page of a pattern shows the pattern at once.
OPENING_RUNG: Rung = "why"


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


def drill_answer(request: UserRequest, name: str) -> HttpResponse:
    """The verdict on an answer, or the step once the drill has ended."""
    form = AnswerForm(request.POST)
    again = reverse("training:drill", args=[name])
    if not form.is_valid():
        raise OverError(first_error(form), back=again)
    token, number = form.cleaned_data["token"], form.cleaned_data["number"]
    try:
        found = drill_of(player=request.user, token=token)
    except OverError as refusal:
        refusal.back = again
        raise
    if form.cleaned_data["show"]:
        return drill_result(
            request, show_drill(player=request.user, token=token), name, is_free=found.is_free
        )
    try:
        answer = form.answer()
        row, judgement = answer_drill(player=request.user, token=token, answer=answer, number=number)
    except AnswerError as refusal:
        context = {"number": number, "verdict": str(refusal)}
    else:
        if row.has_ended:
            return drill_result(request, row, name, is_free=found.is_free)
        context = {
            "number": row.tries + 1,
            "verdict": verdict_sentence(judgement, found, len(answer.marks)),
            "is_sound": judgement.verdict != DrillAnswer.Verdict.WRONG,
        }
    if is_fragment_wanted(request):
        return render(request, "training/_drill_verdict.html", context)
    marks = {"marks": form.cleaned_data["marks"]}
    return render(request, "training/drill.html", drill_page(found, name) | context | marks)


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


def storm_required(view: Callable[[UserRequest], HttpResponse]) -> Callable[[UserRequest], HttpResponse]:
    """A view that is not there for students of a class that has storms switched off."""

    @wraps(view)
    def for_players(request: UserRequest) -> HttpResponse:
        if not has_storm(request.user):
            raise Http404
        return view(request)

    return for_players


@require_safe
@storm_required
@refused_to("training:techniques")
def storm(request: UserRequest) -> HttpResponse:
    """The page of storms: to begin a run, or to go on with the one that was begun."""
    require_no_exam(request.user)
    run = open_run(player=request.user)
    return render(request, "training/storm.html", storm_page(request.user, run))


@require_POST
@storm_required
@refused_to("training:techniques")
def storm_run(request: UserRequest) -> HttpResponse:
    """The run that goes on, or a new one, with its next positions."""
    run = begin_run(player=request.user)
    positions = positions_of(run=run, player=request.user, start=run.answered)
    return JsonResponse(run_data(run, positions))


@require_POST
@storm_required
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
@storm_required
@refused_to("training:techniques")
def storm_end(request: UserRequest) -> HttpResponse:
    """How the run went that ends now; sent twice, the same."""
    run = end_run(player=request.user)
    return render(request, "training/_storm_end.html", end_page(request.user, run))
