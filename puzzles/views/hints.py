"""Help that is asked for: answered to a script as moves are, and with the page where no script runs."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import UserRequest

from ..display.hints import HelpView, check_view, left_words, rewind_view, shown_view, simple_view, told_view
from ..display.listing import ListView, listing_view, steps_page, verdict_view
from ..forms.hints import CellForm, DeductionForm, HelpForm, HintForm, SimpleForm
from ..forms.play import first_error
from ..models import Attempt
from ..services import hints as services
from ..services.hints import HelpError
from ..services.play import Game
from .leaving import ask_before_end
from .play import game_answer

# A service asked for its help, and what is then told.
Ask = Callable[[dict[str, Any]], tuple[Game, HelpView | None]]


@require_POST
def play_hint(request: UserRequest, pk: int) -> HttpResponse:
    """Tell the hint, one rung deeper with each press."""

    def ask(data: dict[str, Any]) -> tuple[Game, HelpView]:
        game, told = services.give_hint(
            player=request.user, attempt_id=pk, ms=data["ms"], seen_version=data["version"]
        )
        return game, told_view(game.attempt, told)

    return help_answer(request, pk, HintForm(request.POST), ask)


@require_POST
def play_check(request: UserRequest, pk: int) -> HttpResponse:
    """Tell which digits are wrong."""

    def ask(data: dict[str, Any]) -> tuple[Game, HelpView]:
        game, check = services.check_grid(player=request.user, attempt_id=pk, ms=data["ms"])
        return game, check_view(check)

    return help_answer(request, pk, HelpForm(request.POST), ask)


@require_POST
def play_rewind(request: UserRequest, pk: int) -> HttpResponse:
    """Go back to before the first mistake."""

    def ask(data: dict[str, Any]) -> tuple[Game, HelpView]:
        game, rewind = services.rewind(player=request.user, attempt_id=pk, ms=data["ms"])
        return game, rewind_view(rewind)

    return help_answer(request, pk, HelpForm(request.POST), ask)


@require_POST
def play_cell(request: UserRequest, pk: int) -> HttpResponse:
    """Fill one cell."""

    def ask(data: dict[str, Any]) -> tuple[Game, HelpView]:
        game = services.show_cell(player=request.user, attempt_id=pk, ms=data["ms"], cell=data["cell"])
        return game, shown_view(data["cell"], game.state.digits[data["cell"]])

    return help_answer(request, pk, CellForm(request.POST), ask)


@require_POST
def play_simple(request: UserRequest, pk: int) -> HttpResponse:
    """Fill as far as the simple method goes."""

    def ask(data: dict[str, Any]) -> tuple[Game, HelpView]:
        game, run = services.show_simple(
            player=request.user, attempt_id=pk, ms=data["ms"], to_the_end=bool(data["finish"])
        )
        return game, simple_view(run)

    return help_answer(request, pk, SimpleForm(request.POST), ask)


@require_http_methods(["GET", "HEAD", "POST"])
def play_solution(request: UserRequest, pk: int) -> HttpResponse:
    """Show the solution, which ends the attempt; a page asks first."""
    if request.method != "POST":
        return ask_before_end(request, pk, "solution_ask.html")

    def ask(data: dict[str, Any]) -> tuple[Game, None]:
        return services.show_solution(player=request.user, attempt_id=pk, ms=data["ms"]), None

    return help_answer(request, pk, HelpForm(request.POST), ask)


@require_POST
def play_steps(request: UserRequest, pk: int) -> HttpResponse:
    """Tell every step that is open."""

    def ask(data: dict[str, Any]) -> tuple[Game, HelpView]:
        game, listing = services.list_steps(player=request.user, attempt_id=pk, ms=data["ms"])
        return game, listing_view(game.attempt, listing)

    return help_answer(request, pk, HelpForm(request.POST), ask)


@require_POST
def play_deduction(request: UserRequest, pk: int) -> HttpResponse:
    """Tell whether a deduction follows from the grid."""
    form = DeductionForm(request.POST)

    def ask(data: dict[str, Any]) -> tuple[Game, HelpView]:
        game, verdict = services.judge_deduction(
            player=request.user, attempt_id=pk, ms=data["ms"], claim=form.claim
        )
        return game, verdict_view(verdict)

    return help_answer(request, pk, form, ask)


def help_answer(request: UserRequest, pk: int, form: HelpForm, ask: Ask) -> HttpResponse:
    """Ask for the help and tell it, or tell the reason why not. Another player's attempt is not found."""
    if not form.is_valid():
        get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
        return refusal_answer(request, pk, first_error(form))
    try:
        game, view = ask(form.cleaned_data)
    except HelpError as refusal:
        return refusal_answer(request, pk, str(refusal))
    if view and view.wait_url and not game.is_finished_now:
        return looking_answer(request, game, view, form.cleaned_data)
    if request.htmx:
        return told_answer(request, game, view, form.cleaned_data["version"])
    if isinstance(view, ListView) and not game.is_finished_now:
        return render(request, "steps.html", steps_page(game.attempt, game.state, view))
    # The page itself shows a hint that is open, and that a grid is finished.
    if view and not view.rungs and not game.is_finished_now:
        messages.info(request, view.news)
    return redirect(game.attempt)


def told_answer(request: UserRequest, game: Game, view: HelpView | None, seen_version: int) -> HttpResponse:
    """The answer to a script: what a move's answer holds, and what was told."""
    context: dict[str, Any] = {
        "hint": None if game.is_finished_now else view,
        "left": left_words(game.attempt, game.now),
    }
    if view and not game.is_finished_now:
        context["news"] = view.news
    return game_answer(request, game, seen_version, template="_help_answer.html", **context)


def looking_answer(request: UserRequest, game: Game, view: HelpView, data: dict[str, Any]) -> HttpResponse:
    """That the hint is still looked for: said once to a script that then asks by itself."""
    if not request.htmx:
        return redirect(f"{game.attempt.get_absolute_url()}?hint=looking")
    if data["again"]:
        return HttpResponse(status=204)
    return told_answer(request, game, view, data["version"])


def refusal_answer(request: UserRequest, pk: int, sentence: str) -> HttpResponse:
    """Nothing has changed, and this is why: in a header for a script, on the page for anybody else."""
    if request.htmx:
        return HttpResponse(status=204, headers={"HX-Trigger": json.dumps({"help-refused": sentence})})
    messages.warning(request, sentence)
    return redirect("play", pk)
