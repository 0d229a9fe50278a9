"""Techniques, and what to practise today."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.refusals import refused_to
from accounts.requests import UserRequest, is_fragment_wanted
from puzzles.engine import TECHNIQUES, Rung
from puzzles.engine.techniques import example_of
from puzzles.engine.wording import NOTATED
from puzzles.play.models import Preferences
from puzzles.play.services.watching import require_explorable

from ..models import DrillAnswer
from ..pages.techniques import example_page, technique_page, techniques_page
from ..services.bank import DRILLED
from ..services.memory import today
from ..services.practice import play_position
from .steps import asked_rung, step_response

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
    is_example = is_fragment_wanted(request)
    page = example_page(name, rung) if is_example else technique_page(name, rung, request.user)
    return step_response(request, "training/technique.html", page | notation)


@require_POST
@refused_to("training:technique", "name")
def position(request: UserRequest, name: str) -> HttpResponse:
    """Play on from a position in which the technique is the easiest step."""
    if name not in DRILLED:
        raise Http404
    return redirect(play_position(player=request.user, technique=name))
