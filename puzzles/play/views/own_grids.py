"""Own grids: brought in, checked, played, kept, explained, and shared by their address."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.fair_queue import BusyError
from accounts.forms import first_error
from accounts.models import User
from accounts.refusals import refused_to
from accounts.requests import UserRequest, page_with_form
from puzzles.engine import Board
from puzzles.library.pages.collections import assignable_classes
from puzzles.library.services import GenerationError, start_generation
from puzzles.library.views.long_pages import has_file, long_page

from ..forms.hints import StepForm
from ..forms.own_grids import MakeGridForm, OwnGridForm, PlayOwnGridForm
from ..pages.access import refusal_context
from ..pages.own_grids import editor_page, editor_rows, looked_at, read_data, shared_page
from ..pages.solution_path import path_page
from ..services import own_grids as services
from ..services.hints import explain, may_order, order_explanation
from ..services.own_grids import NotMadeError, OwnGridError, Reading
from ..services.play import TooFastError
from ..services.techniques import techniques_for
from ..services.watching import WatchError
from .solution_path import path_response, to_path

# Grids made in the background for a student who asks for a rare kind.
ORDERED = 3


@require_safe
def own_grids(request: UserRequest) -> HttpResponse:
    """The page where a grid is brought in, with those that are kept.

    `?grid=` begins with that grid; `?tier=` offers to make a new one of that difficulty.
    """
    criteria = MakeGridForm(request.GET)
    page = editor_page(request.user, criteria.cleaned_data["tier"] if criteria.is_valid() else None)
    page["offers_new"] = "tier" in request.GET
    if request.GET.get("grid"):
        page |= looked_into(request, OwnGridForm(request.GET))
    return render(request, "play/own_grids.html", page, status=403 if "refusal" in page else 200)


@require_POST
@long_page(has_file)
def own_grid_check(request: UserRequest) -> HttpResponse:
    """What is known of a grid: a fragment for the script, the page for the plain form."""
    found = looked_into(request, OwnGridForm(request.POST, request.FILES))
    if request.htmx:
        return render(request, "play/_own_grid_verdict.html", found)
    status = 403 if "refusal" in found else 200
    return render(request, "play/own_grids.html", editor_page(request.user) | found, status=status)


@require_POST
@long_page(has_file)
def own_grid_play(request: UserRequest) -> HttpResponse:
    """Start or continue an own grid, with the digits and marks of a game without an account.

    A script gets 201 where these went into a new game, and 200 where an older one goes on without them.
    """
    form = PlayOwnGridForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("play:own_grids")
    data, board = form.cleaned_data, form.reading.board
    brought = {"name": data["name"], "digits": data["digits"], "marks": form.marks_brought}
    standing = services.open_attempt(request.user, board)
    try:
        attempt = services.play_grid(player=request.user, board=board, **brought)
    except (OwnGridError, BusyError, TooFastError) as refusal:
        messages.warning(request, str(refusal))
        return redirect("play:shared_grid", board)
    if request.htmx:
        return HttpResponse(status=200 if standing else 201, headers={"Location": attempt.get_absolute_url()})
    return redirect(attempt)


@require_POST
@long_page(has_file)
@refused_to("play:own_grids")
def own_grid_keep(request: UserRequest) -> HttpResponse:
    """Keep a grid under a name."""
    form = OwnGridForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("play:own_grids")
    services.keep_grid(owner=request.user, board=form.reading.board, name=form.cleaned_data["name"])
    return redirect("play:own_grids")


@require_POST
def own_grid_remove(request: UserRequest, pk: int) -> HttpResponse:
    """Remove a grid from those that are kept."""
    services.remove_grid(owner=request.user, grid_id=pk)
    return redirect("play:own_grids")


@require_POST
@refused_to("play:own_grids")
def own_grid_make(request: UserRequest) -> HttpResponse:
    """Make a new grid of a difficulty and begin it; where none is found in time, say so."""
    form = MakeGridForm(request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("play:own_grids")
    tier = form.cleaned_data["tier"]
    try:
        return redirect(services.make_grid(player=request.user, tier=tier))
    except NotMadeError as refusal:
        messages.warning(request, order_sentence(request.user, tier) or str(refusal))
    return redirect("play:own_grids")


@page_with_form
@long_page()
def own_grid_path(request: UserRequest, board: Board) -> HttpResponse:
    """An own grid explained step by step; a POST orders the steps that are not found at once."""
    if not services.look_into(reader=request.user, board=board).is_playable:
        return redirect("play:shared_grid", board)
    if request.method == "POST":
        order_explanation(givens=board.to_line(), reader_id=request.user.pk)
        return to_path(request, reverse("play:own_grid_path", args=[board]))
    form = StepForm(request.GET)
    number = (form.cleaned_data["step"] if form.is_valid() else None) or 1
    explanation = explain(board.to_line(), techniques_for(request.user.pk))
    page = path_page(explanation, number, board.to_line(), may_order=may_order(request.user.pk))
    page |= {"board": board, "path_url": request.path}
    return path_response(request, page, form)


@require_safe
@login_not_required
def shared_grid(request: HttpRequest, board: Board) -> HttpResponse:
    """A grid under its own address. Without an account no solution is searched, only the rules apply."""
    page = shared_page(board)
    if not request.user.is_authenticated:
        return render(request, "play/shared_grid.html", page)
    try:
        page |= known_of(request, Reading(board))
    except WatchError as refusal:
        standing = services.open_attempt(request.user, board)
        if standing:
            return render(request, "play/own_grid.html", page | {"attempt": standing})
        return render(request, "not_now.html", refusal_context(refusal), status=403)
    except BusyError as refusal:
        page["busy"] = str(refusal)
    return render(request, "play/own_grid.html", page)


def order_sentence(player: User, tier: int | None) -> str:
    """Order rare grids for a student, who can draw them later; "" where that cannot be."""
    if not player.is_student:
        return ""
    try:
        collection = services.own_collection(player)
        start_generation(owner=player, collection=collection, tier=tier, count=ORDERED)
    except GenerationError:
        return ""
    return _(
        "Such grids are rare. The site is making some for you: draw one from the home page in a few minutes."
    )


def looked_into(request: UserRequest, form: OwnGridForm) -> dict[str, Any]:
    """The context for the grid of a form, or why there is none."""
    text = form.data.get("grid", "")
    if not form.is_valid():
        is_empty = form.has_error("__all__", code="empty")
        return {"text": text, "error": "" if is_empty else first_error(form)}
    reading = form.reading
    shown: dict[str, Any] = {"text": text, "rows": editor_rows(reading), "name": form.cleaned_data["name"]}
    if form.cleaned_data["file"] or not text.strip():
        shown["text"] = reading.board.to_line()
    try:
        return shown | known_of(request, reading)
    except WatchError as refusal:
        return shown | {"refusal": refusal_context(refusal), "data": read_data(reading)}
    except BusyError as refusal:
        return shown | {"error": str(refusal), "data": read_data(reading)}


def known_of(request: HttpRequest, reading: Reading) -> dict[str, Any]:
    """All that is known of a grid, for a reader who may know it. Raises WatchError and BusyError."""
    reader = request.user
    verdict = services.look_into(reader=reader, board=reading.board)  # type: ignore[arg-type]
    found = looked_at(reading, verdict, site=request.build_absolute_uri("/").rstrip("/"))
    return found | {"classrooms": assignable_classes(reader) if found["is_playable"] else []}  # type: ignore[arg-type]
