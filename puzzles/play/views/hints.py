"""Help that is asked for: answered to a script as moves are, and with the page where no script runs."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import UserRequest

from ..forms.hints import CellForm, DeductionForm, HelpForm, HintForm, SimpleForm
from ..forms.play import first_error
from ..models import Attempt
from ..pages.hints import HelpView, check_view, hint_view, left_words, rewind_view, shown_view, simple_view
from ..pages.step_list import listing_view, verdict_view
from ..pictures.small_board import small_board
from ..services import hints as services
from ..services.hints import HelpError
from ..services.play import Game
from .leaving import ask_before_end
from .play import game_answer

# A service asked for its help with what the form brought, and what is then told.
Asker = dict[str, Any]
Ask = Callable[[Asker, Any], tuple[Game, HelpView | None]]


def ask_hint(asker: Asker, form: HintForm) -> tuple[Game, HelpView]:
    """The hint, one rung deeper with each press."""
    game, told = services.give_hint(**asker, seen_version=form.cleaned_data["version"])
    return game, hint_view(game.attempt, told)


def ask_check(asker: Asker, form: HelpForm) -> tuple[Game, HelpView]:
    """Which digits are wrong."""
    game, check = services.check_grid(**asker)
    return game, check_view(check)


def ask_rewind(asker: Asker, form: HelpForm) -> tuple[Game, HelpView]:
    """Back to before the first mistake."""
    game, rewind = services.rewind(**asker)
    return game, rewind_view(rewind)


def ask_cell(asker: Asker, form: CellForm) -> tuple[Game, HelpView]:
    """One cell filled."""
    cell = form.cleaned_data["cell"]
    game = services.show_cell(**asker, cell=cell)
    return game, shown_view(cell, game.state.digits[cell])


def ask_simple(asker: Asker, form: SimpleForm) -> tuple[Game, HelpView]:
    """The grid filled as far as the simple method goes."""
    game, run = services.show_simple(**asker, to_the_end=form.cleaned_data["finish"])
    return game, simple_view(run)


def ask_solution(asker: Asker, form: HelpForm) -> tuple[Game, None]:
    return services.show_solution(**asker), None


def ask_steps(asker: Asker, form: HelpForm) -> tuple[Game, HelpView]:
    """Every step that is open."""
    game, listing = services.list_steps(**asker)
    return game, listing_view(game.attempt, listing)


def ask_deduction(asker: Asker, form: DeductionForm) -> tuple[Game, HelpView]:
    """Whether a deduction follows from the grid."""
    game, verdict = services.judge_deduction(**asker, claim=form.claim)
    return game, verdict_view(verdict)


HELPS: dict[str, tuple[type[HelpForm], Ask]] = {
    "hint": (HintForm, ask_hint),
    "check": (HelpForm, ask_check),
    "rewind": (HelpForm, ask_rewind),
    "cell": (CellForm, ask_cell),
    "simple": (SimpleForm, ask_simple),
    "solution": (HelpForm, ask_solution),
    "steps": (HelpForm, ask_steps),
    "deduction": (DeductionForm, ask_deduction),
}


@require_http_methods(["GET", "HEAD", "POST"])
def play_solution(request: UserRequest, pk: int) -> HttpResponse:
    """Show the solution, which ends the attempt; a page asks first."""
    if request.method != "POST":
        return ask_before_end(request, pk, "play/solution_ask.html")
    return play_help(request, pk, "solution")


@require_POST
def play_help(request: UserRequest, pk: int, kind: str) -> HttpResponse:
    """Ask for help of a kind and tell it, or the reason why not. Another player's attempt is not found."""
    form_class, ask = HELPS[kind]
    form = form_class(request.POST)
    if not form.is_valid():
        get_object_or_404(Attempt.objects.played_by(request.user), pk=pk)
        return refusal_answer(request, pk, first_error(form))
    try:
        asker = {"player": request.user, "attempt_id": pk, "ms": form.cleaned_data["ms"]}
        game, view = ask(asker, form)
    except HelpError as refusal:
        return refusal_answer(request, pk, str(refusal))
    if view and view.wait_url and not game.is_finished_now:
        return looking_answer(request, game, view, form.cleaned_data)
    if request.htmx:
        return told_answer(request, game, view, form.cleaned_data["version"])
    if view and view.groups and not game.is_finished_now:
        # On a page of its own, where no script can put the list beside the board.
        board = small_board(game.attempt.puzzle.givens, game.attempt.digits, game.attempt.marks)
        return render(request, "play/steps.html", {"attempt": game.attempt, "hint": view, "board": board})
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
    return game_answer(request, game, seen_version, template="play/_help_answer.html", **context)


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
    return redirect("play:play", pk)
