"""The list of techniques, and a page for each."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from accounts.requests import UserRequest, is_fragment_wanted
from puzzles.engine import RUNGS, TECHNIQUES, Rung
from puzzles.engine.techniques import example_of
from puzzles.play.services.watching import require_explorable

from .pages import example_page, technique_page, techniques_page

# The page of a pattern shows the pattern at once.
OPENING_RUNG: Rung = "why"


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
    asked = request.GET.get("rung")
    rung = next((rung for rung in RUNGS if rung == asked), OPENING_RUNG)
    if is_fragment_wanted(request):
        response = render(request, "training/_example.html", example_page(name, rung))
    else:
        response = render(request, "training/technique.html", technique_page(name, rung, request.user))
    patch_vary_headers(response, ["HX-Request"])
    return response
