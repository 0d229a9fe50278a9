"""What views of practice share: the rung asked for, a step with or without its page, and the switches."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from accounts.requests import UserRequest, is_fragment_wanted
from puzzles.engine import RUNGS, Rung

from ..services.switches import switches_of

View = Callable[..., HttpResponse]


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


def asked_rung(request: UserRequest, otherwise: Rung) -> Rung:
    """The rung in the address."""
    asked = request.GET.get("rung")
    return next((rung for rung in RUNGS if rung == asked), otherwise)


def step_response(request: UserRequest, template: str, page: dict[str, Any]) -> HttpResponse:
    """A page with a step to reveal, or the step alone."""
    if is_fragment_wanted(request) and "board" in page:
        template = "training/_example.html"
    response = render(request, template, page)
    patch_vary_headers(response, ["HX-Request"])
    return response
