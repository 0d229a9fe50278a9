"""Doors that an assignment shuts: who comes to one is shown to the assignment, with the reason why."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from accounts.requests import UserRequest

from ..display.doors import held_address
from ..services.assignments.doors import HeldError

P = ParamSpec("P")


def leads_to_work(
    view: Callable[Concatenate[UserRequest, P], HttpResponse],
) -> Callable[Concatenate[UserRequest, P], HttpResponse]:
    """The answer of a view, or the way to the assignment that holds its grid; a script is sent there too."""

    @wraps(view)
    def at_the_door(request: UserRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except HeldError as refusal:
            messages.warning(request, str(refusal))
            address = held_address(refusal.allotment)
            if request.headers.get("HX-Request") == "true":
                return HttpResponse(status=204, headers={"HX-Redirect": address})
            return redirect(address)

    return at_the_door
