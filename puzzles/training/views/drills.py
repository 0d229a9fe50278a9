"""Drills: find a step in a position."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url, reswap, retarget

from accounts.forms import first_error
from accounts.refusals import refused_to
from accounts.requests import UserRequest, is_fragment_wanted, page_with_form

from ..forms import AnswerForm, LevelForm
from ..models import DrillAnswer
from ..pages.drills import drill_address, drill_page, result_page, verdict_sentence
from ..services.answers import AnswerError
from ..services.bank import DRILLED
from ..services.drills import (
    OverError,
    answer_drill,
    drill_of,
    ended_drill,
    just_right_drill,
    next_drill,
    show_drill,
)
from .steps import asked_rung, step_response, switched_on


@require_safe
@switched_on("ratings")
@refused_to("training:techniques")
def just_right(request: UserRequest) -> HttpResponse:
    """A drill that is just right for the reader, of any technique they have begun."""
    found = just_right_drill(player=request.user, after=LevelForm(request.GET).previous)
    return render(request, "training/drill.html", drill_page(found, found.technique))


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
    return step_response(request, "training/drill_step.html", context)
